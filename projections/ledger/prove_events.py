"""R01 complete and R02 accurate: every event of the log is posted again, and held against what is stored."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from domain.event import Recorded, source_of
from projections.ledger.chain import entry_hash
from projections.ledger.context import Context
from projections.ledger.entry import Entry, Head, Line
from projections.ledger.halt import BooksHalted
from projections.ledger.post import post
from projections.ledger.proof import Verdict
from projections.ledger.stored import Stored, stored_entries
from projections.ledger.tables import LedgerTables

_HEAD_TYPES = {"gaming_day": "PERIOD"}
_LINE_TYPES = {"account": "ACCOUNT", "currency": "CURRENCY", "amount": "AMOUNT", "rule": "RULE_REF_MISSING"}


class PostedAgain:
    """Takes the events one by one, in the order of the log; both verdicts stand when all have been read."""

    def __init__(self, connection: Connection, tables: LedgerTables) -> None:
        self._complete = Verdict("R01", "every event that posts has its entry, and every entry its event", "events")
        self._accurate = Verdict("R02", "posted again, every entry has the same lines and the same hash", "entries")
        self._context = Context()
        self._heads: dict[str, str] = {}
        self._parted: set[str] = set()
        self._versions: dict[str, int] = {}
        self._stored = stored_entries(connection, tables)
        self._next = next(self._stored, None)
        self._halted = False

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
            entry = post(self._context, recorded)
            self._context.follow(recorded, entry)
        except BooksHalted as halt:
            self._complete.differ("MISSING_ENTRY", recorded.id, "an event that can be posted", str(halt))
            self._halted = True
            return
        self._compare(recorded, entry, stored)

    def verdicts(self) -> list[Verdict]:
        if not self._halted:
            self._orphans(None)
        return [self._complete, self._accurate]

    def _orphans(self, before: int | None) -> None:
        """Entries at positions that hold no event."""
        while self._next is not None and (before is None or self._next.position < before):
            self._complete.differ("ORPHAN_ENTRY", _name(self._next), "no entry", f"{len(self._next.lines)} lines")
            self._next = next(self._stored, None)

    def _compare(self, recorded: Recorded, entry: Entry | None, stored: Stored | None) -> None:
        if entry is None:
            if stored is not None:
                self._complete.differ("ORPHAN_ENTRY", _name(stored), "no entry", f"{len(stored.lines)} lines")
            return
        source = source_of(recorded.stream)
        self._heads[source] = worked_out = entry_hash(self._heads.get(source), entry.head, entry.lines)
        if stored is None or stored.head is None:
            self._complete.differ("MISSING_ENTRY", recorded.id, f"{len(entry.lines)} lines", "no entry")
            return
        self._accurate.checked += 1
        for kind, about, expected, found in _different_fields(entry, stored):
            self._accurate.differ(kind, f"{recorded.id} {about}", expected, found)
        if worked_out != stored.chain_hash and source not in self._parted:
            self._parted.add(source)  # after the first one every hash of the source is another
            self._accurate.differ("CHAIN", recorded.id, worked_out, stored.chain_hash)


def _name(stored: Stored) -> str:
    return str(stored.head[0]) if stored.head else f"position {stored.position}"


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
