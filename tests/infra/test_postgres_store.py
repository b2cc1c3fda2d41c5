"""The event store's tables in PostgreSQL: nothing is changed, removed, left out or put in out of turn, by whomever."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Thread

import psycopg
import pytest

from infra.event_store import EventStore, Receipt, StoreUnavailable, Taken, VersionConflict
from infra.postgres import connect
from tests.infra.samples import CATALOGUE, PK_07, UPCASTERS, WALLET, bells


@pytest.fixture
def filled(postgres):
    """The URL of a house with four events, a receipt and a name."""
    store = EventStore.postgres(postgres, CATALOGUE, UPCASTERS)
    store.append([bells(PK_07, 0, 1, 2, 3), bells(WALLET, 0, 4)], Receipt("cashier-2", "k-1", b"d", ()), [Taken("slip", "S-77", PK_07)])
    store.close()
    return postgres


@pytest.fixture
def owner(filled):
    with connect(filled, application="pataca test") as connection:
        yield connection


ROW = "'tables/PK-07/000001', 1, 'test.bell-rung.v1', ''"


FORBIDDEN = (
    "UPDATE casino.events SET state = '' WHERE position = 1",
    "UPDATE casino.events SET position = DEFAULT",
    "UPDATE casino.events SET state = '' WHERE position = -1",
    "DELETE FROM casino.events",
    "TRUNCATE casino.events",
    "TRUNCATE casino.receipts, casino.taken",
    f"INSERT INTO casino.events (stream, version, topic, state) VALUES ({ROW}) ON CONFLICT (stream, version) DO UPDATE SET state = ''",
    "MERGE INTO casino.events USING (VALUES (1)) AS one (n) ON position = n WHEN MATCHED THEN DELETE",
    "UPDATE casino.receipts SET digest = ''",
    "DELETE FROM casino.receipts",
    "UPDATE casino.taken SET stream = 'x'",
    "DELETE FROM casino.taken",
    "TRUNCATE casino.taken",
)


@pytest.mark.parametrize("role", ["origin", "replica"])
def test_nothing_is_ever_changed_or_removed_not_even_by_the_owner(owner, role):
    """Nor by a superuser whose session takes itself for a replica, in which ordinary triggers sleep."""
    owner.execute(f"SET session_replication_role = {role}")
    allowed = []
    for statement in FORBIDDEN:
        with suppress(psycopg.errors.IntegrityConstraintViolation):
            owner.execute(statement)
            allowed.append(statement)
    assert allowed == []


def test_who_inserts_by_hand_must_follow_the_last_version_too(owner):
    for version in (-1, 0, 3, 5, 9):
        with pytest.raises(psycopg.IntegrityError):
            owner.execute("INSERT INTO casino.events (stream, version, topic, state) VALUES (%s, %s, 'x', '')", (PK_07, version))
    assert owner.execute("SELECT count(*) FROM casino.events").fetchone() == (4,)


def test_several_rows_by_hand_must_go_up_one_by_one_in_the_order_of_their_positions(owner):
    insert = "INSERT INTO casino.events (stream, version, topic, state) SELECT %s, n, 'x', '' FROM unnest(%s::int[]) AS n"
    for versions in ([4, 6], [5, 4], [2, 1]):
        with pytest.raises(psycopg.IntegrityError):
            owner.execute(insert, (PK_07 if versions[0] > 3 else "tables/X/000001", versions))
    owner.execute(insert, (PK_07, [4, 5]))


def test_who_inserts_by_hand_waits_for_his_turn(filled, owner):
    """Else his position could become visible before an earlier one, and readers would pass that over."""
    store = EventStore.postgres(filled, CATALOGUE)
    inserted: list[int] = []

    def insert() -> None:
        row = owner.execute("INSERT INTO casino.events (stream, version, topic, state) VALUES ('x/y', 1, 'x', '') RETURNING position")
        inserted.append(row.fetchone()[0])

    with store.together():
        store.append([bells(PK_07, 3, 5)])
        thread = Thread(target=insert)
        thread.start()
        thread.join(0.2)
        assert not inserted
        [record] = store.append([bells(PK_07, 4, 6)])
    thread.join()
    assert inserted[0] > record.position
    store.close()


def test_the_table_holds_contract_names_and_two_lines_of_json(filled, owner):
    row = owner.execute("SELECT stream, version, topic, state FROM casino.events ORDER BY position LIMIT 1").fetchone()
    assert row[:3] == (PK_07, 1, "test.bell-rung.v1")
    line, facts = row[3].split(b"\n")
    assert facts == b'{"times":1,"by":null}'
    assert line.startswith(b'{"time":"2026-11-30T04:00:00.000000Z","actor":"dealer-1",')


def test_a_conflict_leaves_no_hole_in_the_positions(filled):
    store = EventStore.postgres(filled, CATALOGUE)
    last = store.last_position()
    for _ in range(3):
        with pytest.raises(VersionConflict):
            store.append([bells(PK_07, 0, 1)])
    [record] = store.append([bells(PK_07, 3, 5)])
    assert record.position == last + 1
    store.close()


def test_select_and_insert_are_all_the_rights_that_an_append_takes(filled, role):
    url = role("USAGE ON SCHEMA casino", "SELECT, INSERT ON casino.events, casino.receipts, casino.taken")
    store = EventStore.postgres(url, CATALOGUE)
    with store.together():
        store.append([bells(PK_07, 3, 5), bells("wallets/P-9", 0, 6)], Receipt("cashier-2", "k-2", b"e", ()), [Taken("box", "7", WALLET)])
    assert [record.event.times for record in store.read(0)] == [1, 2, 3, 4, 5, 6]
    store.wait_beyond(store.last_position(), 0.01)
    store.close()
    with connect(url, application="pataca test") as connection:
        for statement in ("UPDATE casino.events SET state = ''", "DELETE FROM casino.taken", "TRUNCATE casino.receipts"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_select_is_all_that_reading_takes(filled, role):
    store = EventStore.postgres(role("USAGE ON SCHEMA casino", "SELECT ON casino.events"), CATALOGUE, UPCASTERS, read_only=True)
    assert len(store.read(0)) == 4
    with pytest.raises(StoreUnavailable, match="for reading alone"):
        store.append([bells(PK_07, 3, 5)])
    store.close()


def test_a_group_takes_each_request_by_itself(filled):
    """Callers of one group: some are refused, each for its own reason, and the others are stored."""
    store = EventStore.postgres(filled, CATALOGUE)
    outcomes = {}

    def attempt(number: int) -> None:
        stream = f"tables/G-{number:02}/000001"
        receipt = Receipt("cashier-2", "k-1" if number % 5 == 1 else f"g-{number}", b"d", ())
        names = [Taken("slip", "S-77" if number % 5 == 3 else f"G-{number}", stream)]
        try:
            outcomes[number] = store.append([bells(stream, int(number % 5 == 2), number)], receipt, names)[0].position
        except Exception as error:
            outcomes[number] = type(error).__name__

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(attempt, range(40)))
    refused = {1: "ReceiptExists", 2: "VersionConflict", 3: "NameTaken"}
    assert {number: outcome for number, outcome in outcomes.items() if isinstance(outcome, str)} == {
        number: refused[number % 5] for number in range(40) if number % 5 in refused
    }
    stored = {record.event.times: record.position for record in store.read(0)[4:]}
    assert stored == {number: outcome for number, outcome in outcomes.items() if isinstance(outcome, int)}
    assert all((store.taken("slip", f"G-{number}") is not None) == (number in stored) for number in range(40))
    assert all((store.receipt("cashier-2", f"g-{number}") is not None) == (number in stored) for number in range(40))
    store.close()


def test_variables_that_the_library_knows_change_nothing(filled, monkeypatch):
    """With the second one its own recorder would lose events for every reader (tests/conformance/test_commit_order.py)."""
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.sqlite")
    monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", "y")
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    store = EventStore.postgres(filled, CATALOGUE)
    store.append([bells(PK_07, 3, 5)])
    with connect(filled, application="pataca test") as connection:
        row = connection.execute("SELECT convert_from(state, 'UTF8') FROM casino.events WHERE version = 4").fetchone()
        assert row[0].endswith('\n{"times":5,"by":null}')
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE tablename = 'stored_events'").fetchone() == (0,)
    store.close()
