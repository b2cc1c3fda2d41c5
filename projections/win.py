"""The win of a table in each of its shifts, by count and by events; I5 says that both are the same (docs/reports.md, Win).

    count win = closer + credits + drop + dispute chips - opener - fills
    event win = wagers won - winnings paid + commission

The drop is the cash taken at the table, and what came to its seats from wallets less what went back there. Chips that the tray paid
in disputes, less those it collected, are no drop. What a dispute changes of the revenue moves no chips, and stands apart.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from projections.days import covers, shifted
from projections.ledger.accounts import code_of, dimensions_of
from projections.ledger.legs import RESETTLES
from projections.ledger.scope import Row, Scope, account_is
from projections.ledger.tables import LedgerTables
from projections.papers import Paper
from projections.shifts import OUTSIDE, Shift, shifts_of

TRAY = {
    "FILL_RECEIVED": ("fills", 1),
    "CREDIT_SENT": ("credits", -1),
    "SLIP_VOIDED": ("credits", -1),
    "SEAT_FROM_CASH": ("drop_cash", -1),
    "SEAT_FROM_WALLET": ("drop_wallet", -1),
    "SEAT_TO_WALLET": ("drop_wallet", -1),
    "DISPUTE_PAID": ("dispute_chips", -1),
    "DISPUTE_COLLECTED": ("dispute_chips", -1),
}
"""What each leg at a tray adds to, and with which sign of the tray's line. A fill that is voided never reached the tray."""

_CHIPS = ("fills", "credits", "drop_cash", "drop_wallet", "dispute_chips")
_SUMS = (*_CHIPS, "event_win", "adjusted")
_WON = ("4020", "4111", "4112")


def win(connection: Connection, tables: LedgerTables, papers: Iterable[Paper], scope: Scope) -> list[Row]:
    """A row a shift of the scope's days, by gaming day, table, currency and beginning; `papers` are those of tables and trays.

    `status` is `counted`, or `pending` as long as opener or closer are missing: then the count's columns are None. `hold_bp`
    is the event win in hundredths of a per cent of the drop, rounded down, None without a drop.
    """
    shifts = {key: found for key, found in shifts_of(papers).items() if scope.table in (None, key[0])}
    sums: dict[Shift, dict[str, int]] = {}
    for found in shifts.values():
        for known in (*found.counted, *(session for session in found.sessions if session.name != OUTSIDE)):
            sums[known] = dict.fromkeys(_SUMS, 0)
    for account, currency, leg, position, day, amount in _moves(connection, tables, scope):
        named = _column(account, leg)
        of_table = shifts.get((dimensions_of(account)["table"], currency))
        shift = of_table.of(position, day) if named and of_table else None
        if shift is not None and named is not None:
            total = sums.setdefault(shift, dict.fromkeys(_SUMS, 0))
            total[named[0]] += named[1] * amount
    order = sorted(sums, key=lambda shift: (shift.gaming_day, shift.table, shift.currency, shift.begins, shift.name))
    shown = [shift for shift in order if covers(scope, shift.gaming_day) and scope.currency in (None, shift.currency)]
    return [_row(shift, sums[shift]) for shift in shown if shift.name != OUTSIDE or _played(sums[shift])]


def totals(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """One row a currency; what was counted is added up only where all of it was."""
    found: dict[str, Row] = {}
    by_count = ("opener", "closer", "count_win", "difference")
    for row in rows:
        total = found.setdefault(row["currency"], {"currency": row["currency"], **dict.fromkeys((*_SUMS, *by_count), 0)})
        for name in _SUMS:
            total[name] += row[name]
        for name in by_count:
            total[name] = None if total[name] is None or row["status"] == "pending" else total[name] + row[name]
    return [{**total, "hold_bp": _hold(total)} for _, total in sorted(found.items())]


def _moves(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterable[Any]:
    """Lines of trays and of the banked game's revenue. A shift may hold slips of the house's day before or after its own."""
    lines, entries = tables.lines.c, tables.entries.c
    wanted: list[Any] = [lines.position <= scope.as_of]
    if scope.first_day:
        wanted.append(entries.gaming_day >= shifted(scope.first_day, -1))
    if scope.last_day:
        wanted.append(entries.gaming_day <= shifted(scope.last_day, 1))
    columns = (lines.account, lines.currency, lines.leg, lines.position, entries.gaming_day, lines.amount)
    asked = select(*columns).join_from(tables.lines, tables.entries, entries.position == lines.position)
    for code in ("9220", *_WON):
        account = code if scope.table is None else f"{code}:{scope.table}"
        of_code = asked.where(account_is(lines.account, account), *wanted)
        yield from connection.execute(of_code.execution_options(yield_per=1_000))


def _column(account: str, leg: str) -> tuple[str, int] | None:
    if code_of(account) == "9220":
        return TRAY.get(leg)
    return ("adjusted" if leg in RESETTLES else "event_win", -1)


def _row(shift: Shift, sums: Mapping[str, int]) -> Row:
    counted = shift.opener is not None and shift.closer is not None
    drop = sums["drop_cash"] + sums["drop_wallet"]
    gone = sums["credits"] + drop + sums["dispute_chips"] - sums["fills"]
    by_count = (shift.closer or 0) + gone - (shift.opener or 0) if counted else None
    return {
        "gaming_day": shift.gaming_day,
        "table": shift.table,
        "shift": shift.name,
        "currency": shift.currency,
        "status": "counted" if counted else "pending",
        "opener": shift.opener,
        **{name: sums[name] for name in _CHIPS},
        "closer": shift.closer,
        "count_win": by_count,
        "event_win": sums["event_win"],
        "difference": None if by_count is None else by_count - sums["event_win"],
        "adjusted": sums["adjusted"],
        "hold_bp": _hold(sums),
    }


def _hold(sums: Mapping[str, int]) -> int | None:
    drop = sums["drop_cash"] + sums["drop_wallet"]
    return sums["event_win"] * 10_000 // drop if drop > 0 else None


def _played(sums: Mapping[str, int]) -> bool:
    """Outside the counts only what was won or sold there is worth a row: slips are in the next count."""
    return any(sums[name] for name in ("drop_cash", "drop_wallet", "dispute_chips", "event_win", "adjusted"))
