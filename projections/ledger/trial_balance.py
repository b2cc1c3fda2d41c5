"""The trial balance: opening, debits, credits and closing of every account; each book sums to 0 in each currency."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, func, select

from projections.ledger.accounts import ACCOUNTS, book_of, code_of
from projections.ledger.scope import Answer, Row, Scope
from projections.ledger.tables import LedgerTables


class DaySum(NamedTuple):
    """What one account saw on one gaming day, in minor units: debits +, credits -."""

    account: str
    currency: str
    gaming_day: str
    debits: int
    credits: int


_AMOUNTS = ("opening", "debits", "credits", "closing")


def trial_balance(connection: Connection, tables: LedgerTables, scope: Scope, *, detail: bool = False) -> Answer:
    """A row an account code, or with `detail` an account with its dimensions; opening is what lies before the first day."""
    scope.only()
    rows: dict[tuple[str, str], Row] = {}
    for day_sum in day_sums(connection, tables, scope):
        account = day_sum.account if detail else code_of(day_sum.account)
        row = rows.setdefault((account, day_sum.currency), _empty(account, day_sum.currency))
        if scope.first_day and day_sum.gaming_day < scope.first_day:
            row["opening"] += day_sum.debits + day_sum.credits
        else:
            row["debits"] += day_sum.debits
            row["credits"] += day_sum.credits
    for row in rows.values():
        row["closing"] = row["opening"] + row["debits"] + row["credits"]
    shown = [rows[key] for key in sorted(rows) if any(rows[key][name] for name in _AMOUNTS)]
    return Answer(scope.as_of, shown, _totals(shown))


def day_sums(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[DaySum]:
    """Sums by account, currency and day, up to the scope's last day, as they were known at its position.

    The balances know everything that is booked; what was booked after the position is taken off again.
    """
    balances, lines, entries = tables.balances, tables.lines, tables.entries
    later: dict[tuple[str, str, str], tuple[int, int]] = {}
    if connection.execute(select(entries.c.position).where(entries.c.position > scope.as_of).limit(1)).first():
        key = (lines.c.account, lines.c.currency, entries.c.gaming_day)
        debits = func.sum(case((lines.c.amount > 0, lines.c.amount), else_=0))
        query = select(*key, debits, func.sum(lines.c.amount)).join(entries, entries.c.position == lines.c.position)
        for account, currency, day, debit, total in connection.execute(query.where(lines.c.position > scope.as_of).group_by(*key)):
            later[account, currency, day] = (debit, total - debit)
    query = select(balances.c.account, balances.c.currency, balances.c.gaming_day, balances.c.debits, balances.c.credits)
    for account, currency, day, debit, credit in connection.execute(
        query.where(*_wanted(scope, balances.c.gaming_day, balances.c.currency))
    ):
        debit_later, credit_later = later.get((account, currency, day), (0, 0))
        yield DaySum(account, currency, day, debit - debit_later, credit - credit_later)


def _wanted(scope: Scope, day: ColumnElement[str], currency: ColumnElement[str]) -> list[ColumnElement[bool]]:
    """Days before the first one too: they make the opening."""
    wanted = [day <= scope.last_day] if scope.last_day else []
    return wanted + ([currency == scope.currency] if scope.currency else [])


def _empty(account: str, currency: str) -> Row:
    amounts = dict.fromkeys(_AMOUNTS, 0)
    return {"book": book_of(account), "account": account, "name": ACCOUNTS[code_of(account)].name, "currency": currency, **amounts}


def _totals(rows: Sequence[Row]) -> list[Row]:
    totals: dict[tuple[str, str], Row] = {}
    for row in rows:
        start = {"book": row["book"], "currency": row["currency"], **dict.fromkeys(_AMOUNTS, 0)}
        total = totals.setdefault((row["book"], row["currency"]), start)
        for name in _AMOUNTS:
            total[name] += row[name]
    return [totals[key] for key in sorted(totals, key=lambda key: (key[0] != "MONEY", key[1]))]
