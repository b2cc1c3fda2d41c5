"""The rows of refused commands in PostgreSQL, in a table of schema casino that may lose rows."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from infra.postgres import Explaining, place_of
from infra.postgres_link import Link
from infra.postgres_recorder import SCHEMA
from infra.postgres_schema import make_or_check
from infra.store_errors import StoreDamaged

_ADD = """
WITH added AS (
    INSERT INTO casino.attempts (time, actor, key, command, code, rule, message) VALUES (%s, %s, %s, %s, %s, %s, %s) RETURNING number
)
DELETE FROM casino.attempts WHERE number <= (SELECT number FROM added) - %s
"""
_HOLDING = "SELECT time, actor, key, command, code, rule, message FROM casino.attempts WHERE strpos(command, %s) > 0 ORDER BY number"
_RECENT = "SELECT time, actor, key, command, code, rule, message FROM casino.attempts ORDER BY number DESC LIMIT %s"


class PostgresAttemptRows:
    """The table belongs to the event store's schema, which is looked for, and made where there is none, at the first one."""

    def __init__(self, url: str) -> None:
        place = place_of(url)
        self._link = Link(url, "pataca attempts", lambda connection: make_or_check(connection, place, SCHEMA))

    def add(self, texts: Sequence[str | None], kept_max: int) -> None:
        with self._told():
            self._link.run(_ADD, *texts, kept_max)

    def recent(self, limit: int) -> list[Any]:
        with self._told():
            return self._link.run(_RECENT, limit).fetchall()

    def holding(self, text: str) -> list[Any]:
        with self._told():
            return self._link.run(_HOLDING, text).fetchall()

    def close(self) -> None:
        self._link.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with Explaining(self._link.place):
                yield
        except psycopg.Error as error:
            reason = f"its table casino.attempts is not as pataca made it, SQLSTATE {error.sqlstate}"
            raise StoreDamaged(self._link.place, reason, "Restore it; refusals are answered all the same.") from None
