"""R01 complete and R02 accurate: every event of the log is posted again, and held against what is stored."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, select

from domain.event import Recorded, source_of
from projections.ledger.as_of import Books
from projections.ledger.chain import entry_hash
from projections.ledger.context import Context
from projections.ledger.entry import Entry, Head, Line
from projections.ledger.halt import BooksHalted
from projections.ledger.post import post
from projections.ledger.proof import Sides, Verdict
from projections.ledger.stored import Stored, stored_entries

_HEAD_TYPES = {"gaming_day": "PERIOD"}
_LINE_TYPES = {"account": "ACCOUNT", "currency": "CURRENCY", "amount": "AMOUNT", "rule": "RULE_REF_MISSING"}


class PostedAgain:
    """Takes the events one by one, in the order of the log; both verdicts stand when all have been read."""

    def __init__(self, connection: Connection, tables: Books) -> None:
        self._complete = Verdict("R01", "every event that posts has its entry, and every entry its event", "events")
        self._accurate = Verdict("R02", "posted again, every entry has the same lines and the same hash", "entries")
        self.context = Context()
        """As of the last event that was taken in."""
        self._heads: dict[str, tuple[int, str]] = {}
        self._parted: set[str] = set()
        """Sources in which an entry is missing, is too many or has another hash: every hash behind it is another."""
        self._versions: dict[str, int] = {}
        self._stored = stored_entries(connection, tables)
        self._next = next(self._stored, None)
        self._halted = False
        self._connection, self._tables = connection, tables

    def take(self, recorded: Recorded) -> None:
        self._complete.checked += 1
        due = self._versions.get(recorded.stream, 0) + 1
        if recorded.version != due:
            self._complete.differ("MISSING_ENTRY", recorded.id, f"version {due}", f"version {recorded.version}")
        self._versions[recorded.stream] = recorded.version
        if self._halted:
            return
        self._orphans(recorded.position)
        stored = None
        if self._next is not None and self._next.position == recorded.position:
            stored, self._next = self._next, next(self._stored, None)
        try:
            entry = post(self.context, recorded)
            self.context.follow(recorded, entry)
        except BooksHalted as halt:
            self._complete.differ("MISSING_ENTRY", recorded.id, "an event that can be posted", str(halt))
            self._halted = True
            return
        self._compare(recorded, entry, stored)

    def verdicts(self) -> list[Verdict]:
        if not self._halted:
            self._orphans(None)
        return [self._complete, self._accurate]

    def heads(self) -> dict[str, tuple[int, str]] | None:
        """Position and hash of each source's last entry, once all have been read; None where anything differs.

        Where nothing does, what is stored is what was posted again, with the hashes that follow from it: an unbroken chain.
        """
        agree = self._complete.holds and self._accurate.holds and not self._halted
        return dict(self._heads) if agree else None

    def _orphans(self, before: int | None) -> None:
        """Entries at positions that hold no event."""
        while self._next is not None and (before is None or self._next.position < before):
            self._orphan(self._next)
            self._next = next(self._stored, None)

    def _orphan(self, stored: Stored) -> None:
        """An entry that no event asks for: a second one of the same facts, or one of none."""
        self._complete.differ(
            "DUPLICATE_ENTRY" if self._twice(stored) else "ORPHAN_ENTRY",
            _name(stored),
            "no entry",
            f"{len(stored.lines)} lines",
            _sides((), stored.lines),
        )
        if stored.head is not None:
            self._parted.add(source_of(str(stored.head[0]).rpartition("@")[0]))

    def _twice(self, stored: Stored) -> bool:
        if stored.head is None:
            return False
        head, entries = Head(*stored.head), self._tables.entries.c
        same = (entries.body_hash == head.body_hash) & (entries.event_type == head.event_type) & (entries.key == head.key)
        query = select(entries.position).where(same, entries.position != stored.position, entries.position < stored.position)
        return self._connection.execute(query.limit(1)).first() is not None

    def _compare(self, recorded: Recorded, entry: Entry | None, stored: Stored | None) -> None:
        if entry is None:
            if stored is not None:
                self._orphan(stored)
            return
        source = source_of(recorded.stream)
        worked_out = entry_hash(self._heads[source][1] if source in self._heads else None, entry.head, entry.lines)
        self._heads[source] = (entry.head.position, worked_out)
        if stored is None or stored.head is None:
            sides = _sides(entry.lines, ())
            self._complete.differ("MISSING_ENTRY", recorded.id, f"{len(entry.lines)} lines", "no entry", sides)
            self._parted.add(source)
            return
        self._accurate.checked += 1
        same = stored.head == entry.head and stored.lines == list(entry.lines)
        for kind, about, expected, found in () if same else _different_fields(entry, stored):
            sides = Sides(entry.lines[0].currency, expected, found) if kind in ("AMOUNT", "SIGN") and about != "lines" else None
            self._accurate.differ(kind, f"{recorded.id} {about}", expected, found, sides)
        if worked_out != stored.chain_hash and source not in self._parted:
            self._parted.add(source)
            self._accurate.differ("CHAIN", recorded.id, worked_out, stored.chain_hash)


def _name(stored: Stored) -> str:
    return str(stored.head[0]) if stored.head else f"position {stored.position}"


_CURRENCY, _AMOUNT = Line._fields.index("currency"), Line._fields.index("amount")


def _sides(expected: Sequence[tuple[Any, ...]], found: Sequence[tuple[Any, ...]]) -> Sides | None:
    """What lines debit, in the currency of the first of them; as posted, or as they lie there."""
    lines = [*expected, *found]
    if not lines:
        return None
    currency = lines[0][_CURRENCY]
    sums = [sum(line[_AMOUNT] for line in side if line[_AMOUNT] > 0 and line[_CURRENCY] == currency) for side in (expected, found)]
    return Sides(currency, *sums)


def _different_fields(entry: Entry, stored: Stored) -> Iterator[tuple[str, str, Any, Any]]:
    """Break type, field, what posting gives, what is stored."""
    for name, expected, found in zip(Head._fields, entry.head, stored.head or (), strict=True):
        if expected != found:
            yield _HEAD_TYPES.get(name, "CHAIN"), name, expected, found
    if len(entry.lines) != len(stored.lines):
        yield "AMOUNT", "lines", len(entry.lines), len(stored.lines)
        return
    for posted, line in zip(entry.lines, stored.lines, strict=True):
        for name, expected, found in zip(Line._fields, posted, line, strict=True):
            if expected != found:
                kind = "SIGN" if name == "amount" and expected == -found else _LINE_TYPES.get(name, "CHAIN")
                yield kind, f"line {posted.n} {name}", expected, found
