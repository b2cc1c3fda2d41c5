"""The tables that go along when an embedded house moves to PostgreSQL, read from its files and copied row by row as they are.

Read models stay behind: they are built again there from the events.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from infra.attempts import kept_text
from infra.attempts_sqlite import ATTEMPTS
from infra.folder import DataFolder
from infra.postgres import Explaining, connect, place_of
from infra.postgres_locks import APPEND, holder_of
from infra.postgres_recorder import SCHEMA
from infra.postgres_schema import Schema, make_or_check
from infra.sqlite_file import Explaining as ExplainingFile
from infra.sqlite_file import FileKind, open_to_read
from infra.sqlite_tables import EVENTS
from infra.store_errors import Busy, StoreDamaged, StoreTrouble
from infra.vault_postgres import VAULT as VAULT_SCHEMA
from infra.vault_sqlite import VAULT

Row = tuple[Any, ...]
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """`what` it holds, for people. Its first `keyed` columns order its rows and name one; `types` are PostgreSQL's.

    `counted`: the first column is a number that PostgreSQL gives to new rows. `free`: its texts are whatever was sent.
    """

    name: str
    what: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    keyed: int
    counted: bool = False
    free: bool = False

    def key(self, row: Row) -> Key:
        return row[: self.keyed]


@dataclass(frozen=True, slots=True)
class Part:
    """What lies in one file, and in one schema of PostgreSQL."""

    kind: FileKind
    schema: Schema
    tables: tuple[Table, ...]


_TEXT = ("text",)
_REFUSALS = ("time", "actor", "key", "command", "code", "rule", "message")

VAULT_PART = Part(
    VAULT,
    VAULT_SCHEMA,
    (
        Table("keys", "keys", ("hand", "holder", "key"), ("text", "text", "bytea"), 2),
        Table("named", "digests of named cards", ("hand", "spot", "digest"), ("text", "text", "bytea"), 2),
        Table("decks", "sealed decks", ("hand", "sealed"), ("text", "text"), 1),
    ),
)
ATTEMPTS_PART = Part(
    ATTEMPTS,
    SCHEMA,
    (Table("attempts", "refused commands", ("number", *_REFUSALS), ("int8", *_TEXT * 7), 1, counted=True, free=True),),
)
EVENTS_PART = Part(
    EVENTS,
    SCHEMA,
    (
        Table("receipts", "receipts", ("actor", "key", "digest", "spans"), ("text", "text", "bytea", "text"), 2),
        Table("taken", "names taken", ("kind", "name", "stream"), _TEXT * 3, 2),
        Table(
            "events",
            "events",
            ("position", "stream", "version", "topic", "state"),
            ("int8", "text", "int8", "text", "bytea"),
            1,
            counted=True,
        ),
    ),
)


class FileRows:
    """A file of the house, read alone; one that was never made has no rows."""

    def __init__(self, path: Path, part: Part) -> None:
        self.where = str(path)
        self.tables = part.tables
        self._explaining = ExplainingFile(path)
        self._connection: sqlite3.Connection | None = open_to_read(path, part.kind) if path.exists() else None

    def page(self, table: Table, after: Key | None, limit: int) -> list[Row]:
        """Rows in the order of their keys, from the first one with a greater key on."""
        if self._connection is None:
            return []
        with self._explaining:
            rows = self._connection.execute(_page(table, table.name, "?", after), (*(after or ()), limit)).fetchall()
        return [_cut(row) for row in rows] if table.free else rows

    def count(self, table: Table) -> int:
        if self._connection is None:
            return 0
        with self._explaining:
            count: int = self._connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]  # noqa: S608 our own table
            return count

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class PostgresRows:
    """The same tables in PostgreSQL, made where there are none. Nothing is appended to the events there while this is open: Busy."""

    def __init__(self, url: str, part: Part) -> None:
        self.where = place_of(url)
        self._schema = part.schema.name
        self._connection = connect(url, application="pataca admin move")
        try:
            make_or_check(self._connection, self.where, part.schema)
            if part is EVENTS_PART:
                self._hold_appends()
        except BaseException:
            self._connection.close()
            raise

    def page(self, table: Table, after: Key | None, limit: int) -> list[Row]:
        """As FileRows."""
        with self._told():
            statement = _page(table, f"{self._schema}.{table.name}", "%s", after)
            return self._connection.execute(statement.encode(), (*(after or ()), limit)).fetchall()

    def add(self, table: Table, rows: Sequence[Row]) -> None:
        """All of them or none. What PostgreSQL numbers by itself keeps its numbers and goes on after the last one."""
        name = sql.Identifier(self._schema, table.name)
        columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
        copy_in = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(name, columns)
        with self._told(), self._connection.transaction(), self._connection.cursor() as cursor:
            with cursor.copy(copy_in) as copy:
                copy.set_types(table.types)
                for row in rows:
                    copy.write_row(row)
            if table.counted:
                number = f"pg_get_serial_sequence('{self._schema}.{table.name}', '{table.columns[0]}')"
                cursor.execute(f"SELECT setval({number}, %s)".encode(), (rows[-1][0],))

    def close(self) -> None:
        self._connection.close()

    def _hold_appends(self) -> None:
        """For as long as this session lasts; what this very session adds, it may."""
        with self._told():
            if self._connection.execute("SELECT pg_try_advisory_lock(%s, %s)", APPEND).fetchone() != (True,):
                raise Busy(self.where, "an append", holder_of(self._connection, APPEND))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """As the vault tells them: a detail of the driver's errors may show a row."""
        try:
            with Explaining(self.where):
                yield
        except StoreTrouble as trouble:
            raise type(trouble)(trouble.where, trouble.reason, trouble.remedy) from None
        except psycopg.Error as error:
            reason = f"it does not take a row of the house, with SQLSTATE {error.sqlstate}"
            raise StoreDamaged(self.where, reason, "Name an empty database.") from None


@contextmanager
def beside(folder: DataFolder, url: str, vault_url: str) -> Iterator[list[tuple[FileRows, PostgresRows]]]:
    """Each file of the house with its place in PostgreSQL, in the order in which they should be copied: keys before what they open.

    Nobody writes in the folder meanwhile. FolderBusy, HouseMoved, Busy, StoreUnavailable, StoreDamaged.
    """
    places = ((VAULT_PART, folder.vault, vault_url), (ATTEMPTS_PART, folder.attempts, url), (EVENTS_PART, folder.events, url))
    with ExitStack() as stack:
        stack.enter_context(folder.lock())
        yield [
            (stack.enter_context(closing(FileRows(path, part))), stack.enter_context(closing(PostgresRows(there, part))))
            for part, path, there in places
        ]


def _page(table: Table, name: str, mark: str, after: Key | None) -> str:
    keys = ", ".join(table.columns[: table.keyed])
    beyond = "" if after is None else f"WHERE ({keys}) > ({', '.join([mark] * table.keyed)}) "
    return f"SELECT {', '.join(table.columns)} FROM {name} {beyond}ORDER BY {keys} LIMIT {mark}"  # noqa: S608 our own tables


def _cut(row: Row) -> Row:
    """A file may hold U+0000 in a text of an earlier release; a database of PostgreSQL does not."""
    return tuple(kept_text(value) if isinstance(value, str) else value for value in row)
