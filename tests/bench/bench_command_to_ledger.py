"""From a command to its rows in the ledger, 500 events a second: over PostgreSQL, the relay, Kafka and a projector.

Commands come by the clock, one after the other, into a house in this process; relay and projector are processes of their own,
started as an operator starts them. A wait begins when its command was due, so that being late is not forgiven, and ends when
the cursor of its lane is seen to have come to the event: the cursor is stored with the rows.

Beside the 99th percentile stands the median of the same run.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import psycopg

from domain.catalogue import BY_TOPIC
from infra.attempts import Attempts
from infra.event_store import EventStore
from infra.partitioning import partition_of
from infra.postgres import connect
from infra.vault import Vault
from services.receipts import Answer
from services.working_days import WorkingDays
from tests.bench.engines import PARTITIONS, database, empty_topic, keep
from tests.bench.evenings import commands_of
from tests.bench.frame import Benchmark, Figure, Work
from tests.crash.town import Town
from tests.services.house import House

RATE = 500
EVENTS = 5_000
"""Of one run."""

LOOK_S = 0.002
PATIENCE_S = 60

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
        self._answers = _answers(url)
        self._watch = _Watch(keep(connect(url, application="bench")))
        self._waits: list[float] = []
        next(self._answers)
        keep(_running(town, "relay"))
        keep(_running(town, "project", "ledger"))
        self._watch.until_begun()

    def ours(self) -> Work:
        def play() -> Figure:
            self._waits = self._play()
            return Figure(1_000 * quantiles(self._waits, n=100)[-1])

        return play

    def beside(self) -> Work:
        return lambda: Figure(1_000 * median(self._waits))

    def _play(self) -> list[float]:
        start, stored = perf_counter(), 0
        while stored < EVENTS:
            due = start + stored / RATE
            self._watch.look()
            while (early := due - perf_counter()) > 0:
                sleep(min(early, LOOK_S))
                self._watch.look()
            answer = next(self._answers)
            self._watch.expect(answer, due)
            stored += len(answer.events)
        return self._watch.waits()


class _Watch:
    """Sees where the lanes of the ledger stand."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._expected: list[deque[tuple[int, float]]] = [deque() for _ in range(PARTITIONS)]
        self._waits: list[float] = []

    def until_begun(self) -> None:
        """Until there is a ledger that has taken in something."""
        self._until(lambda: self._connection.execute("SELECT to_regclass('casino_books.cursors')").fetchone() != (None,))
        self._until(lambda: any(position for _, position in self._connection.execute(_CURSORS)))

    def expect(self, answer: Answer, due: float) -> None:
        for record in answer.events:
            self._expected[partition_of(record.key, PARTITIONS)].append((record.position, due))

    def look(self) -> None:
        lanes = self._connection.execute(_CURSORS).fetchall()
        now = perf_counter()
        for lane, position in lanes:
            expected = self._expected[lane]
            while expected and expected[0][0] <= position:
                self._waits.append(now - expected.popleft()[1])

    def waits(self) -> list[float]:
        """Seconds of every event that was expected, once all have come."""

        def all_there() -> bool:
            self.look()
            return not any(self._expected)

        self._until(all_there)
        waits, self._waits = self._waits, []
        return waits

    def _until(self, holds: Callable[[], bool]) -> None:
        deadline = perf_counter() + PATIENCE_S
        while not holds():
            if perf_counter() > deadline:
                raise RuntimeError(f"the ledger has not come to what it was to show within {PATIENCE_S} s")
            sleep(LOOK_S)


def _answers(url: str) -> Iterator[Answer]:
    """Each is asked for, and so the next command given, when it is taken."""
    store = keep(closing(EventStore.postgres(url, BY_TOPIC)))
    vault, attempts = keep(closing(Vault.postgres(url))), keep(closing(Attempts.postgres(url)))
    calendar = cache(WorkingDays)
    for number in count(1):
        pit = House(store, vault, attempts, calendar=calendar)
        for command in commands_of(number):
            yield pit.send(command)


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
