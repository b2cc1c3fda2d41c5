"""The event store: every fact of the house, in order, for ever. The truth; everything else can be made from it again.

Built on the `eventsourcing` library: its Application holds our mapper and one recorder a database.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, Notification
from eventsourcing.utils import Environment, EnvType

from domain.event import Event, Metadata, Recorded
from infra.log import Row, Stored
from infra.mapper import ContractMapper, Fact, as_it_lies
from infra.memory_recorder import MemoryRecorder
from infra.recorder import HouseRecorder, Receipt, Taken
from infra.sqlite_file import Synchronous
from infra.sqlite_recorder import SqliteRecorder
from infra.store_errors import (
    Busy,
    NameTaken,
    ReceiptExists,
    StoreDamaged,
    StoreError,
    StoreTrouble,
    StoreUnavailable,
    UnknownEvent,
    UnreadableEvent,
    VersionConflict,
)
from infra.upcasting import Catalogue, Upcasters

if TYPE_CHECKING:
    from infra.postgres_store import PostgresStore

__all__ = [
    "Append",
    "Busy",
    "EventStore",
    "NameTaken",
    "NewEvent",
    "Receipt",
    "ReceiptExists",
    "StoreDamaged",
    "StoreError",
    "StoreTrouble",
    "StoreUnavailable",
    "Taken",
    "UnknownEvent",
    "UnreadableEvent",
    "VersionConflict",
]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that has no place yet."""

    event: Event
    meta: Metadata


@dataclass(frozen=True, slots=True)
class Append:
    """What one stream gets. `expected` is its version as the decision saw it; 0 = it must not exist.

    Without events it is a guard: nothing is added, but the stream must not have moved.
    """

    stream: str
    expected: int
    events: Sequence[NewEvent]


class EventStore:
    """Appends to streams, reads streams, and reads all of them as one log.

    Any thread may call it. Reading is strict: UnknownEvent for a topic without class or upcaster, UnreadableEvent for
    bytes that its class does not take. Where the database does not do its work: StoreUnavailable, StoreDamaged.
    """

    def __init__(self, recorder: HouseRecorder, classes: Mapping[str, type[Event]], upcasters: Upcasters | None = None) -> None:
        self._recorder = recorder
        self._mapper = ContractMapper(Catalogue(classes, upcasters or {}))
        self._house = _House(self._mapper, recorder)

    @classmethod
    def memory(cls, catalogue: Mapping[str, type[Event]], upcasters: Upcasters | None = None) -> "EventStore":
        """A store that ends with the process. `catalogue`: the current event classes by topic."""
        return cls(MemoryRecorder(), catalogue, upcasters)

    @classmethod
    def sqlite(
        cls,
        path: Path,
        catalogue: Mapping[str, type[Event]],
        upcasters: Upcasters | None = None,
        *,
        read_only: bool = False,
        synchronous: Synchronous = "FULL",
    ) -> "EventStore":
        """The store in this file, made where there is none unless `read_only`. With FULL an append survives a loss of power."""
        return cls(SqliteRecorder(path, read_only=read_only, synchronous=synchronous), catalogue, upcasters)

    @classmethod
    def postgres(
        cls,
        url: str,
        catalogue: Mapping[str, type[Event]],
        upcasters: Upcasters | None = None,
        *,
        read_only: bool = False,
        application: str = "pataca",
    ) -> "PostgresStore":
        """The store in this database, its tables made where there are none and the role may, unless `read_only`.

        `application` is what the server's administrator, and whoever finds a lock taken, sees of this process.
        """
        from infra.postgres_recorder import PostgresRecorder
        from infra.postgres_store import PostgresStore

        return PostgresStore(PostgresRecorder(url, application=application, read_only=read_only), catalogue, upcasters)

    def append(self, appends: Sequence[Append], receipt: Receipt | None = None, taken: Sequence[Taken] = ()) -> list[Recorded]:
        """Records all or nothing, in one transaction; the events with their places, in the order given.

        Looked for in this order: ReceiptExists, VersionConflict, NameTaken. ValueError where a stream comes twice.
        """
        if len({append.stream for append in appends}) != len(appends):
            raise ValueError("a stream may come once in an append")
        facts = [
            Fact(append.stream, version, new.meta, new.event, new.event.body())
            for append in appends
            for version, new in enumerate(append.events, append.expected + 1)
        ]
        guards = {append.stream: append.expected for append in appends if not append.events}
        recordings = self._house.events.put(facts, guards=guards, receipt=receipt, taken=taken)
        return [Recorded(recording.notification.id, *fact) for fact, recording in zip(facts, recordings, strict=True)]

    def together(self) -> AbstractContextManager[None]:
        """Appends of this thread inside are stored in one transaction; none of them if an exception leaves it.

        Other threads wait. What was appended inside is already read there, and nowhere else before the end.
        """
        return self._recorder.together()

    def load(self, stream: str, after: int = 0) -> list[Recorded]:
        """The events of a stream with a version greater than `after`."""
        return self._read(self._recorder.select_events(stream, gt=after))

    def fold(self, stream: str, take: Callable[[Event], None]) -> Recorded | None:
        """Hands every event of the stream to `take`, in order; the last one as recorded, None where there is none.

        The metadata of the others is not read: a state is made of facts alone.
        """
        rows = self._recorder.select_events(stream)
        for event in self._mapper.events(rows):
            take(event)
        return self._read(rows[-1:])[0] if rows else None

    def span(self, stream: str, first: int, last: int) -> list[Recorded]:
        """The events of a stream from version `first` to `last`, both included."""
        return self._read(self._recorder.select_events(stream, gt=first - 1, lte=last))

    def read(self, after: int, limit: int = 500) -> list[Recorded]:
        """The log: up to `limit` events with a position greater than `after`, in order."""
        return self._read(self._recorder.select_notifications(after, limit, inclusive_of_start=False))

    def stored(self, after: int, limit: int = 500) -> list[Stored]:
        """The log as it lies there: facts are not decoded, so that what this release does not know is passed on all the same."""
        return [self._mapper.stored(row) for row in self._recorder.select_notifications(after, limit, inclusive_of_start=False)]

    def rows(self, after: int, limit: int = 500) -> list[Row]:
        """The log byte for byte: nothing of it is decoded."""
        return [as_it_lies(row) for row in self._recorder.select_notifications(after, limit, inclusive_of_start=False)]

    def rows_of(self, stream: str, first: int, last: int) -> list[Row]:
        """The same of a stream, from version `first` to `last`, both included."""
        return [as_it_lies(row) for row in self._recorder.select_events(stream, gt=first - 1, lte=last)]

    def last_position(self) -> int:
        """The position of the last event, 0 in an empty house."""
        return self._recorder.max_notification_id() or 0

    def wait_beyond(self, position: int, timeout_s: float) -> None:
        """Returns when there may be an event after `position`, at the latest after the timeout."""
        self._recorder.wait_beyond(position, timeout_s)

    def relayed(self) -> int:
        """Kafka has acknowledged every event up to this position. 0 where nothing was relayed; only PostgreSQL feeds Kafka."""
        return 0

    def version(self, stream: str) -> int:
        """The version of the stream's last event, 0 where there is no such stream."""
        return self._recorder.version(stream)

    def last_stream(self, prefix: str) -> str | None:
        """The greatest stream id that begins with `prefix`, e.g. a table's latest session."""
        return self._recorder.last_stream(prefix)

    def streams(self, prefix: str) -> list[str]:
        """The ids of all streams that begin with `prefix`, ascending."""
        return self._recorder.streams(prefix)

    def receipt(self, actor: str, key: str) -> Receipt | None:
        """The receipt of a command that was answered."""
        return self._recorder.receipt(actor, key)

    def taken(self, kind: str, name: str) -> str | None:
        """The stream that took this name, None while it is free."""
        return self._recorder.taken(kind, name)

    def close(self) -> None:
        self._house.close()
        self._recorder.close()

    def _read(self, rows: Sequence[Notification]) -> list[Recorded]:
        contents = self._mapper.contents
        return [Recorded(row.id, str(row.originator_id), row.originator_version, *contents(row)) for row in rows]


class _House(Application[str]):
    """The library's application, with what it would look up in the process's environment given to it instead.

    A variable that the library knows must not change what is stored, nor where (compression, ciphers, other databases).
    """

    name = "pataca"
    env: ClassVar[dict[str, str]] = {"ORIGINATOR_ID_TYPE": "text"}

    def __init__(self, mapper: ContractMapper, recorder: HouseRecorder) -> None:
        self._own_mapper = mapper
        self._own_recorder = recorder
        super().__init__()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        return Environment(name, {**self.env, **(env or {})})

    def construct_mapper(self) -> Mapper[str]:
        return self._own_mapper

    def construct_recorder(self) -> HouseRecorder:
        return self._own_recorder
