"""The read models' database: rows and cursor in one transaction, a question in one snapshot.

It may be deleted at any time: the projections build it again from the events. Where it lies, and how that place is opened,
asked and written to, is told by `infra/books_sqlite.py` and `infra/books_postgres.py`.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import TimeoutError as AllInUse

from infra import cursors
from infra.bulk import BulkWriter
from infra.cursors import Move
from infra.store_errors import StoreUnavailable

CONNECTIONS_MAX = 8
"""Questions that are answered at the same time; one more waits. On PostgreSQL as many transactions may write beside them."""

WAIT_S_MAX = 10
"""How long it waits."""


@dataclass(frozen=True, slots=True)
class Database:
    """`where` names the place in errors. `writing` is None where the books are open to be read alone.

    `told` turns the database's errors into the house's; broken constraints and everything else pass. `bulk` makes the writer
    of many rows over an open transaction.
    """

    where: Path | str
    reading: Engine
    writing: Engine | None
    begin_to_read: str
    begin_to_write: str
    told: Callable[[], AbstractContextManager[None]]
    bulk: Callable[[Connection], BulkWriter[Any]]


class Books:
    """StoreDamaged, StoreUnavailable from every method that reads or writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def sqlite(cls, path: Path, read_only: bool = False) -> "Books":
        """The file is made if it is not there, unless it is opened to read."""
        from infra import books_sqlite

        return cls(books_sqlite.in_file(path, read_only))

    @classmethod
    def memory(cls) -> "Books":
        """Gone when it is closed. It has one connection: a question cannot be asked while something is being written."""
        from infra import books_sqlite

        return cls(books_sqlite.in_memory())

    @classmethod
    def postgres(cls, url: str, read_only: bool = False) -> "Books":
        """In the schema `casino_books` of this database, which is made where it is not there and the role may. Any URL that libpq takes."""
        from infra import books_postgres

        return cls(books_postgres.at(url, read_only))

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Whatever is asked within sees the books as they were at the first question."""
        with self._transaction(self._database.reading, self._database.begin_to_read) as connection:
            yield connection

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """One transaction that may write; an exception within leaves everything as it was."""
        if self._database.writing is None:
            where = self._database.where
            raise StoreUnavailable(where, "these books are open to be read alone", "End the process that writes them, and try again.")
        with self._transaction(self._database.writing, self._database.begin_to_write) as connection:
            yield connection
            connection.commit()

    @contextmanager
    def write(self, *moves: Move) -> Iterator[BulkWriter[Any]]:
        """One step of a projection: the cursors of some of its lanes move, and its rows with them. Fenced if one has been moved."""
        with self.change() as connection:
            cursors.advance(connection, moves)
            yield self._database.bulk(connection)

    def within(self, connection: Connection) -> "Books":
        """The same books in a transaction that is open already: what is written there is stored with it, or not at all."""
        return _Within(self._database, connection)

    @contextmanager
    def alone(self, at: str) -> Iterator[bool]:
        """Whether nobody else is `at` the same, in any process, until the block ends. Embedded there is no other process."""
        if self._database.reading.dialect.name != "postgresql":
            yield True
            return
        with self.read() as connection:
            yield connection.execute(select(func.pg_try_advisory_xact_lock(func.hashtextextended(f"pataca {at}", 0)))).scalar_one()

    def close(self) -> None:
        """The writer goes last: SQLite's then takes what is left in the log over into the file."""
        self._database.reading.dispose()
        if self._database.writing is not None:
            self._database.writing.dispose()

    @contextmanager
    def _transaction(self, engine: Engine, begin: str) -> Iterator[Connection]:
        """The drivers leave transactions to us: every connection is opened in autocommit mode."""
        with self._database.told(), self._connected(engine) as connection:
            connection.exec_driver_sql(begin)
            yield connection

    def _connected(self, engine: Engine) -> Connection:
        try:
            return engine.connect()
        except AllInUse as error:
            reason = f"more questions are being answered at once than its {CONNECTIONS_MAX} connections can take"
            raise StoreUnavailable(self._database.where, reason, "Try again.") from error


class _Within(Books):
    """Each transaction is a part of the one that is open: it can fail by itself."""

    def __init__(self, database: Database, connection: Connection) -> None:
        super().__init__(database)
        self._connection = connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        yield self._connection

    @contextmanager
    def change(self) -> Iterator[Connection]:
        with self._connection.begin_nested():
            yield self._connection
