"""The report that the regulator gets of each table every month."""

from domain.counting.events import TrayCounted
from domain.gaming_day import PolicyActivated
from domain.permits import PermitRegistered, PermitRevoked
from projections.filters import Filters
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.papers import TABLES, Papers
from projections.regulator import Regulator
from projections.regulator_months import WAGERED, Months, totals
from services.reports.columns import CURRENCY, GAME, HANDS, TABLE, amounts, counts, texts
from services.reports.fresh import Asked
from services.reports.report import Report

_COLUMNS = [
    *texts(month="month"),
    TABLE,
    GAME,
    CURRENCY,
    HANDS,
    *amounts(wagered="wagered", **{column: f"on {on}" for on, column in WAGERED.items()}),
    *amounts(won="won", paid="paid", commission="commission", ggr="ggr", drop="drop", fills="fills", credits="credits"),
    *amounts(openers="openers", closers="closers"),
    *counts(voids="voids"),
    *texts(void_reasons="reasons of voids", permits="permits", rules="rule changes"),
    *amounts(disputes="disputes"),
]


def regulator(asked: Asked, scope: Scope) -> Report:
    connection, papers = asked.connection, asked.live(Papers)[0]
    days = {"gaming_day": scope.gaming_day, "from_day": scope.day_from, "to_day": scope.day_to}
    filters = Filters(**days, table=scope.table, currency=scope.currency, as_of=scope.as_of)
    months = Months(scope)
    months.played(asked.live(Regulator)[0], connection, filters)
    months.opened(papers.read(connection, *TABLES, as_of=scope.as_of, table=scope.table))
    months.counted(papers.read(connection, TrayCounted, as_of=scope.as_of, table=scope.table))
    months.booked(connection, asked.live(Ledger)[0].tables)
    months.permitted(papers.read(connection, PermitRegistered, PermitRevoked, PolicyActivated, as_of=scope.as_of))
    rows = months.rows()
    return Report("regulator", "Tables by month, for the regulator", scope.as_of, _COLUMNS, rows, totals(rows))
