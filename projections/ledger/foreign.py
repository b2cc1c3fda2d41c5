"""What the formats of foreign programs share: which account, which commodity, which decimals, and the days one after the other.

MONEY lines are in the currency (`HKD`), CHIP lines in a commodity of their own (`HKDCHIP`), so that each book must balance by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from domain.money import EXPONENT
from projections.ledger.accounts import book_of
from projections.ledger.scope import Scope
from projections.ledger.tables import LedgerTables
from projections.ledger.trial_balance import day_sums

Key = tuple[str, str]
"""Account and currency."""
Balances = dict[Key, int]
"""Minor units, debit +."""
Line = Mapping[Any, Any]
"""A line of the books with `event_id`, `event_type`, `gaming_day` and `hand` of its entry."""


class Day(NamedTuple):
    """One gaming day: its entries, and what every account then holds. The balances are true once the entries were taken."""

    day: str
    entries: Iterator[Sequence[Line]]
    balances: Balances


def used(connection: Connection, tables: LedgerTables, scope: Scope) -> list[Key]:
    """Everything that must be declared; empty for empty books."""
    return sorted({(day_sum.account, day_sum.currency) for day_sum in day_sums(connection, tables, scope)})


def before(connection: Connection, tables: LedgerTables, scope: Scope) -> Balances:
    """The balances before the scope's first day that are not 0."""
    balances: Balances = {}
    for day_sum in day_sums(connection, tables, scope) if scope.first_day else ():
        if scope.first_day and day_sum.gaming_day < scope.first_day:
            key = (day_sum.account, day_sum.currency)
            balances[key] = balances.get(key, 0) + day_sum.debits + day_sum.credits
    return {key: amount for key, amount in sorted(balances.items()) if amount}


def days(connection: Connection, tables: LedgerTables, scope: Scope, opening: Balances) -> Iterator[Day]:
    """Day by day, within a day in the order of the log: these programs prove balances in the order of the dates."""
    balances = dict(opening)
    for day, lines in groupby(_lines(connection, tables, scope), key=lambda line: str(line["gaming_day"])):
        yield Day(day, _entries(lines, balances), balances)


def decimal(amount: int, currency: str) -> str:
    """`-1234567` HKD as `-12345.67`, made from digits."""
    digits = EXPONENT[currency]
    text = f"{abs(amount):0{digits + 1}}"
    return f"{'-' if amount < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def commodity(account: str, currency: str) -> str:
    return f"{currency}CHIP" if book_of(account) == "CHIP" else currency


def _entries(lines: Iterator[Line], balances: Balances) -> Iterator[Sequence[Line]]:
    for _position, of_entry in groupby(lines, key=lambda line: line["position"]):
        entry = list(of_entry)
        for line in entry:
            key = (line["account"], line["currency"])
            balances[key] = balances.get(key, 0) + line["amount"]
        yield entry


def _lines(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[Line]:
    entries, lines = tables.entries, tables.lines
    query = (
        select(lines, entries.c.event_id, entries.c.event_type, entries.c.gaming_day, entries.c.hand)
        .join(entries, entries.c.position == lines.c.position)
        .where(*scope.of_lines(entries, lines))
        .order_by(entries.c.gaming_day, lines.c.position, lines.c.n)
    )
    return iter(connection.execute(query.execution_options(yield_per=1_000)).mappings())
