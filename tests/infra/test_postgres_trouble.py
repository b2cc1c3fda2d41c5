"""PostgreSQL in trouble: sessions end at every moment, somebody holds the lock. Nothing is stored twice or half."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import monotonic, sleep

import psycopg
import pytest

from infra import postgres_writer
from infra.event_store import Append, EventStore, NewEvent, Receipt, StoreUnavailable, Taken, VersionConflict
from infra.postgres import connect
from tests.engines.postgres import cut_connections
from tests.infra.samples import CATALOGUE, META, PK_07, WALLET, BellRung, bells

PATIENCE_S = 20
RECEIPT = Receipt("cashier-2", "k-1", b"d", ((PK_07, 1, 2),))


@pytest.fixture
def opened(postgres):
    stores = []

    def open_(application: str = "pataca test") -> EventStore:
        stores.append(EventStore.postgres(postgres, CATALOGUE, application=application))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


@pytest.fixture
def at(monkeypatch):
    """`at(place, do)`: the next time that an append reaches this place, `do` is done there, and its session is used once more."""

    def plan(place: str, *dos: Callable[[], None]) -> None:
        left = list(dos)
        monkeypatch.setattr(postgres_writer, "reach", lambda name: left.pop(0)() if left and name == place else None)

    return plan


def ended(store: EventStore, url: str) -> Callable[[], None]:
    """Ends the session that appends, with whatever it was doing, and lets the client notice."""

    def end() -> None:
        cut_connections(url)
        store._recorder._writer._connection.execute("SELECT")

    return end


def test_a_commit_whose_answer_was_lost_is_a_success(opened, at, postgres):
    store = opened()
    at("append-after-commit", ended(store, postgres))
    appended = store.append([bells(PK_07, 0, 1, 2), bells(WALLET, 0, 3)], RECEIPT, [Taken("slip", "S-77", PK_07)])
    assert appended == store.read(0)
    assert [record.event.times for record in appended] == [1, 2, 3]
    assert store.receipt("cashier-2", "k-1") == RECEIPT


def test_an_answer_that_was_lost_twice_is_a_success_too(opened, at, postgres):
    store = opened()
    at("append-after-commit", ended(store, postgres), ended(store, postgres))
    assert store.append([bells(PK_07, 0, 1)]) == store.read(0)


def test_a_connection_lost_before_the_commit_is_tried_again(opened, at, postgres):
    store = opened()
    store.append([bells(PK_07, 0, 1)])
    at("append-before-commit", lambda: cut_connections(postgres))
    store.append([bells(PK_07, 1, 2)])
    assert [record.event.times for record in store.read(0)] == [1, 2]


def test_a_receipt_alone_whose_answer_was_lost_is_a_success(opened, at, postgres):
    store = opened()
    receipt = replace(RECEIPT, spans=())
    at("append-after-commit", ended(store, postgres))
    assert store.append([], receipt) == []
    assert store.receipt("cashier-2", "k-1") == receipt


def test_what_somebody_else_stored_meanwhile_stays_a_conflict(opened, at, postgres):
    """Same stream and version, other facts: the answer was lost with the session, and the other one was first."""
    store, other = opened(), opened()

    def overtake() -> None:
        cut_connections(postgres)
        other._recorder._writer._connection = None
        at("none")
        other.append([bells(PK_07, 0, 8)])

    at("append-before-commit", overtake)
    store._recorder._writer._connected()
    with pytest.raises(VersionConflict):
        store.append([bells(PK_07, 0, 1)])
    assert [record.event.times for record in store.read(0)] == [8]


def test_a_receipt_of_another_body_stays_a_refusal(opened, at, postgres):
    store = opened()
    store.append([], RECEIPT)
    at("append-after-commit", ended(store, postgres))
    with pytest.raises(Exception, match="has been answered already"):
        store.append([], replace(RECEIPT, digest=b"another"))


def test_a_server_that_does_not_come_back_leaves_the_outcome_open(opened, at, postgres, monkeypatch):
    monkeypatch.setattr(postgres_writer, "RETRY_S_MAX", 0.1)
    store = opened()

    def unreachable() -> psycopg.Connection:
        raise StoreUnavailable("the place", "connection refused", "See that it runs.")

    def go_away() -> None:
        monkeypatch.setattr(store._recorder._writer, "_open", unreachable)
        ended(store, postgres)()

    at("append-after-commit", go_away)
    with pytest.raises(StoreUnavailable, match=r"connection refused\. Whether this was stored is not known: .* with its key"):
        store.append([bells(PK_07, 0, 1)])
    with pytest.raises(StoreUnavailable, match=r"connection refused\. See that it runs\."):
        store.append([bells(PK_07, 1, 2)])
    assert [record.event.times for record in store.read(0)] == [1]


def test_in_doubt_nobody_says_that_nothing_was_stored(opened, at, postgres, monkeypatch):
    """The answer was lost, and then somebody else held the lock for too long: the first time may have been a success, and was."""
    monkeypatch.setattr("infra.postgres.LOCK_TIMEOUT_S", 0.05)
    store = opened()
    with connect(postgres, application="pataca test") as other:

        def lose() -> None:
            other.execute("SELECT pg_advisory_lock(1347699557, 1)")
            store._recorder._writer._connection.close()
            store._recorder._writer._connection.execute("SELECT")

        at("append-after-commit", lose)
        with pytest.raises(StoreUnavailable, match="Whether this was stored is not known"):
            store.append([bells(PK_07, 0, 1)])
    assert [record.event.times for record in store.read(0)] == [1]


def test_reads_come_back_by_themselves(opened, postgres):
    store = opened()
    appended = store.append([bells(PK_07, 0, 1)])
    for read in (lambda: store.read(0), lambda: store.load(PK_07)):
        assert read() == appended
        cut_connections(postgres)
        assert read() == appended
    cut_connections(postgres)
    store.wait_beyond(0, 20)


def test_who_holds_the_lock_is_told_and_the_append_may_be_given_again(opened, monkeypatch):
    store, other = opened(), opened("pataca import")
    monkeypatch.setattr("infra.postgres.LOCK_TIMEOUT_S", 0.05)
    told = r"process \d+ of the server \(pataca import, as \w+\) has kept .*nothing of this was stored"
    with other.together():
        other.append([bells(WALLET, 0, 1)])
        with pytest.raises(StoreUnavailable, match=told):
            store.append([bells(PK_07, 0, 1)])
    store.append([bells(PK_07, 0, 1)])
    assert store.streams("") == [PK_07, WALLET]


@pytest.mark.parametrize("lost", ["before the first append", "between two appends", "before the end"])
def test_a_connection_lost_inside_one_transaction_leaves_nothing(opened, postgres, lost):
    store = opened()

    def play() -> None:
        with store.together():
            for moment, append in (
                ("before the first append", bells(PK_07, 0, 1)),
                ("between two appends", bells(WALLET, 0, 2)),
                ("before the end", None),
            ):
                if moment == lost:
                    cut_connections(postgres)
                if append:
                    store.append([append])

    with pytest.raises(StoreUnavailable):
        play()
    assert store.read(0) == []
    with store.together():
        store.append([bells(PK_07, 0, 3)])
    assert [record.event.times for record in store.read(0)] == [3]


def test_a_connection_lost_between_two_transactions_is_not_noticed(opened, postgres):
    store = opened()
    for version in range(2):
        with store.together():
            store.append([bells(PK_07, version, 1)])
        cut_connections(postgres)
    assert store.version(PK_07) == 2


def test_what_the_database_does_not_take_harms_its_own_request_alone(opened):
    """PostgreSQL has no U+0000 in a text; nothing of the house has either, but one such text must not take others with it."""
    store = opened()
    unfit = Append("tables/X\0/000001", 0, [NewEvent(BellRung(times=1), META)])
    appends = [[bells("tables/first/000001", 0, 1)], [unfit], *([bells(f"tables/G-{n}/000001", 0, n)] for n in range(5))]
    with ThreadPoolExecutor(len(appends)) as pool:
        with store.together():  # all the others gather behind the first one, which waits for the end of this
            store.append([bells(PK_07, 0, 1)])
            futures = [pool.submit(store.append, append) for append in appends]
            until = monotonic() + PATIENCE_S
            while len(store._recorder._appender._queue) < len(appends) - 1 and monotonic() < until:
                sleep(0.01)
        errors = [future.exception() for future in futures]
    assert isinstance(errors.pop(1), psycopg.DataError)
    assert errors == [None] * 6
    assert len(store.read(0)) == 7


def test_a_stalled_process_does_not_hold_up_the_house_for_ever(opened, postgres, monkeypatch):
    monkeypatch.setattr(postgres_writer, "_SESSION", b"SET idle_in_transaction_session_timeout = '50ms'")
    stalled, store = opened(), opened()

    def stall() -> None:
        with stalled.together():
            stalled.append([bells(PK_07, 0, 1)])
            store.append([bells(WALLET, 0, 2)])  # waits until the server has ended the other one's session
            stalled.append([bells(PK_07, 1, 3)])

    with pytest.raises(StoreUnavailable):
        stall()
    assert [record.event.times for record in store.read(0)] == [2]
