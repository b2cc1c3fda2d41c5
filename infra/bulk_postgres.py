"""Many rows at once into PostgreSQL: new ones by COPY, others as one array a column in a single statement.

Both are text, made column by column. Most values need nothing but to be joined; whether that was so is told by counting the
signs that mean something in the result, which costs less than to look at every value.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError

from infra.bulk import BulkWriter, Kind, Row, Values, Verb, kind_of, values_of

_TYPES: dict[Kind, str] = {"number": "bigint", "text": "text", "bytes": "bytea"}
_SIGNS = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
"""What COPY takes for more than a letter."""


class PostgresStatement(NamedTuple):
    """`keys`: how many of the columns, at their beginning, are the primary key."""

    sql: str
    table: str
    verb: Verb
    values: Callable[[Row], Values]
    kinds: tuple[Kind, ...]
    keys: int


class PostgresWriter(BulkWriter[PostgresStatement]):
    """The rows of a `put` or `add` are written in the order of their keys, so that two writers never wait for each other."""

    def _made(self, table: Table, verb: Verb, columns: tuple[str, ...]) -> PostgresStatement:
        keys = [column.name for column in table.primary_key if column.name in columns]
        ordered = [*keys, *(name for name in columns if name not in keys)]
        kinds = tuple(kind_of(table.c[name]) for name in ordered)
        quoted = self.connection.dialect.identifier_preparer
        name, names = quoted.format_table(table), [quoted.quote(column) for column in ordered]
        sql = f"COPY {name} ({', '.join(names)}) FROM STDIN" if verb == "insert" else _upsert(name, verb, names, len(keys), kinds)
        return PostgresStatement(sql, table.name, verb, values_of(ordered), kinds, len(keys))

    def _send(self, statement: PostgresStatement, rows: Sequence[Row]) -> None:
        values = [statement.values(row) for row in rows]
        driver = self.connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        try:
            with driver.cursor() as cursor:
                if statement.verb == "insert":
                    text = _checked(_copy_text(values, statement.kinds), statement)
                    with cursor.copy(statement.sql) as copy:
                        copy.write(text)
                else:
                    arrays = map(_array_text, zip(*_folded(values, statement), strict=True), statement.kinds)
                    cursor.execute(statement.sql, [_checked(array, statement) for array in arrays], prepare=True)
        except UnicodeEncodeError as error:
            raise ValueError(f"a text for {statement.table} holds half a surrogate pair, which PostgreSQL cannot keep") from error
        except psycopg.Error as error:
            if driver.closed:
                self.connection.invalidate(error)
            raise DBAPIError.instance(
                statement.sql, None, error, psycopg.Error, hide_parameters=True, dialect=self.connection.dialect
            ) from error


def _upsert(name: str, verb: Verb, names: Sequence[str], keys: int, kinds: Sequence[Kind]) -> str:
    new = {column: f"excluded.{column}" if verb == "put" else f"{name}.{column} + excluded.{column}" for column in names[keys:]}
    action = f"UPDATE SET {', '.join(f'{column} = {value}' for column, value in new.items())}" if new else "NOTHING"
    arrays = ", ".join(f"%s::{_TYPES[kind]}[]" for kind in kinds)
    return (
        f"INSERT INTO {name} ({', '.join(names)}) SELECT * FROM unnest({arrays}) "  # noqa: S608 names of our own tables
        f"ON CONFLICT ({', '.join(names[:keys])}) DO {action}"
    )


def _folded(rows: Iterable[Values], statement: PostgresStatement) -> list[Values]:
    """One row a key, in the order of the keys: PostgreSQL writes to a row once in a statement."""
    keys = statement.keys
    by_key: dict[Values, Values] = {}
    for row in rows:
        key = row[:keys]
        held = by_key.get(key)
        if held is not None and statement.verb == "add":
            by_key[key] = (*key, *map(int.__add__, held[keys:], row[keys:]))
        else:
            by_key[key] = row
    return [by_key[key] for key in sorted(by_key)]


def _checked(text: str, statement: PostgresStatement) -> str:
    if "\0" in text:
        raise ValueError(f"a text for {statement.table} holds U+0000, which PostgreSQL cannot keep")
    return text


def _copy_text(rows: Sequence[Values], kinds: Sequence[Kind]) -> str:
    """The rows as COPY reads them: a line each, tabs between the columns, `\\N` for null."""
    columns = list(zip(*rows, strict=True))
    text = _lines([_texts(column, _WRITTEN[kind], "\\N") for column, kind in zip(columns, kinds, strict=True)])
    nulls = sum(column.count(None) for column in columns)
    if list(map(text.count, "\\\t\n\r")) != [nulls, len(rows) * (len(kinds) - 1), len(rows), 0]:
        text = _lines([_texts(column, _COPIED[kind], "\\N") for column, kind in zip(columns, kinds, strict=True)])
    return text


def _lines(columns: Sequence[Sequence[str]]) -> str:
    return "\n".join((*map("\t".join, zip(*columns, strict=True)), ""))


def _array_text(column: Values, kind: Kind) -> str:
    """The values as an array is written, `{"a","b",NULL}`."""
    return f"{{{','.join(_texts(column, _QUOTED[kind], 'NULL'))}}}"


def _texts(column: Values, write: Callable[[Any], str] | None, null: str) -> Sequence[str]:
    """`write` is None for what is text as it is."""
    if None in column:
        return [null if value is None else write(value) if write else value for value in column]
    return list(map(write, column)) if write else column


def _hex(value: bytes) -> str:
    return f"\\x{value.hex()}"


def _escaped(text: str) -> str:
    return text.translate(_SIGNS)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# How a value is written: in COPY if no sign in it means anything there, in COPY otherwise, and in an array.
# int's own way, because a bool is a number here as it is in SQLite.
_WRITTEN: dict[Kind, Callable[[Any], str] | None] = {"number": int.__repr__, "text": None, "bytes": _hex}
_COPIED: dict[Kind, Callable[[Any], str] | None] = {"number": int.__repr__, "text": _escaped, "bytes": lambda value: _escaped(_hex(value))}
_QUOTED: dict[Kind, Callable[[Any], str] | None] = {"number": int.__repr__, "text": _quoted, "bytes": lambda value: _quoted(_hex(value))}
