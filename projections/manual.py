"""Entries that people made: all that two people stand behind, and whatever restates a day that was signed."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, or_, select

from projections.ledger.scope import Row, Scope
from projections.ledger.tables import LedgerTables
from projections.papers import Paper

_HEAD = ("position", "event_id", "gaming_day", "occurred_at", "event_type", "key", "table", "hand", "restates", "actor", "approver")


def manual(connection: Connection, tables: LedgerTables, papers: Iterable[Paper], scope: Scope) -> list[Row]:
    """A row an entry and currency, in the order of the log. `amount` are its debits in the MONEY book, or in the CHIP book
    where it has none there; `reason` is what the paper says. `papers` are all that the house has.
    """
    scope.only("table")
    reasons = {paper.event_id: reason for paper in papers if (reason := _reason(paper.event))}
    entries, lines = tables.entries.c, tables.lines.c
    by_people = or_(entries.approver.is_not(None), entries.restates.is_not(None))
    columns = [*(entries[name] for name in _HEAD), lines.currency, lines.book, lines.leg, lines.amount]
    asked = select(*columns).join_from(tables.lines, tables.entries, entries.position == lines.position)
    found: dict[tuple[int, str], dict[str, Any]] = {}
    wanted = (by_people, lines.amount > 0, *scope.of_lines(tables.entries, tables.lines))
    for row in connection.execute(asked.where(*wanted).order_by(lines.position, lines.n)).mappings():
        head = {name: row[name] for name in _HEAD}
        one = found.setdefault((row["position"], row["currency"]), {"head": head, "legs": {}, "MONEY": 0, "CHIP": 0})
        one["legs"][row["leg"]] = None
        one[row["book"]] += row["amount"]
    return [_row(currency, one, reasons) for (_, currency), one in found.items()]


def _row(currency: str, one: dict[str, Any], reasons: dict[str, str]) -> Row:
    head = one["head"]
    return {
        "position": head["position"],
        "gaming_day": head["gaming_day"],
        "time": head["occurred_at"],
        "event": head["event_type"],
        "place": head["table"] or head["key"],
        "hand": head["hand"],
        "currency": currency,
        "amount": one["MONEY"] or one["CHIP"],
        "legs": " ".join(one["legs"]),
        "actor": head["actor"],
        "approver": head["approver"],
        "reason": reasons.get(head["event_id"]),
        "restates": head["restates"],
        "event_id": head["event_id"],
    }


def _reason(event: Any) -> str | None:
    """A void's reason, or how a difference was explained."""
    said = [getattr(event, name, None) for name in ("reason", "explanation", "number", "text")]
    return ": ".join(part for part in said if isinstance(part, str)) or None
