"""What a projection is fed from, one step at a time: the store's own log, or the topic that it was relayed to (kafka_feed.py).

Whoever is fed cannot tell the two apart. A step hands every lane what is new for it, and quiet lanes pass, so that
all of them come to be complete up to the same position.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from infra.failpoints import reach
from services.follower import Follower, Halted
from services.lanes import PAGE, Log, advance, check_same_log

STEP = 4 * PAGE
"""Positions of the store's log that are gone through before anything else is seen to."""

HaltedLanes = Sequence[tuple[Follower, Halted]]


class Counts(NamedTuple):
    """What came so far: steps that had anything to hand over; records that had come before, and those of nobody in the house."""

    batches: int = 0
    duplicates: int = 0
    foreign: int = 0


class Store(Log, Protocol):
    def relayed(self) -> int:
        """Every event up to here is acknowledged by the topic, as long as that is the same one."""

    def wait_beyond(self, position: int, timeout_s: float) -> None:
        """Until there may be something after `position`, or so long."""


class Feed(Protocol):
    """For one thread. Errors of what lies behind it come from every method; after one, `follow` anew."""

    @property
    def store(self) -> Store: ...

    def lanes(self) -> int | None:
        """In how many lanes a projection must be to be fed from here; None: in any number."""

    def follow(self, followers: Sequence[Follower]) -> None:
        """These from now on, each from where it stands, and no others. LogReplaced."""

    def step(self, wait_s: float) -> HaltedLanes:
        """Hand over what is there, or wait for it so long; which lanes have halted, to be followed no longer. Fenced, LogReplaced."""

    def end(self) -> Any:
        """Where the log ends now, for those who are followed."""

    def has_come_to(self, end: Any) -> bool:
        """Whether what stood before that end has been handed over; then quiet lanes have passed it, too."""

    def counts(self) -> Counts: ...
    def close(self) -> None: ...


class StoreFeed:
    """The event store itself, however many lanes there are."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._batches = 0
        self._followers: Sequence[Follower] = ()

    def lanes(self) -> None:
        return None

    def follow(self, followers: Sequence[Follower]) -> None:
        check_same_log(self.store, followers)
        self._followers = followers

    def step(self, wait_s: float) -> HaltedLanes:
        passed = min(follower.passed for follower in self._followers)
        goal = min(self.store.last_position(), passed + STEP)
        if goal <= passed:
            self.store.wait_beyond(passed, wait_s)
            return ()
        reach("project-after-poll")
        self._batches += 1
        try:
            advance(self.store, self._followers, upto=goal)
        except Halted as halted:
            return [(follower, halted) for follower in self._followers if follower.passed < goal]
        return ()

    def end(self) -> int:
        return self.store.last_position()

    def has_come_to(self, end: int) -> bool:
        return all(follower.passed >= end for follower in self._followers)

    def counts(self) -> Counts:
        return Counts(self._batches)

    def close(self) -> None:
        """The store is its owner's to close."""
