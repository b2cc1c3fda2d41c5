"""The event store's SQLite file: nothing is changed or lost, and trouble is told as it is."""

import os
import sqlite3
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from infra.event_store import Append, EventStore, Receipt, StoreDamaged, StoreTrouble, StoreUnavailable, Taken
from tests.infra.samples import CATALOGUE, META, PK_07, UPCASTERS, WALLET, bells, rung


@pytest.fixture
def path(tmp_path):
    return tmp_path / "house with % and ?" / "events.sqlite"


def opened(path: Path, **how) -> EventStore:
    path.parent.mkdir(exist_ok=True)
    return EventStore.sqlite(path, CATALOGUE, UPCASTERS, **how)


def filled(path: Path) -> list:
    store = opened(path)
    records = store.append(
        [bells(PK_07, 0, 1, 2, 3), bells(WALLET, 0, 4)], Receipt("cashier-2", "k-1", b"d", ()), [Taken("slip", "S-77", PK_07)]
    )
    store.close()
    return records


def test_the_file_holds_contract_names_and_two_lines_of_json(path):
    [first, *_] = filled(path)
    row = sqlite3.connect(path).execute("SELECT stream, version, topic, state FROM events WHERE position = 1").fetchone()
    assert row[:3] == (PK_07, 1, "test.bell-rung.v1")
    line, facts = row[3].split(b"\n")
    assert facts == first.body
    assert line == (
        b'{"time":"2026-11-30T04:00:00.000000Z","actor":"dealer-1","gaming_day":"2026-11-30","subject":"PK-07/2026-11-30/12","correlation":"c-1"}'
    )


@pytest.mark.parametrize("recursive", [True, False])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET state = x'00' WHERE position = 1",
        "UPDATE events SET position = 99 WHERE position = 1",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events VALUES (1, 'tables/X/000001', 1, 'test.bell-rung.v1', x'00')",
        "INSERT OR REPLACE INTO events VALUES (NULL, 'tables/PK-07/000001', 1, 'test.bell-rung.v1', x'00')",
        "INSERT OR IGNORE INTO events VALUES (NULL, 'tables/PK-07/000001', 5, 'test.bell-rung.v1', x'00')",
        "INSERT INTO events VALUES (NULL, 'tables/PK-07/000001', 1, 'x', x'00') ON CONFLICT DO UPDATE SET state = x'00'",
        "UPDATE receipts SET digest = x'00'",
        "DELETE FROM receipts",
        "INSERT OR REPLACE INTO receipts VALUES ('cashier-2', 'k-1', x'00', '[]')",
        "UPDATE taken SET stream = 'x'",
        "DELETE FROM taken",
        "INSERT OR REPLACE INTO taken VALUES ('slip', 'S-77', 'x')",
    ],
)
def test_no_program_can_change_or_remove_what_is_stored(path, statement, recursive):
    records = filled(path)
    stranger = sqlite3.connect(path)
    stranger.execute(f"PRAGMA recursive_triggers={recursive}")
    with pytest.raises(sqlite3.IntegrityError, match=r"never changed|must follow|once"):
        stranger.execute(statement)
    stranger.close()
    store = opened(path)
    assert store.read(0) == records
    assert store.receipt("cashier-2", "k-1").digest == b"d"
    assert store.taken("slip", "S-77") == PK_07
    store.close()


def test_a_position_is_never_given_again(path):
    """AUTOINCREMENT, seen from outside: the counter outlives the rows."""
    filled(path)
    stranger = sqlite3.connect(path)
    stranger.executescript("DROP TRIGGER events_no_delete; DELETE FROM events WHERE position >= 3;")
    stranger.close()
    store = opened(path)
    assert [record.position for record in store.append([bells("tables/PK-08/000001", 0, 1)])] == [5]
    store.close()


@pytest.mark.parametrize(("synchronous", "level"), [("FULL", 2), ("NORMAL", 1)])
def test_how_safe_a_commit_is(path, synchronous, level):
    store = opened(path, synchronous=synchronous)
    pragma = store._recorder._connection.execute
    assert pragma("PRAGMA synchronous").fetchone()[0] == level
    assert pragma("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert pragma("PRAGMA recursive_triggers").fetchone()[0] == 1
    store.close()


def test_a_second_writer_waits_and_then_gives_up(path, monkeypatch):
    monkeypatch.setattr("infra.sqlite_file.LOCK_TIMEOUT_S", 0.05)
    store = opened(path)
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match=r"database is locked.*Another program"):
        store.append([bells(PK_07, 0, 1)])
    other.rollback()
    other.close()
    assert store.append([bells(PK_07, 0, 1)])
    store.close()


def test_reading_what_is_not_there(path):
    with pytest.raises(StoreUnavailable, match="does not exist"):
        opened(path, read_only=True)
    assert not path.exists()


def test_a_read_only_folder_is_read_and_not_written(freezable):
    folder, freeze = freezable
    records = filled(folder / "events.sqlite")
    freeze()
    reader = opened(folder / "events.sqlite", read_only=True)
    assert reader.read(0) == records
    reader.close()
    with pytest.raises(StoreUnavailable, match=r"events.sqlite.*writable"):
        opened(folder / "events.sqlite")
    with pytest.raises(StoreUnavailable, match=r"other.sqlite.*writable"):
        opened(folder / "other.sqlite")


def left_by_a_crash(path: Path, *sides: str) -> list:
    """A file whose last append stands in its log alone; `sides` are the files beside it that were kept."""
    writer = opened(path)
    records = writer.append([bells(PK_07, 0, 1)])
    kept = {side: path.with_name(path.name + side).read_bytes() for side in sides}
    writer.close()
    for side, content in kept.items():
        path.with_name(path.name + side).write_bytes(content)
    return records


def test_a_log_without_its_shared_memory_cannot_be_read_in_a_read_only_folder(freezable):
    folder, freeze = freezable
    left_by_a_crash(folder / "events.sqlite", "-wal")
    freeze()
    with pytest.raises(StoreUnavailable, match="copy both files"):
        opened(folder / "events.sqlite", read_only=True)


def test_a_log_with_its_shared_memory_is_read_in_a_read_only_folder_but_not_written(freezable):
    folder, freeze = freezable
    path = folder / "events.sqlite"
    records = left_by_a_crash(path, "-wal", "-shm")
    freeze()
    reader = opened(path, read_only=True)
    assert reader.read(0) == records
    reader.close()
    with pytest.raises(StoreUnavailable, match="readonly"):
        opened(path)


@pytest.mark.parametrize("kept", [0, 50, 100, 4096, 0.5, -4096, -1])
def test_a_file_that_was_cut_off_is_told_at_once(path, kept):
    filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)] if isinstance(kept, float) else whole[:kept])
    for read_only in (False, True):
        with pytest.raises(StoreDamaged, match=r"events\.sqlite") as damage:
            opened(path, read_only=read_only)
        assert "backup" in damage.value.remedy


def test_a_damaged_page_is_told_when_it_is_used(path):
    filled(path)
    content = bytearray(path.read_bytes())
    for page in range(1, len(content) // 4096):
        content[page * 4096 : page * 4096 + 8] = b"\xff" * 8
    path.write_bytes(content)
    store = opened(path, read_only=True)
    with pytest.raises(StoreDamaged, match="malformed"):
        store.read(0)
    store.close()


def test_a_foreign_file_is_left_alone(path):
    path.parent.mkdir()
    path.write_bytes(b"minutes of the last meeting\n" * 500)
    with pytest.raises(StoreDamaged, match="not a database"):
        opened(path)
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE events (position)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="not pataca's event store"):
        opened(path)
    assert path.read_bytes() == before


def test_a_file_of_a_later_release(path):
    filled(path)
    later = sqlite3.connect(path)
    later.execute("PRAGMA user_version=2")
    later.close()
    with pytest.raises(StoreUnavailable, match=r"form 2.*later"):
        opened(path)


def test_an_interrupted_first_start_is_begun_again(path):
    path.parent.mkdir()
    for name in ("events.sqlite.new", "events.sqlite.new-wal", "events.sqlite.new-journal"):
        path.with_name(name).write_bytes(b"half")
    assert filled(path)
    assert os.listdir(path.parent) == ["events.sqlite"]


def fill(store: EventStore) -> int:
    """Appends until something is raised; the version that was reached."""
    big = replace(META, command={"note": "x" * 4000})
    for version in count(step=10):
        receipt = Receipt("dealer-1", f"k-{version}", b"d", ())
        try:
            store.append([Append(PK_07, version, [rung(1, big)] * 10)], receipt, [Taken("slip", f"S-{version}", PK_07)])
        except StoreUnavailable:
            return version
    raise AssertionError


def test_a_full_disk_stores_nothing_by_halves(small_disk):
    store = opened(small_disk / "events.sqlite")
    version = fill(store)
    assert version > 0
    with pytest.raises(StoreUnavailable, match=r"events\.sqlite.* disk .*nothing of this was stored"):
        store.append([Append(PK_07, version, [rung(1, replace(META, command={"note": "x" * 40_000}))])])
    for seen in (store, opened(small_disk / "events.sqlite", read_only=True)):
        assert seen.version(PK_07) == version
        assert [record.version for record in seen.read(0)] == list(range(1, version + 1))
        assert seen.receipt("dealer-1", f"k-{version}") is None
        assert seen.taken("slip", f"S-{version}") is None
        assert seen.receipt("dealer-1", f"k-{version - 10}") is not None
        seen.close()


def test_no_room_for_the_file_itself(small_disk):
    (small_disk / "ballast").write_bytes(b"x" * 500 * 1024)
    with pytest.raises(StoreTrouble) as trouble:
        opened(small_disk / "events.sqlite")
    assert "disk" in trouble.value.remedy
    (small_disk / "ballast").unlink()
    store = opened(small_disk / "events.sqlite")
    assert store.append([bells(PK_07, 0, 1)])
    store.close()


def test_variables_that_the_library_knows_change_nothing(path, monkeypatch):
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.postgres")
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    monkeypatch.setenv("IS_SNAPSHOTTING_ENABLED", "y")
    assert filled(path)
