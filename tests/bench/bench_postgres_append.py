"""64 callers append to PostgreSQL, each one event after the other to a stream of its own, and wait until it is stored.

The other side is the library's PostgresApplicationRecorder as it is by default, over a pool of as many connections as it is
fastest with. It gets rows that are ready made; ours checks and encodes its events.
"""

from collections.abc import Callable
from contextlib import closing
from itertools import count
from statistics import median
from threading import Thread
from time import perf_counter

from eventsourcing.persistence import InfrastructureFactory, StoredEvent, TrackingRecorder
from eventsourcing.utils import Environment

from domain.catalogue import BY_TOPIC
from infra.event_store import Append, EventStore, NewEvent
from infra.mapper import metadata_line
from tests.bench.engines import database, keep
from tests.bench.evening import evening
from tests.bench.frame import Benchmark, Figure, Work
from tests.bench.library_postgres import environment

CALLERS = 64
OURS, THEIRS = 100, 16
"""What each of them appends in one run, so that a run takes some tenths of a second."""

POOL_SIZE = 16


class _Callers:
    def __init__(self) -> None:
        url = database()
        self._store = keep(closing(EventStore.postgres(url, BY_TOPIC)))
        factory = InfrastructureFactory[TrackingRecorder].construct(Environment("bench", environment(url, POOL_SIZE)))
        keep(closing(factory))
        self._recorder = factory.application_recorder()
        records = [record for record in evening() if record.stream == "tables/PK-02/000001"][:OURS]
        self._events = [NewEvent(record.event, record.meta) for record in records]
        self._rows = [(record.event.topic(), metadata_line(record.meta) + b"\n" + record.body) for record in records[:THEIRS]]
        self._runs = count()
        assert len(self._events) == OURS

    def _ours(self, stream: str, waits: list[float]) -> None:
        for version, event in enumerate(self._events):
            start = perf_counter()
            self._store.append([Append(stream, version, [event])])
            waits.append(perf_counter() - start)

    def _theirs(self, stream: str, waits: list[float]) -> None:
        for version, row in enumerate(self._rows, 1):
            start = perf_counter()
            self._recorder.insert_events([StoredEvent(stream, version, *row)])
            waits.append(perf_counter() - start)

    def _all(self, append: Callable[[str, list[float]], None]) -> list[float]:
        """Seconds of every append."""
        run = next(self._runs)
        waits: list[float] = []
        threads = [Thread(target=append, args=(f"tables/PK-{run}-{caller}/000001", waits)) for caller in range(CALLERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return waits


class Append64(_Callers, Benchmark):
    name = "postgres-append-64"
    unit = "events/s"
    against = "library"
    goal = 12

    def ours(self) -> Work:
        return lambda: self._count(self._all(self._ours), OURS)

    def beside(self) -> Work:
        return lambda: self._count(self._all(self._theirs), THEIRS)

    def _count(self, waits: list[float], each: int) -> int:
        assert len(waits) == CALLERS * each
        return len(waits)


class Append64Wait(_Callers, Benchmark):
    name = "postgres-append-64-wait"
    unit = "ms, median"
    against = "library"
    goal = 5
    goal_of = "ours"
    lower_is_better = True

    def ours(self) -> Work:
        return lambda: Figure(1_000 * median(self._all(self._ours)))

    def beside(self) -> Work:
        return lambda: Figure(1_000 * median(self._all(self._theirs)))
