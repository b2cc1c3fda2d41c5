"""The read models' database: rows and cursor in one transaction, a question in one snapshot.

Embedded it is one SQLite file. It may be deleted at any time: the projections build it again from the events. One
connection writes, and the others cannot (SQLite 3.40 can corrupt a write-ahead log when two connections write or
checkpoint at once).
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateTable

from infra import cursors
from infra.bulk import BulkWriter, Statements
from infra.cursors import CursorKey, Mark
from infra.sqlite_file import Explaining, FileKind, open_in_memory, open_to_read, open_to_write
from infra.store_errors import StoreDamaged, StoreUnavailable

READERS_MAX = 8
"""Questions that are answered at the same time; one more waits."""

BOOKS = FileKind(
    name="books",
    mark=b"PTbk",
    schema=";".join(str(CreateTable(table).compile(dialect=sqlite.dialect())) for table in cursors.metadata.sorted_tables),
)
_PACE = ("PRAGMA cache_size=-65536", "PRAGMA wal_autocheckpoint=4000")  # 64 MiB of pages; 16 MiB of log between checkpoints
_REMEDY = "Move it away, with the -wal and -shm beside it: the next command builds the books again from the events."


class Books:
    """`where` names the place in errors. StoreDamaged, StoreUnavailable from every method that reads or writes."""

    def __init__(self, where: Path | str, writing: Engine | None, reading: Engine) -> None:
        self._where = where
        self._writing = writing
        self._reading = reading
        self._statements = Statements()

    @classmethod
    def sqlite(cls, path: Path, read_only: bool = False) -> "Books":
        """The file is made if it is not there, unless it is opened to read."""
        reading = _engine(lambda: open_to_read(path, BOOKS), READERS_MAX)
        writing = None if read_only else _engine(lambda: _paced(open_to_write(path, BOOKS, "NORMAL")), 1)
        books = cls(path, writing, reading)
        with books._told(), (writing or reading).connect():
            return books

    @classmethod
    def memory(cls) -> "Books":
        """Gone when it is closed. It has one connection: a question cannot be asked while something is being written."""
        connection = open_in_memory(BOOKS)
        engine = _engine(lambda: connection, 1)
        return cls("books in memory", engine, engine)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Whatever is asked within sees the books as they were at the first question."""
        with self._transaction(self._reading, "BEGIN") as connection:
            yield connection

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """One transaction that may write; an exception within leaves everything as it was."""
        if self._writing is None:
            raise StoreUnavailable(self._where, "these books are open to be read alone", "End the process that writes them, and try again.")
        with self._transaction(self._writing, "BEGIN IMMEDIATE") as connection:
            yield connection
            connection.commit()

    @contextmanager
    def write(self, key: CursorKey, position_from: int, to: Mark) -> Iterator[BulkWriter]:
        """One step of a projection: its cursor goes to `to`, and its rows with it. Fenced if it is not at `position_from`."""
        with self.change() as connection:
            cursors.advance(connection, key, position_from, to)
            yield BulkWriter(connection, self._statements)

    def close(self) -> None:
        """The writer goes last: it then takes what is left in the log over into the file."""
        self._reading.dispose()
        if self._writing is not None:
            self._writing.dispose()

    @contextmanager
    def _transaction(self, engine: Engine, begin: str) -> Iterator[Connection]:
        with self._told(), engine.connect() as connection:
            connection.exec_driver_sql(begin)  # the driver leaves transactions to us: sqlite_file opens in autocommit mode
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database in the house's words; broken constraints and everything else pass."""
        try:
            with self._explained():
                yield
        except StoreDamaged as damage:
            raise StoreDamaged(self._where, damage.reason, _REMEDY) from damage

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as error:
            with Explaining(self._where):
                raise error.orig or error from error


def _engine(connect: Callable[[], sqlite3.Connection], connections_max: int) -> Engine:
    return create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=connections_max, max_overflow=0)


def _paced(connection: sqlite3.Connection) -> sqlite3.Connection:
    for pragma in _PACE:
        connection.execute(pragma)
    return connection
