"""The entries as they lie in the tables, for proofs: as they are, whole or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from projections.ledger.as_of import Books
from projections.ledger.entry import Head, Line

_PAGE = 1_000


@dataclass(frozen=True, slots=True)
class Stored:
    """`head` and the lines hold fields in the order of Head and Line; `head` is None where lines lie without an entry."""

    position: int
    head: tuple[Any, ...] | None
    chain_hash: str | None
    lines: list[tuple[Any, ...]]


def stored_entries(connection: Connection, tables: Books) -> Iterator[Stored]:
    """In the order of the log."""
    lines = groupby(_rows_of_lines(connection, tables), key=lambda row: row[0])
    waiting = next(lines, None)
    for *head, chain_hash in _rows_of_entries(connection, tables):
        position = head[Head._fields.index("position")]
        while waiting is not None and waiting[0] < position:
            yield Stored(waiting[0], None, None, [row[1:] for row in waiting[1]])
            waiting = next(lines, None)
        mine: list[tuple[Any, ...]] = []
        if waiting is not None and waiting[0] == position:
            mine = [row[1:] for row in waiting[1]]
            waiting = next(lines, None)
        yield Stored(position, tuple(head), chain_hash, mine)
    while waiting is not None:
        yield Stored(waiting[0], None, None, [row[1:] for row in waiting[1]])
        waiting = next(lines, None)


def _rows_of_entries(connection: Connection, tables: Books) -> Iterator[tuple[Any, ...]]:
    entries = tables.entries.c
    query = select(*(entries[name] for name in Head._fields), entries.chain_hash).order_by(entries.position)
    return map(tuple, connection.execute(query.execution_options(yield_per=_PAGE)))


def _rows_of_lines(connection: Connection, tables: Books) -> Iterator[tuple[Any, ...]]:
    lines = tables.lines.c
    query = select(lines.position, *(lines[name] for name in Line._fields)).order_by(lines.position, lines.n)
    return map(tuple, connection.execute(query.execution_options(yield_per=_PAGE)))
