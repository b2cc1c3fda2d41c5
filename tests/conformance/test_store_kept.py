"""What lies in a database stays as it is: closed and opened again, read by others, and by programs that are not ours."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg
import pytest

from infra.event_store import Append, EventStore, NewEvent, Receipt, StoreUnavailable, Taken, UnknownEvent
from tests.infra.samples import CATALOGUE, META, PK_07, WALLET, NoteTaken, bells

RECEIPT = Receipt("cashier-2", "k-1", b"d", ((PK_07, 1, 3), (WALLET, 1, 1)))
SLIP = Taken("slip", "S-77", PK_07)


@dataclass(frozen=True)
class Place:
    """Where a store lies. `open` opens it once more, for as long as the test lasts; `execute` is a stranger's, who may do all."""

    open: Callable[..., EventStore]
    execute: Callable[[str], None]


def execute_in_file(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def execute_in_schema(url: str, statement: str) -> None:
    with psycopg.connect(url, options="-c search_path=casino") as connection:
        connection.execute(statement)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "sqlite":
        at: Path | str = tmp_path / "events.sqlite"
        open_, execute = EventStore.sqlite, execute_in_file
    else:
        at = request.getfixturevalue("postgres")
        open_, execute = EventStore.postgres, execute_in_schema
    with ExitStack() as stack:
        yield Place(lambda known=CATALOGUE, **how: stack.enter_context(closing(open_(at, known, **how))), partial(execute, at))


def filled(place: Place) -> list:
    store = place.open()
    records = store.append([bells(PK_07, 0, 1, 2, 3), bells(WALLET, 0, 4)], RECEIPT, [SLIP])
    store.close()
    return records


def test_opened_again_it_is_the_same(place):
    records = filled(place)
    store = place.open()
    assert store.read(0) == records
    assert (store.last_position(), store.version(PK_07)) == (records[-1].position, 3)
    assert store.receipt("cashier-2", "k-1") == RECEIPT
    assert store.taken("slip", "S-77") == PK_07
    [more] = store.append([bells(PK_07, 3, 5)])
    assert more.position > records[-1].position
    assert store.read(0) == [*records, more]


def test_a_reader_beside_the_writer_sees_what_is_stored_and_writes_nothing(place):
    writer = place.open()
    reader = place.open(read_only=True)
    records = writer.append([bells(PK_07, 0, 1)])
    assert reader.read(0) == records
    with pytest.raises(StoreUnavailable, match="reading alone"):
        reader.append([bells(PK_07, 1, 2)])
    reader.close()
    assert writer.append([bells(PK_07, 1, 2)])


def test_what_this_release_does_not_know_is_passed_on_and_not_read(place):
    """By whoever hands events on as they lie; whoever decodes them is told which one it is."""
    later = place.open()
    note = NewEvent(NoteTaken(words=("late",), language="en"), META)
    [known] = later.append([bells(PK_07, 0, 1)])
    [unknown] = later.append([Append(PK_07, 1, [note])])
    later.close()
    store = place.open({topic: cls for topic, cls in CATALOGUE.items() if cls is not NoteTaken})
    assert [(one.position, one.topic, one.body) for one in store.stored(known.position)] == [
        (unknown.position, "test.note-taken.v3", unknown.body)
    ]
    assert store.read(0, 1) == [known]
    for ask in (lambda: store.read(0), lambda: store.load(PK_07), lambda: store.fold(PK_07, [].append)):
        with pytest.raises(UnknownEvent) as told:
            ask()
        assert (told.value.topic, told.value.position) == ("test.note-taken.v3", unknown.position)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET state = ''",
        "UPDATE events SET version = 9 WHERE version = 3",
        "DELETE FROM events WHERE version = 3",
        "DELETE FROM events",
        "INSERT INTO events (stream, version, topic, state) VALUES ('tables/PK-07/000001', 3, 'x', '')",
        "INSERT INTO events (stream, version, topic, state) VALUES ('tables/PK-07/000001', 5, 'x', '')",
        "INSERT INTO events (stream, version, topic, state) VALUES ('tables/PK-08/000001', 2, 'x', '')",
        "UPDATE receipts SET digest = ''",
        "DELETE FROM receipts",
        "UPDATE taken SET stream = 'x'",
        "DELETE FROM taken",
        "INSERT INTO taken (kind, name, stream) VALUES ('slip', 'S-77', 'x')",
    ],
)
def test_no_program_changes_removes_or_skips(place, statement):
    records = filled(place)
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        place.execute(statement)
    store = place.open()
    assert store.read(0) == records
    assert store.receipt("cashier-2", "k-1") == RECEIPT
    assert store.taken("slip", "S-77") == PK_07
