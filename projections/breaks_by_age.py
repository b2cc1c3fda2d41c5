"""Breaks that are on record, by age: what the books themselves found, and everything that people have done about any break."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from domain.breaks.record import BreakRecord, status_of
from domain.counting.events import CountDifferenceAccepted
from domain.questions import Found
from projections.days import covers, days_apart
from projections.ledger.scope import Row, Scope
from projections.ledger.tables import LedgerTables
from projections.papers import Paper

AGES = ((0, "same day"), (1, "1"), (3, "2-3"), (7, "4-7"), (30, "8-30"))
"""Up to so many gaming days, and how that is called; what is older is `over 30`."""

_OF_BOOKS = ("rule", "type", "severity", "gaming_day", "table", "hand", "currency", "side_a", "side_b", "difference", "event_id")
_EMPTY: Mapping[str, Any] = dict.fromkeys((*_OF_BOOKS, "place"))


@dataclass(slots=True)
class _Known:
    """What is known of one break. `row` are the columns that the books, or an accepted difference, have filled."""

    record: BreakRecord = field(default_factory=BreakRecord)
    row: dict[str, Any] = field(default_factory=lambda: dict(_EMPTY))
    first_seen: int | None = None
    last_seen: int = 0
    found: Found | None = None
    resolved_by: list[str] = field(default_factory=list)

    def see(self, position: int) -> None:
        self.first_seen = position if self.first_seen is None else min(self.first_seen, position)
        self.last_seen = max(self.last_seen, position)


def breaks_by_age(connection: Connection, tables: LedgerTables, papers: Iterable[Paper], day: str | None, scope: Scope) -> list[Row]:
    """A row a break, the oldest first. `age` in gaming days up to `day`, which no break may come after; None where only what
    people did about a break is on record and it bears no day of its own.

    `papers` are those of breaks and of accepted differences. `first_seen` and `last_seen` are positions of the log,
    `resolved_by` the events that settled it.
    """
    known: dict[str, _Known] = {}
    _of_books(connection, tables, scope, known)
    for paper in papers:
        _take(known.setdefault(paper.event.break_id, _Known()), paper)
    rows = [_row(name, one, day) for name, one in known.items() if _is_asked(one.row, scope, day)]
    return sorted(rows, key=lambda row: (-(row["age"] or 0), row["gaming_day"] or "", row["break"]))


def age_group(age: int) -> str:
    return next((name for most, name in AGES if age <= most), "over 30")


def _of_books(connection: Connection, tables: LedgerTables, scope: Scope, known: dict[str, _Known]) -> None:
    breaks = tables.breaks
    for row in connection.execute(select(breaks).where(breaks.c.position <= scope.as_of)).mappings():
        one = known.setdefault(row["break"], _Known())
        one.row.update({name: row[name] for name in _OF_BOOKS})
        one.see(row["position"])
        named = {name: row[name] for name in ("rule", "type", "severity", "gaming_day", "currency", "side_a", "side_b")}
        one.found = Found(break_id=row["break"], **named)


def _take(one: _Known, paper: Paper) -> None:
    event = paper.event
    one.see(paper.position)
    if isinstance(event, CountDifferenceAccepted):
        sides = {"side_a": event.booked, "side_b": event.counted, "difference": event.difference, "currency": event.currency}
        one.row.update(sides, place=event.place, gaming_day=event.restates or paper.gaming_day)
        one.resolved_by.append(paper.event_id)
    else:
        one.record.evolve(event)


def _is_asked(row: Mapping[str, Any], scope: Scope, day: str | None) -> bool:
    """A break without a day of its own belongs to every day."""
    of_day = row["gaming_day"]
    if of_day is not None and (not covers(scope, of_day) or (day is not None and of_day > day)):
        return False
    return scope.currency in (None, row["currency"]) and scope.table in (None, row["table"], row["place"])


def _row(name: str, one: _Known, day: str | None) -> Row:
    record, of_day = one.record, one.row["gaming_day"]
    age = days_apart(of_day, day) if of_day is not None and day is not None else None
    explained = record.explained
    return {
        "break": name,
        "age": age,
        "ageing": None if age is None else age_group(age),
        **one.row,
        "status": record.status if one.found is None else status_of(record, one.found),
        "owner": record.owner,
        "explanation": explained.explanation if explained else None,
        "text": (explained.text or explained.number) if explained else None,
        "evidence": explained.evidence if explained else None,
        "carried": " ".join(sorted(record.carried)) or None,
        "resolved_by": " ".join(one.resolved_by) or None,
        "first_seen": one.first_seen,
        "last_seen": one.last_seen,
    }


def totals(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """How many breaks of each age are not closed."""
    counts: dict[str, int] = {}
    for row in rows:
        if row["status"] != "closed":
            ageing = row["ageing"] or "no day"
            counts[ageing] = counts.get(ageing, 0) + 1
    order = [name for _, name in AGES] + ["over 30", "no day"]
    return [{"ageing": name, "breaks": counts[name]} for name in order if name in counts]
