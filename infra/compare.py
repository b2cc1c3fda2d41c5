"""Two generations of the same tables, compared row by row within the database.

No checksum: the comparison is exact, needs no more memory for a million rows than for one, and names the first row
that is not the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, MetaData, Table, and_, false, or_, select

Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first row, by table and primary key, that the live tables and the rebuilt ones do not both hold as it is."""

    table: str
    key: Mapping[str, Any]
    live: Mapping[str, Any] | None
    rebuilt: Mapping[str, Any] | None

    def __str__(self) -> str:
        where = f"{self.table}, {', '.join(f'{name} {value}' for name, value in self.key.items())}"
        if self.live is None or self.rebuilt is None:
            return f"{where}: {'not in the live table' if self.live is None else 'not in the rebuilt table'}"
        unlike = [name for name in self.live if self.live[name] != self.rebuilt[name]]
        return f"{where}: " + ", ".join(f"{name} is {self.live[name]!r} live, {self.rebuilt[name]!r} rebuilt" for name in unlike)


def first_difference(connection: Connection, live: MetaData, rebuilt: MetaData) -> Difference | None:
    """None if every table holds the same rows. Tables are called `{projection}_{table}_{generation}`; each has a primary key."""
    rebuilt_tables = {_common_name(table): table for table in rebuilt.tables.values()}
    for name, table in sorted((_common_name(table), table) for table in live.tables.values()):
        found = _in_table(connection, name, table, rebuilt_tables[name])
        if found is not None:
            return found
    return None


def _in_table(connection: Connection, name: str, live: Table, rebuilt: Table) -> Difference | None:
    candidates = [key for key in (_unlike(connection, live, rebuilt), _missing(connection, rebuilt, live)) if key is not None]
    if not candidates:
        return None
    key = min(candidates)
    named = dict(zip((column.name for column in live.primary_key), key, strict=True))
    return Difference(name, named, _row(connection, live, key), _row(connection, rebuilt, key))


def _unlike(connection: Connection, one: Table, other: Table) -> Key | None:
    """The first key of `one` that `other` lacks, or holds with other values."""
    changed = or_(false(), *(column.is_distinct_from(other.c[column.name]) for column in one.c if not column.primary_key))
    return _first(connection, one, other, or_(_lacks(other), changed))


def _missing(connection: Connection, one: Table, other: Table) -> Key | None:
    """The first key of `one` that `other` lacks."""
    return _first(connection, one, other, _lacks(other))


def _first(connection: Connection, one: Table, other: Table, wanted: ColumnElement[bool]) -> Key | None:
    keys = list(one.primary_key)
    pairs = one.outerjoin(other, and_(*(key == other.c[key.name] for key in keys)))
    row = connection.execute(select(*keys).select_from(pairs).where(wanted).order_by(*keys).limit(1)).first()
    return None if row is None else tuple(row)


def _lacks(table: Table) -> ColumnElement[bool]:
    return next(iter(table.primary_key)).is_(None)


def _row(connection: Connection, table: Table, key: Key) -> dict[str, Any] | None:
    same = (column == value for column, value in zip(table.primary_key, key, strict=True))
    row = connection.execute(select(table).where(*same)).mappings().first()
    return None if row is None else dict(row)


def _common_name(table: Table) -> str:
    return table.name.rpartition("_")[0]
