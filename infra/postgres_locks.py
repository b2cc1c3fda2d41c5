"""The house's advisory locks in its database: what they are for, and who holds one."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from infra.postgres import Explaining
from infra.postgres_sql import statement
from infra.store_errors import Busy

Key = tuple[int, int]

_HOUSE = 1347699557  # "PTCe"; the SQL of casino.append knows it too
APPEND: Key = (_HOUSE, 1)
RELAY: Key = (_HOUSE, 2)
MAKING_TABLES: Key = (_HOUSE, 3)

_HOLDER = statement("lock_holder")
_TRY = b"SELECT pg_try_advisory_lock(%s, %s)"


def holder_of(connection: psycopg.Connection, key: Key) -> str | None:
    """Who holds it, in words; None while nobody does."""
    row = connection.execute(_HOLDER, key).fetchone()
    return None if row is None else f"process {row[0]} of the server ({row[1] or 'no name'}, as {row[2]})"


class HeldLock:
    """A lock that lasts as long as the session of this connection."""

    def __init__(self, connection: psycopg.Connection, key: Key) -> None:
        self._connection = connection
        self._key = key

    def held(self) -> bool:
        """Asks the server: False once the session is over, whoever ended it. Then somebody else may hold the lock."""
        try:
            row = self._connection.execute(_HOLDER, self._key).fetchone()
        except psycopg.Error:
            return False
        return row is not None and row[0] == self._connection.info.backend_pid


@contextmanager
def holding(connection: psycopg.Connection, place: str, what: str, key: Key) -> Iterator[HeldLock]:
    """Holds the lock on this connection, which is closed at the end. Busy, with who holds it, if it cannot be had at once."""
    with connection:
        with Explaining(place):
            row = connection.execute(_TRY, key).fetchone()
            if row != (True,):
                raise Busy(place, what, holder_of(connection, key))
        yield HeldLock(connection, key)
