"""Many rows at once into SQLite.

SQLAlchemy describes the tables and writes the SQL once for each table and set of columns; the rows then go to the
driver as they are, because SQLAlchemy's own handling of each row costs as much as SQLite's.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Table
from sqlalchemy.dialects.sqlite import dialect, insert

Row = Mapping[str, Any]
Verb = Literal["insert", "put", "add"]

_DIALECT = dialect()


class Statement(NamedTuple):
    sql: str
    columns: frozenset[str]
    values: Callable[[Row], tuple[Any, ...]]
    """Of one row, in the order in which `sql` wants them."""


class Statements:
    """The statements made so far, by the name of the table: a projection that is made anew has the same tables."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, Verb, tuple[str, ...]], Statement] = {}

    def of(self, table: Table, verb: Verb, row: Row) -> Statement:
        """ValueError for a column whose type would change the value on its way: such a one must be whole number, text or bytes."""
        shape = table.name, verb, tuple(row)
        statement = self._made.get(shape)
        if statement is None:
            statement = self._made[shape] = _statement(table, verb, tuple(row))
        return statement


class BulkWriter:
    """The Writer of projections/projection.py over one open transaction."""

    def __init__(self, connection: Connection, statements: Statements) -> None:
        self.connection = connection
        self._statements = statements

    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        self._carry_out("insert", table, rows)

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        self._carry_out("put", table, rows)

    def add(self, table: Table, rows: Sequence[Row]) -> None:
        self._carry_out("add", table, rows)

    def _carry_out(self, verb: Verb, table: Table, rows: Sequence[Row]) -> None:
        if not rows:
            return
        statement = self._statements.of(table, verb, rows[0])
        if any(row.keys() != statement.columns for row in rows):
            raise ValueError(f"the rows for {table.name} do not all name the same columns")
        self.connection.exec_driver_sql(statement.sql, [statement.values(row) for row in rows])


def _statement(table: Table, verb: Verb, columns: tuple[str, ...]) -> Statement:
    for column in columns:
        if table.c[column].type.bind_processor(_DIALECT) is not None:
            raise ValueError(f"{table.name}.{column} is {table.c[column].type!r}; a read model holds whole numbers, text and bytes")
    statement = insert(table)
    if verb != "insert":
        keys = [column.name for column in table.primary_key]
        new = statement.excluded
        rest = {name: new[name] if verb == "put" else table.c[name] + new[name] for name in columns if name not in keys}
        if rest:
            statement = statement.on_conflict_do_update(index_elements=keys, set_=rest)
        else:
            statement = statement.on_conflict_do_nothing(index_elements=keys)
    compiled = statement.compile(dialect=_DIALECT, column_keys=list(columns))
    order = compiled.positiontup
    assert order is not None
    assert sorted(order) == sorted(columns)
    return Statement(compiled.string, frozenset(columns), _values(order))


def _values(order: Sequence[str]) -> Callable[[Row], tuple[Any, ...]]:
    if len(order) == 1:
        only = order[0]
        return lambda row: (row[only],)
    return itemgetter(*order)
