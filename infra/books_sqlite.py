"""The books embedded: one SQLite file. One connection writes, and the others cannot (SQLite 3.40 can corrupt a write-ahead
log when two connections write or checkpoint at once)."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateTable

from infra import cursor_tables
from infra.books import CONNECTIONS_MAX, WAIT_S_MAX, Database
from infra.bulk import Shape, SqliteStatement, SqliteWriter
from infra.sqlite_file import Explaining, FileKind, open_in_memory, open_to_read, open_to_write
from infra.store_errors import StoreDamaged

BOOKS = FileKind(
    name="books",
    mark=b"PTbk",
    schema=";".join(str(CreateTable(table).compile(dialect=sqlite.dialect())) for table in cursor_tables.metadata.sorted_tables),
    version=2,
    disposable=True,
)
_PACE = ("PRAGMA cache_size=-65536", "PRAGMA wal_autocheckpoint=4000")  # 64 MiB of pages; 16 MiB of log between checkpoints
_REMEDY = "Move it away, with the -wal and -shm beside it: the next command builds the books again from the events."


def in_file(path: Path, read_only: bool) -> Database:
    """StoreDamaged, StoreUnavailable."""
    reading = _engine(lambda: open_to_read(path, BOOKS), CONNECTIONS_MAX)
    writing = None if read_only else _engine(lambda: _paced(open_to_write(path, BOOKS, "NORMAL")), 1)
    database = _database(path, reading, writing)
    with database.told(), (writing or reading).connect():
        return database


def in_memory() -> Database:
    connection = open_in_memory(BOOKS)
    engine = _engine(lambda: connection, 1)
    return _database("books in memory", engine, engine)


def _database(where: Path | str, reading: Engine, writing: Engine | None) -> Database:
    statements: dict[Shape, SqliteStatement] = {}

    def bulk(connection: Connection) -> SqliteWriter:
        return SqliteWriter(connection, statements)

    return Database(where, reading, writing, "BEGIN", "BEGIN IMMEDIATE", partial(_told, where), bulk)


@contextmanager
def _told(where: Path | str) -> Iterator[None]:
    try:
        with _explained(where):
            yield
    except StoreDamaged as damage:
        raise StoreDamaged(where, damage.reason, _REMEDY) from damage


@contextmanager
def _explained(where: Path | str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        with Explaining(where):
            raise error.orig or error from error


def _engine(connect: Callable[[], sqlite3.Connection], connections_max: int) -> Engine:
    return create_engine(
        "sqlite://", creator=connect, poolclass=QueuePool, pool_size=connections_max, max_overflow=0, pool_timeout=WAIT_S_MAX
    )


def _paced(connection: sqlite3.Connection) -> sqlite3.Connection:
    for pragma in _PACE:
        connection.execute(pragma)
    return connection
