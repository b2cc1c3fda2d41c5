"""Over and short: each count beside what the books held at its moment, how often in a row with the same sign, and in the month.

A difference that nobody has accepted lies there at the next count too. So each count answers for what is new since the count
of the same thing before it: its difference, less what of the earlier one was still open.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from domain.counting.events import CageCounted, CommissionBoxCounted, CountDifferenceAccepted, DropCounted, DropRemoved, TrayCounted
from projections.days import covers, month_of
from projections.ledger.scope import Row, Scope
from projections.ledger.tables import LedgerTables
from projections.papers import Paper
from projections.shifts import TableShifts, shifts_of

_CAGE = {"cage-chips": "9210", "cage-cash": "1110"}
_TRAY = ("opener", "closer")


class Sheet(NamedTuple):
    """One count. `account` holds in the books what was counted; that of a drop box is known from its removal (`removed`)."""

    paper: Paper
    kind: str
    place: str
    account: str
    removed: int | None = None

    @property
    def thing(self) -> tuple[str, str]:
        """What is counted again and again: a tray, a box, the drop of a table, the chips or the cash of a cage."""
        return ("drop" if self.removed is not None else self.account, self.place)


@dataclass(slots=True)
class _Course:
    """How the counts of one thing in one currency have come out so far. `open`: what the last one left unaccepted."""

    at_pos: int = 0
    open: int = 0
    run: int = 0
    month: str = ""
    to_date: int = 0

    def take(self, difference: int, month: str) -> None:
        same_sign = (difference > 0) - (difference < 0) == (self.run > 0) - (self.run < 0)
        step = (difference > 0) - (difference < 0)
        self.run = self.run + step if same_sign else step
        self.to_date = (self.to_date if month == self.month else 0) + difference
        self.month = month


def over_short(connection: Connection, tables: LedgerTables, papers: Sequence[Paper], scope: Scope) -> list[Row]:
    """A row each count that brought a new difference, in the order of its moments; `papers` are those of counts and tables.

    `run` counts how many in a row had its sign, and bears the sign; one that agreed ends the run. `month_to_date` is the sum
    of the new differences of that thing in the month of its gaming day.
    """
    sheets = sorted(_sheets(papers), key=lambda sheet: (sheet.paper.event.at_pos, sheet.paper.position))
    booked = _booked(connection, tables, sheets)
    accepted = [paper for paper in papers if isinstance(paper.event, CountDifferenceAccepted)]
    shifts, courses, rows = shifts_of(papers), dict[tuple[str, str, str], _Course](), list[Row]()
    for sheet in sheets:
        event = sheet.paper.event
        course = courses.setdefault((*sheet.thing, event.currency), _Course())
        expected = booked[sheet.paper.position]
        new = event.amount - expected
        if sheet.removed is None:
            new -= course.open - _accepted(accepted, sheet, course.at_pos)
            course.at_pos, course.open = event.at_pos, event.amount - expected
        course.take(new, month_of(sheet.paper.gaming_day))
        if new and _is_asked(sheet, scope):
            rows.append(_row(sheet, expected, new, course, shifts))
    return rows


def _sheets(papers: Iterable[Paper]) -> Iterable[Sheet]:
    removed: dict[str, Mapping[str, int]] = {}
    for paper in papers:
        match paper.event:
            case TrayCounted(kind=kind, table=table):
                yield Sheet(paper, kind, table, f"9220:{table}")
            case CommissionBoxCounted(table=table):
                yield Sheet(paper, "commission-box", table, f"9230:{table}")
            case CageCounted(kind=kind, cage=cage):
                yield Sheet(paper, kind, cage, f"{_CAGE[kind]}:{cage}")
            case DropRemoved(box=box, booked=booked):
                removed[box] = booked
            case DropCounted(table=table, box=box, currency=currency):
                yield Sheet(paper, "drop", table, f"1320:{box}", removed[box].get(currency, 0))


def _booked(connection: Connection, tables: LedgerTables, sheets: Sequence[Sheet]) -> dict[int, int]:
    """What the books held of each count's thing at its moment, by the position of the count."""
    found = {sheet.paper.position: sheet.removed for sheet in sheets if sheet.removed is not None}
    asked: dict[tuple[str, str], list[Sheet]] = {}
    for sheet in sheets:
        if sheet.removed is None:
            asked.setdefault((sheet.account, sheet.paper.event.currency), []).append(sheet)
    lines = tables.lines.c
    for (account, currency), of_account in asked.items():
        of_it = (lines.account == account, lines.currency == currency, lines.position <= of_account[-1].paper.event.at_pos)
        moves = connection.execute(select(lines.position, lines.amount).where(*of_it).order_by(lines.position, lines.n)).all()
        positions, balances = [move.position for move in moves], [0, *accumulate(move.amount for move in moves)]
        for sheet in of_account:
            found[sheet.paper.position] = balances[bisect_right(positions, sheet.paper.event.at_pos)]
    return found


def _accepted(papers: Iterable[Paper], sheet: Sheet, after: int) -> int:
    """What was accepted at this place between the count before and this one."""
    of_it = _TRAY if sheet.kind in _TRAY else (sheet.kind,)
    event = sheet.paper.event
    return sum(
        paper.event.difference
        for paper in papers
        if paper.event.place == sheet.place
        and paper.event.kind in of_it
        and paper.event.currency == event.currency
        and after < paper.position <= event.at_pos
    )


def _is_asked(sheet: Sheet, scope: Scope) -> bool:
    of_table = scope.table is None or getattr(sheet.paper.event, "table", None) == scope.table
    return of_table and covers(scope, sheet.paper.gaming_day) and scope.currency in (None, sheet.paper.event.currency)


def _row(sheet: Sheet, booked: int, new: int, course: _Course, shifts: Mapping[tuple[str, str], TableShifts]) -> Row:
    paper, event = sheet.paper, sheet.paper.event
    of_table = shifts.get((sheet.place, event.currency))
    shift = of_table.counted_at(event.at_pos, sheet.kind) if of_table and sheet.kind in _TRAY else None
    return {
        "gaming_day": paper.gaming_day,
        "kind": sheet.kind,
        "place": sheet.place,
        "shift": shift,
        "currency": event.currency,
        "booked": booked,
        "counted": event.amount,
        "difference": new,
        "run": course.run,
        "month_to_date": course.to_date,
        "actor": paper.actor,
        "approver": paper.approver,
        "slip": event.slip,
        "at_pos": event.at_pos,
    }


def totals(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """What was over and what was short, by currency."""
    found: dict[str, Row] = {}
    for row in rows:
        total = found.setdefault(row["currency"], {"currency": row["currency"], "difference": 0})
        total["difference"] += row["difference"]
    return [total for _, total in sorted(found.items())]
