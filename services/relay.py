"""The relay: the store's log into the topic, every event, in the order of the log within each partition.

How far it has come is what the topic itself holds: each start reads the last event of every partition, and so does each
new start after something failed. The store keeps one number beside it, up to where everything is acknowledged; readers
of the topic take from it what they have passed.
"""

from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from threading import Event as Flag
from time import monotonic
from typing import TYPE_CHECKING

from infra.failpoints import reach
from infra.kafka_outlet import Outlet, TopicReplaced
from infra.kafka_producer import Sent
from infra.log import Stored
from infra.partitioning import partition_of
from infra.store_errors import Busy, StoreUnavailable
from services.patience import Patience
from services.relay_start import held_by

if TYPE_CHECKING:
    from infra.postgres_locks import HeldLock
    from infra.postgres_store import PostgresStore

PAGE = 1_000
PAGES_IN_FLIGHT_MAX = 2
_WAIT_S = 1.0
_PACE_S = 0.02
"""Between two looks at a log that is followed closely: a look costs as much as a hundred events."""
_CHECK_EVERY_S = 5.0


@dataclass(slots=True)
class Standing:
    """How far the relay is. Everything up to `position` is acknowledged; `end` is the log's, when it was last looked at.

    `oldest`: when the first event happened that is not acknowledged. `skipped`: events that the topic held already.
    `restarts`: how often it started anew because something failed.
    """

    position: int = 0
    end: int = 0
    oldest: str | None = None
    sent: int = 0
    skipped: int = 0
    restarts: int = 0

    @property
    def behind(self) -> int:
        """Positions, of which some may never have been events; 0 at the end."""
        return max(0, self.end - self.position)

    def __str__(self) -> str:
        return f"relayed up to position {self.position}, {self.behind} behind"


class Relay:
    """`store` and `outlet` open the two ends; once `stop` is set it ends after its batch; `say` tells the operator."""

    def __init__(self, store: "Callable[[], PostgresStore]", outlet: Callable[[], Outlet], stop: Flag, say: Callable[[str], None]) -> None:
        self.standing = Standing()
        self._open_store = store
        self._open_outlet = outlet
        self._stop = stop
        self._say = say
        self._patience = Patience(stop, say)
        self._end_at_start: int | None = None
        self._again: int | None = None
        self._checked_at = 0.0

    def run(self, *, once: bool = False, from_start: bool = False) -> None:
        """Until it is stopped; with `once`, to the end of the log as it stands at its start. `from_start`: all of it is sent again.

        Where Kafka or the store is away it waits; with `once`: StoreUnavailable. Busy where another relay runs. TopicRefused.
        """
        self._again = 0 if from_start else None
        store: PostgresStore | None = None
        had_lock = False
        with ExitStack() as stack:
            while not self._stop.is_set():
                try:
                    store = store or stack.enter_context(closing(self._open_store()))
                    with store.relay_lock() as lock:
                        had_lock = True
                        with closing(self._open_outlet()) as outlet:
                            return self._relay(store, outlet, lock, once)
                except TopicReplaced as replaced:
                    self._topic_replaced(replaced)
                except (Busy, StoreUnavailable) as trouble:
                    # After a lost connection it is most likely our own former session that still has the lock.
                    if once or (isinstance(trouble, Busy) and not had_lock):
                        raise
                    self._wait_out(store, trouble)
                self.standing.restarts += 1
        return None

    def _relay(self, store: "PostgresStore", outlet: Outlet, lock: "HeldLock", once: bool) -> None:
        held = self._start(store, outlet)
        position = min(held)
        in_flight: deque[tuple[list[Stored], list[Sent]]] = deque()
        while not self._stop.is_set() and not (once and position >= (self._end_at_start or 0)):
            self._check(store, outlet, lock)
            page = store.stored(position, PAGE)
            if page:
                in_flight.append((page, self._send(outlet, page, held)))
                position = page[-1].position
            is_behind = len(page) == PAGE
            if not is_behind:
                outlet.flush()
            while len(in_flight) > (PAGES_IN_FLIGHT_MAX if is_behind else 0):
                self._acknowledge(store, outlet, *in_flight.popleft())
                self.standing.oldest = in_flight[0][0][0].meta.time if in_flight else None
            if not page:
                self._patience.over()
                store.wait_beyond(position, _WAIT_S)
            elif not is_behind:
                self._stop.wait(_PACE_S)
        outlet.flush()
        while in_flight:
            self._acknowledge(store, outlet, *in_flight.popleft())

    def _start(self, store: "PostgresStore", outlet: Outlet) -> list[int]:
        """Of every partition, the position up to which it has its events."""
        held = held_by(store, outlet)
        if self._again is not None:
            held = [self._again] * len(held)
        # Before anything is sent a second time: whoever reads this mark must not believe that he has passed what is to come.
        store.reset_relayed(min(held))
        self.standing.position = min(held)
        self._look(store)
        if self._end_at_start is None:
            self._end_at_start = self.standing.end
        self._say(f"relaying to {outlet.place}: {self.standing}")
        return held

    def _check(self, store: "PostgresStore", outlet: Outlet, lock: "HeldLock") -> None:
        """Whether this is still the only relay, and now and then whether the topic still holds what it held."""
        if not lock.held():
            raise StoreUnavailable("the event store", "the session that made this the only relay is over", "It is opened again")
        if monotonic() - self._checked_at > _CHECK_EVERY_S:
            outlet.check()
            self._look(store)
            self._checked_at = monotonic()

    def _send(self, outlet: Outlet, page: list[Stored], held: list[int]) -> list[Sent]:
        """What its partition does not hold yet."""
        new = [event for event in page if event.position > held[partition_of(event.key, len(held))]]
        self.standing.skipped += len(page) - len(new)
        self.standing.oldest = self.standing.oldest or page[0].meta.time
        if new:
            reach("relay-before-send")
        return outlet.send(new)

    def _acknowledge(self, store: "PostgresStore", outlet: Outlet, page: list[Stored], sent: list[Sent]) -> None:
        outlet.confirm(sent)
        if sent:
            reach("relay-after-send")
        position = page[-1].position
        store.mark_relayed(position)
        reach("relay-after-mark")
        self.standing.sent += len(sent)
        self.standing.position = position
        self.standing.end = max(self.standing.end, position)
        if self._again is not None:
            self._again = position if position < (self._end_at_start or 0) else None
        self._patience.over()

    def _look(self, store: "PostgresStore") -> None:
        """How far behind it is, for whoever watches."""
        self.standing.end = store.last_position()
        first = store.stored(self.standing.position, 1)
        self.standing.oldest = first[0].meta.time if first else None

    def _topic_replaced(self, replaced: TopicReplaced) -> None:
        self._say(f"{replaced}; the relay fills it again")
        if self._again is not None:
            self._again = 0

    def _wait_out(self, store: "PostgresStore | None", trouble: Exception) -> None:
        with suppress(StoreUnavailable):
            if store is not None:
                self.standing.position = self.standing.position or store.relayed()
                self._look(store)
        self._patience.wait(trouble, str(self.standing))
