"""The house's schemas in a PostgreSQL database: made whole or not at all, and marked with the form of their tables."""

from collections.abc import Sequence
from dataclasses import dataclass

import psycopg
from psycopg import sql

from infra.postgres import Explaining
from infra.postgres_locks import MAKING_TABLES
from infra.store_errors import StoreUnavailable

_ENCODING = "SELECT current_setting('server_encoding')"
_WAIT = b"SELECT pg_advisory_xact_lock(%s, %s)"
# The mark is the schema's comment: every role may read it, whatever it was granted.
_MARK = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s"


@dataclass(frozen=True, slots=True)
class Schema:
    """`name` in the database, what it is for people, the form of its tables, and the statements that make them."""

    name: str
    what: str
    form: int
    statements: Sequence[bytes]

    @property
    def mark(self) -> str:
        return f"pataca's {self.what}, form {self.form}"


def make_or_check(connection: psycopg.Connection, place: str, schema: Schema, *, read_only: bool = False) -> None:
    """Makes the schema where there is none; one that is complete is enough for a role that may make nothing.

    Any number of processes may do so at once. StoreUnavailable where it is missing and `read_only`, where the role may
    not make it, and for tables of another form.
    """
    with Explaining(place):
        if _is_made(connection, place, schema):
            return
        if read_only:
            raise StoreUnavailable(place, f"it has no {schema.what} of pataca", "Give a command that writes first, or correct the URL.")
        with connection.transaction():
            connection.execute(_WAIT, MAKING_TABLES)
            if not _is_made(connection, place, schema):
                _make(connection, place, schema)


def _is_made(connection: psycopg.Connection, place: str, schema: Schema) -> bool:
    row = connection.execute(_MARK, (schema.name,)).fetchone()
    if row is None or row[0] is None:
        return False
    if row[0] != schema.mark:
        reason = f"its schema {schema.name} is marked as {row[0]!r}, this release knows {schema.mark!r}"
        raise StoreUnavailable(place, reason, "Use the release that made it, or a later one; or name another database.")
    return True


def _make(connection: psycopg.Connection, place: str, schema: Schema) -> None:
    row = connection.execute(_ENCODING).fetchone()
    if row != ("UTF8",):
        remedy = "Create one with CREATE DATABASE ... TEMPLATE template0 ENCODING 'UTF8', and name that."
        raise StoreUnavailable(place, "the encoding of this database cannot hold every text; UTF8 can", remedy)
    name = sql.Identifier(schema.name)
    connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name))
    try:
        for one in schema.statements:
            connection.execute(one)
    except (psycopg.errors.DuplicateTable, psycopg.errors.DuplicateFunction) as error:
        reason = f"its schema {schema.name} holds tables that are not pataca's, or not all of them"
        raise StoreUnavailable(place, reason, "Name another database.") from error
    connection.execute(sql.SQL("COMMENT ON SCHEMA {} IS {}").format(name, sql.Literal(schema.mark)))
