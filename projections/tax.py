"""Gaming tax and contributions: of a day, of the month to date and of the year to date (docs/reports.md, Tax).

Everything is worked out on the month to date, so that the days of a month add up to what is due on it: a day's part is what
the month comes to with it, less what it came to before.
"""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from domain.closing.tax import Tax, half_up, in_mop, tax_due
from domain.policy import Policy
from projections.days import covers, first_of_month, first_of_year, month_of, shifted
from projections.ggr import PolicyOn
from projections.ledger.day_revenue import DayRevenue, by_currency, of_house, revenue_of
from projections.ledger.scope import Row, Scope
from projections.ledger.tables import LedgerTables


def tax(connection: Connection, tables: LedgerTables, policy_on: PolicyOn, scope: Scope) -> list[Row]:
    """Three rows a gaming day that has revenue: `period` is `day`, `month to date` or `year to date`. Amounts are in MOP.

    FilterRefused for a currency or table: the tax is on all of them together.
    """
    scope.narrowed_by_days_alone("tax")
    first_day = first_of_year(scope.first_day) if scope.first_day else None
    revenue = of_house(revenue_of(connection, tables, first_day, scope.last_day, scope))
    days = sorted({day for day, _ in revenue})
    return [row for day in days if covers(scope, day) for row in _rows_of_day(day, days, revenue, policy_on)]


def _rows_of_day(day: str, days: Iterable[str], revenue: DayRevenue, policy_on: PolicyOn) -> Iterator[Row]:
    policy, first = policy_on(day), first_of_month(day)
    of_month = by_currency(revenue, first, day)
    due = tax_due(of_month, policy)
    before = [earlier for earlier in days if first <= earlier < day]
    due_before = tax_due(by_currency(revenue, first, before[-1]), policy_on(before[-1])) if before else Tax()
    yield _row(day, "day", _mop(by_currency(revenue, day, day), policy), due.less(due_before), None)
    yield _row(day, "month to date", _mop(of_month, policy), due, payable_by(day, policy))
    yield _year_to_date(day, days, revenue, policy_on)


def _year_to_date(day: str, days: Iterable[str], revenue: DayRevenue, policy_on: PolicyOn) -> Row:
    """The months of the year up to the day, each as its last day has it."""
    last_days = {month_of(one): one for one in days if first_of_year(day) <= one <= day}
    ggr_mop, total = 0, Tax()
    for last in last_days.values():
        of_month = by_currency(revenue, first_of_month(last), last)
        ggr_mop += _mop(of_month, policy_on(last))
        total = total.plus(tax_due(of_month, policy_on(last)))
    return _row(day, "year to date", ggr_mop, total, None)


def payable_by(day: str, policy: Policy) -> str:
    """The last of the first days of the next month in which the policy says it is paid."""
    next_month = first_of_month(shifted(first_of_month(day), 31))
    return shifted(next_month, policy.close.tax_due_days - 1)


def _mop(ggr: dict[str, int], policy: Policy) -> int:
    return half_up(in_mop(ggr, policy))


def _row(day: str, period: str, ggr_mop: int, due: Tax, payable: str | None) -> Row:
    parts = due._asdict()
    return {"gaming_day": day, "period": period, "ggr_mop": ggr_mop, **parts, "total": sum(parts.values()), "payable_by": payable}
