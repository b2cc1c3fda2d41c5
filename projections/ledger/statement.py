"""Statements: the lines of a wallet or an account one after the other, each with the balance after it."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from projections.ledger.accounts import ACCOUNTS, code_of
from projections.ledger.errors import UnknownName
from projections.ledger.legs import LEGS
from projections.ledger.scope import Answer, Row, Scope, account_is
from projections.ledger.tables import LedgerTables


def wallet_statement(connection: Connection, tables: LedgerTables, scope: Scope, wallet: str) -> Answer:
    """A player's money, available and held, as positive. UnknownName for a wallet that never held any."""
    of_wallet = tables.balances.c.account.in_((f"2010:{wallet}", f"2020:{wallet}"))
    return _statement(connection, tables, scope, of_wallet, -1, f"wallet {wallet}")


def account_statement(connection: Connection, tables: LedgerTables, scope: Scope, account: str) -> Answer:
    """An account with all accounts below it, debit +. UnknownName for one that the chart does not have or nothing was booked on."""
    if code_of(account) not in ACCOUNTS:
        raise UnknownName(f"the chart has no account {account}")
    return _statement(connection, tables, scope, account_is(tables.balances.c.account, account), 1, f"account {account}")


def _statement(connection: Connection, tables: LedgerTables, scope: Scope, wanted: ColumnElement[bool], sign: int, what: str) -> Answer:
    """`wanted` picks the accounts among the balances: their lines are then found by index, whatever the position."""
    scope.only()
    line, entry = tables.lines.c, tables.entries.c
    mine = line.account.in_(select(tables.balances.c.account).where(wanted).distinct())
    ever = sorted(connection.execute(select(tables.balances.c.currency).where(wanted).distinct()).scalars())
    if not ever:
        raise UnknownName(f"nothing was ever booked on {what}")
    known = select(line.n).where(mine, line.position <= scope.as_of).limit(1)
    asked = [currency for currency in ever if scope.currency in (None, currency)]
    currencies = [currency for currency in asked if connection.execute(known.where(line.currency == currency)).first()]
    opening = dict.fromkeys(currencies, 0) | _opening(connection, tables, scope, mine, sign)
    query = (
        select(line.position, line.n, entry.occurred_at, entry.gaming_day, entry.hand, line.account, line.currency, line.leg, line.amount)
        .join(tables.entries, entry.position == line.position)
        .where(mine, *scope.of_lines(tables.entries, tables.lines))
        .order_by(line.position, line.n)
    )
    rows, closing = _rows(map(tuple, connection.execute(query).all()), opening, sign)
    totals = [{"currency": currency, "opening": opening[currency], "closing": closing[currency]} for currency in currencies]
    return Answer(scope.as_of, rows, totals)


def _opening(connection: Connection, tables: LedgerTables, scope: Scope, mine: ColumnElement[bool], sign: int) -> dict[str, int]:
    """By currency, of the days before the first."""
    line, entry = tables.lines.c, tables.entries.c
    if scope.first_day is None:
        return {}
    query = (
        select(line.currency, func.sum(line.amount))
        .join(tables.entries, entry.position == line.position)
        .where(mine, line.position <= scope.as_of, entry.gaming_day < scope.first_day)
        .group_by(line.currency)
    )
    if scope.currency:
        query = query.where(line.currency == scope.currency)
    return {currency: sign * total for currency, total in connection.execute(query)}


def _rows(lines: Iterable[tuple[Any, ...]], opening: Mapping[str, int], sign: int) -> tuple[list[Row], dict[str, int]]:
    """The rows, and the balances after the last one."""
    balance = dict(opening)
    rows: list[Row] = []
    for position, n, time, day, hand, account, currency, leg, signed in lines:
        amount = sign * signed
        balance[currency] += amount
        rows.append(
            {
                "position": position,
                "line": f"{position}.{n}",
                "time": time,
                "gaming_day": day,
                "hand": hand,
                "account": account,
                "currency": currency,
                "leg": leg,
                "text": LEGS[leg].text,
                "amount": amount,
                "balance_after": balance[currency],
            }
        )
    return rows, balance
