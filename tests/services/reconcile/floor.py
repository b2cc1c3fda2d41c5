"""A house with its books beside it, where faults are planted: into the log, into the books' tables, into counts."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from domain.event import Event, Metadata, source_of
from infra.books import Books
from infra.event_store import Append, NewEvent
from projections.ledger.chain import entry_hash
from projections.ledger.ledger import Ledger
from projections.ledger.stored import stored_entries
from projections.ledger.tables import LedgerTables
from projections.papers import Papers as PapersOfHouse
from services.facts import policy_in_force
from services.projector import catch_up, live
from services.reconcile.desk import Desk
from services.reconcile.finance import BooksAtHand, desk_of
from services.reconcile.life import Standing
from services.reconcile.run import Papers, Result, Scope, run
from services.reports.fresh import Asked
from tests.services.house import DAY, NOON, TWO_PEOPLE, House

PROJECTIONS = (Ledger, PapersOfHouse)
Told = tuple[str, str, int | None]
"""Rule, type, signed difference."""


@dataclass
class Floor:
    pit: House
    books: Books
    sheets: int = 0

    def __post_init__(self) -> None:
        self.pit.finance = BooksAtHand(self.pit.store, self.books, self.catch_up)
        self.pit.__post_init__()

    def catch_up(self) -> None:
        catch_up(self.pit.store, self.books, PROJECTIONS)

    def do(self, word: str, **fields: Any) -> Any:
        return self.pit.do(word, **fields).events[-1].event

    def count(self, place: str, kind: str, amount: int, **fields: Any) -> Any:
        """Each on a sheet of its own."""
        self.sheets += 1
        sheet = {"slip": f"C-{self.sheets}", **fields}
        return self.do("count", place=place, kind=kind, currency="HKD", amount=amount, **TWO_PEOPLE, **sheet)

    @property
    def end(self) -> int:
        return self.pit.store.last_position()

    def tomorrow(self, days: int = 1) -> None:
        self.pit.clock.now = NOON + timedelta(days=days)

    # What a run finds.

    @contextmanager
    def desk(self, gaming_day: str | None = None, as_of: int | None = None) -> Iterator[Desk]:
        self.catch_up()
        with self.books.read() as connection:
            yield desk_of(self.pit.store, Asked(connection, lambda day: policy_in_force(self.pit.store, day)), gaming_day, as_of)

    def breaks(self, gaming_day: str | None = None, papers: Papers = Papers(), as_of: int | None = None) -> Sequence[Standing]:  # noqa: B008
        return self.run(gaming_day, papers, as_of).breaks

    def run(self, gaming_day: str | None = None, papers: Papers = Papers(), as_of: int | None = None) -> Result:  # noqa: B008
        with self.desk(gaming_day, as_of) as desk:
            return run(desk, Scope(gaming_day), papers, iter)

    def told(self, *arguments: Any, **options: Any) -> list[Told]:
        return [(one.found.rule, one.found.type, one.found.difference) for one in self.breaks(*arguments, **options)]

    # What is planted.

    def plant_event(self, stream: str, *events: Event, gaming_day: str = DAY, correlation: str = "planted") -> None:
        """Past every rule, as a defect would."""
        meta = Metadata(NOON.isoformat(timespec="microseconds").replace("+00:00", "Z"), "E-9", "E-8", gaming_day, stream, correlation)
        self.pit.store.append([Append(stream, self.pit.store.version(stream), [NewEvent(event, meta) for event in events])])

    @contextmanager
    def meddling(self) -> Iterator[tuple[Connection, LedgerTables]]:
        """Behind the books' back; what their own guards would refuse goes through."""
        self.catch_up()
        with self.books.change() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL session_replication_role = replica"))
            yield connection, live(connection, Ledger).projection.tables

    def plant(self, change: Callable[[Connection, LedgerTables], Any]) -> None:
        """A change of rows by somebody who works out hashes and balances again, so that nothing else gives it away."""
        with self.meddling() as (connection, tables):
            change(connection, tables)
            _seal(connection, tables)
            _sum(connection, tables)


def _seal(connection: Connection, tables: LedgerTables) -> None:
    heads: dict[str, tuple[int, str]] = {}
    for stored in list(stored_entries(connection, tables)):
        if stored.head is None:
            continue
        source = source_of(str(stored.head[0]).rpartition("@")[0])
        chained = entry_hash(heads[source][1] if source in heads else None, stored.head, stored.lines)
        heads[source] = (stored.position, chained)
        connection.execute(update(tables.entries).where(tables.entries.c.position == stored.position).values(chain_hash=chained))
    for source in list(connection.execute(select(tables.heads.c.source)).scalars()):
        position, chained = heads.get(source, (0, None))  # type: ignore[assignment]
        connection.execute(update(tables.heads).where(tables.heads.c.source == source).values(position=position, chain_hash=chained))


def _sum(connection: Connection, tables: LedgerTables) -> None:
    lines, entries = tables.lines.c, tables.entries.c
    connection.execute(delete(tables.balances))
    key = (lines.account, lines.currency, entries.gaming_day)
    sums: dict[tuple[str, str, str], list[int]] = {}
    query = select(*key, lines.amount).join_from(tables.lines, tables.entries, entries.position == lines.position)
    for account, currency, day, amount in connection.execute(query).all():
        sums.setdefault((account, currency, day), [0, 0])[amount < 0] += amount
    rows = [{"account": a, "currency": c, "gaming_day": d, "debits": s[0], "credits": s[1]} for (a, c, d), s in sums.items()]
    connection.execute(insert(tables.balances), rows)


def of_event(contract: str) -> Callable[[Connection, LedgerTables], int]:
    """The position of the last entry of this kind."""

    def find(connection: Connection, tables: LedgerTables) -> int:
        entries = tables.entries.c
        return int(connection.execute(select(func.max(entries.position)).where(entries.event_type == contract)).scalar_one())

    return find
