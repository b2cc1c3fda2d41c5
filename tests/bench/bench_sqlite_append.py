"""Events saved to a file, each save safe against a loss of power when it returns.

The other side sends ready-made rows, the same ones, to the same tables through `sqlite3` alone: what is between the two is
what it costs to check, encode and place an event.
"""

import sqlite3
from contextlib import closing
from typing import ClassVar

from domain.catalogue import BY_TOPIC
from infra.event_store import Append, EventStore, NewEvent
from infra.sqlite_file import open_to_write
from infra.sqlite_tables import EVENTS
from tests.bench.evening import evening
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work

STREAM = "tables/PK-02/000001"
COUNT = 1_000
"""Events of one run."""

_INSERT = "INSERT INTO events (stream, version, topic, state) VALUES (?, ?, ?, ?)"
_ROWS = "SELECT stream, version, topic, state FROM events ORDER BY position"


class _Saves:
    unit = "events/s"
    against = "raw sqlite3"
    size: ClassVar[int]
    """Events of one save."""

    def __init__(self) -> None:
        self._files = Files()
        self._events = [NewEvent(record.event, record.meta) for record in evening() if record.stream == STREAM][:COUNT]
        self._rows: list[tuple[str, int, str, bytes]] = []
        self.ours()()
        self._rows = self._stored()
        self.beside()()
        assert self._stored() == self._rows

    def ours(self) -> Work:
        store = EventStore.sqlite(self._files.fresh(), BY_TOPIC)
        appends = [Append(STREAM, first, self._events[first : first + self.size]) for first in range(0, COUNT, self.size)]

        def save() -> int:
            for append in appends:
                store.append([append])
            return COUNT

        return save

    def beside(self) -> Work:
        connection = open_to_write(self._files.fresh(), EVENTS, "FULL")
        saves = [self._rows[first : first + self.size] for first in range(0, COUNT, self.size)]

        def save() -> int:
            for rows in saves:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(_INSERT, rows)
                connection.execute("COMMIT")
            return COUNT

        return save

    def _stored(self) -> list[tuple[str, int, str, bytes]]:
        """What the last run has left in its file."""
        with closing(sqlite3.connect(self._files.last)) as connection:
            return connection.execute(_ROWS).fetchall()


class AppendOne(_Saves, Benchmark):
    name = "sqlite-append-1"
    goal = 0.6
    size = 1


class AppendTen(_Saves, Benchmark):
    name = "sqlite-append-10"
    goal = 0.3
    size = 10
