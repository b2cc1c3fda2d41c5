"""From a command to its rows in the ledger, 500 events a second: over PostgreSQL, the relay, Kafka and a projector.

The terminals of a few tables work in this process, each by its own clock; relay and projector are processes of their own, started
as an operator starts them. A wait begins when the command was due, so that being late is not forgiven, and ends when the cursor
of its lane is seen to have come to the event: the cursor is stored with the rows.

Beside the 99th percentile stands the median of the same seconds.
"""

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Lock
from time import perf_counter, sleep

import psycopg

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.attempts import Attempts
from infra.event_store import EventStore
from infra.partitioning import partition_of
from infra.postgres import connect
from infra.vault import Vault
from services.working_days import WorkingDays
from tests.bench.engines import PARTITIONS, database, empty_topic, keep
from tests.bench.floor_at_work import Terminal, at_work
from tests.bench.frame import Benchmark, Figure, Work
from tests.crash.town import Town
from tests.services.house import House

RATE = 500
TERMINALS = 8
WINDOW_S = 10
LOOK_S = 0.002
PATIENCE_S = 120

_BOOKS = "SELECT to_regclass('casino_books.ledger_lines_1')"
_CURSORS = "SELECT partition, position FROM casino_books.cursors WHERE projection = 'ledger'"


class CommandToLedger(Benchmark):
    name = "command-to-ledger"
    unit = "ms, 99th of 100"
    against = "median"
    goal = 250
    goal_of = "ours"
    lower_is_better = True

    def __init__(self) -> None:
        url, topic = database(), empty_topic()
        town = Town(url, topic.servers[0], topic.topic, Path(keep(TemporaryDirectory(prefix="bench-", dir="."))))
        store, vault = keep(closing(EventStore.postgres(url, BY_TOPIC))), keep(closing(Vault.postgres(url)))
        calendar = cache(WorkingDays)
        calendar()
        pit = House(store, vault, keep(closing(Attempts.postgres(url))), calendar=calendar)
        keep(_running(town, "relay"))
        keep(_running(town, "project", "ledger"))
        connection = keep(connect(url, application="bench"))
        _until_begun(connection)
        self._watch = _Watch(connection)
        self._terminals = keep(at_work(pit.commands, TERMINALS, RATE, self._watch.expect))
        self._waits: list[float] = []

    def ours(self) -> Work:
        def wait() -> Figure:
            self._waits = self._watch.waits(self._terminals, perf_counter() + WINDOW_S)
            return Figure(1_000 * quantiles(self._waits, n=100)[-1])

        return wait

    def beside(self) -> Work:
        return lambda: Figure(1_000 * median(self._waits))


class _Watch:
    """Sees where the lanes of the ledger stand. What is expected, of each lane: positions, and when their commands were due."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._lock = Lock()
        self._expected: list[list[tuple[int, float]]] = [[] for _ in range(PARTITIONS)]

    def expect(self, record: Recorded, due: float) -> None:
        with self._lock:
            heappush(self._expected[partition_of(record.key, PARTITIONS)], (record.position, due))

    def waits(self, terminals: list[Terminal], end: float) -> list[float]:
        """Seconds of every event whose command is due from now to `end`, once all of them have come."""
        begin, waits = perf_counter(), []
        while self._is_open(terminals, end):
            if failed := next((terminal.failed for terminal in terminals if terminal.failed), None):
                raise failed
            if perf_counter() > end + PATIENCE_S:
                raise RuntimeError(f"the ledger has not come to what it was to show within {PATIENCE_S} s")
            waits += [wait for due, wait in self._look() if begin <= due < end]
            sleep(LOOK_S)
        return waits

    def _is_open(self, terminals: list[Terminal], end: float) -> bool:
        if min(terminal.due for terminal in terminals) < end:
            return True
        with self._lock:
            return any(due < end for lane in self._expected for _, due in lane)

    def _look(self) -> Iterator[tuple[float, float]]:
        """When the commands were due whose events have come, and how long they took."""
        lanes = self._connection.execute(_CURSORS).fetchall()
        now = perf_counter()
        with self._lock:
            for lane, position in lanes:
                expected = self._expected[lane]
                while expected and expected[0][0] <= position:
                    due = heappop(expected)[1]
                    yield due, now - due


@contextmanager
def _running(town: Town, *arguments: str) -> Iterator[None]:
    process = town.start(*arguments)
    try:
        yield
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
        process.communicate()


def _until_begun(connection: psycopg.Connection) -> None:
    """Until the projector has made its tables."""
    deadline = perf_counter() + PATIENCE_S
    while connection.execute(_BOOKS).fetchone() == (None,):
        if perf_counter() > deadline:
            raise RuntimeError(f"`pataca project` has not begun within {PATIENCE_S} s")
        sleep(LOOK_S)
