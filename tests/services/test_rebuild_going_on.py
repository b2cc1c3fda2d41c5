"""Built again while the house goes on: projectors write, others build too, and lanes are several."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

import pytest
from sqlalchemy import inspect, select, update

from domain.event import Recorded
from infra import generations
from infra.books import Books
from infra.cursors import Fenced
from infra.partitioning import partition_of
from projections.projection import Projection
from services.follower import Follower
from services.lanes import advance
from services.projector import catch_up, follow, live, make_ready, status
from services.rebuild import UnderWay, audit, rebuild, unpark
from tests.projections.hand_log import FakeLog
from tests.projections.reading import contents, stand
from tests.services.tally import clean, evening, tally

LANES = 4


@dataclass
class Growing(FakeLog):
    """Every reading finds more than the one before, until all is there; `then` is done each time."""

    shown: int = 40
    step: int = 7
    then: Callable[[], None] = field(default=lambda: None)

    def read(self, after: int, limit: int) -> list[Recorded]:
        if self.shown < len(self.records):
            self.shown += self.step
            self.then()
        return [record for record in self.records[: self.shown] if record.position > after][:limit]

    def last_position(self) -> int:
        return self.records[min(self.shown, len(self.records)) - 1].position


@pytest.mark.parametrize("lanes", [1, LANES])
def test_a_projector_goes_on_meanwhile_and_then_follows_the_new_one(books: Books, lanes: int) -> None:
    log, seen = evening(), tally()
    projector = follow(books, seen, lanes)
    growing = Growing(log.records)
    growing.then = lambda: advance(FakeLog(log.records[: growing.shown]), projector)
    before = growing.shown
    result = rebuild(growing, books, tally())

    assert (result.swapped, result.difference, result.not_compared) == (True, None, None)
    assert growing.shown > before + growing.step, "the projector did not write while it was built again"
    with pytest.raises(Fenced):
        projector[0].take([], log.last_position() + 1)
    assert [follower.key.generation for follower in follow(books, seen)] == [2] * lanes
    catch_up(log, books, [seen])
    assert contents(books, seen) == clean(tally(), log)


def test_lanes_are_compared_each_where_it_stands(books: Books) -> None:
    """One lane is far behind the others: the new lanes come no further than it and they."""
    log = evening()
    lanes = follow(books, tally(), LANES)
    slow = lanes[partition_of("PK-07", LANES)]
    advance(log, [slow], upto=log.records[20].position)
    slow.halt(log.records[21].id, "it cannot be read")
    advance(log, [lane for lane in lanes if lane is not slow])
    stood = stand(books, tally())

    class Halting(tally()):  # type: ignore[misc]
        """As the live one was, it cannot go on."""

        def project(self, batch: list[Recorded], writer: object) -> None:
            if self.metadata.tables.keys() & {"tally_events_1"}:
                raise Fenced("somebody else is at work")
            super().project(batch, writer)

    result = rebuild(log, books, Halting)
    assert (result.swapped, result.difference, result.position) == (True, None, log.records[20].position)
    assert stand(books, tally()) == stood
    catch_up(log, books, [tally()])
    assert contents(books, tally()) == clean(tally(), log)


def test_what_is_known_of_offsets_goes_over(books: Books) -> None:
    log = evening()
    [lane] = follow(books, tally())
    lane.take(log.records, log.last_position(), next_offset=4711)
    assert rebuild(log, books, tally()).swapped
    assert stand(books, tally())[0].next_offset == 4711


def test_a_changed_row_is_found_in_any_lane_and_the_projector_goes_on(books: Books) -> None:
    log = evening()
    projector = follow(books, tally(), LANES)
    advance(log, projector, upto=log.records[40].position)
    with books.read() as connection:
        events = live(connection, tally()).projection.events
    with books.change() as connection:
        connection.execute(update(events).where(events.c.id == log.records[9].id).values(type="x"))
    for compare in (rebuild, audit):
        result = compare(FakeLog(log.records[:41]), books, tally())
        assert result.difference is not None
        assert (result.difference.key, result.swapped) == ({"id": log.records[9].id}, False)
    advance(log, projector)
    assert len(contents(books, tally())["tally_events"]) == len(log.records)


def test_books_that_were_divided_meanwhile_are_left(books: Books) -> None:
    log = evening()
    catch_up(log, books, [tally()])
    growing = Growing(log.records)

    def divide() -> None:
        with books.read() as connection:
            begun = generations.last_generation(connection, "tally") == 2
        if begun:
            make_ready(books, tally(), LANES)

    growing.then = divide
    with pytest.raises(Fenced):
        rebuild(growing, books, tally())
    assert status(log, books, [tally()])[0].lanes == LANES


@contextmanager
def projecting(url: str, log: FakeLog, projection: type[Projection]) -> Iterator[list[str]]:
    """A projector of its own, in another thread and over connections of its own; what it was told when it was fenced off."""
    stop, fenced = Event(), []
    books = Books.postgres(url)

    def go_on() -> None:
        while not stop.is_set():
            try:
                followers: list[Follower] = follow(books, projection)
                while not stop.is_set():
                    for upto in range(followers[0].passed, log.last_position() + 1, 5):
                        advance(log, followers, upto=upto)
                    stop.wait(0.001)
            except Fenced as told:
                fenced.append(str(told))

    thread = Thread(target=go_on)
    thread.start()
    try:
        yield fenced
    finally:
        stop.set()
        thread.join()
        books.close()


def test_projectors_and_rebuilds_of_other_processes(postgres: str) -> None:
    log = evening()
    books = Books.postgres(postgres)
    make_ready(books, tally(), LANES)
    growing = Growing(log.records, shown=1, step=1)
    with projecting(postgres, growing, tally()) as fenced:
        while growing.shown < len(log.records):
            rebuild(growing, books, tally())
    catch_up(log, books, [tally()])

    assert fenced, "the projector never met a rebuild"
    assert contents(books, tally()) == clean(tally(), log)
    assert {one.passed for one in stand(books, tally())} == {log.last_position()}
    books.close()


def test_a_second_one_at_the_same_time_is_told(postgres: str) -> None:
    first, second = Books.postgres(postgres), Books.postgres(postgres)
    log = evening()
    catch_up(log, first, [tally(), tally(name="other")])
    told: list[str] = []

    def meanwhile(_batch: object) -> None:
        with pytest.raises(UnderWay, match="tally is being built again elsewhere"):
            rebuild(log, second, tally())
        with pytest.raises(UnderWay):
            unpark_anything(log, second)
        told.append(rebuild(log, second, tally(name="other")).name)

    assert rebuild(log, first, tally(before_commit=meanwhile)).swapped
    assert set(told) == {"other"}
    assert rebuild(log, second, tally()).swapped
    first.close()
    second.close()


def unpark_anything(log: FakeLog, books: Books) -> None:
    unpark(log, books, tally())


def test_a_question_keeps_its_tables_while_they_are_replaced(postgres: str) -> None:
    asking, building = Books.postgres(postgres), Books.postgres(postgres)
    log = evening()
    catch_up(log, building, [tally()])
    [outdated] = follow(building, tally())
    with asking.read() as connection:
        events = live(connection, tally()).projection.events
        before = connection.execute(select(events)).all()
        assert rebuild(log, building, tally()).swapped
        assert connection.execute(select(events)).all() == before
        with pytest.raises(Fenced, match="somebody else"):
            outdated.take([], log.last_position() + 1)
    assert rebuild(log, building, tally()).swapped
    with asking.read() as connection:
        names = inspect(connection).get_table_names()
    assert sorted(name for name in names if name.startswith("tally")) == ["tally_events_3", "tally_streams_3"]
    asking.close()
    building.close()
