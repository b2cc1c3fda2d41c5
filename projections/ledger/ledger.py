"""The ledger: every event that moves money or chips becomes one balanced entry, chained to the one before it.

Bulk and in one transaction: a batch is posted, chained and checked in memory, then stored in a handful of statements.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, ClassVar, Literal

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from domain.event import Recorded
from projections.ledger.breaks import Break
from projections.ledger.entry import Entry, Line, chips_gap
from projections.ledger.guards import unbalanced
from projections.ledger.halt import BooksHalted
from projections.ledger.hot import Hot
from projections.ledger.post import post
from projections.ledger.tables import LedgerTables
from projections.one_of import one_of
from projections.projection import Writer

Row = dict[str, Any]


class Ledger:
    """The projection of money. It halts on what it cannot read, and on I1 and I3 (docs/finance.md, Halt)."""

    name: ClassVar[str] = "ledger"
    version: ClassVar[int] = 2
    poison: ClassVar[Literal["halt", "park"]] = "halt"

    def __init__(self, generation: int) -> None:
        self.tables = LedgerTables(generation)
        self.metadata = self.tables.metadata
        self._hot = Hot(self.tables)

    def forget(self) -> None:
        self._hot = Hot(self.tables)

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        """An event that is in the books already is passed over; the same id with another body stops them."""
        self._hot.load(writer.connection, batch)
        booking = _Booking(self._hot, self._stored(writer, batch))
        for recorded in batch:
            booking.take(recorded)
        try:
            self._store(booking, writer)
        except IntegrityError as refused:
            position = unbalanced(refused)
            if position is None:
                raise
            raise _not_zero(batch, position) from refused
        if booking.entries and writer.connection.dialect.name == "sqlite":
            self._prove(batch, booking.entries, writer)

    def _stored(self, writer: Writer, batch: Sequence[Recorded]) -> dict[str, str]:
        """Event id to body hash, of those events of the batch that have an entry."""
        entries = self.tables.entries
        ids = [recorded.id for recorded in batch]
        wanted = one_of(writer.connection, entries.c.event_id, ids)
        rows = writer.connection.execute(select(entries.c.event_id, entries.c.body_hash).where(wanted))
        return {row.event_id: row.body_hash for row in rows}

    def _store(self, booking: "_Booking", writer: Writer) -> None:
        writer.insert(self.tables.entries, booking.entries)
        writer.insert(self.tables.lines, booking.lines)
        writer.add(self.tables.balances, booking.balance_rows())
        writer.put(self.tables.breaks, [found.row() for found in booking.breaks])
        self._hot.store(writer)

    def _prove(self, batch: Sequence[Recorded], entries: Sequence[Row], writer: Writer) -> None:
        """Zero-sum a second time, over what was stored, in the same transaction; PostgreSQL does so by itself (guards.py)."""
        lines = self.tables.lines
        stored = lines.c.position.between(entries[0]["position"], entries[-1]["position"])
        legs = select(lines.c.position).where(stored).group_by(lines.c.position, lines.c.leg, lines.c.book, lines.c.currency)
        position = writer.connection.execute(legs.having(func.sum(lines.c.amount) != 0).limit(1)).scalar_one_or_none()
        if position is not None:
            raise _not_zero(batch, position)


def _not_zero(batch: Sequence[Recorded], position: int) -> BooksHalted:
    culprit = next((recorded for recorded in batch if recorded.position == position), batch[0])
    return BooksHalted("unbalanced", culprit, f"the stored lines of position {position} do not sum to 0")


class _Booking:
    """The rows that one batch makes. `stored` holds the body hashes of what is in the books, and grows with the batch."""

    def __init__(self, hot: Hot, stored: dict[str, str]) -> None:
        self.entries: list[Row] = []
        self.lines: list[Row] = []
        self.breaks: list[Break] = []
        self._balances: dict[tuple[str, str, str], list[int]] = {}
        self._hot = hot
        self._stored = stored

    def take(self, recorded: Recorded) -> None:
        body_hash = self._stored.get(recorded.id)
        if body_hash is not None:
            if sha256(recorded.body).hexdigest() != body_hash:
                raise BooksHalted("other-body", recorded, "an event of this id, with another body, is in the books")
            return
        if self._hot.has_seen(recorded):
            return
        entry = post(self._hot.context, recorded)
        if entry is not None:
            self._book(entry, recorded)
        self.breaks += self._hot.follow(recorded, entry)

    def balance_rows(self) -> list[Row]:
        """Sorted by account, so that two writers always take the rows in the same order."""
        return [
            {"account": account, "currency": currency, "gaming_day": day, "debits": sums[0], "credits": sums[1]}
            for (account, currency, day), sums in sorted(self._balances.items())
        ]

    def _book(self, entry: Entry, recorded: Recorded) -> None:
        gaps = chips_gap(entry.lines)
        if gaps:
            raise BooksHalted("chips-gap", recorded, f"I3: chips owed and chips in public hands part by {gaps}; they must move together")
        head = entry.head
        self._stored[head.event_id] = head.body_hash
        row = head._asdict()
        row["chain_hash"] = self._hot.chain(entry, recorded.stream)
        self.entries.append(row)
        for line in entry.lines:
            row = line._asdict()
            row["position"] = head.position
            self.lines.append(row)
            self._add(line, head.gaming_day)

    def _add(self, line: Line, gaming_day: str) -> None:
        sums = self._balances.setdefault((line.account, line.currency, gaming_day), [0, 0])
        sums[line.amount < 0] += line.amount
