"""Rounds that come again, after a failure or from nothing, make the same rows."""

from collections.abc import Sequence

import pytest

from domain.event import Recorded
from infra.books import Books
from projections.commission import Commission
from projections.hands import Hands
from projections.projection import Projection, Writer
from projections.regulator import Regulator
from services.lanes import advance
from services.projector import catch_up, follow
from services.rebuild import audit, rebuild
from tests.projections.fake_log import FakeLog, log_of
from tests.projections.reading import contents, project_in_batches
from tests.projections.round_log import Table
from tests.projections.round_plans import Bet, Decision, Round

every_report = pytest.mark.parametrize("projection", [Hands, Commission, Regulator])

BETS = (Bet("P-1", 1, "banker", 900), Bet("P-4", None, "banker", 250), Bet("P-1", 1, "banker", 20), Bet("P-2", 2, "player", 70, off=30))
EVENING = (
    Table("BA-12", [Round(BETS, "tie"), Round(BETS[:1], decisions=(Decision("change", keep=50),)), Round(BETS, "void")]),
    Table("BA-13", [Round(BETS[1:], "tie", decisions=(Decision("cancel", early=True),))], closes=True),
)


def failing_at_first(projection: type[Projection]) -> type[Projection]:
    """Each batch fails once, when all of it has been written, and passes when it comes again."""

    class Failing(projection):  # type: ignore[valid-type,misc]
        fails = False

        def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
            super().project(batch, writer)
            self.fails = not self.fails
            if self.fails:
                raise RuntimeError("the disk was full")

    return Failing


def project_with_failures(books: Books, projection: type[Projection], log: FakeLog, sizes: Sequence[int]) -> None:
    [follower], seen = follow(books, failing_at_first(projection)), 0
    for size in (*sizes, len(log.records)):
        seen = min(seen + size, len(log.records))
        upto = log.records[seen - 1].position
        if follower.position < upto:
            with pytest.raises(RuntimeError, match="the disk was full"):
                advance(log, [follower], upto=upto)
            advance(log, [follower], upto=upto)


@every_report
@pytest.mark.parametrize("size", [1, 6])
def test_few_events_at_a_time_make_the_same_rows_whether_each_batch_fails_or_not(projection: type[Projection], size: int) -> None:
    """What is kept in memory between batches is what would be read again, also after a rollback."""
    log = log_of(*EVENING, turns=[0, 1] * 40)
    at_once, fresh, failing = Books.memory(), Books.memory(), Books.memory()
    project_in_batches(at_once, projection, log, [])
    sizes = [size] * (len(log.records) // size)
    project_in_batches(fresh, projection, log, sizes)
    project_with_failures(failing, projection, log, sizes)

    assert contents(fresh, projection) == contents(at_once, projection)
    assert contents(failing, projection) == contents(at_once, projection)


@every_report
@pytest.mark.parametrize("part", [0, 30, 70])
def test_built_again_it_is_equal(projection: type[Projection], part: int) -> None:
    """From wherever the live one stood, in per cent of the log."""
    log, books = log_of(*EVENING), Books.memory()
    catch_up(log, books, [projection], upto=log.records[len(log.records) * part // 100].position)
    before = rebuild(log, books, projection)
    assert (before.swapped, before.difference) == (True, None)
    assert audit(log, books, projection).difference is None
