"""What was set aside comes in again once its cause is gone, in its order."""

import pytest

from domain.event import Recorded
from infra.books import Books
from services.errors import NotFound
from services.follower import Halted
from services.lanes import advance
from services.parked import set_aside
from services.projector import NotBuilt, catch_up, follow, status
from services.rebuild import unpark
from tests.projections.hand_log import FakeLog
from tests.projections.reading import contents
from tests.services.tally import clean, evening, spoil, tally

LANES = 4
REPORT = tally(poison="park")


class Counted(FakeLog):
    """With the two questions that are put to the event store besides."""

    def streams(self, prefix: str) -> list[str]:
        return sorted({record.stream for record in self.records if record.stream.startswith(prefix)})

    def version(self, stream: str) -> int:
        return sum(record.stream == stream for record in self.records)


def spoilt(*places: int) -> tuple[Counted, list[Recorded]]:
    log = evening()
    found = [spoil(log, place) for place in places]
    return Counted(log.records), found


def of_another_table(log: FakeLog, place: int) -> int:
    """A place further on, of the other table."""
    return next(n for n in range(place, len(log.records)) if log.records[n].source != log.records[place].source)


@pytest.mark.parametrize("lanes", [1, LANES])
def test_it_comes_in_once_the_cause_is_gone(books: Books, lanes: int) -> None:
    log, _ = spoilt(30)
    advance(log, follow(books, REPORT, lanes))
    result = unpark(evening(), books, REPORT)

    assert (result.swapped, result.parked, result.position) == (True, (), log.last_position())
    assert contents(books, REPORT) == clean(tally(), evening())
    [stands] = status(log, books, [REPORT])
    assert (stands.parked, stands.behind, stands.lanes) == ((), 0, lanes)
    assert [follower.parked for follower in follow(books, REPORT)] == [[]] * lanes


def test_while_the_cause_is_there_it_is_set_aside_again(books: Books) -> None:
    log, [bad] = spoilt(30)
    catch_up(log, books, [REPORT])
    before = contents(books, REPORT), status(log, books, [REPORT])[0].parked
    result = unpark(log, books, REPORT, bad.source)

    assert (result.swapped, result.parked) == (True, before[1])
    assert (contents(books, REPORT), status(log, books, [REPORT])[0].parked) == before


@pytest.mark.parametrize("lanes", [1, LANES])
def test_of_one_source_alone(books: Books, lanes: int) -> None:
    """The other one stays where it is, though its cause has gone too."""
    other = of_another_table(evening(), 30)
    log, [bad, worse] = spoilt(30, other)
    advance(log, follow(books, REPORT, lanes))
    result = unpark(evening(), books, REPORT, bad.source)

    assert [parked.source for parked in result.parked] == [worse.source]
    kept = {record.id for record in log.records if record.source == bad.source or record.position < worse.position}
    assert {row[0] for row in contents(books, REPORT)["tally_events"]} == kept
    catch_up(evening(), books, [REPORT])
    assert [parked.source for parked in status(log, books, [REPORT])[0].parked] == [worse.source]


def test_what_cannot_go_all_the_way_stays_as_it_was(books: Books) -> None:
    log, [bad] = spoilt(30)
    catch_up(log, books, [REPORT])
    before = contents(books, REPORT)
    holed = evening()
    del holed.records[50]
    with pytest.raises(Halted, match="lost or repeated"):
        unpark(holed, books, REPORT)
    assert contents(books, REPORT) == before
    assert [parked.source for parked in status(log, books, [REPORT])[0].parked] == [bad.source]


def test_what_is_not_set_aside_is_not_found(books: Books) -> None:
    log, _ = spoilt(30)
    with pytest.raises(NotBuilt):
        unpark(log, books, REPORT)
    catch_up(log, books, [REPORT])
    with pytest.raises(NotFound, match="tally has set nothing of /tables/PK-99 aside"):
        unpark(log, books, REPORT, "/tables/PK-99")
    catch_up(evening(), books, [tally(name="other")])
    with pytest.raises(NotFound, match="other has set nothing of any source aside"):
        unpark(log, books, tally(name="other"))


def test_how_much_waits_is_told(books: Books) -> None:
    log, [bad] = spoilt(30)
    catch_up(log, books, [REPORT, tally(name="unharmed", poison="park", before_commit=lambda _: None)], upto=log.records[20].position)
    catch_up(log, books, [REPORT])
    [found] = set_aside(log, books, [tally(name="never-built"), REPORT])

    waiting = [record for record in log.records if record.source == bad.source and record.position >= bad.position]
    assert (found.projection, found.source, found.position, found.event_id) == ("tally", bad.source, bad.position, bad.id)
    assert "nobody is called that" in found.reason
    assert found.waiting == len(waiting)
