"""Group commit: what many threads append at the same time is written in one go, since one commit costs as much as sixty.

Callers wait; one thread takes what has gathered and writes it. Nobody waits for a group to fill.
"""

from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Lock, Thread

from eventsourcing.persistence import StoredEvent

from infra.recorder import Receipt, Taken
from infra.store_errors import StoreUnavailable

QUEUE_MAX = 4_096
"""Requests that wait to be written."""
QUEUE_WAIT_S = 3
GROUP_MAX = 512
GROUP_BYTES_MAX = 4 * 1024 * 1024
"""A group ends with the request that passes this; a larger one is written alone."""
ANSWER_WAIT_S = 60
"""Longer than a writer tries (lock timeout, reconnecting): only a server that holds its tongue lets it pass."""

Outcome = Sequence[int] | Exception
"""The positions of a request's events, or why it was not stored."""


class Request:
    """What one caller appends. `asked` are streams with the versions at which they must be, its own and those it guards."""

    __slots__ = ("_answered", "added", "asked", "events", "guarded", "outcome", "receipt", "size", "taken")

    def __init__(
        self,
        events: Sequence[StoredEvent],
        asked: Sequence[tuple[str, int]] = (),
        receipt: Receipt | None = None,
        taken: Sequence[Taken] = (),
    ) -> None:
        self.events = events
        self.asked = asked
        self.receipt = receipt
        self.taken = taken
        self.size = sum(len(stored.state) for stored in events)
        self.added: set[object] = {str(stored.originator_id) for stored in events}
        self.guarded: set[object] = {stream for stream, _ in asked if stream not in self.added}
        self.added.update((one.kind, one.name) for one in taken)
        if receipt is not None:
            self.added.add((receipt.actor, receipt.key, "receipt"))
        self.outcome: Outcome | None = None
        self._answered = Lock()
        self._answered.acquire()

    def answer(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._answered.release()

    def wait(self, timeout_s: float) -> Outcome | None:
        """The outcome; None if there is none in time."""
        self._answered.acquire(timeout=timeout_s)
        return self.outcome


class Appender:
    """`write` takes a group, whose requests have nothing to do with each other, and gives an outcome for each; or raises for all."""

    def __init__(self, place: str, write: Callable[[Sequence[Request]], Sequence[Outcome]]) -> None:
        self._place = place
        self._write = write
        self._changed = Condition()
        self._queue: deque[Request] = deque()
        self._thread: Thread | None = None
        self._closing = False

    def append(self, request: Request) -> Sequence[int]:
        """The positions of its events, or the error that `write` had for it. StoreUnavailable for a queue that stays full."""
        with self._changed:
            has_room = self._changed.wait_for(lambda: len(self._queue) < QUEUE_MAX or self._closing, QUEUE_WAIT_S)
            if self._closing:
                raise StoreUnavailable(self._place, "it is being closed", "Start again; nothing of this was stored.")
            if not has_room:
                reason = f"{QUEUE_MAX} appends are waiting for it"
                raise StoreUnavailable(self._place, reason, "Try again when it is less busy; nothing of this was stored.")
            self._queue.append(request)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="appender", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        outcome = request.wait(ANSWER_WAIT_S)
        if outcome is None:
            remedy = "Whether this was stored is not known: look, or give the command again with its key, and it takes effect once."
            raise StoreUnavailable(self._place, f"it has not answered for {ANSWER_WAIT_S} s", remedy)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        """Writes what is queued and ends; later appends are refused."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while group := self._gathered():
            try:
                outcomes = self._write(group)
            except Exception as error:
                outcomes = [error] * len(group)
            for request, outcome in zip(group, outcomes, strict=True):
                request.answer(outcome)

    def _gathered(self) -> list[Request]:
        """What waits, as far as it goes into one group; waits for something. Empty at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closing)
            group: list[Request] = []
            left: list[Request] = []
            added: set[object] = set()
            guarded: set[object] = set()
            size = 0
            while self._queue and len(group) < GROUP_MAX and size < GROUP_BYTES_MAX:
                request = self._queue.popleft()
                if request.added.isdisjoint(added) and request.added.isdisjoint(guarded) and request.guarded.isdisjoint(added):
                    group.append(request)
                    size += request.size
                    added |= request.added
                    guarded |= request.guarded
                else:
                    left.append(request)
            self._queue.extendleft(reversed(left))
            self._changed.notify_all()
            return group
