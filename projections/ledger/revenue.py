"""I7: gross gaming revenue is what the revenue accounts say. Void hands, demonstrations and held bets add nothing to it."""

from collections import defaultdict

from sqlalchemy import Connection

from projections.ledger.accounts import code_of, dimensions_of
from projections.ledger.scope import Scope
from projections.ledger.tables import LedgerTables
from projections.ledger.trial_balance import day_sums

_REVENUE = ("4010", "4020", "4111", "4112")
"""Commission of both games, wagers won, and winnings paid before commission."""


def gross_revenue(connection: Connection, tables: LedgerTables, scope: Scope) -> dict[tuple[str, str, str], int]:
    """By gaming day, table and currency; minor units, + is the house's."""
    scope.only()
    revenue: dict[tuple[str, str, str], int] = defaultdict(int)
    for day_sum in day_sums(connection, tables, scope):
        in_scope = not scope.first_day or day_sum.gaming_day >= scope.first_day
        if code_of(day_sum.account) in _REVENUE and in_scope:
            table = dimensions_of(day_sum.account)["table"]
            revenue[day_sum.gaming_day, table, day_sum.currency] -= day_sum.debits + day_sum.credits
    return dict(revenue)
