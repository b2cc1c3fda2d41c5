"""Many threads at one store, and appends that are stored together: as if one came after the other."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock, Thread

import pytest

from infra.event_store import Append, NameTaken, Receipt, ReceiptExists, Taken, VersionConflict
from tests.infra.samples import PK_07, WALLET, bells

THREADS = 16
RECEIPT = Receipt("cashier-2", "k-1", b"digest of the body", ((PK_07, 1, 1),))
SLIP = Taken("slip", "S-77", PK_07)


@pytest.fixture
def restless():
    """Threads take turns as often as the interpreter lets them."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def test_threads_append_without_losing_or_reordering(store, restless):
    def play(stream: str) -> None:
        for version in range(40):
            store.append([bells(stream, version, version)])

    streams = ["tables/A/000001", "tables/B/000001"]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, streams))
    for stream in streams:
        assert [record.event.times for record in store.load(stream)] == list(range(40))
    log = store.read(0)
    assert [record.position for record in log] == sorted({record.position for record in log})


def test_of_two_threads_that_saw_the_same_version_one_appends(store, restless):
    def attempt(version: int) -> bool:
        try:
            store.append([bells(PK_07, version, 1)])
        except VersionConflict:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        for version in range(50):
            assert sorted(pool.map(attempt, [version] * 2)) == [False, True]
    assert store.version(PK_07) == 50


def test_positions_rise_in_the_order_in_which_appends_end(store, restless):
    """Whoever begins after another one has had his answer gets a greater position: what he saw stands before what he did."""
    answered, lock = [0], Lock()

    def play(number: int) -> None:
        stream = f"tables/T-{number:02}/000001"
        for version in range(0, 20, 2):
            with lock:
                before = answered[0]
            first, last = (record.position for record in store.append([bells(stream, version, version, version + 1)]))
            assert before < first < last
            with lock:
                answered[0] = max(answered[0], last)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(play, range(THREADS)))
    log = store.read(0)
    positions = [record.position for record in log]
    assert positions == sorted(set(positions))
    assert len(log) == THREADS * 20
    for number in range(THREADS):
        assert [record.event.times for record in log if record.key == f"T-{number:02}"] == list(range(20))


def outcomes(attempt: Callable[[int], object]) -> dict[int, str]:
    """What became of each thread's attempt: what it was refused by, or "stored"."""

    def run(number: int) -> str:
        try:
            attempt(number)
        except (NameTaken, ReceiptExists) as refused:
            return type(refused).__name__
        return "stored"

    with ThreadPoolExecutor(THREADS) as pool:
        return dict(enumerate(pool.map(run, range(THREADS))))


def own_stream(number: int) -> str:
    return f"tables/T-{number:02}/000001"


def test_of_many_commands_with_one_key_one_is_stored(store, restless):
    def attempt(number: int) -> None:
        store.append([bells(own_stream(number), 0, number)], Receipt("cashier-2", "k-1", bytes([number]), ((own_stream(number), 1, 1),)))

    found = outcomes(attempt)
    [winner] = [number for number, outcome in found.items() if outcome == "stored"]
    assert set(found.values()) == {"stored", "ReceiptExists"}
    assert [record.event.times for record in store.read(0)] == [winner]
    assert store.receipt("cashier-2", "k-1") == Receipt("cashier-2", "k-1", bytes([winner]), ((own_stream(winner), 1, 1),))


def test_of_many_that_take_one_name_one_has_it(store, restless):
    found = outcomes(lambda number: store.append([bells(own_stream(number), 0, number)], taken=[Taken("slip", "S-77", own_stream(number))]))
    [winner] = [number for number, outcome in found.items() if outcome == "stored"]
    assert set(found.values()) == {"stored", "NameTaken"}
    assert [record.event.times for record in store.read(0)] == [winner]
    assert store.taken("slip", "S-77") == own_stream(winner)


class Interrupted(Exception):
    pass


def asked(store) -> list[object]:
    """Everything that can be asked about the streams, the receipt and the name of these tests."""
    return [
        store.last_position(),
        store.version(PK_07),
        store.load(PK_07),
        store.read(0),
        store.stored(0),
        store.streams(""),
        store.last_stream(""),
        store.receipt("cashier-2", "k-1"),
        store.taken("slip", "S-77"),
    ]


def test_what_is_stored_together_is_there_as_a_whole(store):
    with store.together():
        first = store.append([bells(PK_07, 0, 1)], RECEIPT)
        second = store.append([bells(PK_07, 1, 2), bells(WALLET, 0, 3)], taken=[SLIP])
    assert store.read(0) == first + second
    assert store.receipt("cashier-2", "k-1") == RECEIPT
    assert store.taken("slip", "S-77") == PK_07


def test_an_exception_leaves_nothing_of_what_was_to_be_stored_together(store):
    store.append([bells(WALLET, 0, 1)])
    before = asked(store)
    with pytest.raises(Interrupted), store.together():  # noqa: PT012 the transaction is what is tried
        store.append([bells(PK_07, 0, 2)], RECEIPT)
        store.append([bells(PK_07, 1, 3)], taken=[SLIP])
        raise Interrupted
    assert asked(store) == before
    store.append([bells(PK_07, 0, 4), bells(WALLET, 1, 5)], RECEIPT, [SLIP])
    assert [record.event.times for record in store.read(0)] == [1, 4, 5]


def test_what_is_together_within_others_can_fail_by_itself(store):
    with store.together():
        store.append([bells(PK_07, 0, 1)])
        with pytest.raises(Interrupted), store.together():  # noqa: PT012 the transaction is what is tried
            store.append([bells(PK_07, 1, 2), bells(WALLET, 0, 3)], RECEIPT, [SLIP])
            raise Interrupted
        store.append([bells(PK_07, 1, 4)])
    assert [record.event.times for record in store.read(0)] == [1, 4]
    assert (store.version(WALLET), store.receipt("cashier-2", "k-1"), store.taken("slip", "S-77")) == (0, None, None)


def test_what_was_refused_inside_leaves_the_others_as_they_are(store):
    with store.together():
        store.append([bells(PK_07, 0, 1)], RECEIPT, [SLIP])
        with pytest.raises(VersionConflict):
            store.append([bells(WALLET, 0, 2), bells(PK_07, 0, 3)])
        with pytest.raises(ReceiptExists):
            store.append([bells(WALLET, 0, 2)], RECEIPT)
        with pytest.raises(NameTaken):
            store.append([bells(WALLET, 0, 2)], taken=[SLIP])
        store.append([bells(PK_07, 1, 4), Append(WALLET, 0, [])])
    assert [record.event.times for record in store.read(0)] == [1, 4]
    assert store.version(WALLET) == 0


def test_inside_it_is_read_at_once_and_nowhere_else_before_the_end(store):
    """The other thread waits or sees the house as it was; what is taken back again was never seen."""
    seen_elsewhere: list[object] = []
    before = asked(store)
    elsewhere = Thread(target=lambda: seen_elsewhere.extend(asked(store)))
    with pytest.raises(Interrupted), store.together():  # noqa: PT012 the transaction is what is tried
        appended = store.append([bells(PK_07, 0, 1)], RECEIPT, [SLIP])
        assert store.load(PK_07) == store.read(0) == appended
        assert (store.last_position(), store.version(PK_07)) == (appended[0].position, 1)
        assert (store.receipt("cashier-2", "k-1"), store.taken("slip", "S-77")) == (RECEIPT, PK_07)
        elsewhere.start()
        elsewhere.join(0.2)
        raise Interrupted
    elsewhere.join()
    assert seen_elsewhere == before


def test_other_threads_append_after_what_is_stored_together(store):
    others = []

    def append_elsewhere() -> None:
        others.extend(store.append([bells(WALLET, 0, 9)]))

    elsewhere = Thread(target=append_elsewhere)
    with store.together():
        store.append([bells(PK_07, 0, 1)])
        elsewhere.start()
        elsewhere.join(0.2)
        assert not others
        store.append([bells(PK_07, 1, 2)])
    elsewhere.join()
    assert [record.event.times for record in store.read(0)] == [1, 2, 9]


def test_waiting_ends_with_the_next_event(store):
    """The wait is far longer than the test may take: only the event ends it."""
    [record] = store.append([bells(PK_07, 0, 1)])
    waiting = [Thread(target=store.wait_beyond, args=(record.position, 600)) for _ in range(3)]
    for thread in waiting:
        thread.start()
    assert all(thread.is_alive() for thread in waiting)
    store.append([bells(PK_07, 1, 2)])
    for thread in waiting:
        thread.join(20)
    assert not any(thread.is_alive() for thread in waiting)


def test_waiting_ends_at_once_where_the_event_is_there_and_by_its_timeout_where_none_comes(store):
    [record] = store.append([bells(PK_07, 0, 1)])
    store.wait_beyond(0, 600)
    store.wait_beyond(record.position, 0.01)
