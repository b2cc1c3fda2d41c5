"""Gross gaming revenue of a day beside that of its month and its year to date, table by table."""

from collections.abc import Mapping
from fractions import Fraction

from sqlalchemy import Connection

from projections.days import first_of_month, first_of_year
from projections.ggr import PolicyOn, rounded_half_up
from projections.ledger.day_revenue import exact_mop, last_day, revenue_of
from projections.ledger.scope import Answer, Row, Scope
from projections.ledger.tables import LedgerTables

_PERIODS = ("day", "month", "year")


def ggr_to_date(connection: Connection, tables: LedgerTables, policy_on: PolicyOn, scope: Scope) -> Answer:
    """A row a table and currency that has revenue in the year, up to the scope's last day; a total by currency.

    `ggr_day`, `ggr_month` and `ggr_year` in the currency, `..._mop` the same in MOP, each day at its own rate, rounded half
    up once a row, and in the totals once from the exact sum.
    """
    day = last_day(connection, tables, scope)
    if day is None:
        return Answer(scope.as_of, [], ())
    firsts = dict(zip(_PERIODS, (day, first_of_month(day), first_of_year(day)), strict=True))
    parts: dict[tuple[str, str], dict[str, list[tuple[str, str, int]]]] = {}
    for (one, table, currency), amount in sorted(revenue_of(connection, tables, firsts["year"], day, scope).items()):
        if scope.table in (None, table) and scope.currency in (None, currency):
            of_row = parts.setdefault((table, currency), {period: [] for period in _PERIODS})
            for period in _PERIODS:
                if one >= firsts[period]:
                    of_row[period].append((one, currency, amount))
    exact = {key: {period: exact_mop(of_row[period], policy_on) for period in _PERIODS} for key, of_row in parts.items()}
    sums = {key: {period: sum(part[2] for part in of_row[period]) for period in _PERIODS} for key, of_row in parts.items()}
    rows = [{"gaming_day": day, "table": key[0], "currency": key[1], **_figures(sums[key], exact[key])} for key in sorted(parts)]
    totals = []
    for currency in sorted({key[1] for key in parts}):
        keys = [key for key in parts if key[1] == currency]
        total = {period: sum(sums[key][period] for key in keys) for period in _PERIODS}
        total_mop = {period: sum((exact[key][period] for key in keys), Fraction(0)) for period in _PERIODS}
        totals.append({"gaming_day": day, "currency": currency, **_figures(total, total_mop)})
    return Answer(scope.as_of, rows, totals)


def _figures(sums: Mapping[str, int], exact: Mapping[str, Fraction]) -> Row:
    in_currency = {f"ggr_{period}": sums[period] for period in _PERIODS}
    return {**in_currency, **{f"ggr_{period}_mop": rounded_half_up(exact[period]) for period in _PERIODS}}
