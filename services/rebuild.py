"""A projection built again from nothing beside the live one, compared with it, and put in its place only if it is equal.

If it is not equal nothing changes, and the first difference is told. Either somebody changed the books, or the program
now projects otherwise without a new version; which of the two is for people to say. Books that are known to be wrong
are deleted as a whole: they come back from the events.
"""

from dataclasses import dataclass

from infra import cursors
from infra.books import Books
from infra.compare import Difference, first_difference
from infra.cursors import CursorKey
from projections.projection import Projection
from services.follower import Follower, Halted
from services.projector import Log, LogReplaced, Progress, advance, catch_up, check_same_log, follow


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """`position`: how far both had come when they were compared. `not_compared` says why there was nothing to compare with."""

    name: str
    position: int
    swapped: bool
    difference: Difference | None = None
    not_compared: str | None = None


def rebuild(log: Log, books: Books, projection: type[Projection], progress: Progress | None = None) -> Rebuilt:
    """Build it again; the result takes the live one's place unless they differ. Halted if the new one does not come as far."""
    return _build_beside(log, books, projection, progress, swap=True)


def audit(log: Log, books: Books, projection: type[Projection], progress: Progress | None = None) -> Rebuilt:
    """The same comparison; the live one stays whatever comes out."""
    return _build_beside(log, books, projection, progress, swap=False)


def _build_beside(log: Log, books: Books, projection: type[Projection], progress: Progress | None, *, swap: bool) -> Rebuilt:
    with books.read() as connection:
        found = cursors.live_generation(connection, projection.name)
    if found is None or found.version != projection.version:
        catch_up(log, books, [projection], progress)
        return Rebuilt(projection.name, follow(books, projection).position, True, not_compared="there was none of this version")
    live = follow(books, projection)
    not_compared = _bring_up(log, live, progress)
    beside = _begin_beside(books, projection)
    try:
        advance(log, [beside], progress, None if not_compared else live.position)
        difference = None if not_compared else _compare(books, live, beside)
        swapped = swap and difference is None
        if swapped:
            with books.change() as connection:
                cursors.swap(connection, live.key, live.position, beside.key)
        return Rebuilt(projection.name, beside.position, swapped, difference, not_compared)
    finally:
        # Either of the two, and what an interrupted rebuild may have left behind.
        with books.change() as connection:
            cursors.drop_generations(connection, projection.name)


def _bring_up(log: Log, live: Follower, progress: Progress | None) -> str | None:
    """The live one goes to the end of the log, or as far as it can; why it cannot be compared, None if it can."""
    try:
        check_same_log(log, live)
        advance(log, [live], progress)
    except LogReplaced as replaced:
        return str(replaced)
    except Halted:
        pass  # compared as far as it has come; the new one may get further
    if live.parked:
        return f"the events of {', '.join(live.parked)} had been set aside"
    return None


def _begin_beside(books: Books, projection: type[Projection]) -> Follower:
    with books.change() as connection:
        number = cursors.last_generation(connection, projection.name) + 1
        key = CursorKey(projection.name, number)
        cursors.begin_generation(connection, key, projection.version, projection(number).metadata, live=False)
    return Follower(books, projection(number), key)


def _compare(books: Books, live: Follower, beside: Follower) -> Difference | None:
    with books.read() as connection:
        return first_difference(connection, live.projection.metadata, beside.projection.metadata)
