"""A log handed out to lanes: each gets what is its own, one decoding of an event for all of them, and quiet lanes pass too."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.event import Recorded
from infra.cursors import Mark
from infra.log import Stored
from infra.partitioning import partition_of
from infra.store_errors import UnknownEvent, UnreadableEvent
from services.follower import Follower, Halted, Page, pass_lanes, take_together

PAGE = 500
"""Events in one transaction."""

Progress = Callable[[int, int], None]
"""Position reached, and where the log ends."""


class Log(Protocol):
    """Every event of the house in order; UnknownEvent, UnreadableEvent where this release cannot read one."""

    def read(self, after: int, limit: int) -> Sequence[Recorded]: ...
    def stored(self, after: int, limit: int) -> Sequence[Stored]:
        """The same, undecoded."""

    def last_position(self) -> int: ...


class LogReplaced(Exception):
    """The log does not hold the event that the books have seen last: it was restored, or is another house's."""

    def __init__(self, projection: str, mark: Mark) -> None:
        super().__init__(
            f"{projection} has seen {mark.event_id} at position {mark.position}, and the log holds something else there: the store was "
            f"restored from a backup, or is another house's. `pataca projections rebuild {projection}` builds it anew from this log"
        )


def advance(log: Log, followers: Sequence[Follower], progress: Progress | None = None, upto: int | None = None) -> None:
    """Page by page, one decoding of an event for all of them; who is ahead waits for the others. Halted, Fenced."""
    advance_each(log, dict.fromkeys(followers, upto), progress)


def advance_each(log: Log, goals: Mapping[Follower, int | None], progress: Progress | None = None) -> None:
    """The same with a goal for each: the position that it passes and does not go beyond, None for the end of the log."""
    halted: list[Halted] = []
    going = dict(goals)
    while going := {follower: goal for follower, goal in going.items() if goal is None or follower.passed < goal}:
        page, trouble = _page(log, min(follower.passed for follower in going), PAGE)
        if not page and trouble is None:
            break
        reached = trouble.place if trouble is not None else page[-1].position
        ends = {follower: reached if goal is None else min(goal, reached) for follower, goal in going.items()}
        for follower, halt in _hand_out(page, trouble, ends):
            halted.append(halt)
            del going[follower]
        if progress is not None and page:
            at = max(ends.values())
            progress(at, max(at, *(log.last_position() if goal is None else goal for goal in goals.values())))
    if halted:
        raise halted[0]


def _hand_out(page: Sequence[Recorded], trouble: "_Trouble | None", ends: Mapping[Follower, int]) -> list[tuple[Follower, Halted]]:
    """Gives every lane what is its own of the page, as far as its end, and says who has halted. Quiet lanes pass at once."""
    parts: dict[int, list[list[Recorded]]] = {}
    pages: list[Page] = []
    quiet: defaultdict[int, list[Follower]] = defaultdict(list)
    halted: list[tuple[Follower, Halted]] = []
    for follower, end in ends.items():
        key = follower.key
        if key.lanes not in parts:
            parts[key.lanes] = _shared_out(page, key.lanes)
        new = [record for record in parts[key.lanes][key.partition] if follower.position < record.position <= end]
        if trouble is not None and trouble.stops(follower, end):
            halted.append((follower, follower.halt(trouble.event_id, str(trouble.error))))
        elif new:
            pages.append(Page(follower, new, end))
        else:
            quiet[end].append(follower)
    halted += take_together(pages)
    for end, lanes in quiet.items():
        pass_lanes(lanes, end)
    return halted


def _shared_out(page: Sequence[Recorded], lanes: int) -> list[list[Recorded]]:
    parts: list[list[Recorded]] = [[] for _ in range(lanes)]
    for record in page:
        parts[partition_of(record.key, lanes)].append(record)
    return parts


def check_same_log(log: Log, followers: Sequence[Follower]) -> None:
    """LogReplaced, if the log does not hold the event that one of the followers has seen last."""
    marks = {follower.mark: follower.key.projection for follower in followers if follower.position}
    for mark, projection in marks.items():
        there = log.read(mark.position - 1, 1)
        if not there or Mark.at(there[0]) != mark:
            raise LogReplaced(projection, mark)


class _Trouble(NamedTuple):
    """An event that cannot be read. `event_id` is its place where not even that can be told: then it may be any lane's."""

    place: int
    event_id: str
    error: UnknownEvent | UnreadableEvent

    def stops(self, follower: Follower, end: int) -> bool:
        return follower.passed < self.place <= end and ("@" not in self.event_id or follower.has(self.event_id))


def _page(log: Log, after: int, limit: int) -> tuple[Sequence[Recorded], _Trouble | None]:
    """The next events, as far as they can be read; the trouble, once nothing stands before it."""
    while True:
        try:
            return log.read(after, limit), None
        except (UnknownEvent, UnreadableEvent) as error:
            if limit == 1:
                return [], _trouble(log, after, error)
            limit //= 2


def _trouble(log: Log, after: int, error: UnknownEvent | UnreadableEvent) -> _Trouble:
    place = error.position if error.position is not None else after + 1
    try:
        return _Trouble(place, log.stored(after, 1)[0].id, error)
    except UnreadableEvent:
        return _Trouble(place, f"position {place}", error)
