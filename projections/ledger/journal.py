"""The journal, line by line, and why one line stands in it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, Select, select

from projections.ledger.errors import UnknownName
from projections.ledger.scope import Row, Scope
from projections.ledger.tables import LedgerTables

_LINE_ID = re.compile(r"([1-9][0-9]{0,18})\.([1-9][0-9]{0,8})")


def journal(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[Row]:
    """Every field of entry and line, one row a line, in the order of the log. UnknownName for an unknown table or hand."""
    scope.only("table", "hand")
    _known(connection, tables, scope)
    lines = tables.lines
    query = _lines(tables).where(*scope.of_lines(tables.entries, lines)).order_by(lines.c.position, lines.c.n)
    return map(_row, connection.execute(query.execution_options(yield_per=1_000)).mappings())


def why(connection: Connection, tables: LedgerTables, line_id: str) -> dict[str, Any]:
    """`{"line", "entry", "lines"}`: the line `POSITION.N`, the entry that it stands in, and all lines of that entry.

    The entry names its event (`event_id`), the line its `rule`; `exact_e4` is the exact commission before rounding and cap.
    """
    found = _LINE_ID.fullmatch(line_id)
    if not found:
        raise UnknownName(f"a line is written POSITION.N, such as 4711.3, not {line_id}")
    position, n = int(found[1]), int(found[2])
    query = _lines(tables).where(tables.lines.c.position == position).order_by(tables.lines.c.n)
    rows = [_row(row) for row in connection.execute(query).mappings()] if position < 2**63 else []
    line = next((row for row in rows if row["n"] == n), None)
    if line is None:
        raise UnknownName(f"the books have no line {line_id}")
    of_entry = [column.name for column in tables.entries.c]
    of_line = ["line", *(column.name for column in tables.lines.c if column.name != "position")]
    lines = [{name: row[name] for name in of_line} for row in rows]
    return {
        "line": lines[rows.index(line)],
        "entry": {name: line[name] for name in of_entry},
        "lines": lines,
    }


def lines_of(connection: Connection, tables: LedgerTables, event_id: str) -> list[Row]:
    """The journal's rows of one event, none where it posted nothing."""
    query = _lines(tables).where(tables.entries.c.event_id == event_id).order_by(tables.lines.c.n)
    return [_row(row) for row in connection.execute(query).mappings()]


def lines_between(connection: Connection, tables: LedgerTables, first: int, last: int) -> Iterator[Row]:
    """`event_id`, book, account, currency, amount, leg and rule of every line of the events at these positions, in the order of the log."""
    entries, lines = tables.entries, tables.lines
    columns = (entries.c.event_id, *(lines.c[name] for name in ("book", "account", "currency", "amount", "leg", "rule")))
    query = select(*columns).join(lines, entries.c.position == lines.c.position).where(entries.c.position.between(first, last))
    found = connection.execute(query.order_by(lines.c.position, lines.c.n).execution_options(yield_per=1_000))
    return (dict(row) for row in found.mappings())


def _lines(tables: LedgerTables) -> Select[Any]:
    entries, lines = tables.entries, tables.lines
    of_line = [column for column in lines.c if column.name != "position"]
    return select(entries, *of_line).join(lines, entries.c.position == lines.c.position)


def _row(row: Mapping[Any, Any]) -> Row:
    return {"line": f"{row['position']}.{row['n']}", **row}


def _known(connection: Connection, tables: LedgerTables, scope: Scope) -> None:
    contexts, entries = tables.contexts, tables.entries
    if scope.table is not None:
        seen = connection.execute(select(contexts.c.source).where(contexts.c.source == f"/tables/{scope.table}")).first()
        if seen is None:
            raise UnknownName(f"the house has no table {scope.table}")
    if (
        scope.hand is not None
        and connection.execute(select(entries.c.position).where(entries.c.hand == scope.hand).limit(1)).first() is None
    ):
        raise UnknownName(f"nothing was booked for a hand {scope.hand}")
