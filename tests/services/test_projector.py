"""From the log to the read models: pages, versions, and a log that is not what it was."""

from collections import Counter
from dataclasses import dataclass, field

import pytest
from sqlalchemy import inspect

from domain.event import Recorded
from infra.books import Books
from infra.store_errors import UnknownEvent
from services.follower import Halted
from services.lanes import PAGE, LogReplaced
from services.projector import NotBuilt, catch_up, live, status
from tests.projections.hand_log import FakeLog, Table, log_of
from tests.projections.reading import contents
from tests.services.tally import HAND, PK07, PK08, clean, evening, tally


def test_all_is_projected_and_progress_is_told(books: Books) -> None:
    log, told = evening(), []
    catch_up(log, books, [tally()], lambda position, end: told.append((position, end)))

    assert told == [(log.last_position(), log.last_position())]
    held = contents(books, tally())
    assert held["tally_events"] == sorted((record.id, record.event.topic()) for record in log.records)
    assert dict(held["tally_streams"]) == Counter(record.stream for record in log.records)


def test_a_long_log_comes_in_pages_and_is_read_once_for_all(books: Books) -> None:
    log, told = log_of(Table("PK-07", [HAND] * 150)), []
    first, second = tally(name="first"), tally(name="second")
    catch_up(log, books, [first, second], lambda position, _end: told.append(position))

    assert told == [*(record.position for record in log.records[PAGE - 1 :: PAGE]), log.last_position()]
    assert log.reads == [PAGE] * (len(told) + 1)
    assert len(first.seen) == len(second.seen) == len(log.records)


def test_upto_stops_there_and_the_rest_comes_later(books: Books) -> None:
    log = evening()
    stop = log.records[20].position
    catch_up(log, books, [tally()], upto=stop)
    assert status(log, books, [tally()])[0].position == stop

    catch_up(log, books, [tally()])
    assert contents(books, tally()) == clean(tally(), log)


def test_who_is_ahead_sees_nothing_twice(books: Books) -> None:
    log, ahead = evening(), tally(name="ahead")
    catch_up(log, books, [ahead], upto=log.records[20].position)
    catch_up(log, books, [ahead, tally(name="behind")])

    assert len(ahead.seen) == len(set(ahead.seen)) == len(log.records)


@dataclass
class FromTheFuture(FakeLog):
    """Holds an event, at position `unknown`, that this release does not know."""

    unknown: int = 0
    tried: list[int] = field(default_factory=list)

    def read(self, after: int, limit: int) -> list[Recorded]:
        page = super().read(after, limit)
        if any(record.position == self.unknown for record in page):
            self.tried.append(limit)
            raise UnknownEvent("holdem.bet-doubled.v1", self.unknown)
        return page


def test_an_event_of_a_later_release_stops_every_projection_right_before_it(books: Books) -> None:
    log = FromTheFuture(evening().records)
    log.unknown = log.records[30].position
    report = tally(name="report", poison="park")
    with pytest.raises(Halted, match=r"holdem\.bet-doubled\.v1, which this release does not know"):
        catch_up(log, books, [tally(), report])

    for each in status(log, books, [tally(), report]):
        assert (each.position, each.halted_event) == (log.records[29].position, log.records[30].id)
    catch_up(evening(), books, [tally(), report])
    assert contents(books, tally()) == clean(tally(), evening())


def test_an_event_that_cannot_be_read_is_no_trouble_to_who_stops_before_it(books: Books) -> None:
    log = FromTheFuture(evening().records)
    log.unknown = log.records[30].position
    catch_up(log, books, [tally()], upto=log.records[29].position)

    assert status(log, books, [tally()])[0].halted_event is None


def test_another_version_is_built_from_nothing_and_the_old_tables_go(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()])
    newer = tally(version=2)
    with books.read() as connection, pytest.raises(NotBuilt, match="version 2 of tally is asked for and the books hold version 1"):
        live(connection, newer)
    catch_up(log, books, [newer])

    assert len(newer.seen) == len(log.records)
    assert contents(books, newer) == clean(tally(), log)
    [stands] = status(log, books, [newer])
    assert (stands.version, stands.wanted, stands.generation, stands.behind) == (2, 2, 2, 0)
    with books.read() as connection:
        names = sorted(name for name in inspect(connection).get_table_names() if name.startswith("tally"))
    assert names == ["tally_events_2", "tally_streams_2"]


def test_what_was_never_built_is_told_and_stands_at_nothing(books: Books) -> None:
    log = evening()
    with books.read() as connection, pytest.raises(NotBuilt, match="do not hold it"):
        live(connection, tally())
    [stands] = status(log, books, [tally()])
    assert (stands.version, stands.position, stands.behind) == (None, 0, log.last_position())


def test_an_empty_house_has_empty_read_models(books: Books) -> None:
    catch_up(FakeLog(), books, [tally()])
    assert contents(books, tally()) == {"tally_events": [], "tally_streams": []}


@pytest.mark.parametrize("other", [log_of(PK08, PK07), log_of(Table("PK-07", []))], ids=["another history", "a shorter one"])
def test_a_log_that_is_not_the_one_seen_before_is_refused(books: Books, other: FakeLog) -> None:
    catch_up(evening(), books, [tally()])
    held = contents(books, tally())
    with pytest.raises(LogReplaced, match="restored from a backup"):
        catch_up(other, books, [tally()])
    assert contents(books, tally()) == held
