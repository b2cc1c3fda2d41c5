"""The house's roles and rights, in every database that its settings name."""

from collections.abc import Sequence

from infra.postgres_granting import Granted, grant_roles
from infra.settings import STORE, SettingRefused, Settings


def grant_all(settings: Settings, projections: Sequence[str]) -> list[Granted]:
    """One for each database. SettingRefused without an event store on PostgreSQL, StoreUnavailable."""
    schemas: dict[str, list[str]] = {}
    places = (
        ("casino", settings.store),
        ("casino_tree", settings.store),
        ("casino_books", settings.books),
        ("casino_vault", settings.vault),
    )
    for schema, url in places:
        if url is None:
            raise SettingRefused(STORE, "it is not set; roles are made in PostgreSQL, by its owner: postgresql://owner@host:5432/database")
        schemas.setdefault(url, []).append(schema)
    return [grant_roles(url, there, projections) for url, there in schemas.items()]
