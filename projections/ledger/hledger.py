"""The journal in the format of hledger, so that a foreign program can prove the books (docs/finance.md, Reports and formats).

One transaction an entry, dated by its gaming day, with its position as code. At the end of each day a transaction that
moves nothing asserts the closing balance of every account.
"""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from projections.ledger.accounts import full_name
from projections.ledger.foreign import Balances, Key, Line, before, commodity, days, decimal, used
from projections.ledger.scope import Scope
from projections.ledger.tables import LedgerTables


def to_hledger(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[str]:
    """The file in parts that bring their line ends. Where the scope has a first day, what lies before it comes as one opening."""
    scope.only()
    for lines in _blocks(connection, tables, scope):
        yield "\n".join((*lines, "\n"))


def _blocks(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[list[str]]:
    """Directives, then one transaction after the other."""
    keys = used(connection, tables, scope)
    if not keys:
        return
    yield _directives(keys)
    opening = before(connection, tables, scope)
    if opening:
        yield [f"{scope.first_day} * opening balances", *(_posting(*key, amount) for key, amount in opening.items())]
    for day, entries, balances in days(connection, tables, scope, opening):
        for entry in entries:
            yield _transaction(entry)
        yield _assertions(day, balances)


def _directives(keys: Sequence[Key]) -> list[str]:
    """Whatever is used is declared, so that hledger's strict check finds what is misspelt."""
    commodities = sorted({commodity(account, currency) for account, currency in keys})
    accounts = sorted({account for account, _currency in keys})
    return [
        *(f"commodity 1000.00 {name}" for name in commodities),
        *(f"account {full_name(account)}" for account in accounts),
        *(f"tag {name}" for name in ("event", "leg", "rule", "hand")),
    ]


def _transaction(entry: Sequence[Line]) -> list[str]:
    first = entry[0]
    hand = f", hand:{first['hand']}" if first["hand"] else ""
    text = [f"{first['gaming_day']} * ({first['position']}) {first['event_type']}  ; event:{first['event_id']}{hand}"]
    for line in entry:
        text.append(f"{_posting(line['account'], line['currency'], line['amount'])}  ; leg:{line['leg']}, rule:{line['rule']}")
    return text


def _assertions(day: str, balances: Balances) -> list[str]:
    closing = (
        f"{_posting(account, currency, 0)} = {decimal(amount, currency)} {commodity(account, currency)}"
        for (account, currency), amount in sorted(balances.items())
    )
    return [f"{day} * closing balances", *closing]


def _posting(account: str, currency: str, amount: int) -> str:
    return f"    {full_name(account)}  {decimal(amount, currency)} {commodity(account, currency)}"
