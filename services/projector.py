"""From the log to the read models: catching up, and where each projection stands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from domain.event import Recorded
from infra import cursors
from infra.books import Books
from infra.cursors import CursorKey, Generation, Mark, Parked
from infra.store_errors import UnknownEvent, UnreadableEvent
from projections.projection import Projection
from services.follower import Follower, Halted

PAGE = 500
"""Events in one transaction."""

Progress = Callable[[int, int], None]
"""Position reached, and where the log ends."""

P = TypeVar("P", bound=Projection)


class Log(Protocol):
    """Every event of the house in order; UnknownEvent, UnreadableEvent where this release cannot read one."""

    def read(self, after: int, limit: int) -> list[Recorded]: ...
    def last_position(self) -> int: ...


class LogReplaced(Exception):
    """The log does not hold the event that the books have seen last: it was restored, or is another house's."""

    def __init__(self, projection: str, mark: Mark) -> None:
        super().__init__(
            f"{projection} has seen {mark.event_id} at position {mark.position}, and the log holds something else there: the store was "
            f"restored from a backup, or is another house's. `pataca projections rebuild {projection}` builds it anew from this log"
        )


class NotBuilt(Exception):
    """The books hold no such projection, or another version of it."""

    def __init__(self, projection: str, wanted: int, held: int | None) -> None:
        has = "do not hold it" if held is None else f"hold version {held} of it"
        super().__init__(f"version {wanted} of {projection} is asked for and the books {has}; a command that may write builds it")


@dataclass(frozen=True, slots=True)
class Live(Generic[P]):
    """A projection to put questions to, and how far it had come in the snapshot that it was found in."""

    projection: P
    position: int
    halted: str | None
    parked: tuple[Parked, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """`behind`: positions from here to the end of the log, not less than the events still to come (positions have holes)."""

    name: str
    version: int | None
    wanted: int
    generation: int | None
    position: int
    behind: int
    halted_event: str | None
    halted_reason: str | None
    parked: tuple[Parked, ...]


def catch_up(
    log: Log, books: Books, projections: Sequence[type[Projection]], progress: Progress | None = None, upto: int | None = None
) -> None:
    """Bring the projections to the end of the log, or to position `upto`.

    One that is missing or of another version is built from nothing. Where one halts the others go on, and then Halted is
    raised. LogReplaced, Fenced.
    """
    followers = [follow(books, projection) for projection in projections]
    for follower in followers:
        check_same_log(log, follower)
    advance(log, followers, progress, upto)


def follow(books: Books, projection: type[Projection]) -> Follower:
    """A follower of the live generation; where there is none of this version an empty one takes its place."""
    with books.read() as connection:
        live = cursors.live_generation(connection, projection.name)
    if live is None or live.version != projection.version:
        live = _begin_anew(books, projection, live)
    return Follower(books, projection(live.generation), CursorKey(projection.name, live.generation))


def advance(log: Log, followers: Sequence[Follower], progress: Progress | None = None, upto: int | None = None) -> None:
    """Page by page, one decoding of an event for all of them; who is ahead waits for the others."""
    halted: list[Halted] = []
    going = list(followers)
    while going:
        page, trouble = _page(log, min(follower.position for follower in going), upto)
        if not page and trouble is None:
            break
        for follower in list(going):
            try:
                follower.take(page)
                if trouble is not None and follower.position < trouble.place:
                    follower.halt(f"position {trouble.place}", str(trouble.error))
            except Halted as halt:
                halted.append(halt)
                going.remove(follower)
        if progress is not None and page:
            progress(page[-1].position, max(page[-1].position, upto or log.last_position()))
    if halted:
        raise halted[0]


def check_same_log(log: Log, follower: Follower) -> None:
    """LogReplaced, if the log does not hold the event that the follower has seen last."""
    mark = follower.mark
    if mark.position:
        there = log.read(mark.position - 1, 1)
        if not there or Mark.at(there[0]) != mark:
            raise LogReplaced(follower.key.projection, mark)


def live(connection: Connection, projection: type[P]) -> Live[P]:
    """The live generation, for questions on the same connection: rows and position are of one snapshot. NotBuilt."""
    found = cursors.live_generation(connection, projection.name)
    if found is None or found.version != projection.version:
        raise NotBuilt(projection.name, projection.version, found.version if found else None)
    key = CursorKey(projection.name, found.generation)
    halt = cursors.halted(connection, key)
    position = cursors.cursor(connection, key).position
    return Live(projection(found.generation), position, halt.reason if halt else None, tuple(cursors.parked_sources(connection, key)))


def status(log: Log, books: Books, projections: Sequence[type[Projection]]) -> list[Status]:
    """Where each stands, in the order given; whoever was never built stands at 0."""
    with books.read() as connection:
        end = log.last_position()
        return [_status(connection, projection, end) for projection in projections]


def _status(connection: Connection, projection: type[Projection], end: int) -> Status:
    found = cursors.live_generation(connection, projection.name)
    if found is None:
        return Status(projection.name, None, projection.version, None, 0, end, None, None, ())
    key = CursorKey(projection.name, found.generation)
    position = cursors.cursor(connection, key).position
    halt = cursors.halted(connection, key)
    return Status(
        name=projection.name,
        version=found.version,
        wanted=projection.version,
        generation=found.generation,
        position=position,
        behind=max(0, end - position),
        halted_event=halt.event_id if halt else None,
        halted_reason=halt.reason if halt else None,
        parked=tuple(cursors.parked_sources(connection, key)),
    )


def _begin_anew(books: Books, projection: type[Projection], outdated: Generation | None) -> Generation:
    """The tables of another version are of no use to this release: they go in the transaction that makes the new ones."""
    with books.change() as connection:
        if outdated is not None:
            cursors.retire(connection, outdated)
        number = cursors.last_generation(connection, projection.name) + 1
        cursors.drop_generations(connection, projection.name)
        key = CursorKey(projection.name, number)
        cursors.begin_generation(connection, key, projection.version, projection(number).metadata, live=True)
    return Generation(projection.name, number, projection.version)


class _Trouble(NamedTuple):
    place: int
    error: UnknownEvent | UnreadableEvent


def _page(log: Log, after: int, upto: int | None) -> tuple[list[Recorded], _Trouble | None]:
    """The next events, as far as they can be read and are wanted; the trouble, once nothing stands before it."""
    limit = PAGE
    while True:
        try:
            page = log.read(after, limit)
        except (UnknownEvent, UnreadableEvent) as error:
            if limit > 1:
                limit //= 2
                continue
            place = error.position if error.position is not None else after + 1
            return [], _Trouble(place, error) if upto is None or place <= upto else None
        return [record for record in page if upto is None or record.position <= upto], None
