"""A projection in several lanes: the same rows as in one, whatever comes when, and each lane stops by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Recorded
from infra.books import Books
from infra.cursors import Fenced, Generation, Halt
from infra.partitioning import partition_of
from infra.store_errors import UnknownEvent
from projections.commission import Commission
from projections.hands import Hands
from projections.large import Large
from projections.ledger.ledger import Ledger
from projections.papers import Papers
from projections.projection import Projection
from projections.regulator import Regulator
from services.follower import Follower, Halted, pass_lanes
from services.lanes import LogReplaced, advance, check_same_log
from services.projector import catch_up, follow, live, make_ready, status
from tests.projections.hand_log import FakeLog, Table, fewer, log_of, logs
from tests.projections.reading import contents, of_lane, stand
from tests.services.tally import HAND, PK07, PK08, clean, evening, spoil, tally

LANES = 4
"""PK-07 and PK-08 are in different ones of them, and two have nothing."""


@pytest.fixture
def memory() -> Iterator[Books]:
    books = Books.memory()
    yield books
    books.close()


def test_the_tables_of_these_tests_are_in_different_lanes() -> None:
    assert partition_of("PK-07", LANES) != partition_of("PK-08", LANES)


@dataclass(frozen=True)
class Delivery:
    """Some lane is handed the next `size` events of the log, and again the last `again` before them; or it starts anew first."""

    lane: int
    size: int
    again: int
    restart: bool


deliveries = st.lists(st.builds(Delivery, st.integers(0, 4), st.integers(0, 25), st.integers(0, 10), st.booleans()), max_size=25)


@pytest.mark.parametrize(
    "projection", [tally(), Hands, Commission, Regulator, Ledger, Large, Papers], ids=lambda projection: projection.name
)
@fewer
@given(found=logs(), lanes=st.integers(1, 5), steps=deliveries)
def test_any_lanes_in_any_order_make_the_same_rows(
    projection: type[Projection], found: tuple[list[Table], FakeLog], lanes: int, steps: list[Delivery]
) -> None:
    _, log = found
    books, one_go = Books.memory(), Books.memory()
    followers = follow(books, projection, lanes)
    seen = [0] * lanes
    last = [Delivery(lane, len(log.records), 3, False) for lane in range(lanes)]
    for step in (*steps, *last):
        lane = step.lane % lanes
        if step.restart:
            followers[lane] = follow(books, projection)[lane]
        begin, seen[lane] = seen[lane], min(seen[lane] + step.size, len(log.records))
        if seen[lane]:
            page = of_lane(log.records[max(0, begin - step.again) : seen[lane]], followers[lane].key)
            followers[lane].take(page, log.records[seen[lane] - 1].position, next_offset=begin)
        assert [one.passed for one in stand(books, projection)] == [log.records[n - 1].position if n else 0 for n in seen]

    catch_up(log, one_go, [projection])
    assert contents(books, projection) == contents(one_go, projection)
    with books.read() as connection:
        assert live(connection, projection).position == log.last_position()
    books.close()
    one_go.close()


@fewer
@given(found=logs(), lanes=st.integers(2, 5), cuts=st.lists(st.integers(0, 60), max_size=4))
def test_what_is_said_to_be_shown_is_there(found: tuple[list[Table], FakeLog], lanes: int, cuts: list[int]) -> None:
    """Each time the lanes are at different places; the position of the whole is never ahead of its rows."""
    _, log = found
    books, seen = Books.memory(), tally()
    followers = follow(books, seen, lanes)
    for turn, cut in enumerate(sorted(cuts)):
        upto = log.records[min(cut, len(log.records) - 1)].position
        advance(log, [follower for number, follower in enumerate(followers) if (number + turn) % 2], upto=upto)
        with books.read() as connection:
            shown = live(connection, seen).position
        rows = dict(contents(books, seen)["tally_events"])
        assert all(record.id in rows for record in log.records if record.position <= shown)
    books.close()


def test_a_log_is_shared_out_and_quiet_lanes_pass_too(books: Books) -> None:
    log, seen = evening(), tally()
    follow(books, seen, LANES)
    catch_up(log, books, [seen], upto=log.records[30].position)
    catch_up(log, books, [seen, tally(name="alone")])

    assert contents(books, seen) == clean(tally(), log)
    assert len(seen.seen) == len(log.records)
    assert {one.passed for one in stand(books, seen)} == {log.last_position()}
    assert sorted(one.position for one in stand(books, seen))[:2] == [0, 0]
    [stands] = status(log, books, [seen])
    assert (stands.lanes, stands.position, stands.behind) == (LANES, log.last_position(), 0)


def test_missing_events_stop_their_lane_alone(books: Books) -> None:
    log = evening()
    missing = log.records.pop(30)
    due = next(record for record in log.records[30:] if record.stream == missing.stream)
    follow(books, tally(), LANES)
    with pytest.raises(Halted, match=due.id):
        catch_up(log, books, [tally()])

    halted = partition_of(missing.key, LANES)
    assert [one.passed == log.last_position() for one in stand(books, tally())] == [lane != halted for lane in range(LANES)]
    [stands] = status(log, books, [tally()])
    assert (stands.position, stands.halted_event) == (0, due.id)
    with books.read() as connection:
        assert "the log has lost or repeated events" in str(live(connection, tally()).halted)
    catch_up(evening(), books, [tally()])
    assert contents(books, tally()) == clean(tally(), evening())
    assert status(log, books, [tally()])[0].halted_reason is None


@dataclass
class FromTheFuture(FakeLog):
    """Holds an event, at position `unknown`, that this release does not know."""

    unknown: int = 0

    def read(self, after: int, limit: int) -> list[Recorded]:
        page = super().read(after, limit)
        if any(record.position == self.unknown for record in page):
            raise UnknownEvent("holdem.bet-doubled.v1", self.unknown)
        return page


def test_an_event_of_a_later_release_stops_its_lane_right_before_it_and_no_other(books: Books) -> None:
    log = FromTheFuture(evening().records)
    unknown = log.records[30]
    log.unknown = unknown.position
    follow(books, tally(), LANES)
    with pytest.raises(Halted, match="which this release does not know"):
        catch_up(log, books, [tally()])

    halted = partition_of(unknown.key, LANES)
    stands = stand(books, tally())
    assert stands[halted].halt is not None
    assert stands[halted].halt.event_id == unknown.id
    assert stands[halted].passed == log.records[29].position
    assert {one.passed for lane, one in enumerate(stands) if lane != halted} == {log.last_position()}
    catch_up(evening(), books, [tally()])
    assert contents(books, tally()) == clean(tally(), evening())


def test_an_event_that_came_in_a_partition_where_its_table_is_not_stops_the_lane(books: Books) -> None:
    log = evening()
    lanes = follow(books, tally(), LANES)
    wrong = lanes[partition_of("PK-08", LANES)]
    foreign = next(record for record in log.records if record.key == "PK-07")
    with pytest.raises(Halted, match="where PK-07 is not"):
        wrong.take([foreign], foreign.position)
    assert contents(books, tally())["tally_events"] == []


def test_one_lane_becomes_several_where_it_stands(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()], upto=log.records[30].position)
    [whole] = follow(books, tally())
    divided = follow(books, tally(), LANES)

    assert [one.mark for one in stand(books, tally())] == [whole.mark] * LANES
    assert {one.passed for one in divided} == {log.records[30].position}
    assert sum(one.has(log.records[30].id) for one in divided) == 1
    for outdated in (lambda: whole.take(log.records, log.last_position()), lambda: pass_lanes([whole], log.last_position())):
        with pytest.raises(Fenced):
            outdated()
    check_same_log(log, divided)
    with pytest.raises(LogReplaced):
        check_same_log(log_of(PK08, PK07), divided)
    catch_up(log, books, [tally()])
    assert contents(books, tally()) == clean(tally(), log)
    assert status(log, books, [tally()])[0].generation == 1


@pytest.mark.parametrize("named", [True, False])
def test_a_halt_stays_with_its_event_when_a_lane_is_split(books: Books, named: bool) -> None:
    log = evening()
    bad = log.records[30].id if named else "position 31"
    [whole] = follow(books, tally())
    with pytest.raises(Halted):
        raise whole.halt(bad, "nobody knows it")
    follow(books, tally(), LANES)

    halted = [one.halt for one in stand(books, tally())]
    stays = {partition_of(log.records[30].key, LANES)} if named else set(range(LANES))
    assert halted == [Halt(bad, "nobody knows it") if lane in stays else None for lane in range(LANES)]


def test_what_was_set_aside_stays_so_when_a_lane_is_split(books: Books) -> None:
    log, report = evening(), tally(poison="park")
    bad = spoil(log, 30)
    catch_up(log, books, [report], upto=log.records[40].position)
    before = status(log, books, [report])[0].parked
    assert [bool(one.parked) for one in follow(books, report, LANES)] == [lane == partition_of(bad.key, LANES) for lane in range(LANES)]
    catch_up(log, books, [report])

    assert status(log, books, [report])[0].parked == before
    kept = [record for record in log.records if record.source != bad.source or record.position < bad.position]
    assert {row[0] for row in contents(books, report)["tally_events"]} == {record.id for record in kept}


@pytest.mark.parametrize("lanes", [1, LANES + 1])
def test_several_lanes_become_another_number_by_beginning_anew(books: Books, lanes: int) -> None:
    log = evening()
    old = follow(books, tally(), LANES)
    advance(log, old)
    assert make_ready(books, tally(), lanes) == Generation("tally", 2, 1, lanes)
    with pytest.raises(Fenced, match="gone"):
        follow_again(books, old[0])
    catch_up(log, books, [tally()])

    assert contents(books, tally()) == clean(tally(), log)


def follow_again(books: Books, follower: Follower) -> Follower:
    return Follower(books, follower.projection, follower.key)


def test_a_lane_that_passes_keeps_what_is_known_of_its_offset(memory: Books) -> None:
    log = evening()
    lane = follow(memory, tally(), LANES)[partition_of("PK-07", LANES)]
    mine = of_lane(log.records, lane.key)
    lane.take(mine[:5], mine[4].position, next_offset=17)
    lane.take(mine[:5], log.last_position())
    found = stand(memory, tally())[lane.key.partition]
    assert (found.position, found.passed, found.next_offset) == (mine[4].position, log.last_position(), 17)
    assert (lane.passed, lane.next_offset) == (log.last_position(), 17)


def test_lanes_at_work_at_the_same_time_make_the_same_books(postgres: str) -> None:
    """Each in a thread, over connections of its own; accounts are shared between them."""
    log = log_of(*(Table(f"PK-{n:02}", [HAND] * 10) for n in range(12)), turns=range(1_000))
    books, one_go = Books.postgres(postgres), Books.memory()
    followers = [follow(books, Ledger, LANES)[lane] for lane in range(LANES)]  # each with a projection object of its own

    def go(follower: Follower) -> None:
        for upto in range(40, log.last_position() + 40, 40):
            advance(FakeLog(log.records), [follower], upto=min(upto, log.last_position()))

    workers = [Thread(target=go, args=(follower,)) for follower in followers]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    catch_up(log, one_go, [Ledger])
    assert contents(books, Ledger) == contents(one_go, Ledger)
    with books.read() as connection:
        assert live(connection, Ledger).position == log.last_position()
    books.close()
    one_go.close()


def test_many_workers_that_start_at_once_make_one_generation(postgres: str) -> None:
    """SQLite has one writer; on PostgreSQL all of them find nothing, and one makes it."""
    found: list[Generation] = []
    together = Barrier(4)

    def start() -> None:
        books = Books.postgres(postgres)
        together.wait()
        found.append(make_ready(books, tally(), LANES))
        books.close()

    Books.postgres(postgres).close()
    workers = [Thread(target=start) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [Generation("tally", 1, 1, LANES)] * 4
