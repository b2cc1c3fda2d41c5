"""Reports of what the house earned: commission, gross gaming revenue, handle by kind of bet, and what was void."""

from collections.abc import Callable

from sqlalchemy import Connection

from domain.policy import Policy
from projections import commission as of_commission
from projections import ggr as of_ggr
from projections import handle as of_handle
from projections.commission import Commission
from projections.filters import Filters
from projections.regulator import Regulator
from services.reports.columns import CURRENCY, GAME, GAMING_DAY, HANDS, RULE, TABLE, amounts, counts, moments, texts, words
from services.reports.report import Chart, Column, Report

_COMMISSION = [
    GAMING_DAY,
    GAME,
    TABLE,
    CURRENCY,
    HANDS,
    *amounts(base="base"),
    *counts(exact_e4="exact e4"),
    *amounts(charged="charged"),
    *counts(forgone_by_rounding="forgone by rounding e4", forgone_by_cap="forgone by cap e4"),
    *counts(capped_hands="capped", hands_below_3="below 3 %", effective_bp="effective bp"),
    RULE,
]
_GGR = [
    GAMING_DAY,
    GAME,
    *words(segment="segment"),
    TABLE,
    CURRENCY,
    HANDS,
    *amounts(wagered="wagered", won="won", paid="paid", commission="commission", ggr="ggr"),
    *texts(rate="rate"),
]
_HANDLE = [
    GAMING_DAY,
    TABLE,
    CURRENCY,
    *words(on="on"),
    *counts(bets="bets"),
    *amounts(handle="handle", won="won", paid="paid", commission="commission"),
    *amounts(house_win="house win", theoretical_win="theoretical win"),
    *counts(edge_ppm="edge ppm"),
]
_VOIDS = [
    *texts(id="hand"),
    GAMING_DAY,
    TABLE,
    CURRENCY,
    *texts(kind="error", reason="reason", actor="actor", approver="approver"),
    *counts(bets="bets"),
    *amounts(stakes="stakes", refunds="refunds", commission_back="commission put back"),
    *texts(dispute="dispute"),
    RULE,
    *moments(time="time (UTC)"),
]

PolicyOn = Callable[[str], Policy]


def commission(connection: Connection, projection: Commission, filters: Filters, as_of: int, _policy_on: PolicyOn) -> Report:
    rows = projection.report(connection, filters)
    return Report("commission", "Commission", as_of, _COMMISSION, rows, of_commission.totals(rows))


def ggr(connection: Connection, projection: Regulator, filters: Filters, as_of: int, policy_on: PolicyOn) -> Report:
    """Gross gaming revenue: what the house won from the bettors, commission in it; at a Hold'em table the commission alone."""
    rows = projection.ggr(connection, policy_on, filters)
    columns = [*_GGR, Column("ggr_mop", "ggr in MOP", "amount", "MOP")]
    charts = [Chart("Gross gaming revenue by day", "gaming_day", "ggr_mop")]
    return Report("ggr", "Gross gaming revenue", as_of, columns, rows, of_ggr.totals(rows, policy_on), charts=charts)


def handle(connection: Connection, projection: Regulator, filters: Filters, as_of: int, _policy_on: PolicyOn) -> Report:
    """Of the banked game: what was bet on what, what it brought the house, and what chance alone would have brought."""
    rows = projection.handle(connection, filters)
    return Report("handle", "Handle by kind of bet", as_of, _HANDLE, rows, of_handle.totals(rows))


def voids(connection: Connection, projection: Regulator, filters: Filters, as_of: int, _policy_on: PolicyOn) -> Report:
    return Report("voids", "Void hands and rounds, settlements reversed", as_of, _VOIDS, projection.voids(connection, filters))
