"""The trial balance: opening, debits, credits and closing of every account; each book sums to 0 in each currency."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, case, false, func, select

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


Sums = ColumnElement[Any]
_AMOUNTS = ("opening", "debits", "credits", "closing")


def trial_balance(connection: Connection, tables: LedgerTables, scope: Scope, *, detail: bool = False) -> Answer:
    """A row an account code, or with `detail` an account with its dimensions; opening is what lies before the first day."""
    scope.only()
    rows: dict[tuple[str, str], Row] = {}

    def add(sign: int, account: str, currency: str, *amounts: int) -> None:
        row = rows.setdefault((account, currency), _empty(account, currency))
        for name, amount in zip(_AMOUNTS, amounts, strict=False):
            row[name] += sign * int(amount)

    for sign, query in _sums(connection, tables, scope, detail=detail):
        for account, currency, *amounts in connection.execute(query):
            add(sign, account, currency, *amounts)
    for later in _restating(connection, tables, scope):
        add(1, later.account if detail else code_of(later.account), later.currency, 0, later.debits, later.credits)
    for row in rows.values():
        row["closing"] = row["opening"] + row["debits"] + row["credits"]
    shown = [rows[key] for key in sorted(rows) if any(rows[key][name] for name in _AMOUNTS)]
    return Answer(scope.as_of, shown, _totals(shown))


def _sums(connection: Connection, tables: LedgerTables, scope: Scope, *, detail: bool) -> Iterator[tuple[int, Select[Any]]]:
    """Account, currency, opening, debits and credits, to be added or taken off again, as `day_sums` does; the database adds up,
    for a house has a hundred accounts a table and day, and few codes."""
    balances, lines, entries = tables.balances.c, tables.lines.c, tables.entries.c

    def summed(account: Sums, currency: Sums, day: Sums, debits: Sums, credited: Sums) -> Select[Any]:
        name = account if detail else func.substr(account, 1, 4)
        opens = day < scope.first_day if scope.first_day else false()
        opening = func.sum(case((opens, debits + credited), else_=0))
        seen = [func.sum(case((opens, 0), else_=amount)) for amount in (debits, credited)]
        return select(name, currency, opening, *seen).where(*_wanted(scope, day, currency)).group_by(name, currency)

    yield 1, summed(balances.account, balances.currency, balances.gaming_day, balances.debits, balances.credits)
    if _is_past(connection, tables, scope):
        debits, credited = (case((side, lines.amount), else_=0) for side in (lines.amount > 0, lines.amount < 0))
        later = summed(lines.account, lines.currency, entries.gaming_day, debits, credited)
        joined = tables.lines.join(tables.entries, entries.position == lines.position)
        yield -1, later.select_from(joined).where(lines.position > scope.as_of)


def _is_past(connection: Connection, tables: LedgerTables, scope: Scope) -> bool:
    """Whether anything was booked after the position that is asked for."""
    position = tables.entries.c.position
    return connection.execute(select(position).where(position > scope.as_of).limit(1)).first() is not None


def day_sums(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[DaySum]:
    """Sums by account, currency and day, up to the scope's last day, as they were known at its position.

    The balances know everything that is booked; what was booked after the position is taken off again.
    """
    balances, lines, entries = tables.balances, tables.lines, tables.entries
    later: dict[tuple[str, str, str], tuple[int, int]] = {}
    if _is_past(connection, tables, scope):
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
    yield from _restating(connection, tables, scope)


def _restating(connection: Connection, tables: LedgerTables, scope: Scope) -> Iterator[DaySum]:
    """What later days booked about the day that is restated, as if it were of this day; nothing where none is."""
    day = scope.restated
    if day is None:
        return
    lines, entries = tables.lines.c, tables.entries.c
    about = (entries.restates == day, entries.gaming_day > day, entries.position <= scope.as_of)
    debits = func.sum(case((lines.amount > 0, lines.amount), else_=0))
    query = (
        select(lines.account, lines.currency, debits, func.sum(lines.amount))
        .join_from(tables.lines, tables.entries, entries.position == lines.position)
        .where(*about, *([lines.currency == scope.currency] if scope.currency else []))
        .group_by(lines.account, lines.currency)
        .order_by(lines.account, lines.currency)
    )
    for account, currency, debit, total in connection.execute(query):
        yield DaySum(account, currency, day, int(debit), int(total - debit))


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
