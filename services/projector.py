"""The read models beside the log: who follows it for them, catching up, and where each projection stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import sleep
from typing import Generic, TypeVar

from sqlalchemy import Connection

from infra import cursors, generations
from infra.books import Books
from infra.cursors import Cursor, CursorKey, Fenced, Generation, Halt, Parked
from projections.projection import Projection
from services.follower import Follower
from services.lanes import Log, Progress, advance, check_same_log

P = TypeVar("P", bound=Projection)

TRIES_MAX = 100
PAUSE_S = 0.1
"""Between two tries beside others; whoever was in the way has written a page by then."""


class NotBuilt(Exception):
    """The books hold no such projection, or another version of it."""

    def __init__(self, projection: str, wanted: int, held: int | None) -> None:
        has = "do not hold it" if held is None else f"hold version {held} of it"
        super().__init__(f"version {wanted} of {projection} is asked for and the books {has}; `pataca project` builds it")


@dataclass(frozen=True, slots=True)
class Live(Generic[P]):
    """A projection to put questions to, and the position that it shows in the snapshot that it was found in."""

    projection: P
    position: int
    halted: str | None
    parked: tuple[Parked, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """`behind`: positions from here to the end of the log, not less than the events still to come (positions have holes).

    Of several lanes that have halted the one is told that has come least far.
    """

    name: str
    version: int | None
    wanted: int
    generation: int | None
    lanes: int | None
    position: int
    behind: int
    halted_event: str | None
    halted_reason: str | None
    parked: tuple[Parked, ...]


def catch_up(
    log: Log, books: Books, projections: Sequence[type[Projection]], progress: Progress | None = None, upto: int | None = None
) -> None:
    """Bring the projections to the end of the log, or to position `upto`, in as many lanes as they have.

    One that is missing or of another version is built from nothing. Where a lane halts the others go on, and then Halted is
    raised. LogReplaced, Fenced.
    """
    followers = [follower for projection in projections for follower in follow(books, projection)]
    check_same_log(log, followers)
    advance(log, followers, progress, upto)


def catch_up_beside_others(log: Log, books: Books, projections: Sequence[type[Projection]], progress: Progress | None = None) -> None:
    """The same where other processes may write these books: what they have written meanwhile is theirs. Halted, LogReplaced."""
    for left in reversed(range(TRIES_MAX)):
        try:
            return catch_up(log, books, projections, progress)
        except Fenced:
            if not left:
                raise
            sleep(PAUSE_S)
    return None


def follow(books: Books, projection: type[Projection], lanes: int | None = None) -> list[Follower]:
    """A follower of every lane of the live generation, in their order; the generation is made ready first."""
    return followers_of(books, projection, make_ready(books, projection, lanes))


def followers_of(books: Books, projection: type[Projection], generation: Generation) -> list[Follower]:
    """Of each of its lanes; Fenced if it is gone."""
    shared = projection(generation.generation)
    return [Follower(books, shared, key) for key in generation.keys]


def make_ready(books: Books, projection: type[Projection], lanes: int | None = None) -> Generation:
    """The live generation of this version, in so many lanes (None: as many as it has, one if it is new).

    One lane is split where it stands. Any other number of lanes, or another version, begins anew from nothing.
    """
    with books.read() as connection:
        live = generations.live_generation(connection, projection.name)
    if live is not None and _is_as_wanted(live, projection, lanes):
        return live
    with books.change() as connection:
        generations.take_turn(connection, projection.name)
        live = generations.live_generation(connection, projection.name)
        if live is not None:
            if _is_as_wanted(live, projection, lanes):
                return live
            if live.version == projection.version and live.lanes == 1 and lanes is not None:
                return generations.split(connection, live, lanes)
            generations.retire(connection, live)  # of no use to this release: its tables go as the new ones come
        number = generations.last_generation(connection, projection.name) + 1
        generations.drop_generations(connection, projection.name)
        key = CursorKey(projection.name, number, lanes=lanes or 1)
        return generations.begin_generation(connection, key, projection.version, projection(number).metadata, live=True)


def _is_as_wanted(live: Generation, projection: type[Projection], lanes: int | None) -> bool:
    return live.version == projection.version and lanes in (None, live.lanes)


def live(connection: Connection, projection: type[P]) -> Live[P]:
    """The live generation, for questions on the same connection: rows and position are of one snapshot. NotBuilt."""
    found = generations.live_generation(connection, projection.name)
    if found is None or found.version != projection.version:
        raise NotBuilt(projection.name, projection.version, found.version if found else None)
    lanes = cursors.lanes_of(connection, found)
    halt = _halt(lanes)
    parked = tuple(cursors.parked_sources(connection, found))
    return Live(_reader(projection, found.generation), passed_by_all(lanes), halt.reason if halt else None, parked)


@lru_cache(maxsize=64)
def _reader(projection: type[P], generation: int) -> P:
    """Made once, and only ever asked: a statement is compiled for its own tables, and for new ones again."""
    return projection(generation)


def status(log: Log, books: Books, projections: Sequence[type[Projection]]) -> list[Status]:
    """Where each stands, in the order given; whoever was never built stands at 0."""
    with books.read() as connection:
        end = log.last_position()
        return [_status(connection, projection, end) for projection in projections]


def passed_by_all(lanes: Sequence[Cursor]) -> int:
    """Every event up to there is in the rows, whatever lane it is in."""
    return min(lane.passed for lane in lanes)


def _status(connection: Connection, projection: type[Projection], end: int) -> Status:
    found = generations.live_generation(connection, projection.name)
    if found is None:
        return Status(projection.name, None, projection.version, None, None, 0, end, None, None, ())
    lanes = cursors.lanes_of(connection, found)
    position = passed_by_all(lanes)
    halt = _halt(lanes)
    return Status(
        name=projection.name,
        version=found.version,
        wanted=projection.version,
        generation=found.generation,
        lanes=found.lanes,
        position=position,
        behind=max(0, end - position),
        halted_event=halt.event_id if halt else None,
        halted_reason=halt.reason if halt else None,
        parked=tuple(cursors.parked_sources(connection, found)),
    )


def _halt(lanes: Sequence[Cursor]) -> Halt | None:
    halted = [lane for lane in lanes if lane.halt is not None]
    return min(halted, key=lambda lane: lane.position).halt if halted else None
