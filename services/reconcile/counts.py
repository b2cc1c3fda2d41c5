"""R08 trays, R09 boxes and drop, R10 cages, R12 openers: what was counted against what the books say at that position.

A tray, box or cage is one row of counts. Each is compared with the one before it and with what the books have moved since, so
that chips that are missing are found once, by the first count that misses them, and not again by every later one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.counting.events import DropCounted, DropRemoved
from domain.questions import Severity
from projections.ledger import counted as ledger
from projections.papers import Paper
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Findings, Missing, Unmatched
from services.reconcile.severity import of_count, of_kind, within_tolerance
from services.reconcile.sheets import RULES, TEXTS, Sheet, by_account

_SIGNS: Final = ("COUNT_SHORT", "COUNT_OVER")


@dataclass(frozen=True, slots=True)
class _Compared:
    """A count and what was expected of it. `types`: the one of the break, or for too little and too much."""

    rule: str
    types: Sequence[str]
    sheet: Sheet
    expected: int
    text: str
    since: int | None = None


def compare_counts(desk: Desk) -> Findings:
    """All counts of trays, commission boxes and cages, place by place."""
    findings = Findings()
    for sheets in by_account(desk.counts):
        before: Sheet | None = None
        for number, sheet in enumerate(sheets):
            if _is_counted_again(sheet, sheets[number + 1 :]):
                findings.compared.append(sheet.matched(RULES[sheet.kind], sheet.amount, "counted-again"))
            else:
                _compare(desk, findings, sheet, before)
                before = sheet
    return findings


def compare_drop(desk: Desk) -> Findings:
    """Drop boxes: each was removed with what its table had taken, and is counted once a currency."""
    findings = Findings()
    booked = ledger.drops(desk.connection, desk.books)
    counted = {(sheet.place, sheet.currency): sheet for sheet in map(Sheet.of, _kind(desk, DropCounted))}
    for key in sorted(counted):
        _judge(desk, findings, _Compared("R09", _SIGNS, counted[key], booked.get(key, 0), TEXTS["drop"]))
    for removed in _kind(desk, DropRemoved):
        event = removed.event
        for currency, amount in sorted(event.booked.items()):
            if (event.box, currency) not in counted:
                text = f"drop box {event.box} of {event.table} is not counted"
                findings.events.append(
                    Unmatched("R09", "drop", event.box, removed.gaming_day, currency, amount, removed.event_id, text, event.table)
                )
                findings.missing.append(Missing("R09", event.box, "not-counted", text))
    return findings


def _kind(desk: Desk, kind: type[DropCounted] | type[DropRemoved]) -> Iterator[Paper]:
    return (paper for paper in desk.counts if isinstance(paper.event, kind))


def _is_counted_again(sheet: Sheet, later: Sequence[Sheet]) -> bool:
    """The same tray at the same moment: the last count holds, as the shifts say (projections/shifts.py)."""
    return any((other.at_pos, other.kind) == (sheet.at_pos, sheet.kind) for other in later)


def _compare(desk: Desk, findings: Findings, sheet: Sheet, before: Sheet | None) -> None:
    rule, after = RULES[sheet.kind], before.at_pos if before else 0
    moves = ledger.moved(desk.connection, desk.books, sheet.account, sheet.currency, after, sheet.at_pos)
    if before is None:
        if sheet.table is not None and not desk.knows(sheet.table):
            findings.breaks.append(_unknown(desk, sheet))
            findings.counts.append(_unmatched(sheet))
        elif _is_first_stock(desk, sheet):
            findings.compared.append(sheet.matched(rule, sheet.amount, "first-count"))
        else:
            _judge(desk, findings, _Compared(rule, _SIGNS, sheet, moves.total, TEXTS[sheet.kind]))
        return
    expected = before.amount + moves.total - moves.accepted
    if sheet.kind == "opener" and before.kind == "closer":
        text = f"opener against the closer of {before.paper.gaming_day}"
        _judge(desk, findings, _Compared("R12", ("OPENER_CLOSER",), sheet, expected, text, before.at_pos))
        if sheet.amount == expected and not moves.total:
            findings.breaks += _other_chips(desk, sheet, before)
    else:
        _judge(desk, findings, _Compared(rule, _SIGNS, sheet, expected, TEXTS[sheet.kind], before.at_pos))


def _is_first_stock(desk: Desk, sheet: Sheet) -> bool:
    """Nobody has kept the chips of this tray or cage so far: what is counted now is what it begins with."""
    chips = sheet.kind in ("opener", "closer", "cage-chips")
    return chips and not ledger.is_kept(desk.connection, desk.books, sheet.account, sheet.currency, sheet.at_pos)


def _judge(desk: Desk, findings: Findings, compared: _Compared) -> None:
    """A break, or what agrees: in itself, by what two people have accepted, or within the policy's tolerance, which is told too."""
    sheet, rule = compared.sheet, compared.rule
    accepted = desk.accepted_of(rule, compared.types, sheet.key)
    difference = sheet.amount - compared.expected - accepted
    if not difference:
        findings.compared.append(sheet.matched(rule, compared.expected, "accepted" if accepted else "matched"))
        return
    figures = desk.figures(sheet.paper.gaming_day)
    within = within_tolerance(difference, sheet.currency, figures)
    severity: Severity = "minor" if within else of_count(difference, sheet.currency, figures)
    findings.compared.append(sheet.matched(rule, compared.expected, "within-tolerance" if within else None))
    findings.breaks.append(
        sheet.broken(
            desk,
            rule=rule,
            type=compared.types[0 if difference < 0 else -1],
            side_a=compared.expected + accepted,
            severity=severity,
            text=compared.text,
            since=compared.since,
            within=within,
        )
    )


def _other_chips(desk: Desk, sheet: Sheet, before: Sheet) -> Iterator[Break]:
    """The total is the same and the chips are not: each face that differs."""
    closer, opener = before.paper.event.denominations, sheet.paper.event.denominations
    for face in sorted({*(closer or {}), *(opener or {})} if closer and opener else (), key=int, reverse=True):
        side_a, side_b = closer.get(face, 0) * int(face), opener.get(face, 0) * int(face)
        if side_a != side_b:
            yield sheet.broken(
                desk,
                rule="R12",
                type="OPENER_CLOSER",
                key=f"{sheet.key}/{face}",
                side_a=side_a,
                side_b=side_b,
                severity="report",
                text=f"chips of {face} in the opener against the closer of {before.paper.gaming_day}; the totals agree",
                kind=None,
                at_pos=None,
            )


def _unknown(desk: Desk, sheet: Sheet) -> Break:
    text = f"{sheet.kind} of a table {sheet.place} that the house does not have"
    return sheet.broken(desk, rule=RULES[sheet.kind], type="INPUT", side_a=0, severity=of_kind("INPUT"), text=text, kind=None)


def _unmatched(sheet: Sheet) -> Unmatched:
    paper = sheet.paper
    text = "the house has no such table"
    return Unmatched(
        RULES[sheet.kind], sheet.kind, sheet.place, paper.gaming_day, sheet.currency, sheet.amount, paper.event_id, text, sheet.table
    )
