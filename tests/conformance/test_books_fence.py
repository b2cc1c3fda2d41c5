"""Whoever writes read models does so from where they stand, or not at all: the one who was asleep, and the one who begins again."""

from dataclasses import dataclass

import pytest
from sqlalchemy import Connection

from domain.event import Recorded
from infra.books import Books
from infra.cursors import Fenced
from infra.partitioning import partition_of
from services.follower import Follower, pass_lanes
from services.lanes import advance
from services.projector import catch_up, follow, status
from tests.projections.hand_log import FakeLog
from tests.projections.reading import contents, of_lane, stand
from tests.services.tally import clean, evening, spoil, tally

LANES = 4


def test_redelivered_events_are_dropped(books: Books) -> None:
    @dataclass
    class Stuttering(FakeLog):
        def read(self, after: int, limit: int) -> list[Recorded]:
            page = super().read(max(0, after - 10), limit)
            return sorted(page + page[:3], key=lambda record: record.position) if page[-1].position > after else []

    log, seen = evening(), tally()
    followers = follow(books, seen)
    for limit in (15, 30, len(log.records)):
        advance(Stuttering(log.records[:limit]), followers)

    assert contents(books, seen) == clean(tally(), log)
    assert len(seen.seen) == len(log.records)


@pytest.mark.parametrize("failpoint", ["in the projection", "at the commit"])
def test_a_crash_before_the_commit_leaves_nothing_and_the_events_come_again(
    books: Books, failpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("the power went")

    log = evening()
    whole, cut = tally(), tally(before_commit=crash) if failpoint == "in the projection" else tally()
    catch_up(log, books, [whole], upto=log.records[10].position)
    [follower] = follow(books, cut)
    with monkeypatch.context() as patch:
        if failpoint == "at the commit":
            patch.setattr(Connection, "commit", crash)
        with pytest.raises(RuntimeError, match="the power went"):
            advance(log, [follower])
    assert cut.forgotten
    assert len(contents(books, whole)["tally_events"]) == 11

    catch_up(log, books, [whole])
    assert set(whole.seen) & set(cut.seen), "no event came twice: the failpoint was not reached"
    assert contents(books, whole) == clean(tally(), log)


def test_two_writers_of_one_projection_fence_each_other_off(books: Books) -> None:
    log = evening()
    [one], [other] = follow(books, tally()), follow(books, tally())
    advance(log, [one], upto=log.records[10].position)
    with pytest.raises(Fenced, match="somebody else writes these books"):
        advance(log, [other])
    advance(log, [one])

    assert contents(books, tally()) == clean(tally(), log)


def test_a_worker_that_was_asleep_while_another_took_its_lane_changes_nothing(books: Books) -> None:
    log = evening()
    lane = partition_of("PK-07", LANES)
    asleep, awake = follow(books, tally(), LANES)[lane], follow(books, tally(), LANES)[lane]
    mine = of_lane(log.records, asleep.key)
    awake.take(mine[:20], mine[19].position)
    before = contents(books, tally())

    with pytest.raises(Fenced, match=f"lane {lane} of tally is not at position 0"):
        asleep.take(mine[:10], mine[9].position)
    with pytest.raises(Fenced):
        asleep.take([], log.last_position())
    with pytest.raises(Fenced):
        asleep.halt(mine[5].id, "it cannot go on")
    assert contents(books, tally()) == before
    assert (stand(books, tally())[lane].passed, stand(books, tally())[lane].halt) == (mine[19].position, None)


def test_a_worker_that_was_asleep_sets_nothing_aside(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one goes on between what it could not read and its setting it aside."""
    log, report = evening(), tally(poison="park")
    spoil(log, 30)
    [asleep], [awake] = follow(books, report), follow(books, report)
    stop_or_park = Follower._stop_or_park

    def late(self: Follower, poison: object) -> None:
        awake.take(log.records[:20], log.records[19].position)
        stop_or_park(self, poison)  # type: ignore[arg-type]

    monkeypatch.setattr(Follower, "_stop_or_park", late)
    with pytest.raises(Fenced):
        asleep.take(log.records, log.last_position())
    assert status(log, books, [report])[0].parked == ()


def test_no_lane_is_said_to_have_passed_if_one_of_them_is_somebody_elses(books: Books) -> None:
    log = evening()
    asleep, awake = follow(books, tally(), LANES), follow(books, tally(), LANES)
    advance(log, awake, upto=log.records[10].position)
    behind = follow(books, tally())
    advance(log, [awake[partition_of("PK-07", LANES)]])
    with pytest.raises(Fenced):
        pass_lanes(behind, log.last_position())
    quiet = [follower for follower in asleep if not of_lane(log.records, follower.key)]
    with pytest.raises(Fenced):
        pass_lanes(quiet, log.records[5].position)

    assert sorted(one.passed for one in stand(books, tally())) == [log.records[10].position] * 3 + [log.last_position()]
