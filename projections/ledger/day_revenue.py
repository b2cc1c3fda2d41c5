"""Gross gaming revenue by gaming day, for what is worked out on months and years of it."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from sqlalchemy import Connection, func, select

from projections.ggr import PolicyOn, mop_rate
from projections.ledger.revenue import gross_revenue
from projections.ledger.scope import Scope
from projections.ledger.tables import LedgerTables

TableRevenue = Mapping[tuple[str, str, str], int]
"""By gaming day, table and currency; minor units, + is the house's."""
DayRevenue = Mapping[tuple[str, str], int]
"""By gaming day and currency."""


def revenue_of(connection: Connection, tables: LedgerTables, first_day: str | None, last_day: str | None, scope: Scope) -> TableRevenue:
    """Of these gaming days, both included, as the question asks for them: at its position, restated or not."""
    return gross_revenue(connection, tables, Scope(as_of=scope.as_of, day_from=first_day, day_to=last_day, restated=scope.restated))


def last_day(connection: Connection, tables: LedgerTables, scope: Scope) -> str | None:
    """The day that a question looks back from: the last one that it names, else the last one that the books know."""
    entries = tables.entries.c
    if scope.last_day is not None:
        return scope.last_day
    return connection.execute(select(func.max(entries.gaming_day)).where(entries.position <= scope.as_of)).scalar_one_or_none()


def of_house(revenue: TableRevenue) -> DayRevenue:
    """All tables together."""
    found: dict[tuple[str, str], int] = {}
    for (day, _, currency), amount in revenue.items():
        found[day, currency] = found.get((day, currency), 0) + amount
    return found


def by_currency(revenue: DayRevenue, first_day: str, last_day: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for (day, currency), amount in revenue.items():
        if first_day <= day <= last_day:
            found[currency] = found.get(currency, 0) + amount
    return found


def exact_mop(parts: Iterable[tuple[str, str, int]], policy_on: PolicyOn) -> Fraction:
    """Avos, each gaming day at the rate of its own policy. `parts`: day, currency, amount."""
    return sum((amount * mop_rate(policy_on(day), currency) for day, currency, amount in parts), Fraction(0))
