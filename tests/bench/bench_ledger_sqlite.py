"""Events into the ledger on SQLite: read from the log, decoded, posted, chained, stored with balances and cursor.

The other side stores the rows that this comes to, ready made, in transactions of as many events.
"""

from collections.abc import Sequence
from shutil import copyfile
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table

from domain.catalogue import BY_TOPIC
from infra.books import BOOKS, Books
from infra.bulk import BulkWriter, Statements
from infra.event_store import EventStore
from infra.log import pages
from infra.sqlite_file import open_to_write
from projections.ledger.ledger import Ledger
from projections.projection import Row
from services.projector import PAGE, advance, follow
from tests.bench.evening import evening, kept
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work


class Sent(NamedTuple):
    sql: str
    rows: list[tuple[Any, ...]]


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
