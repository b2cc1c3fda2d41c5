"""What a database must do for the event store, beside what the `eventsourcing` library asks of a recorder.

One database, one recorder: SQLite, PostgreSQL, memory. What they share stands in EventStore once.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent

_LOOK_EVERY_S = 0.02


@dataclass(frozen=True, slots=True)
class Receipt:
    """An answered command: whose `key`, the digest of its body, and which versions of which streams it appended.

    A span is stream, first and last version; the answer is rebuilt from them.
    """

    actor: str
    key: str
    digest: bytes
    spans: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A name taken once in the house (slip, bank reference, box, permit), and the stream that took it."""

    kind: str
    name: str
    stream: str


class HouseRecorder(ApplicationRecorder):
    """Rows of events, receipts and taken names. All are only ever added."""

    @abstractmethod
    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        guards: Mapping[str, int] | None = None,
        receipt: Receipt | None = None,
        taken: Sequence[Taken] = (),
        **kwargs: Any,
    ) -> Sequence[int]:
        """Inserts all or nothing, in one transaction; the positions, in the order given.

        The events of a stream stand together, and the first must follow the stream's last one. `guards` are streams
        that get no event and must be at this version all the same.
        Raises, looked for in this order, ReceiptExists, VersionConflict, NameTaken.
        """

    @abstractmethod
    def together(self) -> AbstractContextManager[None]:
        """What one thread inserts inside is stored in one transaction, or not at all if an exception leaves it."""

    @abstractmethod
    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[Notification]:
        """The events of a stream with version > `gt` and <= `lte`, with their positions."""

    def wait_beyond(self, position: int, timeout_s: float) -> None:
        """Returns when there may be an event after `position`, at the latest after the timeout."""
        until = monotonic() + timeout_s
        while (self.max_notification_id() or 0) <= position and (left := until - monotonic()) > 0:
            sleep(min(left, _LOOK_EVERY_S))

    @abstractmethod
    def version(self, stream: str) -> int:
        """The version of the stream's last event, 0 without one."""

    @abstractmethod
    def last_stream(self, prefix: str) -> str | None:
        """The greatest id of a stream that begins with `prefix`, compared by code points."""

    @abstractmethod
    def streams(self, prefix: str) -> list[str]:
        """The ids of all streams that begin with `prefix`, ascending."""

    @abstractmethod
    def receipt(self, actor: str, key: str) -> Receipt | None: ...

    @abstractmethod
    def taken(self, kind: str, name: str) -> str | None:
        """The stream that took the name, None while it is free."""

    @abstractmethod
    def close(self) -> None: ...
