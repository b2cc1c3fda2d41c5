"""A reader who goes on from the last position that it saw misses no event, whoever commits when. On every store.

A writer stands still inside its transaction with its event already inserted, another one appends, and a reader follows the
log all the while. Where the second one can commit first, the first one's event becomes visible behind the reader's back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from infra.event_store import EventStore
from tests.infra.samples import CATALOGUE, bells

STALL_S = 0.3
"""How long the first writer gives the second one to overtake it."""
PATIENCE_S = 20


@dataclass(frozen=True)
class Stage:
    """`stall(run)` inserts an event and calls `run` before its commit; `append` adds one; `read` gives positions after one."""

    stall: Callable[[Callable[[], None]], None]
    append: Callable[[], None]
    read: Callable[[int], list[int]]


@contextmanager
def on_memory(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Stage]:
    store = EventStore.memory(CATALOGUE)
    yield of_stores(store, store, store)


@contextmanager
def on_sqlite(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Stage]:
    store = EventStore.sqlite(tmp_path / "events.sqlite", CATALOGUE)
    reader = EventStore.sqlite(tmp_path / "events.sqlite", CATALOGUE, read_only=True)
    yield of_stores(store, store, reader)
    reader.close()
    store.close()


@contextmanager
def on_postgres(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Stage]:
    stores = [EventStore.postgres(request.getfixturevalue("postgres"), CATALOGUE) for _ in range(3)]
    yield of_stores(*stores)
    for store in stores:
        store.close()


def of_stores(first: EventStore, second: EventStore, reader: EventStore) -> Stage:
    def stall(run: Callable[[], None]) -> None:
        with first.together():
            first.append([bells("tables/A/000001", 0, 1)])
            run()

    return Stage(
        stall,
        lambda: second.append([bells("tables/B/000001", 0, 2)]),
        lambda after: [record.position for record in reader.read(after)],
    )


@contextmanager
def on_the_library(tmp_path: Path, request: pytest.FixtureRequest, *, db_functions: bool) -> Iterator[Stage]:
    """The `eventsourcing` library's own recorder for PostgreSQL; `db_functions` is its POSTGRES_ENABLE_DB_FUNCTIONS."""
    address = conninfo_to_dict(request.getfixturevalue("postgres"))
    place = [str(address.get(name) or "") for name in ("dbname", "host", "port", "user", "password")]
    with PostgresDatastore(*place, pool_size=3, originator_id_type="text", enable_db_functions=db_functions) as datastore:
        recorder = PostgresApplicationRecorder(datastore)
        recorder.create_table()

        def insert(cursor, stream: str) -> None:
            if db_functions:
                row = recorder.construct_pg_stored_event(stream, 1, "test.bell-rung.v1", b"")
                cursor.execute(recorder.sql_invoke_pg_function_insert_events, ([row],))
            else:
                recorder._insert_stored_events(cursor, [StoredEvent(stream, 1, "test.bell-rung.v1", b"")])

        def stall(run: Callable[[], None]) -> None:
            with datastore.transaction(commit=True) as cursor:
                insert(cursor, "tables/A/000001")
                run()

        yield Stage(
            stall,
            lambda: recorder.insert_events([StoredEvent("tables/B/000001", 1, "test.bell-rung.v1", b"")]),
            lambda after: [row.id for row in recorder.select_notifications(after, 500, inclusive_of_start=False)],
        )


def seen_by_a_tailing_reader(stage: Stage) -> tuple[list[int], list[int]]:
    """The positions that it saw, and those that there are in the end."""
    seen: list[int] = []
    done = Event()

    def tail() -> None:
        while True:
            last_look = done.is_set()
            page = stage.read(seen[-1] if seen else 0)
            seen.extend(page)
            if last_look and not page:
                return

    def overtaken() -> None:
        second.start()
        second.join(STALL_S)
        until = monotonic() + PATIENCE_S
        while not second.is_alive() and not seen and monotonic() < until:
            sleep(0.01)  # it could commit first: the reader shall see that, and go on from there

    second = Thread(target=stage.append)
    reader = Thread(target=tail)
    reader.start()
    stage.stall(overtaken)
    second.join()
    done.set()
    reader.join()
    return seen, stage.read(0)


@pytest.mark.parametrize("on", [on_memory, on_sqlite, on_postgres])
def test_a_tailing_reader_loses_nothing_behind_a_stalled_writer(on, tmp_path, request):
    with on(tmp_path, request) as stage:
        seen, there_are = seen_by_a_tailing_reader(stage)
    assert len(there_are) == 2
    assert seen == there_are


def test_the_library_loses_nothing_as_it_comes(tmp_path, request):
    with on_the_library(tmp_path, request, db_functions=False) as stage:
        seen, there_are = seen_by_a_tailing_reader(stage)
    assert len(there_are) == 2
    assert seen == there_are


def test_this_finds_what_the_option_of_the_library_loses(tmp_path, request):
    """The test of the test: with POSTGRES_ENABLE_DB_FUNCTIONS its function takes no lock, and the overtaken event is lost."""
    with on_the_library(tmp_path, request, db_functions=True) as stage:
        seen, there_are = seen_by_a_tailing_reader(stage)
    assert len(there_are) == 2
    assert seen == there_are[1:]


def test_many_writers_in_several_processes_worth_of_stores(postgres):
    """Two stores of several threads each; the reader waits for the next event as a projector does."""
    stores = [EventStore.postgres(postgres, CATALOGUE) for _ in range(3)]
    each, writers = 30, 4
    seen: list[int] = []

    def write(number: int) -> None:
        for version in range(each):
            stores[number % 2].append([bells(f"tables/W-{number}/000001", version, version)])

    def tail() -> None:
        until = monotonic() + PATIENCE_S
        while len(seen) < each * writers and monotonic() < until:
            stores[2].wait_beyond(seen[-1] if seen else 0, 0.5)
            seen.extend(record.position for record in stores[2].read(seen[-1] if seen else 0, 7))

    threads = [Thread(target=tail), *(Thread(target=write, args=(number,)) for number in range(writers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [record.position for record in stores[2].read(0)]
    assert len(seen) == each * writers
    for store in stores:
        store.close()
