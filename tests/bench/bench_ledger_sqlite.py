"""Events into the ledger on SQLite: read from the log, decoded, posted, chained, stored with balances and cursor.

The other side stores the rows that this comes to, ready made, with as many events in a transaction. It writes balances,
heads and contexts once; the ledger, which may be asked at any time, brings them up to date with every page.
"""

from collections import defaultdict
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

from infra.books import Books
from infra.books_sqlite import BOOKS
from infra.sqlite_file import open_to_read, open_to_write
from projections.ledger.ledger import Ledger
from services.lanes import PAGE, advance
from services.projector import follow
from tests.bench.evening import evening, kept
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work

Row = tuple[Any, ...]
TABLES = [table.name for table in Ledger(1).metadata.sorted_tables]
POSITION = {"ledger_entries_1": 1, "ledger_lines_1": 0}
"""Where the position stands in the rows that are only ever added."""


class Statement(NamedTuple):
    sql: str
    rows: list[Row]


class LedgerSqlite(Benchmark):
    name = "ledger-sqlite"
    unit = "events/s"
    against = "executemany"
    goal = 17_000
    goal_of = "ours"

    def __init__(self) -> None:
        self._files = Files()
        self._log = kept(self._files.fresh())
        self._empty = self._files.fresh()
        with closing(Books.sqlite(self._empty)) as books:
            follow(books, Ledger)
        self._transactions: list[list[Statement]] = []
        self.ours()()
        stored = _stored(self._files.last)
        self._transactions = _transactions(stored)
        self.beside()()
        assert _stored(self._files.last) == stored

    def ours(self) -> Work:
        [follower] = follow(Books.sqlite(self._copy()), Ledger)

        def take_in() -> int:
            advance(self._log, [follower])
            return len(evening())

        return take_in

    def beside(self) -> Work:
        connection = open_to_write(self._copy(), BOOKS, "NORMAL")

        def store() -> int:
            for statements in self._transactions:
                connection.execute("BEGIN IMMEDIATE")
                for sql, rows in statements:
                    connection.executemany(sql, rows)
                connection.execute("COMMIT")
            return len(evening())

        return store

    def _copy(self) -> Path:
        return Path(copyfile(self._empty, self._files.fresh()))


def _stored(file: Path) -> dict[str, list[Row]]:
    """The rows of each table, in the order of its first two columns."""
    with closing(open_to_read(file, BOOKS)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES}


def _transactions(stored: dict[str, list[Row]]) -> list[list[Statement]]:
    """Entries and lines go with the page of their event, what is written over and over with the last one."""
    transactions: list[list[Statement]] = [[] for _ in range(0, len(evening()), PAGE)]
    for table, rows in stored.items():
        by_page: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            page = (row[POSITION[table]] - 1) // PAGE if table in POSITION else len(transactions) - 1
            by_page[page].append(row)
        for page, of_page in by_page.items():
            sql = f"INSERT INTO {table} VALUES ({', '.join('?' * len(of_page[0]))})"
            transactions[page].append(Statement(sql, of_page))
    return transactions
