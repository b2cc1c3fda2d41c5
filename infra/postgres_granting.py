"""Makes the house's roles in a PostgreSQL database and gives each what stands in infra/postgres_roles.py, and nothing else.

May be run again at any time: what was given to the house's roles or to everybody in the meantime is taken away again, what
was made by somebody else is given to its owner. One transaction; it has happened whole or not at all.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import psycopg
from psycopg import sql

from infra.books import Books
from infra.postgres import Explaining, connect, place_of
from infra.postgres_recorder import SCHEMA as EVENTS
from infra.postgres_roles import (
    FOR_EVER,
    OWNER,
    PROJECTORS,
    REPORT,
    VAULT,
    Grant,
    all_roles,
    book_grants,
    event_grants,
    projector,
    projectors,
    tree_grants,
    vault_grants,
)
from infra.postgres_schema import make_or_check
from infra.postgres_sql import statement
from infra.tree_postgres import TREE
from infra.vault_postgres import VAULT as VAULT_SCHEMA

SCHEMAS = ("casino", "casino_tree", "casino_books", "casino_vault")

_TRIES_MAX = 10
"""Roles belong to the whole server: somebody who does the same in another of its databases is met by trying again."""
_MET = (
    psycopg.errors.DuplicateObject,
    psycopg.errors.UniqueViolation,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.InternalError_,  # tuple concurrently updated
)
_PARAMETERS = ("log_parameter_max_length", "log_parameter_max_length_on_error")
_SHARED = """
SELECT format('%%I.%%I', n.nspname, c.relname) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = 'casino_books' AND c.relkind IN ('r', 'p') AND NOT (split_part(c.relname, '_', 1) = ANY (%s)) ORDER BY 1
"""
_IS_MEMBER = "SELECT EXISTS (SELECT FROM pg_auth_members WHERE roleid = to_regrole(%s) AND member = to_regrole(%s))"


@dataclass(frozen=True, slots=True)
class Granted:
    """What holds now in this database. `may_change` names roles that may still change what is recorded, superusers aside."""

    place: str
    grants: Sequence[Grant]
    may_change: Sequence[str]


def grant_roles(url: str, schemas: Collection[str], projections: Sequence[str]) -> Granted:
    """For those of the house's `schemas` that are to lie in this database; they are made where they are missing.

    The URL is that of a superuser, or of whoever owns the database and may make roles. StoreUnavailable.
    """
    with Explaining(place_of(url)), connect(url, application="pataca admin roles") as connection:
        _make(url, schemas, connection)
        for tries in range(1, _TRIES_MAX + 1):
            try:
                with connection.transaction():
                    return _Granting(connection, projections).carry_out(place_of(url), schemas)
            except _MET:
                if tries == _TRIES_MAX:
                    raise
    raise AssertionError("the last try returns or raises")


def _make(url: str, schemas: Collection[str], connection: psycopg.Connection) -> None:
    for schema in (EVENTS, TREE, VAULT_SCHEMA):
        if schema.name in schemas:
            make_or_check(connection, place_of(url), schema)
    if "casino_books" in schemas:
        Books.postgres(url).close()


class _Granting:
    def __init__(self, connection: psycopg.Connection, projections: Sequence[str]) -> None:
        self._connection = connection
        self._projections = list(projections)
        self._is_superuser = self._one("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")

    def carry_out(self, place: str, schemas: Collection[str]) -> Granted:
        grants: list[Grant] = []
        self._make_roles()
        for schema in schemas:
            self._take_over(schema)
            self._revoke_all(schema)
        if "casino" in schemas:
            self._close_for_ever()
            grants += event_grants(self._projections)
        if "casino_tree" in schemas:
            grants += tree_grants()
        if "casino_books" in schemas:
            shared = self._column(_SHARED, self._projections)
            self._keep_apart(shared)
            grants += book_grants(self._projections, shared)
        if "casino_vault" in schemas:
            self._keep_out_of_the_log()
            grants += vault_grants()
        for grant in grants:
            self._run(f"GRANT {grant.rights} ON {grant.thing} TO {grant.role}")
        may_change = self._column(statement("who_may_change").decode(), list(FOR_EVER)) if "casino" in schemas else []
        return Granted(place, grants, may_change)

    def _make_roles(self) -> None:
        for role in all_roles(self._projections):
            if not self._one("SELECT to_regrole(%s) IS NOT NULL", role):
                self._run(f"CREATE ROLE {role} NOLOGIN")
            if not self._is_superuser:  # whoever gives a thing to a role must be one of it
                self._run(f"GRANT {role} TO CURRENT_USER")
        for name in self._projections:
            if not self._one(_IS_MEMBER, projector(name), PROJECTORS):
                self._run(f"GRANT {projector(name)} TO {PROJECTORS}")

    def _take_over(self, schema: str) -> None:
        """All belongs to the owner, the tables of a projection to its projector."""
        if not self._is_superuser:
            self._connection.execute(
                sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(sql.Identifier(self._connection.info.dbname), sql.Identifier(OWNER))
            )
        for statement_of in self._column(statement("take_over").decode(), schema, list(self._projections), OWNER, PROJECTORS):
            self._run(statement_of)

    def _revoke_all(self, schema: str) -> None:
        """From everybody and from the house's roles, but nothing from whom it belongs to."""
        for statement_of in self._column(statement("revoke_all").decode(), schema, all_roles(self._projections)):
            self._run(statement_of)

    def _close_for_ever(self) -> None:
        """Nobody may change what is recorded, its owner neither: whatever becomes of the triggers, there is no right to do it."""
        for table in FOR_EVER:
            for holder in self._column(statement("who_was_granted_change").decode(), table):
                self._run(f"REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER ON TABLE {table} FROM {holder} CASCADE")

    def _keep_apart(self, shared: Sequence[str]) -> None:
        """In a table that the projections share each writes its own rows alone; and reports read what projectors will make."""
        for table in shared:
            self._run(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
            self._policy(table, "anybody", "FOR SELECT USING (true)")
            for name in self._projections:
                own = f"(projection = '{name}')"
                self._policy(table, projector(name), f"TO {projector(name)} USING {own} WITH CHECK {own}")
        for role in projectors(self._projections):
            self._run(f"ALTER DEFAULT PRIVILEGES FOR ROLE {role} IN SCHEMA casino_books GRANT SELECT ON TABLES TO {REPORT}")

    def _policy(self, table: str, name: str, what: str) -> None:
        if not self._one("SELECT EXISTS (SELECT FROM pg_policy WHERE polrelid = %s::regclass AND polname = %s)", table, name):
            self._run(f"CREATE POLICY {name} ON {table} {what}")

    def _keep_out_of_the_log(self) -> None:
        """The vault's sessions may ask a server that logs parameters not to log theirs. A superuser alone can allow it."""
        for parameter in _PARAMETERS:
            if self._is_superuser and not self._one("SELECT has_parameter_privilege(%s, %s, 'SET')", VAULT, parameter):
                self._run(f"GRANT SET ON PARAMETER {parameter} TO {VAULT}")

    def _run(self, text: str) -> None:
        self._connection.execute(text.encode())  # names of the house's own, or quoted by the server itself

    def _one(self, question: str, *values: object) -> object:
        row = self._connection.execute(question.encode(), values).fetchone()
        return row and row[0]

    def _column(self, question: str, *values: object) -> list[str]:
        return [row[0] for row in self._connection.execute(question.encode(), values)]
