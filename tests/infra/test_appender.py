"""Group commit: what it puts into one group, what it never does, and what callers get when the writer cannot write."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import monotonic, sleep

import pytest
from eventsourcing.persistence import StoredEvent

from infra import appender as appending
from infra.appender import Appender, Outcome, Request
from infra.recorder import Receipt, Taken
from infra.store_errors import StoreUnavailable, VersionConflict


def request(stream: str = "tables/A/000001", *, bytes_: int = 1, guard: str | None = None, key: str | None = None, name: str | None = None):
    asked = [(stream, 0)] + ([(guard, 7)] if guard else [])
    receipt = Receipt("cashier-2", key, b"d", ()) if key else None
    taken = [Taken("slip", name, stream)] if name else []
    return Request([StoredEvent(stream, 1, "test.bell-rung.v1", b"x" * bytes_)], asked, receipt, taken)


class Writer:
    """Stands still in its first group until it is let go, so that everything after it gathers; notes the groups."""

    def __init__(self) -> None:
        self.groups: list[list[Request]] = []
        self.busy = Event()
        self.go = Event()
        self.answer: Callable[[Sequence[Request]], Sequence[Outcome]] = lambda group: [[number] for number, _ in enumerate(group)]

    def write(self, group: Sequence[Request]) -> Sequence[Outcome]:
        self.groups.append(list(group))
        self.busy.set()
        assert self.go.wait(20)
        return self.answer(group)


class Callers:
    """One thread for each request."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.appender = Appender("the place", writer.write)
        self._pool = ThreadPoolExecutor(50)

    def submit(self, request: Request) -> Future:
        return self._pool.submit(self.appender.append, request)

    def call(self, first: Request, *others: Request) -> list[Future]:
        """The writer holds the first one when this returns, and the others are queued in this order."""
        futures = [self.submit(first)]
        assert self.writer.busy.wait(20)
        for number, one in enumerate(others, 1):
            futures.append(self.submit(one))
            until = monotonic() + 20
            while len(self.appender._queue) < number:
                assert monotonic() < until
                sleep(0.001)
        return futures

    def close(self) -> None:
        self.writer.go.set()
        self.appender.close()
        self._pool.shutdown()


@pytest.fixture
def callers():
    made = Callers(Writer())
    yield made
    made.close()


def ran(callers: Callers, *requests: Request) -> list[list[Request]]:
    """The groups after the first one, which held up all the others."""
    futures = callers.call(request("tables/first/000001"), *requests)
    callers.writer.go.set()
    for future in futures:
        future.result(20)
    return callers.writer.groups[1:]


def test_what_gathers_while_one_group_is_written_is_the_next(callers):
    requests = [request(f"tables/T-{number}/000001") for number in range(20)]
    assert ran(callers, *requests) == [requests]


def test_each_caller_gets_its_own_outcome(callers):
    callers.writer.answer = lambda group: [VersionConflict("x") if "odd" in one.asked[0][0] else [len(group)] for one in group]
    futures = callers.call(request("first"), request("even-1"), request("odd-1"), request("even-2"))
    callers.writer.go.set()
    assert [futures[number].result(20) for number in (0, 1, 3)] == [[1], [3], [3]]
    with pytest.raises(VersionConflict):
        futures[2].result(20)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (request("tables/A/000001"), request("tables/A/000001")),
        (request("tables/A/000001"), request("tables/B/000001", guard="tables/A/000001")),
        (request("tables/B/000001", guard="tables/A/000001"), request("tables/A/000001")),
        (request("tables/A/000001", key="k-1"), request("tables/B/000001", key="k-1")),
        (request("tables/A/000001", name="S-1"), request("tables/B/000001", name="S-1")),
    ],
)
def test_requests_that_touch_each_other_are_written_one_after_the_other(callers, one, other):
    beside = request("tables/C/000001", key="k-9")
    assert ran(callers, one, other, beside) == [[one, beside], [other]]


def test_requests_that_guard_the_same_stream_go_together(callers):
    pair = [request("tables/A/000001", guard="days/1", key="A", name="B"), request("tables/B/000001", guard="days/1", key="B", name="A")]
    assert ran(callers, *pair) == [pair]


def test_a_group_is_bounded_in_requests_and_in_bytes(callers, monkeypatch):
    monkeypatch.setattr(appending, "GROUP_MAX", 3)
    monkeypatch.setattr(appending, "GROUP_BYTES_MAX", 100)
    small = [request(f"tables/T-{number}/000001") for number in range(4)]
    large = [request(f"tables/L-{number}/000001", bytes_=80) for number in range(3)]
    assert ran(callers, *small, *large) == [small[:3], [small[3], *large[:2]], large[2:]]


def test_an_error_of_the_database_reaches_every_caller_and_the_next_group_is_written(callers):
    trouble = StoreUnavailable("the place", "it is away", "Wait.")

    def fail(group: Sequence[Request]) -> Sequence[Outcome]:
        raise trouble

    callers.writer.answer = fail
    futures = callers.call(*(request(f"tables/T-{number}/000001") for number in range(5)))
    callers.writer.go.set()
    assert [future.exception(20) for future in futures] == [trouble] * 5
    callers.writer.answer = lambda group: [[7]] * len(group)
    assert callers.appender.append(request()) == [7]


def test_a_queue_that_stays_full_is_told(callers, monkeypatch):
    monkeypatch.setattr(appending, "QUEUE_MAX", 2)
    monkeypatch.setattr(appending, "QUEUE_WAIT_S", 0.01)
    futures = callers.call(request("first"), request("tables/A/000001"), request("tables/B/000001"))
    with pytest.raises(StoreUnavailable, match=r"2 appends are waiting .*nothing of this was stored"):
        callers.appender.append(request("tables/C/000001"))
    callers.writer.go.set()
    for future in futures:
        future.result(20)
    assert callers.appender.append(request("tables/C/000001")) == [0]


def test_a_full_queue_is_waited_for(callers, monkeypatch):
    monkeypatch.setattr(appending, "QUEUE_MAX", 1)
    futures = callers.call(request("first"), request("tables/A/000001"))
    late = callers.submit(request("tables/B/000001"))
    callers.writer.go.set()
    assert [future.result(20) for future in (*futures, late)] == [[0], [0], [0]]


def test_a_writer_that_holds_its_tongue_leaves_the_outcome_open(callers, monkeypatch):
    monkeypatch.setattr(appending, "ANSWER_WAIT_S", 0.01)
    with pytest.raises(StoreUnavailable, match="Whether this was stored is not known"):
        callers.appender.append(request())


def test_closing_writes_what_is_queued_and_takes_nothing_more(callers):
    requests = [request(f"tables/T-{number}/000001") for number in range(5)]
    futures = callers.call(request("first"), *requests)
    closing = callers._pool.submit(callers.appender.close)
    callers.writer.go.set()
    closing.result(20)
    assert [future.result(20) for future in futures] == [[0], *([number] for number in range(5))]
    with pytest.raises(StoreUnavailable, match="being closed"):
        callers.appender.append(request())


def test_closed_before_anything_was_appended_it_never_starts_a_thread():
    appender = Appender("the place", Writer().write)
    appender.close()
    assert appender._thread is None
