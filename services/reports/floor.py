"""Reports of the floor and the cage: win and commission by shift, slips, and what counts found over or short."""

from dataclasses import replace
from typing import Any

from domain.counting import events as counting
from projections import commission as of_commission
from projections import over_short as of_counts
from projections import win as of_shifts
from projections.commission import Commission
from projections.commission_shifts import by_shift
from projections.days import covers
from projections.filters import Filters
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.papers import SLIPS, TABLES, Papers
from projections.slips import gaps, register
from services.reports.columns import CURRENCY, GAME, GAMING_DAY, HANDS, RULE, TABLE, amounts, counts, moments, texts, words
from services.reports.fresh import Asked
from services.reports.report import Chart, Report

_WIN = [
    GAMING_DAY,
    TABLE,
    *texts(shift="shift"),
    CURRENCY,
    *words(status="status"),
    *amounts(opener="opener", fills="fills", credits="credits", drop_cash="drop cash", drop_wallet="drop wallet"),
    *amounts(dispute_chips="chips of disputes", closer="closer"),
    *amounts(count_win="count win", event_win="event win", difference="difference", adjusted="adjusted by dispute"),
    *counts(hold_bp="hold bp"),
]
_COMMISSION = [
    GAMING_DAY,
    GAME,
    TABLE,
    *texts(shift="shift"),
    CURRENCY,
    HANDS,
    *amounts(base="base"),
    *counts(exact_e4="exact e4"),
    *amounts(charged="charged"),
    *counts(forgone_by_rounding="forgone by rounding e4", forgone_by_cap="forgone by cap e4"),
    *counts(capped_hands="capped", hands_below_3="below 3 %", effective_bp="effective bp"),
    RULE,
]
_SLIPS = [
    GAMING_DAY,
    *texts(slip="slip"),
    *words(kind="kind"),
    *texts(cage="cage"),
    TABLE,
    CURRENCY,
    *words(status="status"),
    *amounts(sent="sent", received="received", difference="difference"),
    *texts(sent_by="sent by", received_by="received by", voided_by="voided by", reason="reason"),
    *moments(sent_at="sent at (UTC)", received_at="received at (UTC)"),
    *counts(missing="missing"),
]
_OVER_SHORT = [
    GAMING_DAY,
    *words(kind="kind"),
    *texts(place="place", shift="shift"),
    CURRENCY,
    *amounts(booked="booked", counted="counted", difference="difference"),
    *counts(run="run of signs"),
    *amounts(month_to_date="month to date"),
    *texts(actor="counted by", approver="witnessed by", slip="sheet"),
    *counts(at_pos="at position"),
]


def win(asked: Asked, scope: Scope) -> Report:
    """The win of each table and shift, by count and by events."""
    papers = asked.live(Papers)[0].read(asked.connection, *TABLES, counting.TrayCounted, as_of=scope.as_of, table=scope.table)
    rows = of_shifts.win(asked.connection, asked.live(Ledger)[0].tables, papers, scope)
    charts = [Chart("Win by table", "table", "event_win"), Chart("Difference of win by table", "table", "difference")]
    return Report("win", "Win by table and shift", scope.as_of, _WIN, rows, of_shifts.totals(rows), charts=charts)


def commission_by_shift(asked: Asked, projection: Commission, filters: Filters, as_of: int) -> Report:
    """The commission report, parted where tables were counted."""
    papers = asked.live(Papers)[0].read(asked.connection, *TABLES, counting.TrayCounted, as_of=as_of, table=filters.table)
    rows = by_shift(projection.each(asked.connection, replace(filters, as_of=as_of)), papers)
    return Report("commission-by-shift", "Commission by shift", as_of, _COMMISSION, rows, of_commission.totals(rows))


def slips(asked: Asked, scope: Scope) -> Report:
    """The register of fills and credits, and the numbers that are missing: those are looked for in all of it."""
    rows = register(asked.live(Papers)[0].read(asked.connection, *SLIPS, as_of=scope.as_of))
    shown = [row for row in (*rows, *gaps(rows)) if _is_asked(row, scope)]
    return Report("slips", "Register of slips", scope.as_of, _SLIPS, shown)


def over_short(asked: Asked, scope: Scope) -> Report:
    """What counts found over and short."""
    papers = asked.live(Papers)[0].read(asked.connection, *TABLES, *counting.EVENTS, as_of=scope.as_of)
    rows = of_counts.over_short(asked.connection, asked.live(Ledger)[0].tables, papers, scope)
    charts = [Chart("Over and short by place", "place", "difference")]
    return Report("over-short", "Over and short", scope.as_of, _OVER_SHORT, rows, of_counts.totals(rows), charts=charts)


def _is_asked(row: dict[str, Any], scope: Scope) -> bool:
    of_table = scope.table in (None, row["table"])
    return of_table and scope.currency in (None, row["currency"]) and covers(scope, row["gaming_day"])
