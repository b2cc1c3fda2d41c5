"""The revenue that each table must bring in a year on average, and how far the house is from it (docs/reports.md, Minimum)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Connection

from domain.policy import Policy
from domain.seating import TableOpened
from projections.days import between, days_of_year, first_of_year
from projections.ggr import PolicyOn, rounded_half_up
from projections.ledger.day_revenue import TableRevenue, exact_mop, last_day, revenue_of
from projections.ledger.scope import Answer, Row, Scope
from projections.ledger.tables import LedgerTables
from projections.papers import Paper


class _Table(NamedTuple):
    """`days`: days of the year so far on which the table was authorised; `weighed`: the same, poker tables by their weight."""

    name: str
    days: int
    weighed: Fraction
    required: Fraction
    ggr_mop: Fraction


def minimum(connection: Connection, tables: LedgerTables, papers: Iterable[Paper], policy_on: PolicyOn, scope: Scope) -> Answer:
    """A row a table for the year up to the scope's last day, and one total. Amounts are in MOP.

    Tables are those that the policy of each day authorises; where it names none, all that were opened in the year, from its
    first day on. `average` is what a table brings in a whole year at this pace. `papers` are the openings of tables.
    """
    scope.narrowed_by_days_alone("minimum")
    opened = [paper for paper in papers if isinstance(paper.event, TableOpened)]
    day = last_day(connection, tables, scope)
    if day is None:
        return Answer(scope.as_of, [], ())
    first = first_of_year(day)
    revenue = revenue_of(connection, tables, first, day, scope)
    of_year = {paper.key: paper for paper in opened if first <= paper.gaming_day <= day}
    poker = {name for name, paper in of_year.items() if paper.event.contract.startswith("holdem.")}
    found = _tables(first, day, policy_on, sorted(of_year), poker, revenue)
    return Answer(scope.as_of, [_row(table, day) for table in found], [_total(found, day)] if found else ())


def _tables(first: str, day: str, policy_on: PolicyOn, opened: list[str], poker: set[str], revenue: TableRevenue) -> list[_Table]:
    days: dict[str, int] = dict.fromkeys(opened, 0)
    weighed: dict[str, Fraction] = {}
    required: dict[str, Fraction] = {}
    for one in between(first, day):
        policy = policy_on(one)
        for name in policy.close.authorised_tables or opened:
            weight = _weight(policy, name, poker)
            days[name] = days.get(name, 0) + 1
            weighed[name] = weighed.get(name, Fraction(0)) + weight
            required[name] = required.get(name, Fraction(0)) + weight * Fraction(policy.close.minimum_mop, days_of_year(day))
    earned: dict[str, list[tuple[str, str, int]]] = {name: [] for name in days}
    for (one, name, currency), amount in revenue.items():
        earned.setdefault(name, []).append((one, currency, amount))
    nothing = Fraction(0)
    return [
        _Table(name, days.get(name, 0), weighed.get(name, nothing), required.get(name, nothing), exact_mop(earned[name], policy_on))
        for name in sorted(earned)
    ]


def _weight(policy: Policy, table: str, poker: set[str]) -> Fraction:
    return Fraction(*policy.close.poker_weight) if table in poker else Fraction(1)


def _row(table: _Table, day: str) -> Row:
    return {"gaming_day": day, "table": table.name, "days": table.days, **_figures(table.ggr_mop, table.required, table.weighed, day)}


def _total(found: list[_Table], day: str) -> Row:
    """Each sum is exact and rounded once."""
    ggr_mop = sum((table.ggr_mop for table in found), Fraction(0))
    required = sum((table.required for table in found), Fraction(0))
    weighed = sum((table.weighed for table in found), Fraction(0))
    figures = _figures(ggr_mop, required, weighed, day)
    days = sum(table.days for table in found)
    return {"gaming_day": day, "days": days, **figures, "shortfall": max(0, int(required) - rounded_half_up(ggr_mop))}


def _figures(ggr_mop: Fraction, required: Fraction, weighed: Fraction, day: str) -> dict[str, int | None]:
    earned, asked = rounded_half_up(ggr_mop), int(required)
    average = rounded_half_up(Fraction(ggr_mop * days_of_year(day), weighed)) if weighed else None
    return {"ggr_mop": earned, "required": asked, "difference": earned - asked, "average": average}
