"""Many rows at once: what every writer of read models keeps to, and how SQLite does it.

SQLAlchemy describes the tables and writes the SQL once for each table and set of columns; the rows then go to the
driver as they are, because SQLAlchemy's own handling of each row costs as much as SQLite's.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from sqlalchemy import Column, Connection, Enum, Integer, LargeBinary, String, Table
from sqlalchemy.dialects.sqlite import dialect, insert

Row = Mapping[str, Any]
Values = tuple[Any, ...]
Verb = Literal["insert", "put", "add"]
Kind = Literal["number", "text", "bytes"]


class Shape(NamedTuple):
    """What a statement was made for. The name stands for the table: a projection that is made anew has the same tables."""

    table: str
    verb: Verb
    columns: tuple[str, ...]


S = TypeVar("S")


class BulkWriter(ABC, Generic[S]):
    """The Writer of projections/projection.py over one open transaction. `statements` are those made so far, kept by the books."""

    def __init__(self, connection: Connection, statements: dict[Shape, S]) -> None:
        self.connection = connection
        self._statements = statements

    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        self._carry_out("insert", table, rows)

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        self._carry_out("put", table, rows)

    def add(self, table: Table, rows: Sequence[Row]) -> None:
        self._carry_out("add", table, rows)

    def _carry_out(self, verb: Verb, table: Table, rows: Sequence[Row]) -> None:
        """ValueError for rows that differ in their columns, and for a column of a type that would change the value on its way."""
        if not rows:
            return
        shape = Shape(table.name, verb, tuple(rows[0]))
        statement = self._statements.get(shape)
        if statement is None:
            statement = self._statements[shape] = self._made(table, verb, shape.columns)
        named = rows[0].keys()
        if any(row.keys() != named for row in rows):
            raise ValueError(f"the rows for {table.name} do not all name the same columns")
        self._send(statement, rows)

    @abstractmethod
    def _made(self, table: Table, verb: Verb, columns: tuple[str, ...]) -> S: ...

    @abstractmethod
    def _send(self, statement: S, rows: Sequence[Row]) -> None: ...


class SqliteStatement(NamedTuple):
    sql: str
    values: Callable[[Row], Values]
    """Of one row, in the order in which `sql` wants them."""


class SqliteWriter(BulkWriter[SqliteStatement]):
    def _made(self, table: Table, verb: Verb, columns: tuple[str, ...]) -> SqliteStatement:
        for column in columns:
            kind_of(table.c[column])
        statement = insert(table)
        if verb != "insert":
            keys = [column.name for column in table.primary_key]
            new = statement.excluded
            rest = {name: new[name] if verb == "put" else table.c[name] + new[name] for name in columns if name not in keys}
            if rest:
                statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
            else:
                statement = statement.on_conflict_do_nothing(index_elements=keys)
        compiled = statement.compile(dialect=dialect(), column_keys=list(columns))
        order = compiled.positiontup
        assert order is not None
        assert sorted(order) == sorted(columns)
        return SqliteStatement(compiled.string, values_of(order))

    def _send(self, statement: SqliteStatement, rows: Sequence[Row]) -> None:
        self.connection.exec_driver_sql(statement.sql, [statement.values(row) for row in rows])


def kind_of(column: Column[Any]) -> Kind:
    """ValueError for a column that is neither whole number, text nor bytes."""
    kinds: tuple[tuple[type[Any], Kind], ...] = ((Integer, "number"), (String, "text"), (LargeBinary, "bytes"))
    for type_, kind in kinds:
        if isinstance(column.type, type_) and not isinstance(column.type, Enum):
            return kind
    raise ValueError(f"{column.table.name}.{column.name} is {column.type!r}; a read model holds whole numbers, text and bytes")


def values_of(names: Sequence[str]) -> Callable[[Row], Values]:
    if len(names) == 1:
        only = names[0]
        return lambda row: (row[only],)
    return itemgetter(*names)
