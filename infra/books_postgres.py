"""The books on PostgreSQL: the schema `casino_books`, where many processes may ask and several may write at once.

What is otherwise there than in SQLite is made the same here, once, and not in every question: texts are compared byte by byte,
whatever the database's language, and a sum of whole numbers is a whole number.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from sqlalchemy import Connection, Engine, Text, create_engine
from sqlalchemy.dialects.postgresql.base import PGTypeCompiler
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool

from infra import cursor_tables
from infra.books import CONNECTIONS_MAX, WAIT_S_MAX, Database
from infra.bulk import Shape
from infra.bulk_postgres import PostgresStatement, PostgresWriter
from infra.postgres import Explaining, connect, place_of
from infra.store_errors import StoreUnavailable

SCHEMA = "casino_books"

_BEGIN_TO_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_BEGIN_TO_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_IDLE_S_MAX = 60
"""A process that stands still while it writes loses its transaction then, and with it what the next one waits for."""

_FORM = "pataca books, form 1"
"""Of the tables that all projections share (infra/cursor_tables.py), as a comment on one of them."""


def at(url: str, read_only: bool) -> Database:
    """StoreUnavailable."""
    where = place_of(url)
    reading = _engine(partial(_open, url, 0))
    writing = None if read_only else _engine(partial(_open, url, _IDLE_S_MAX))
    statements: dict[Shape, PostgresStatement] = {}

    def bulk(connection: Connection) -> PostgresWriter:
        return PostgresWriter(connection, statements)

    database = Database(where, reading, writing, _BEGIN_TO_READ, _BEGIN_TO_WRITE, partial(_told, where), bulk)
    try:
        with database.told(), (writing or reading).connect() as connection:
            _find_or_make(connection, where)
    except BaseException:
        reading.dispose()
        if writing is not None:
            writing.dispose()
        raise
    return database


def _engine(connect: Callable[[], psycopg.Connection]) -> Engine:
    engine = create_engine(
        "postgresql+psycopg://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=CONNECTIONS_MAX,
        max_overflow=0,
        pool_timeout=WAIT_S_MAX,
        pool_pre_ping=True,  # once the server has been away, its connections are made anew
        hide_parameters=True,
        use_native_hstore=False,
    )
    engine.dialect.type_compiler_instance = _ByteOrder(engine.dialect)
    return engine


def _open(url: str, idle_s_max: int) -> psycopg.Connection:
    """An idle limit of 0 is none."""
    connection = connect(url, application="pataca books")
    try:
        settings = f"SELECT set_config('search_path', %s, false), set_config('idle_in_transaction_session_timeout', '{idle_s_max}s', false)"
        connection.execute(settings, (SCHEMA,))
    except BaseException:
        connection.close()
        raise
    connection.adapters.register_loader("numeric", _Whole)
    return connection


def _find_or_make(connection: Connection, where: str) -> None:
    """The schema with its first tables. Processes that start at the same time wait for the one that makes it."""
    if _form(connection) is None:
        connection.exec_driver_sql(_BEGIN_TO_WRITE)
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtextextended('pataca books', 0))")
        if _form(connection) is None:
            if connection.exec_driver_sql(f"SELECT to_regnamespace('{SCHEMA}')").scalar() is None:
                connection.exec_driver_sql(f"CREATE SCHEMA {SCHEMA}")
            cursor_tables.metadata.create_all(connection)
            connection.exec_driver_sql(f"COMMENT ON TABLE {SCHEMA}.generations IS '{_FORM}'")
        connection.commit()
    form = _form(connection)
    if form != _FORM:
        remedy = f"Drop the schema {SCHEMA} with all that is in it: the next command builds the books again from the events."
        raise StoreUnavailable(where, f"its books are of the form {form!r}, this release knows {_FORM!r}", remedy)


def _form(connection: Connection) -> str | None:
    asked = connection.exec_driver_sql(f"SELECT obj_description(to_regclass('{SCHEMA}.generations'), 'pg_class')")
    found: str | None = asked.scalar()
    return found


@contextmanager
def _told(where: str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        with Explaining(where):
            raise _rebuilt_meanwhile(error.orig, where) or error.orig or error from error


def _rebuilt_meanwhile(error: BaseException | None, where: str) -> StoreUnavailable | None:
    """A question finds which generation is live, and then its tables: they may go in between."""
    if isinstance(error, psycopg.errors.UndefinedTable):
        name = re.search(r'"(\w+_\d+)"', error.diag.message_primary or "")
        if name is not None:
            return StoreUnavailable(where, f"{name[1]} has gone, for these books were built again meanwhile", "Try again.")
    return None


class _ByteOrder(PGTypeCompiler):
    def visit_TEXT(self, type_: Text, **kw: Any) -> str:  # noqa: ARG002, N802 as SQLAlchemy has it
        return 'TEXT COLLATE "C"'


class _Whole(Loader):
    """`numeric` is PostgreSQL's sum of whole numbers. ValueError for a fraction: the books hold none."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))
