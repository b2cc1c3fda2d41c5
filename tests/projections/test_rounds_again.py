"""Rounds that come again, after a failure or from nothing, make the same rows."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Recorded
from infra.books import Books
from projections.commission import Commission
from projections.hands import Hands
from projections.projection import Projection, Writer
from projections.regulator import Regulator
from services.projector import advance, catch_up, follow
from services.rebuild import audit, rebuild
from tests.projections.hand_log import FakeLog, fewer
from tests.projections.reading import contents
from tests.projections.round_log import Table, logs

every_report = pytest.mark.parametrize("projection", [Hands, Commission, Regulator])


@every_report
@fewer
@given(found=logs(), sizes=st.lists(st.integers(1, 30), max_size=3))
def test_a_failure_before_the_commit_and_a_fresh_start_change_no_row(
    projection: type[Projection], found: tuple[list[Table], FakeLog], sizes: list[int]
) -> None:
    """What is kept in memory between batches is what would be read again, also after a rollback."""

    class Failing(projection):  # type: ignore[valid-type,misc]
        fails = True

        def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
            super().project(batch, writer)
            if self.fails:
                raise RuntimeError("the disk was full")

    _, log = found
    kept, fresh = Books.memory(), Books.memory()
    follower, seen = follow(kept, Failing), 0
    for size in (*sizes, len(log.records)):
        seen = min(seen + size, len(log.records))
        upto = log.records[seen - 1].position
        if follower.position < upto:
            follower.projection.fails = True
            with pytest.raises(RuntimeError, match="the disk was full"):
                advance(log, [follower], upto=upto)
            follower.projection.fails = False
        advance(log, [follower], upto=upto)
        catch_up(log, fresh, [projection], upto=upto)
        assert contents(kept, projection) == contents(fresh, projection)


@every_report
@fewer
@given(found=logs(), part=st.integers(1, 99))
def test_built_again_it_is_equal(projection: type[Projection], found: tuple[list[Table], FakeLog], part: int) -> None:
    _, log = found
    books = Books.memory()
    catch_up(log, books, [projection], upto=log.records[len(log.records) * part // 100].position)
    before = rebuild(log, books, projection)
    assert (before.swapped, before.difference) == (True, None)
    assert audit(log, books, projection).difference is None
