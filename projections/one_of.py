"""A condition that names as many values as a page of events has."""

from collections.abc import Iterable

from sqlalchemy import ARRAY, Column, ColumnElement, Connection, any_, literal


def one_of(connection: Connection, column: Column[str], values: Iterable[str]) -> ColumnElement[bool]:
    """`column` is one of these. PostgreSQL takes them as one value: hundreds would be read and planned one by one."""
    wanted = list(values)
    if connection.dialect.name == "postgresql":
        return column == any_(literal(wanted, ARRAY(column.type)))
    return column.in_(wanted)
