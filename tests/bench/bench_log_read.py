"""The log from beginning to end in pages, every event decoded and checked, beside its rows as SQLite gives them."""

from domain.catalogue import BY_TOPIC
from infra.event_store import EventStore
from infra.log import PAGE, pages
from infra.sqlite_file import open_to_read
from infra.sqlite_tables import EVENTS
from tests.bench.evening import kept
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work

_PAGE = "SELECT stream, version, topic, state, position FROM events WHERE position > ? ORDER BY position LIMIT ?"


class LogRead(Benchmark):
    name = "log-read"
    unit = "events/s"
    against = "raw select"
    goal = 0.05

    def __init__(self) -> None:
        self._files = Files()
        file = self._files.fresh()
        kept(file).close()
        self._store = EventStore.sqlite(file, BY_TOPIC, read_only=True)
        self._connection = open_to_read(file, EVENTS)

    def ours(self) -> Work:
        def read() -> int:
            return sum(len(page) for page in pages(self._store, 0, self._store.last_position()))

        return read

    def beside(self) -> Work:
        def read() -> int:
            read = after = 0
            while page := self._connection.execute(_PAGE, (after, PAGE)).fetchall():
                read += len(page)
                after = page[-1][-1]
            return read

        return read
