"""What the books say of the places that people count: how a tray, box or cage moved between two positions, and whether it is kept."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, func, select

from projections.ledger.as_of import Books
from projections.ledger.legs import KEEPS_CHIPS

PLACES = {
    "opener": "9220",
    "closer": "9220",
    "commission-box": "9230",
    "cage-chips": "9210",
    "cage-cash": "1110",
    "drop": "1320",
}
"""The account that each kind of count is held against."""

_ACCEPTED = ("COUNT_DIFFERENCE", "CASH_DIFFERENCE")


class Moved(NamedTuple):
    """`accepted` is the part of `total` that booked differences of earlier counts."""

    total: int
    accepted: int


class Posting(NamedTuple):
    """A line of a counted account, with what its entry is about."""

    line: str
    hand: str | None
    leg: str
    amount: int
    bet: str | None
    player: str | None
    event_id: str
    time: str


def moved(connection: Connection, books: Books, account: str, currency: str, after: int, upto: int) -> Moved:
    """From behind the position `after` to `upto`."""
    lines = books.lines.c
    accepted = func.sum(case((lines.leg.in_(_ACCEPTED), lines.amount), else_=0))
    query = select(func.coalesce(func.sum(lines.amount), 0), func.coalesce(accepted, 0)).where(
        lines.account == account, lines.currency == currency, lines.position > after, lines.position <= upto
    )
    total, booked = connection.execute(query).one()
    return Moved(int(total), int(booked))


def is_kept(connection: Connection, books: Books, account: str, currency: str, upto: int) -> bool:
    """Whether a fill, credit or issue had touched it: until then what the books say of it is no stock."""
    lines = books.lines.c
    query = select(lines.position).where(
        lines.account == account, lines.currency == currency, lines.position <= upto, lines.leg.in_(sorted(KEEPS_CHIPS))
    )
    return connection.execute(query.limit(1)).first() is not None


def moved_at_all(connection: Connection, books: Books, account: str) -> bool:
    """Whether anything was ever booked there."""
    return connection.execute(select(books.lines.c.position).where(books.lines.c.account == account).limit(1)).first() is not None


def postings(connection: Connection, books: Books, account: str, currency: str, after: int, upto: int) -> list[Posting]:
    """Every line of the account from behind the position `after` to `upto`, in the order of the log."""
    lines = books.lines.c
    return _postings(
        connection, books, lines.account == account, lines.currency == currency, lines.position > after, lines.position <= upto
    )


def stakes(connection: Connection, books: Books, table: str, currency: str, after: int, upto: int) -> list[Posting]:
    """The stakes of winning bets that went back at the table between the same positions."""
    lines = books.lines.c
    of_table = (lines.account == f"2121:{table}") & (lines.leg == "STAKE_BACK") & (lines.currency == currency)
    return _postings(connection, books, of_table, lines.position > after, lines.position <= upto)


def _postings(connection: Connection, books: Books, *wanted: ColumnElement[bool]) -> list[Posting]:
    lines, entries = books.lines.c, books.entries.c
    query = (
        select(lines.position, lines.n, entries.hand, lines.leg, lines.amount, lines.bet_or_pot, lines.player)
        .add_columns(entries.event_id, entries.occurred_at)
        .join_from(books.lines, books.entries, entries.position == lines.position)
        .where(*wanted)
        .order_by(lines.position, lines.n)
    )
    return [Posting(f"{position}.{n}", *rest) for position, n, *rest in connection.execute(query)]


def drops(connection: Connection, books: Books) -> dict[tuple[str, str], int]:
    """What was booked into each drop box as it left its table, by box and currency."""
    lines = books.lines.c
    query = select(lines.account, lines.currency, func.sum(lines.amount)).where(
        lines.account.between("1320:", "1320:\U0010ffff"), lines.leg == "DROP_REMOVED"
    )
    return {
        (account[5:], currency): int(total)
        for account, currency, total in connection.execute(query.group_by(lines.account, lines.currency))
    }


class Standing(NamedTuple):
    """A balance that is not 0, and the gaming day since which it is not."""

    account: str
    currency: str
    balance: int
    since: str
    position: int


def standing(connection: Connection, books: Books, codes: Iterable[str]) -> list[Standing]:
    """Of the accounts with these codes, by account and currency."""
    lines, entries = books.lines.c, books.entries.c
    query = (
        select(lines.account, lines.currency, lines.position, entries.gaming_day, func.sum(lines.amount))
        .join_from(books.lines, books.entries, entries.position == lines.position)
        .where(func.substr(lines.account, 1, 4).in_(sorted(codes)))
        .group_by(lines.account, lines.currency, lines.position, entries.gaming_day)
        .order_by(lines.position)
    )
    found: dict[tuple[str, str], Standing] = {}
    for account, currency, position, day, amount in connection.execute(query):
        before = found.get((account, currency))
        since, began = (before.since, before.position) if before and before.balance else (day, position)
        balance = (before.balance if before else 0) + int(amount)
        found[account, currency] = Standing(account, currency, balance, since, began)
    return [found[key] for key in sorted(found) if found[key].balance]
