"""Reports of the house's revenue over days, months and years: what is due on it, and what each table must bring."""

from domain.baccarat import events as baccarat
from domain.holdem import events as holdem
from projections.ggr_to_date import ggr_to_date as to_date
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.minimum import minimum as minimum_of
from projections.papers import Papers
from projections.tax import tax as tax_on
from services.reports.columns import CURRENCY, GAMING_DAY, TABLE, counts, texts, words
from services.reports.fresh import Asked
from services.reports.report import Column, Report


def _mop(**titles: str) -> list[Column]:
    return [Column(key, title, "amount", "MOP") for key, title in titles.items()]


_TAX = [
    GAMING_DAY,
    *words(period="period"),
    *_mop(ggr_mop="ggr in MOP", tax="tax", fund="fund", development="development", total="total"),
    *texts(payable_by="payable by"),
]
_MINIMUM = [
    GAMING_DAY,
    TABLE,
    *counts(days="days"),
    *_mop(ggr_mop="ggr in MOP", required="required", difference="difference", average="average a year", shortfall="shortfall"),
]
_TO_DATE = [
    GAMING_DAY,
    TABLE,
    CURRENCY,
    *(Column(f"ggr_{period}", title, "amount") for period, title in (("day", "day"), ("month", "month to date"), ("year", "year to date"))),
    *_mop(ggr_day_mop="day in MOP", ggr_month_mop="month to date in MOP", ggr_year_mop="year to date in MOP"),
]


def tax(asked: Asked, scope: Scope) -> Report:
    """Gaming tax and contributions of each day, of its month to date and its year to date."""
    rows = tax_on(asked.connection, asked.live(Ledger)[0].tables, asked.policy_on, scope)
    return Report("tax", "Gaming tax and contributions", scope.as_of, _TAX, rows)


def minimum(asked: Asked, scope: Scope) -> Report:
    """What each table must bring in a year on average, and what it has brought up to the day."""
    opened = asked.live(Papers)[0].read(asked.connection, holdem.TableOpened, baccarat.TableOpened, as_of=scope.as_of)
    found = minimum_of(asked.connection, asked.live(Ledger)[0].tables, opened, asked.policy_on, scope)
    return Report("minimum", "Minimum revenue of the tables", scope.as_of, _MINIMUM, found.rows, found.totals)


def ggr_to_date(asked: Asked, scope: Scope) -> Report:
    """Gross gaming revenue of a day, its month to date and its year to date."""
    found = to_date(asked.connection, asked.live(Ledger)[0].tables, asked.policy_on, scope)
    return Report("ggr-to-date", "Gross gaming revenue to date", scope.as_of, _TO_DATE, found.rows, found.totals)
