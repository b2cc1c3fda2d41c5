"""The long log of the benchmarks is one that a house could have."""

from collections import Counter
from contextlib import closing

from domain.catalogue import BY_TOPIC
from infra.books import Books
from infra.event_store import Append, EventStore, NewEvent
from infra.mapper import metadata_of
from infra.upcasting import Catalogue
from services.app import PROJECTIONS
from services.projector import catch_up, live
from tests.bench.evening import evening
from tests.bench.evenings import log, renamed

EVENINGS = 2


def test_every_projection_takes_it_in_and_finds_what_the_evening_itself_has() -> None:
    read = Catalogue(BY_TOPIC, {}).read
    with closing(EventStore.memory(BY_TOPIC)) as store, closing(Books.memory()) as books:
        for stream, version, topic, state in log(EVENINGS * len(evening())):
            line, _, body = state.partition(b"\n")
            store.append([Append(stream, version - 1, [NewEvent(read(topic, body), metadata_of(line))])])
        catch_up(store, books, PROJECTIONS)
        with books.read() as connection:
            for projection in PROJECTIONS:
                found = live(connection, projection)
                assert (found.position, found.halted, found.parked) == (store.last_position(), None, ())
            lines = Counter(
                (position - 1) // len(evening()) for (position,) in connection.exec_driver_sql("SELECT position FROM ledger_lines_1")
            )
            breaks = connection.exec_driver_sql("SELECT count(*) FROM ledger_breaks_1").scalar_one()
    assert (len(lines), len(set(lines.values())), breaks) == (EVENINGS, 1, 0)


def test_nothing_of_an_evening_bears_the_name_of_another() -> None:
    once = len(evening())
    rows = list(log(2 * once))
    streams = [{stream for stream, *_ in part} for part in (rows[:once], rows[once:])]
    assert len(streams[0]) == len(streams[1]) == len({record.stream for record in evening()})
    assert streams[0].isdisjoint(streams[1])


def test_a_command_is_about_the_things_of_its_evening() -> None:
    fill = {"do": "fill", "table": "PK-02", "slip": "F-PK-02-1", "amount": 5, "cage": "MAIN"}
    assert renamed(fill, 7) == {"do": "fill", "table": "PK-000702", "slip": "F-PK-000702-1", "amount": 5, "cage": "MAIN"}
    assert renamed({"wallet": "P-1002", "permit": "PR-2026-11"}, 7) == {"wallet": "P-00071002", "permit": "PR-00072026-11"}
