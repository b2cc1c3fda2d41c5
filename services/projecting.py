"""The work of `pataca project`: each projection by itself is brought forward, until its worker is told to stop.

Workers of several processes share the lanes of a projection. Whatever goes wrong is waited out: a database or a broker
that is away, a lane that has halted, a generation that was built again elsewhere. What is in the books stays right all
the while, because rows and cursor are written together and only by whoever finds the cursor where it expects it.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ALL_COMPLETED, FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from threading import Event as Flag
from time import monotonic
from typing import Any, Protocol

from infra.books import Books
from infra.cursors import Fenced, Generation
from infra.store_errors import StoreTrouble, StoreUnavailable
from projections.projection import Projection
from services.feeds import Counts, Feed
from services.follower import Follower, Halted
from services.lanes import LogReplaced
from services.patience import Patience
from services.projector import make_ready, status

IDLE_S = 0.25
"""How long a step waits for events: a worker that is told to stop, or has others to share with, sees it then at the latest."""

SHARE_S = 1.0
"""Between two looks at who shares the lanes."""

RETRY_S_MIN, RETRY_S_MAX = 1.0, 60.0
"""Between two attempts of a lane that has halted: twice as long each time."""

Say = Callable[[str], None]


class Shares(Protocol):
    """Which lanes are ours: infra/leases.py, where several processes may share them."""

    def balance(self, lanes: int) -> set[int]: ...
    def close(self) -> None: ...


class AllLanes:
    """For a worker that has nobody to share with."""

    def balance(self, lanes: int) -> set[int]:
        return set(range(lanes))

    def close(self) -> None:
        """Nothing is held."""


@dataclass(slots=True)
class Standing:
    """For whoever watches. `position` to `parked` are of the whole projection, whoever works its lanes; the rest is this worker's.

    `oldest`: when the first event happened that is not in the rows. `halted`: of how many lanes here.
    """

    projection: str
    position: int = 0
    behind: int = 0
    oldest: str | None = None
    parked: int = 0
    lanes: int = 0
    halted: int = 0
    counts: Counts = field(default_factory=Counts)


@dataclass(frozen=True, slots=True)
class Stuck:
    """A lane that has halted at `position`: set aside for `pause_s`, until `retry_at`, and stuck until it gets beyond that position."""

    halted: Halted
    position: int
    pause_s: float
    retry_at: float


class Worker:
    """One projection in this process, and those of its lanes that are its share. For one thread.

    Once `stop` is set it ends after its batch; `say` tells the operator.
    """

    def __init__(
        self, projection: type[Projection], books: Books, feed: Feed, shares: Shares, standing: Standing, stop: Flag, say: Say
    ) -> None:
        self._projection = projection
        self._books = books
        self._feed = feed
        self._shares = shares
        self.standing = standing
        self._stop = stop
        self._say = say
        self._patience = Patience(stop, say)
        self._followers: dict[int, Follower] = {}
        self._stuck: dict[int, Stuck] = {}
        self._share_at = 0.0

    def run(self) -> None:
        """Until it is stopped."""
        with closing(self._feed), closing(self._shares):
            while not self._stop.is_set():
                self._turn()

    def run_once(self) -> None:
        """To the end of the log as it stands now, in all lanes. Halted, LogReplaced; what is away is an error, too."""
        end: Any = None
        with closing(self._feed):
            while not self._stop.is_set():
                try:
                    if not self._followers:
                        generation = self._ready()
                        self._follow(generation, set(range(generation.lanes)) - self._stuck.keys())
                    end = self._feed.end() if end is None else end
                    if not self._followers or self._feed.has_come_to(end):
                        break
                    self._step()
                except Fenced:
                    self._followers.clear()
            self._tell()
        for stuck in self._stuck.values():
            raise stuck.halted

    def _turn(self) -> None:
        """One step, and what else is due."""
        try:
            if monotonic() >= self._share_at:
                self._share_out()
            if self._followers:
                self._step()
            else:
                self._stop.wait(IDLE_S)
        except Fenced:  # another worker has the lane, or the generation was built again: begin from what is there now
            self._let_go()
            self._stop.wait(IDLE_S)
        except (StoreTrouble, LogReplaced) as trouble:
            self._let_go()
            self._patience.wait(trouble, f"{self._projection.name} goes on from where it is")
        else:
            self._patience.over()

    def _share_out(self) -> None:
        now = monotonic()
        self._share_at = now + SHARE_S
        generation = self._ready()
        ours = self._shares.balance(generation.lanes)
        self._stuck = {lane: stuck for lane, stuck in self._stuck.items() if lane in ours}
        self._follow(generation, ours - {lane for lane, stuck in self._stuck.items() if now < stuck.retry_at})
        self._tell()

    def _tell(self) -> None:
        [stands] = status(self._feed.store, self._books, [self._projection])
        first = self._feed.store.stored(stands.position, 1)
        told = self.standing
        told.position, told.behind, told.parked = stands.position, stands.behind, len(stands.parked)
        told.oldest = first[0].meta.time if first else None
        told.lanes, told.halted, told.counts = len(self._followers), len(self._stuck), self._feed.counts()

    def _ready(self) -> Generation:
        return make_ready(self._books, self._projection, self._feed.lanes())

    def _follow(self, generation: Generation, lanes: set[int]) -> None:
        """These lanes, each from where the books say. What was kept in memory goes: a lane may have been elsewhere meanwhile."""
        keys = {lane: generation.keys[lane] for lane in sorted(lanes)}
        if keys != {lane: follower.key for lane, follower in self._followers.items()}:
            projection = self._projection(generation.generation)
            self._followers = {lane: Follower(self._books, projection, key) for lane, key in keys.items()}
            self._feed.follow(list(self._followers.values()))

    def _step(self) -> None:
        halted = self._feed.step(IDLE_S)
        for follower, halt in halted:
            self._set_aside(follower, halt)
        if halted:
            self._feed.follow(list(self._followers.values()))
        for lane, stuck in list(self._stuck.items()):
            if lane in self._followers and self._followers[lane].position > stuck.position:
                self._say(f"{self._projection.name} goes on from position {stuck.position}")
                del self._stuck[lane]

    def _set_aside(self, follower: Follower, halted: Halted) -> None:
        lane = follower.key.partition
        before = self._stuck.get(lane)
        pause_s = RETRY_S_MIN if before is None else min(2 * before.pause_s, RETRY_S_MAX)
        self._stuck[lane] = Stuck(halted, follower.position, pause_s, monotonic() + pause_s)
        del self._followers[lane]
        if before is None or str(before.halted) != str(halted):
            self._say(str(halted))

    def _let_go(self) -> None:
        """Of everything: whoever has no trouble may take our lanes meanwhile."""
        self._followers.clear()
        self.standing.lanes = 0
        self._shares.close()
        self._share_at = 0.0


def run_all(opened: Callable[[], AbstractContextManager[Sequence[Worker]]], stop: Flag, say: Say, *, once: bool) -> None:
    """Opens the workers and runs them to their end; what is away is waited for, unless they run `once`.

    Each has a thread of its own. What the first of them raises ends the others, and is raised.
    """
    patience = Patience(stop, say)
    while not stop.is_set():
        try:
            with opened() as workers:
                _run_together(workers, stop, once=once)
                return
        except StoreUnavailable as trouble:
            if once:
                raise
            patience.wait(trouble, "nothing is projected yet")


def _run_together(workers: Sequence[Worker], stop: Flag, *, once: bool) -> None:
    with ThreadPoolExecutor(len(workers)) as threads:
        running = [threads.submit(worker.run_once if once else worker.run) for worker in workers]
        wait(running, return_when=ALL_COMPLETED if once else FIRST_EXCEPTION)
        if not once:
            stop.set()
    for one in running:
        one.result()
