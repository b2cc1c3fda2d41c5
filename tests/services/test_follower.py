"""Every event once, whatever happens on the way; and what stops a projection."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Recorded
from infra.books import Books
from projections.commission import Commission
from projections.hands import Hands
from projections.projection import Poison, Projection, Writer
from projections.regulator import Regulator
from services.follower import Halted
from services.lanes import advance
from services.projector import catch_up, follow, live, status
from tests.projections.hand_log import FakeLog, Table, fewer, logs
from tests.projections.reading import contents
from tests.services.tally import clean, evening, spoil, tally


def test_the_same_follower_goes_on_after_a_failure(books: Books) -> None:
    failures = [RuntimeError("the disk was full")]

    def fail_once(_batch: object) -> None:
        if failures:
            raise failures.pop()

    log = evening()
    [follower] = follow(books, tally(before_commit=fail_once))
    with pytest.raises(RuntimeError, match="the disk was full"):
        advance(log, [follower])
    advance(log, [follower])

    assert contents(books, tally()) == clean(tally(), log)


def test_missing_events_stop_every_projection_and_are_told(books: Books) -> None:
    log = evening()
    del log.records[30]
    due = next(record for record in log.records[30:] if record.stream == evening().records[30].stream)
    parking = tally(name="parking", poison="park")
    with pytest.raises(Halted, match=f"{due.id} at position {due.position} came where version {due.version - 1} was due"):
        catch_up(log, books, [tally(), parking])

    for each in status(log, books, [tally(), parking]):
        assert (each.position, each.halted_event, each.parked) == (0, due.id, ())
    catch_up(evening(), books, [tally(), parking])
    assert [each.halted_reason for each in status(log, books, [tally(), parking])] == [None, None]
    assert contents(books, tally()) == clean(tally(), evening())


def test_missing_events_are_found_across_pages(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()], upto=log.records[29].position)
    del log.records[30]
    with pytest.raises(Halted, match="the log has lost or repeated events"):
        catch_up(log, books, [tally()])


def test_an_event_repeated_at_a_later_position_stops_it(books: Books) -> None:
    log = evening()
    again = log.records[5]
    log.records.append(Recorded(log.last_position() + 1, again.stream, again.version, again.meta, again.event, again.body))
    with pytest.raises(Halted, match=again.id):
        catch_up(log, books, [tally()])


@pytest.mark.parametrize(("version", "defect"), [(1, False), (9, True)])
def test_money_stops_before_what_it_cannot_read_and_the_others_go_on(books: Books, version: int, defect: bool) -> None:
    log = evening()
    bad = spoil(log, 30)
    money, other = tally(version=version), tally(name="other", poison="park")
    catch_up(log, books, [money], upto=log.records[10].position)
    with pytest.raises(Halted) as halted:
        catch_up(log, books, [money, other])

    assert (halted.value.projection, halted.value.event_id, halted.value.defect) == ("tally", bad.id, defect)
    halt, gone_on = status(log, books, [money, other])
    assert (halt.position, halt.halted_event) == (log.records[10].position, bad.id)
    assert halt.halted_reason is not None
    assert "nobody is called that" in halt.halted_reason
    assert (gone_on.behind, gone_on.halted_event) == (0, None)
    assert len(contents(books, money)["tally_events"]) == 11


def test_a_halted_projection_goes_on_when_the_cause_is_gone(books: Books) -> None:
    log = evening()
    spoil(log, 30)
    for _ in range(2):
        with pytest.raises(Halted):
            catch_up(log, books, [tally()])
    catch_up(evening(), books, [tally()])

    assert status(log, books, [tally()])[0].halted_reason is None
    assert contents(books, tally()) == clean(tally(), evening())


def test_a_report_sets_the_rest_of_that_source_aside(books: Books) -> None:
    log, report = evening(), tally(poison="park")
    bad = spoil(log, 30)
    catch_up(log, books, [report], upto=log.records[40].position)
    catch_up(log, books, [report])

    kept = [record for record in log.records if record.source != bad.source or record.position < bad.position]
    assert {row[0] for row in contents(books, report)["tally_events"]} == {record.id for record in kept}
    [stands] = status(log, books, [report])
    assert (stands.behind, stands.halted_event) == (0, None)
    [parked] = stands.parked
    assert (parked.source, parked.position, parked.event_id) == (bad.source, bad.position, bad.id)
    with books.read() as connection:
        assert live(connection, report).parked == (parked,)


def test_a_report_that_cannot_be_helped_by_parking_stops(books: Books) -> None:
    """It turns on an event that has been set aside already: a defect must not go round for ever."""
    log = evening()

    def insist(_batch: object) -> None:
        raise Poison(log.records[30], "again")

    with pytest.raises(Halted, match="again"):
        catch_up(log, books, [tally(poison="park", before_commit=insist)])


def failing_every_other_time(projection: type[Projection]) -> type[Projection]:
    """Everything is projected, and then the transaction is rolled back; the next time it goes through."""

    class Failing(projection):  # type: ignore[valid-type,misc]
        fails = False

        def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
            super().project(batch, writer)
            self.fails = not self.fails
            if self.fails:
                raise RuntimeError("the disk was full")

    return Failing


@pytest.mark.parametrize("projection", [Hands, Commission, Regulator])
@fewer
@given(found=logs(), sizes=st.lists(st.integers(1, 30), max_size=3))
def test_failures_and_fresh_starts_change_no_row(
    projection: type[Projection], found: tuple[list[Table], FakeLog], sizes: list[int]
) -> None:
    """What is kept in memory between batches is what would be read again, also after a rollback."""
    _, log = found
    kept, fresh = Books.memory(), Books.memory()
    [follower], seen = follow(kept, failing_every_other_time(projection)), 0
    for size in (*sizes, len(log.records)):
        seen = min(seen + size, len(log.records))
        upto = log.records[seen - 1].position
        if follower.position < upto:
            with pytest.raises(RuntimeError, match="the disk was full"):
                advance(log, [follower], upto=upto)
        advance(log, [follower], upto=upto)
        catch_up(log, fresh, [projection], upto=upto)
        assert contents(kept, projection) == contents(fresh, projection)
