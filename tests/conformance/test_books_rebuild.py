"""Read models built again from nothing, compared, and swapped only if equal."""

from typing import Any

import pytest
from sqlalchemy import Connection, Table, delete, insert, inspect, update

from infra.books import Books
from infra.cursors import CursorKey
from infra.generations import begin_generation
from services.follower import Halted
from services.lanes import LogReplaced
from services.projector import catch_up, live, status
from services.rebuild import audit, rebuild
from tests.projections.hand_log import FakeLog, log_of
from tests.projections.reading import contents
from tests.services.tally import PK08, evening, spoil, tally


def tables_in(books: Books) -> list[str]:
    with books.read() as connection:
        return sorted(name for name in inspect(connection).get_table_names() if name.startswith("tally"))


def generation_of(books: Books) -> int | None:
    return status(FakeLog(), books, [tally()])[0].generation


def with_bad_seat(log: FakeLog, place: int) -> FakeLog:
    spoil(log, place)
    return log


def test_an_equal_one_takes_the_place_of_the_live_one(books: Books) -> None:
    log, told = evening(), []
    catch_up(log, books, [tally()], upto=log.records[30].position)
    catch_up(log, books, [tally()])
    before = contents(books, tally())
    result = rebuild(log, books, tally(), lambda position, _end: told.append(position))

    assert (result.swapped, result.difference, result.not_compared, result.position) == (True, None, None, log.last_position())
    assert contents(books, tally()) == before
    assert (generation_of(books), tables_in(books)) == (2, ["tally_events_2", "tally_streams_2"])
    assert told[-1] == log.last_position()


def test_the_live_one_is_caught_up_before_it_is_compared(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()], upto=log.records[30].position)

    assert rebuild(log, books, tally()).position == log.last_position()


def test_what_comes_after_the_swap_goes_to_the_new_one(books: Books) -> None:
    log = evening()
    short = FakeLog(log.records[:40])
    catch_up(short, books, [tally()])
    rebuild(short, books, tally())
    catch_up(log, books, [tally()])

    assert dict(contents(books, tally())["tally_events"]).keys() == {record.id for record in log.records}


def _change(connection: Connection, table: Table, key: str) -> None:
    connection.execute(update(table).where(table.c.id == key).values(type="holdem.something.v1"))


def _lose(connection: Connection, table: Table, key: str) -> None:
    connection.execute(delete(table).where(table.c.id == key))


def _empty(connection: Connection, table: Table, key: str) -> None:
    connection.execute(update(table).where(table.c.id == key).values(type=None))


def _add(connection: Connection, table: Table, key: str) -> None:
    connection.execute(insert(table), {"id": f"{key}-more", "type": "x"})


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (_change, "tally_events, id {id}: type is 'holdem.something.v1' live, '{type}' rebuilt"),
        (_empty, "tally_events, id {id}: type is None live, '{type}' rebuilt"),
        (_lose, "tally_events, id {id}: not in the live table"),
        (_add, "tally_events, id {id}-more: not in the rebuilt table"),
    ],
)
def test_an_unequal_one_is_dropped_and_the_first_difference_told(books: Books, spoil: Any, told: str) -> None:
    log = evening()
    catch_up(log, books, [tally()])
    with books.read() as connection:
        events = live(connection, tally()).projection.events
    first, later = log.records[9], log.records[50]
    with books.change() as connection:
        _change(connection, events, max(first.id, later.id) if spoil is not _add else "tables/PK-08/000001@9999")
        spoil(connection, events, min(first.id, later.id))
    spoilt = contents(books, tally())
    result = rebuild(log, books, tally())

    which = first if first.id < later.id else later
    assert str(result.difference) == told.format(id=which.id, type=which.event.topic())
    assert (result.swapped, generation_of(books)) == (False, 1)
    assert contents(books, tally()) == spoilt
    assert tables_in(books) == ["tally_events_1", "tally_streams_1"]


def test_an_audit_compares_and_leaves_the_live_one(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()])
    result = audit(log, books, tally())

    assert (result.swapped, result.difference) == (False, None)
    assert (generation_of(books), tables_in(books)) == (1, ["tally_events_1", "tally_streams_1"])


def test_what_an_interrupted_rebuild_left_behind_goes(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()])
    with books.change() as connection:
        begin_generation(connection, CursorKey("tally", 2), 1, tally()(2).metadata, live=False)
    result = rebuild(log, books, tally())

    assert result.swapped
    assert tables_in(books) == ["tally_events_3", "tally_streams_3"]


def test_a_rebuild_that_breaks_off_changes_nothing(books: Books) -> None:
    def break_off(_batch: object) -> None:
        raise KeyboardInterrupt

    log = evening()
    catch_up(log, books, [tally()])
    before = contents(books, tally())
    with pytest.raises(KeyboardInterrupt):
        rebuild(log, books, tally(before_commit=break_off))

    assert contents(books, tally()) == before
    assert tables_in(books) == ["tally_events_1", "tally_streams_1"]


def test_a_rebuild_that_cannot_come_as_far_changes_nothing(books: Books) -> None:
    catch_up(evening(), books, [tally()])
    with pytest.raises(Halted):
        rebuild(with_bad_seat(evening(), 30), books, tally())
    assert generation_of(books) == 1


def test_a_halted_one_is_compared_as_far_as_it_came(books: Books) -> None:
    log = with_bad_seat(evening(), 30)
    catch_up(log, books, [tally()], upto=log.records[20].position)
    result = rebuild(log, books, tally())

    assert (result.swapped, result.position, result.difference) == (True, log.records[20].position, None)


def test_one_that_had_set_events_aside_is_replaced_without_comparison(books: Books) -> None:
    catch_up(with_bad_seat(evening(), 30), books, [tally(poison="park")])
    result = rebuild(evening(), books, tally(poison="park"))

    assert result.swapped
    assert result.not_compared == "the events of /tables/PK-07 had been set aside"
    [stands] = status(evening(), books, [tally()])
    assert stands.parked == ()
    assert len(contents(books, tally())["tally_events"]) == len(evening().records)


def test_books_of_another_log_are_replaced_without_comparison(books: Books) -> None:
    catch_up(evening(), books, [tally()])
    other = log_of(PK08)
    with pytest.raises(LogReplaced):
        catch_up(other, books, [tally()])
    result = rebuild(other, books, tally())

    assert result.swapped
    assert result.not_compared is not None
    assert len(contents(books, tally())["tally_events"]) == len(other.records)


@pytest.mark.parametrize("version", [None, 2])
def test_what_was_not_there_in_this_version_is_built(books: Books, version: int | None) -> None:
    if version is not None:
        catch_up(evening(), books, [tally(version=version)])
    result = rebuild(evening(), books, tally())

    assert (result.swapped, result.not_compared, result.position) == (True, "there was none of this version", evening().last_position())
