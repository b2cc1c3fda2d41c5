"""The recorder on SQLite: one file, one connection, one transaction an append.

What its tables refuse by themselves (sqlite_tables.py) is what it answers with.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import starmap
from pathlib import Path
from threading import RLock
from typing import Any, NoReturn
from uuid import UUID

from eventsourcing.persistence import Notification, StoredEvent
from pydantic_core import from_json, to_json

from infra.recorder import HouseRecorder, Receipt, Taken
from infra.sqlite_file import Explaining, Synchronous, open_to_read, open_to_write
from infra.sqlite_tables import EVENTS
from infra.store_errors import NameTaken, ReceiptExists, StoreUnavailable, VersionConflict

_INSERT_EVENT = "INSERT INTO events (stream, version, topic, state) VALUES (?, ?, ?, ?)"
_INSERT_RECEIPT = "INSERT INTO receipts (actor, key, digest, spans) VALUES (?, ?, ?, ?)"
_INSERT_TAKEN = "INSERT INTO taken (kind, name, stream) VALUES (?, ?, ?)"
_WHOLE = ("BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",))
_NESTED = ("SAVEPOINT append", "RELEASE append", ("ROLLBACK TO append", "RELEASE append"))
_COLUMNS = "SELECT stream, version, topic, state, position FROM events"  # in the order of Notification's fields
_VERSION = "SELECT max(version) FROM events WHERE stream = ?"
_LAST_STREAM = "SELECT max(stream) FROM events WHERE stream >= ? AND stream < ?"
# Jumps through the index from stream to stream; SELECT DISTINCT would walk over every event.
_STREAMS = """
WITH RECURSIVE found (stream) AS (
    SELECT min(stream) FROM events WHERE stream >= :first AND stream < :beyond
    UNION ALL
    SELECT (SELECT min(stream) FROM events WHERE stream > found.stream AND stream < :beyond) FROM found WHERE found.stream IS NOT NULL
) SELECT stream FROM found WHERE stream IS NOT NULL
"""
_BEYOND = "\U0010ffff"  # the last code point: after it comes no stream of the same prefix
_LAST = 2**63 - 1


class SqliteRecorder(HouseRecorder):
    """For any number of threads; StoreDamaged and StoreUnavailable wherever the file does not do its work."""

    def __init__(self, path: Path, *, read_only: bool = False, synchronous: Synchronous = "FULL") -> None:
        self._path = path
        self._read_only = read_only
        self._lock = RLock()
        self._explaining = Explaining(path)
        self._connection = open_to_read(path, EVENTS) if read_only else open_to_write(path, EVENTS, synchronous)
        self._cursor = self._connection.cursor()

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
            raise StoreUnavailable(self._path, "it was opened for reading alone", "Open it for writing to append.")
        with self._explaining, self._transaction() as cursor:
            if receipt is not None:
                _insert_receipt(cursor, receipt)
            end = _insert_events(cursor, stored_events)
            _check_guards(cursor, guards or {})
            for one in taken:
                _insert_taken(cursor, one)
        return range(end - len(stored_events), end)  # AUTOINCREMENT counts by one within a transaction

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._explaining, self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        """Inside another one a savepoint: what fails there is undone by itself, and the rest with the whole."""
        cursor = self._cursor
        with self._lock:
            begin, commit, undo = _NESTED if self._connection.in_transaction else _WHOLE
            cursor.execute(begin)
            try:
                yield cursor
                cursor.execute(commit)
            except BaseException:
                if self._connection.in_transaction:  # a full disk may have ended it already
                    for statement in undo:
                        cursor.execute(statement)
                raise

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[Notification]:
        order = "DESC" if desc else "ASC"
        statement = f"{_COLUMNS} WHERE stream = ? AND version > ? AND version <= ? ORDER BY version {order} LIMIT ?"
        bounds = (gt or 0, _LAST if lte is None else lte, -1 if limit is None else limit)
        return self._notifications(statement, str(originator_id), *bounds)

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
        only = f"AND topic IN ({','.join('?' * len(topics))})" if topics else ""
        statement = f"{_COLUMNS} WHERE position > ? AND position <= ? {only} ORDER BY position LIMIT ?"
        return self._notifications(statement, after, _LAST if stop is None else stop, *topics, limit)

    def max_notification_id(self) -> int | None:
        position: int | None = self._one("SELECT max(position) FROM events")[0]
        return position

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> NoReturn:
        raise NotImplementedError("read pages of the log instead")

    def version(self, stream: str) -> int:
        return self._one(_VERSION, stream)[0] or 0

    def last_stream(self, prefix: str) -> str | None:
        stream: str | None = self._one(_LAST_STREAM, prefix, prefix + _BEYOND)[0]
        return stream

    def streams(self, prefix: str) -> list[str]:
        with self._explaining, self._lock:
            return [row[0] for row in self._connection.execute(_STREAMS, {"first": prefix, "beyond": prefix + _BEYOND})]

    def receipt(self, actor: str, key: str) -> Receipt | None:
        row = self._one("SELECT digest, spans FROM receipts WHERE actor = ? AND key = ?", actor, key)
        if row is None:
            return None
        return Receipt(actor, key, row[0], tuple((stream, first, last) for stream, first, last in from_json(row[1])))

    def taken(self, kind: str, name: str) -> str | None:
        row = self._one("SELECT stream FROM taken WHERE kind = ? AND name = ?", kind, name)
        return None if row is None else str(row[0])

    def close(self) -> None:
        with self._explaining, self._lock:
            self._connection.close()

    def _one(self, statement: str, *values: object) -> Any:
        with self._explaining, self._lock:
            return self._connection.execute(statement, values).fetchone()

    def _notifications(self, statement: str, *values: object) -> Sequence[Notification]:
        with self._explaining, self._lock:
            return list(starmap(Notification, self._connection.execute(statement, values)))


def _insert_events(cursor: sqlite3.Cursor, stored_events: Sequence[StoredEvent]) -> int:
    """Inserts them in order; the position after the last one."""
    stream: UUID | str = ""
    try:
        for stored in stored_events:
            stream = stored.originator_id
            cursor.execute(_INSERT_EVENT, (stream, stored.originator_version, stored.topic, stored.state))
    except sqlite3.IntegrityError as error:
        _only_by_rule(error)
        raise VersionConflict(str(stream)) from error
    return (cursor.lastrowid or 0) + 1


def _check_guards(cursor: sqlite3.Cursor, guards: Mapping[str, int]) -> None:
    for stream, expected in guards.items():
        if (cursor.execute(_VERSION, (stream,)).fetchone()[0] or 0) != expected:
            raise VersionConflict(stream)


def _insert_receipt(cursor: sqlite3.Cursor, receipt: Receipt) -> None:
    try:
        cursor.execute(_INSERT_RECEIPT, (receipt.actor, receipt.key, receipt.digest, to_json(receipt.spans).decode()))
    except sqlite3.IntegrityError as error:
        _only_by_rule(error)
        raise ReceiptExists(receipt.actor, receipt.key) from error


def _insert_taken(cursor: sqlite3.Cursor, taken: Taken) -> None:
    try:
        cursor.execute(_INSERT_TAKEN, (taken.kind, taken.name, taken.stream))
    except sqlite3.IntegrityError as error:
        _only_by_rule(error)
        raise NameTaken(taken.kind, taken.name) from error


def _only_by_rule(error: sqlite3.IntegrityError) -> None:
    """The rules above are answers; anything else that the tables refuse (a null, a number for a text) is a defect."""
    if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_TRIGGER:
        raise error
