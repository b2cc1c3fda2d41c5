"""The journal in the format of hledger, so that a foreign program can prove the books (docs/finance.md, Reports and formats).

One transaction an entry, dated by its gaming day, with its position as code. MONEY lines are in the currency (`HKD`),
CHIP lines in a commodity of their own (`HKDCHIP`), so that each book must balance by itself. At the end of each day a
transaction that moves nothing asserts the closing balance of every account.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from domain.money import EXPONENT
from projections.ledger.accounts import book_of, full_name
from projections.ledger.scope import Scope
from projections.ledger.tables import LedgerTables
from projections.ledger.trial_balance import day_sums

Balances = dict[tuple[str, str], int]
"""By account and currency, minor units, debit +."""


def to_hledger(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[str]:
    """The file in parts that bring their line ends. Where the scope has a first day, what lies before it comes as one opening."""
    scope.only()
    for lines in _blocks(connection, tables, scope):
        yield "\n".join((*lines, "\n"))


def _blocks(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[list[str]]:
    """Directives, then one transaction after the other."""
    used = sorted({(day_sum.account, day_sum.currency) for day_sum in day_sums(connection, tables, scope)})
    if not used:
        return
    yield _directives(used)
    balances = _before(connection, tables, scope)
    if scope.first_day and balances:
        yield [f"{scope.first_day} * opening balances", *(_posting(*key, amount) for key, amount in sorted(balances.items()))]
    for day, lines in groupby(_lines(connection, tables, scope), key=lambda line: str(line["gaming_day"])):
        for _position, of_entry in groupby(lines, key=lambda line: line["position"]):
            yield _transaction(list(of_entry), balances)
        yield _assertions(day, balances)


def decimal(amount: int, currency: str) -> str:
    """`-1234567` HKD as `-12345.67`, made from digits."""
    digits = EXPONENT[currency]
    text = f"{abs(amount):0{digits + 1}}"
    return f"{'-' if amount < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def commodity(account: str, currency: str) -> str:
    return f"{currency}CHIP" if book_of(account) == "CHIP" else currency


def _directives(used: list[tuple[str, str]]) -> list[str]:
    """Whatever is used is declared, so that hledger's strict check finds what is misspelt."""
    commodities = sorted({commodity(account, currency) for account, currency in used})
    accounts = sorted({account for account, _currency in used})
    return [
        *(f"commodity 1000.00 {name}" for name in commodities),
        *(f"account {full_name(account)}" for account in accounts),
        *(f"tag {name}" for name in ("event", "leg", "rule", "hand")),
    ]


def _before(connection: Connection, tables: LedgerTables, scope: Scope) -> Balances:
    """The balances before the scope's first day."""
    balances: Balances = {}
    for day_sum in day_sums(connection, tables, scope) if scope.first_day else ():
        if scope.first_day and day_sum.gaming_day < scope.first_day:
            key = (day_sum.account, day_sum.currency)
            balances[key] = balances.get(key, 0) + day_sum.debits + day_sum.credits
    return {key: amount for key, amount in balances.items() if amount}


def _lines(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[Mapping[Any, Any]]:
    """Day by day: hledger proves assertions in the order of the dates, and within a date in that of the file."""
    entries, lines = tables.entries, tables.lines
    query = (
        select(lines, entries.c.event_id, entries.c.event_type, entries.c.gaming_day, entries.c.hand)
        .join(entries, entries.c.position == lines.c.position)
        .where(*scope.of_lines(entries, lines))
        .order_by(entries.c.gaming_day, lines.c.position, lines.c.n)
    )
    return iter(connection.execute(query.execution_options(yield_per=1_000)).mappings())


def _transaction(lines: list[Mapping[Any, Any]], balances: Balances) -> list[str]:
    first = lines[0]
    hand = f", hand:{first['hand']}" if first["hand"] else ""
    text = [f"{first['gaming_day']} * ({first['position']}) {first['event_type']}  ; event:{first['event_id']}{hand}"]
    for line in lines:
        key = (line["account"], line["currency"])
        balances[key] = balances.get(key, 0) + line["amount"]
        text.append(f"{_posting(*key, line['amount'])}  ; leg:{line['leg']}, rule:{line['rule']}")
    return text


def _assertions(day: str, balances: Balances) -> list[str]:
    closing = (
        f"{_posting(account, currency, 0)} = {decimal(amount, currency)} {commodity(account, currency)}"
        for (account, currency), amount in sorted(balances.items())
    )
    return [f"{day} * closing balances", *closing]


def _posting(account: str, currency: str, amount: int) -> str:
    return f"    {full_name(account)}  {decimal(amount, currency)} {commodity(account, currency)}"
