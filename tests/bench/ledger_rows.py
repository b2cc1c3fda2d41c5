"""The rows of the ledger ready made: taken from books that our side has written, for the other sides to write again."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from typing import Any, NamedTuple

import psycopg

from infra.books import Books
from infra.postgres import connect
from projections.ledger.ledger import Ledger
from services.projector import make_ready

Row = tuple[Any, ...]

ENTRIES, LINES, BALANCES = "ledger_entries_1", "ledger_lines_1", "ledger_balances_1"
_ADDED_TO = {ENTRIES: "position", LINES: "position, n"}
TABLES = Ledger(1).metadata.tables
_WRITTEN_OVER = [name for name in TABLES if name not in _ADDED_TO]


class Entry(NamedTuple):
    """What one event has come to: its entry, its lines, and what it adds to balances (account, currency, day, debits, credits)."""

    entry: Row
    lines: list[Row]
    balances: list[Row]


Statement = tuple[str, list[Row]]
"""A table and its rows."""


def entries_of(books: str) -> dict[int, Entry]:
    """By position."""
    with closing(connect(books, application="bench")) as connection:
        lines: defaultdict[int, list[Row]] = defaultdict(list)
        for row in _rows(connection, LINES):
            lines[row[0]].append(row)
        columns = TABLES[ENTRIES].columns.keys()
        position, day = columns.index("position"), columns.index("gaming_day")
        return {
            row[position]: Entry(row, lines[row[position]], _added(lines[row[position]], row[day])) for row in _rows(connection, ENTRIES)
        }


def transactions_of(books: str) -> list[list[Statement]]:
    """Entries and lines as they were stored together; what is written over and over goes with the last of them, once."""
    with closing(connect(books, application="bench")) as connection:
        transactions: dict[str, list[Statement]] = {}
        for table in _ADDED_TO:
            marked = connection.execute(f"SELECT xmin::text, * FROM casino_books.{table} ORDER BY xmin::text::bigint, {_ADDED_TO[table]}")
            for transaction, rows in groupby(marked, key=lambda row: str(row[0])):
                transactions.setdefault(transaction, []).append((table, [row[1:] for row in rows]))
        last = transactions[max(transactions, key=int)]
        last += [(table, rows) for table in _WRITTEN_OVER if (rows := list(_rows(connection, table)))]
        return list(transactions.values())


def make_tables(url: str) -> None:
    """The tables of the books in this database, with their indexes and without the guards that are only ours."""
    with closing(Books.postgres(url)) as books:
        make_ready(books, Ledger)
    with connect(url, application="bench") as connection:
        for table in _ADDED_TO:
            connection.execute(f"ALTER TABLE casino_books.{table} DISABLE TRIGGER USER")


def empty_tables(url: str) -> None:
    with connect(url, application="bench") as connection:
        connection.execute(f"TRUNCATE {', '.join(f'casino_books.{table}' for table in (*_ADDED_TO, *_WRITTEN_OVER))}")


def stored(url: str, upto: int) -> list[Row]:
    """Entries and lines up to this position, to be compared."""
    with closing(connect(url, application="bench")) as connection:
        return [row for table in _ADDED_TO for row in _rows(connection, table, upto)]


def _rows(connection: psycopg.Connection, table: str, upto: int | None = None) -> Iterator[Row]:
    where = "" if upto is None else f"WHERE position <= {upto}"
    yield from connection.execute(f"SELECT * FROM casino_books.{table} {where} ORDER BY {_ADDED_TO.get(table, '1')}")


def _added(lines: list[Row], day: str) -> list[Row]:
    names = TABLES[LINES].columns.keys()
    account, currency, amount = names.index("account"), names.index("currency"), names.index("amount")
    sums: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for line in lines:
        sums[line[account], line[currency]][line[amount] < 0] += line[amount]
    return [(*key, day, *both) for key, both in sorted(sums.items())]
