"""64 callers append to PostgreSQL, each one event after the other to a stream of its own, and wait until it is stored.

The other side is the library's PostgresApplicationRecorder as it is by default, over a pool of as many connections as it is
fastest with. Both recorders get the same rows, ready made.
"""

from contextlib import closing
from itertools import count
from statistics import median
from threading import Thread
from time import perf_counter

from eventsourcing.persistence import ApplicationRecorder, InfrastructureFactory, StoredEvent, TrackingRecorder
from eventsourcing.utils import Environment

from infra.mapper import metadata_line
from infra.postgres_recorder import PostgresRecorder
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
        self._ours = keep(closing(PostgresRecorder(url, application="bench")))
        factory = InfrastructureFactory[TrackingRecorder].construct(Environment("bench", environment(url, POOL_SIZE)))
        keep(closing(factory))
        self._theirs = factory.application_recorder()
        records = [record for record in evening() if record.stream == "tables/PK-02/000001"][:OURS]
        self._rows = [(record.event.topic(), metadata_line(record.meta) + b"\n" + record.body) for record in records]
        self._runs = count()
        assert len(self._rows) == OURS

    def _appends(self, recorder: ApplicationRecorder, each: int) -> list[float]:
        """Seconds of every append."""
        run = next(self._runs)
        waits: list[float] = []

        def caller(number: int) -> None:
            stream = f"tables/PK-{run}-{number}/000001"
            for version, row in enumerate(self._rows[:each], 1):
                start = perf_counter()
                recorder.insert_events([StoredEvent(stream, version, *row)])
                waits.append(perf_counter() - start)

        threads = [Thread(target=caller, args=(number,)) for number in range(CALLERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(waits) == CALLERS * each
        return waits


class Append64(_Callers, Benchmark):
    name = "postgres-append-64"
    unit = "events/s"
    against = "library"
    goal = 12

    def ours(self) -> Work:
        return lambda: len(self._appends(self._ours, OURS))

    def beside(self) -> Work:
        return lambda: len(self._appends(self._theirs, THEIRS))


class Append64Wait(_Callers, Benchmark):
    name = "postgres-append-64-wait"
    unit = "ms, median"
    against = "library"
    goal = 5
    goal_of = "ours"
    lower_is_better = True

    def ours(self) -> Work:
        return lambda: Figure(1_000 * median(self._appends(self._ours, OURS)))

    def beside(self) -> Work:
        return lambda: Figure(1_000 * median(self._appends(self._theirs, THEIRS)))
