"""R13: the win by count is the win by events, but for what the counts of the shift are short or over."""

from collections.abc import Sequence
from typing import Final

from domain.counting.events import TrayCounted
from projections.ledger.counted import moved
from projections.ledger.scope import Row, Scope
from projections.papers import TABLES
from projections.shifts import Shift
from projections.win import win
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Findings, Missing
from services.reconcile.severity import of_kind

_RULE: Final = "R13"


def win_of(desk: Desk) -> list[Row]:
    """A row a shift with what its counts explain of the difference, and what is left over; both None while it is not counted."""
    trays = [paper for paper in desk.counts if isinstance(paper.event, TrayCounted)]
    papers = sorted([*desk.papers(*TABLES), *trays], key=lambda paper: paper.position)
    rows = win(desk.connection, desk.ledger.tables, papers, Scope(as_of=desk.as_of))
    counted = {
        (shift.table, shift.currency, shift.gaming_day, shift.name): shift
        for of_table in desk.shifts.values()
        for shift in of_table.counted
        if shift.opener is not None and shift.closer is not None
    }
    return [row | _left(desk, row, counted.get((row["table"], row["currency"], row["gaming_day"], row["shift"]))) for row in rows]


def compare_win(desk: Desk, rows: Sequence[Row]) -> Findings:
    findings = Findings()
    for row in rows:
        if row["left"] is None:
            text = f"shift {row['shift']} of {row['table']} on {row['gaming_day']} has no opener or no closer"
            findings.missing.append(Missing(_RULE, row["table"], "not-counted", text))
        elif row["left"]:
            findings.breaks.append(_break(desk, row))
    return findings


def _left(desk: Desk, row: Row, shift: Shift | None) -> Row:
    if shift is None or shift.ends is None or row["difference"] is None:
        return {"explained": None, "left": None}
    moves = moved(desk.connection, desk.books, f"9220:{shift.table}", shift.currency, shift.begins, shift.ends)
    assert shift.opener is not None
    assert shift.closer is not None
    explained = shift.closer - shift.opener - (moves.total - moves.accepted)
    return {"explained": explained, "left": row["difference"] - explained}


def _break(desk: Desk, row: Row) -> Break:
    return Break(
        rule=_RULE,
        type="BALANCE",
        key=f"win {row['table']} {row['gaming_day']} {row['shift']} {row['currency']}",
        gaming_day=row["gaming_day"],
        position=desk.as_of,
        side_a=row["event_win"] + row["explained"],
        side_b=row["count_win"],
        severity=of_kind("BALANCE"),
        text="win by count against win by events and what the counts explain",
        currency=row["currency"],
        table=row["table"],
        shift=row["shift"],
        account=f"9220:{row['table']}",
    )
