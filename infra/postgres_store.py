"""The event store on PostgreSQL, which is the one that feeds Kafka."""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from domain.event import Event
from infra.event_store import EventStore
from infra.postgres_locks import HeldLock
from infra.postgres_recorder import PostgresRecorder
from infra.upcasting import Upcasters


class PostgresStore(EventStore):
    """An EventStore that remembers how far it has been relayed, and lets one relay at a time do it."""

    def __init__(self, recorder: PostgresRecorder, classes: Mapping[str, type[Event]], upcasters: Upcasters | None = None) -> None:
        super().__init__(recorder, classes, upcasters)
        self._relaying = recorder

    def relayed(self) -> int:
        return self._relaying.relayed()

    def mark_relayed(self, position: int) -> None:
        """Kafka has acknowledged every event up to this position. The mark only ever rises."""
        self._relaying.mark_relayed(position)

    def reset_relayed(self, position: int) -> None:
        """For the relay alone, before it sends again what comes after this position: the topic may have lost it."""
        self._relaying.reset_relayed(position)

    def relay_lock(self) -> AbstractContextManager[HeldLock]:
        """Held inside by this process alone, on a connection of its own. Busy, with who holds it.

        The server gives it to another one when that connection ends: ask `held()` before what only one may do.
        """
        return self._relaying.relay_lock()
