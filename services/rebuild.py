"""A projection built again from nothing beside the live one, compared with it, and put in its place only if it is equal.

If it is not equal nothing changes, and the first difference is told. Either somebody changed the books, or the program
now projects otherwise without a new version; which of the two is for people to say. Books that are known to be wrong
are deleted as a whole: they come back from the events.

The house may go on meanwhile. The end of it is one transaction that holds the live cursors: the new lanes are brought
exactly to where the live ones stand, all rows are compared, and the new generation is live. Whoever wrote to the old one
is fenced off, and follows the new one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from infra import cursors, generations
from infra.books import Books
from infra.compare import Difference, first_difference
from infra.cursors import CursorKey, Fenced, Generation, Parked
from infra.store_errors import StoreUnavailable
from projections.projection import Projection
from services.errors import NotFound
from services.follower import Follower, Halted
from services.lanes import Log, LogReplaced, Progress, advance, advance_each, check_same_log
from services.projector import NotBuilt, catch_up, followers_of, live

ROUNDS_MAX = 8
"""Times that the new one goes after the live one before it is held; each round is a fraction of the one before."""


class UnderWay(Exception):
    """Somebody else builds the same projection again now."""

    def __init__(self, projection: str) -> None:
        super().__init__(f"{projection} is being built again elsewhere; wait until that has ended")


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """`position`: how far both had come when they were compared. `not_compared` says why there was nothing to compare with.

    `parked`: the sources whose events the new one has set aside.
    """

    name: str
    position: int
    swapped: bool
    difference: Difference | None = None
    not_compared: str | None = None
    parked: tuple[Parked, ...] = ()


def rebuild(log: Log, books: Books, projection: type[Projection], progress: Progress | None = None) -> Rebuilt:
    """Build it again; the result takes the live one's place unless they differ.

    Halted if the new one does not come as far; UnderWay; Fenced if the live one was replaced or divided meanwhile.
    """
    return _compared(log, books, projection, progress, swap=True)


def audit(log: Log, books: Books, projection: type[Projection], progress: Progress | None = None) -> Rebuilt:
    """The same comparison; the live one stays whatever comes out."""
    return _compared(log, books, projection, progress, swap=False)


def unpark(log: Log, books: Books, projection: type[Projection], source: str | None = None, progress: Progress | None = None) -> Rebuilt:
    """Bring in what was set aside, of one source or of all: in its order, so everything is projected again from the start.

    `parked` of the result tells what had to be set aside again, because the cause is still there. NotFound where nothing
    of that source is set aside; NotBuilt, and the errors of `rebuild`.
    """
    with _alone(books, projection):
        with books.read() as connection:
            found = live(connection, projection)
        if not any(source in (None, parked.source) for parked in found.parked):
            raise NotFound(f"{projection.name} has set nothing of {source or 'any source'} aside")
        kept = [parked for parked in found.parked if source not in (None, parked.source)]
        with _beside(books, projection, kept) as pair:
            advance(log, followers_of(books, projection, pair.new), progress)
            return _end(log, books, projection, pair, progress, swap=True, not_compared="what was set aside has come in")


class _Pair(NamedTuple):
    old: Generation
    new: Generation


def _compared(log: Log, books: Books, projection: type[Projection], progress: Progress | None, *, swap: bool) -> Rebuilt:
    with _alone(books, projection):
        with books.read() as connection:
            found = generations.live_generation(connection, projection.name)
        if found is None or found.version != projection.version:
            catch_up(log, books, [projection], progress)
            with books.read() as connection:
                position = live(connection, projection).position
            return Rebuilt(projection.name, position, True, not_compared="there was none of this version")
        not_compared = _bring_up(log, followers_of(books, projection, found), progress)
        with _beside(books, projection) as pair:
            _draw_near(log, books, projection, pair, progress, to_end=not_compared is not None)
            return _end(log, books, projection, pair, progress, swap=swap, not_compared=not_compared)


@contextmanager
def _alone(books: Books, projection: type[Projection]) -> Iterator[None]:
    with books.alone(f"building {projection.name} again") as alone:
        if not alone:
            raise UnderWay(projection.name)
        yield


def _bring_up(log: Log, followers: Sequence[Follower], progress: Progress | None) -> str | None:
    """The live one goes to the end of the log, or as far as it can; why it cannot be compared, None if it can."""
    try:
        check_same_log(log, followers)
        advance(log, followers, progress)
    except LogReplaced as replaced:
        return str(replaced)
    except Halted:
        pass  # compared as far as it has come; the new one may get further
    except Fenced:
        pass  # a projector is at work: where it stands is seen in the end
    return None


@contextmanager
def _beside(books: Books, projection: type[Projection], parked: Sequence[Parked] = ()) -> Iterator[_Pair]:
    """The live generation, and a new one in as many lanes. In the end the one that is not live goes, with what was left behind before."""
    with books.change() as connection:
        generations.take_turn(connection, projection.name)
        old = generations.live_generation(connection, projection.name)
        if old is None:
            raise NotBuilt(projection.name, projection.version, None)
        key = CursorKey(projection.name, generations.last_generation(connection, projection.name) + 1, lanes=old.lanes)
        new = generations.begin_generation(connection, key, projection.version, projection(key.generation).metadata, live=False)
        for each in parked:
            cursors.park(connection, new, each)
    try:
        yield _Pair(old, new)
    finally:
        # Where a question holds its tables too long they go the next time.
        with suppress(StoreUnavailable), books.change() as connection:
            generations.take_turn(connection, projection.name)
            generations.drop_generations(connection, projection.name)


def _draw_near(log: Log, books: Books, projection: type[Projection], pair: _Pair, progress: Progress | None, *, to_end: bool) -> None:
    """The new one comes to where the live one stands, or nearly: that may go on meanwhile."""
    followers = followers_of(books, projection, pair.new)
    if to_end:
        return advance(log, followers, progress)
    for _ in range(ROUNDS_MAX):
        with books.read() as connection:
            goals = {follower: lane.passed for follower, lane in zip(followers, cursors.lanes_of(connection, pair.old), strict=True)}
        if all(follower.passed >= goal for follower, goal in goals.items()):
            break
        advance_each(log, goals, progress)
    return None


def _end(
    log: Log,
    books: Books,
    projection: type[Projection],
    pair: _Pair,
    progress: Progress | None,
    *,
    swap: bool,
    not_compared: str | None,
) -> Rebuilt:
    """One transaction: nobody writes to the live one, the new one stands exactly where it does, and they are compared."""
    with books.change() as connection:
        generations.take_turn(connection, projection.name)
        if generations.live_generation(connection, projection.name) != pair.old:
            raise Fenced(f"{projection.name} was replaced or divided while it was built again; nothing was changed, try again")
        stand = cursors.lanes_of(connection, pair.old, lock=True)
        parked = cursors.parked_sources(connection, pair.old)
        if not_compared is None and parked:
            not_compared = f"the events of {', '.join(each.source for each in parked)} had been set aside"
        new = followers_of(books.within(connection), projection, pair.new)
        advance_each(log, {follower: None if not_compared else lane.passed for follower, lane in zip(new, stand, strict=True)}, progress)
        difference = None if not_compared else _difference(connection, projection, pair)
        if swap and difference is None:
            generations.swap(connection, *pair)
        return Rebuilt(
            name=projection.name,
            position=min(follower.passed for follower in new),
            swapped=swap and difference is None,
            difference=difference,
            not_compared=not_compared,
            parked=tuple(cursors.parked_sources(connection, pair.new)),
        )


def _difference(connection: Connection, projection: type[Projection], pair: _Pair) -> Difference | None:
    old, new = (projection(generation.generation).metadata for generation in pair)
    return first_difference(connection, old, new)
