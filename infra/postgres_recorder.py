"""The recorder on PostgreSQL: appends gather into groups, reads go through a few connections of their own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import groupby, starmap
from typing import Any, NoReturn, TypeVar
from uuid import UUID

import psycopg
from eventsourcing.persistence import Notification, StoredEvent
from pydantic_core import from_json

from infra.appender import Appender, Request
from infra.postgres import Explaining, connect, place_of
from infra.postgres_listener import Listener
from infra.postgres_locks import RELAY, HeldLock, holding
from infra.postgres_readers import Readers
from infra.postgres_schema import Schema, make_or_check
from infra.postgres_sql import statement
from infra.postgres_writer import PostgresWriter
from infra.recorder import HouseRecorder, Receipt, Taken
from infra.store_errors import StoreUnavailable

Result = TypeVar("Result")

SCHEMA = Schema(
    "casino",
    "event store",
    1,
    [
        statement(name)
        for name in ("events", "receipts", "taken", "relayed", "attempts", "never_changed", "in_turn", "without_holes", "append")
    ],
)

_COLUMNS = "SELECT stream, version, topic, state, position FROM casino.events"  # in the order of Notification's fields
_STREAM = f"{_COLUMNS} WHERE stream = %s AND version > %s AND version <= %s ORDER BY version"
_LOG = f"{_COLUMNS} WHERE position > %s AND position <= %s AND (%s::text[] IS NULL OR topic = ANY (%s)) ORDER BY position LIMIT %s"
_LAST = "SELECT max(position) FROM casino.events"
_VERSION = "SELECT max(version) FROM casino.events WHERE stream = %s"
_LAST_STREAM = "SELECT max(stream) FROM casino.events WHERE stream >= %s AND stream < %s"
_STREAMS = statement("streams")
_RECEIPT = "SELECT digest, spans FROM casino.receipts WHERE actor = %s AND key = %s"
_TAKEN = "SELECT stream FROM casino.taken WHERE kind = %s AND name = %s"
_RELAYED = "SELECT position FROM casino.relayed"
_MARK_RELAYED = "UPDATE casino.relayed SET position = %(position)s WHERE position < %(position)s"
_RESET_RELAYED = "UPDATE casino.relayed SET position = %s"
_BEYOND = "\U0010ffff"  # the last code point: after it comes no stream of the same prefix
_END = 2**63 - 1


class PostgresRecorder(HouseRecorder):
    """For any number of threads and processes; StoreUnavailable and StoreDamaged wherever the server does not do its work."""

    def __init__(self, url: str, *, application: str, read_only: bool = False) -> None:
        self._place = place_of(url)
        self._read_only = read_only
        self._explaining = Explaining(self._place)

        def opening() -> psycopg.Connection:
            return connect(url, application=application)

        self._open = opening
        with opening() as connection:
            make_or_check(connection, self._place, SCHEMA, read_only=read_only)
        self._readers = Readers(self._place, opening)
        self._writer = PostgresWriter(self._place, opening)
        self._appender = Appender(self._place, self._writer.write)
        self._listener = Listener(opening, _last_position)

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        guards: Mapping[str, int] | None = None,
        receipt: Receipt | None = None,
        taken: Sequence[Taken] = (),
        **kwargs: Any,
    ) -> Sequence[int]:
        if self._read_only:
            raise StoreUnavailable(self._place, "it was opened for reading alone", "Open it for writing to append.")
        request = Request(stored_events, [*_asked(stored_events), *(guards or {}).items()], receipt, taken)
        return self._appender.append(request) if self._writer.inside() is None else self._writer.write_inside(request)

    def together(self) -> AbstractContextManager[None]:
        return self._writer.together()

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[Notification]:
        query = f"{_STREAM} {'DESC' if desc else 'ASC'} LIMIT %s"
        return self._notifications(query, str(originator_id), gt or 0, _END if lte is None else lte, limit)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        after = 0 if start is None else start - inclusive_of_start
        only = list(topics) or None
        return self._notifications(_LOG, after, _END if stop is None else stop, only, only, limit)

    def max_notification_id(self) -> int | None:
        position: int | None = self._one(_LAST)[0]
        return position

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> NoReturn:
        raise NotImplementedError("read pages of the log instead")

    def wait_beyond(self, position: int, timeout_s: float) -> None:
        if (self.max_notification_id() or 0) <= position:
            with self._explaining:
                self._listener.wait(position, timeout_s)

    def version(self, stream: str) -> int:
        return self._one(_VERSION, stream)[0] or 0

    def last_stream(self, prefix: str) -> str | None:
        stream: str | None = self._one(_LAST_STREAM, prefix, prefix + _BEYOND)[0]
        return stream

    def streams(self, prefix: str) -> list[str]:
        bounds = {"first": prefix, "beyond": prefix + _BEYOND}
        return self._ask(lambda connection: [row[0] for row in connection.execute(_STREAMS, bounds)])

    def receipt(self, actor: str, key: str) -> Receipt | None:
        row = self._one(_RECEIPT, actor, key)
        if row is None:
            return None
        return Receipt(actor, key, row[0], tuple((stream, first, last) for stream, first, last in from_json(row[1])))

    def taken(self, kind: str, name: str) -> str | None:
        row = self._one(_TAKEN, kind, name)
        return None if row is None else str(row[0])

    def relayed(self) -> int:
        """Kafka has acknowledged every event up to this position."""
        position: int = self._one(_RELAYED)[0]
        return position

    def mark_relayed(self, position: int) -> None:
        """Only ever rises."""
        self._ask(lambda connection: connection.execute(_MARK_RELAYED, {"position": position}))

    def reset_relayed(self, position: int) -> None:
        """To this position, though it may be lower."""
        self._ask(lambda connection: connection.execute(_RESET_RELAYED, (position,)))

    @contextmanager
    def relay_lock(self) -> Iterator[HeldLock]:
        with holding(self._open(), self._place, "a relay of this house", RELAY) as lock:
            yield lock

    def close(self) -> None:
        self._appender.close()
        self._writer.close()
        self._listener.close()
        self._readers.close()

    def _one(self, query: str, *values: object) -> Any:
        return self._ask(lambda connection: connection.cursor(binary=True).execute(query, values).fetchone())

    def _notifications(self, query: str, *values: object) -> Sequence[Notification]:
        return self._ask(lambda connection: list(starmap(Notification, connection.cursor(binary=True).execute(query, values))))

    def _ask(self, question: Callable[[psycopg.Connection], Result]) -> Result:
        """Of the transaction that this thread has open, else of any connection."""
        inside = self._writer.inside()
        with self._explaining:
            return self._readers.ask(question) if inside is None else question(inside)


def _asked(stored_events: Sequence[StoredEvent]) -> Iterator[tuple[str, int]]:
    """The streams of the events, each with the version before its first one."""
    for stream, rows in groupby(stored_events, key=lambda stored: str(stored.originator_id)):
        versions = [stored.originator_version for stored in rows]
        has_hole = versions != list(range(versions[0], versions[0] + len(versions)))
        yield stream, -1 if has_hole else versions[0] - 1  # no stream is ever at -1


def _last_position(connection: psycopg.Connection) -> int:
    row = connection.execute(_LAST).fetchone()
    return (row and row[0]) or 0
