"""R14: nobody has less than nothing. Players' accounts, kept trays and cages, bearer chips; and wallets and disputes as their
streams say.

Judged in the order of the log: a player's account after every entry, a place of the house after every command.
"""

from collections import defaultdict
from itertools import groupby

from sqlalchemy import Connection, func, or_, select

from domain.disputes.case import DisputeCase
from domain.event import Recorded, key_of
from domain.wallet import Wallet
from projections.ledger.accounts import code_of
from projections.ledger.as_of import Books
from projections.ledger.legs import KEEPS_CHIPS
from projections.ledger.proof import Verdict

_PLAYERS = ("2010", "2020", "2110", "2121", "2122")
"""Bets are the players' too: no more comes back of them than lies there."""
_PLACES = ("9210", "9220")
_BEARER = "2130"
_ISSUED = "9200"


class WalletsAgain:
    """Folds the streams of wallets and disputes, one event after the other, and holds them against 2010, 2020 and 2410."""

    def __init__(self, connection: Connection, tables: Books) -> None:
        self._connection, self._tables = connection, tables
        self._wallets: dict[str, Wallet] = defaultdict(Wallet)
        self._cases: dict[str, DisputeCase] = defaultdict(DisputeCase)

    def take(self, recorded: Recorded) -> None:
        if recorded.stream.startswith("wallets/"):
            self._wallets[key_of(recorded.stream)].evolve(recorded.event)
        elif recorded.stream.startswith("cases/"):
            self._cases[key_of(recorded.stream)].evolve(recorded.event)

    def verdicts(self) -> list[Verdict]:
        verdict = Verdict("R14", "no account that may not be is below 0; wallets and cases are what their streams say", "balances")
        _signs(self._connection, self._tables, verdict)
        expected: dict[tuple[str, str], int] = {}
        for player, wallet in self._wallets.items():
            for currency, available in wallet.available.items():
                expected[f"2010:{player}", currency] = available
                expected[f"2020:{player}", currency] = wallet.held(currency)
        for name, case in self._cases.items():
            if case.opened is not None:
                expected |= {(f"2410:{name}:{player}", case.opened.currency): due for player, due in case.balances.items()}
        booked = self._booked()
        for account, currency in sorted(expected.keys() | booked.keys()):
            key = (account, currency)
            verdict.compare("BALANCE", f"{account} {currency}", expected.get(key, 0), booked.get(key, 0))
        return [verdict]

    def _booked(self) -> dict[tuple[str, str], int]:
        lines = self._tables.lines.c
        of_players = or_(*(lines.account.startswith(code) for code in ("2010:", "2020:", "2410:")))
        query = select(lines.account, lines.currency, func.sum(lines.amount)).where(of_players).group_by(lines.account, lines.currency)
        return {(account, currency): -total for account, currency, total in self._connection.execute(query)}


def _signs(connection: Connection, tables: Books, verdict: Verdict) -> None:
    """Places that are not kept, and bearer chips before any were issued, are not counted."""
    lines, entries = tables.lines.c, tables.entries.c
    query = (
        select(entries.correlation, lines.position, lines.account, lines.currency, lines.amount, lines.leg)
        .join(tables.lines, entries.position == lines.position)
        .where(func.substr(lines.account, 1, 4).in_([*_PLAYERS, *_PLACES, _BEARER, _ISSUED]))
        .order_by(lines.position, lines.n)
    )
    rows = connection.execute(query.execution_options(yield_per=1_000))
    held: dict[tuple[str, str], int] = defaultdict(int)
    kept: set[tuple[str, str]] = set()
    for _correlation, command in groupby(rows, key=lambda row: row.correlation):
        places: dict[tuple[str, str], int] = {}
        for position, entry in groupby(command, key=lambda row: row.position):
            players: dict[tuple[str, str], int] = {}
            for row in entry:
                key = (row.account, row.currency)
                code = code_of(row.account)
                held[key] += row.amount if code in _PLACES else -row.amount
                if code == _ISSUED:
                    kept.add((_BEARER, row.currency))
                elif code in _PLACES and row.leg in KEEPS_CHIPS:
                    kept.add(key)
                (players if code in _PLAYERS else places)[key] = position
            _judge(verdict, held, players)
        _judge(verdict, held, {key: position for key, position in places.items() if key in kept})


def _judge(verdict: Verdict, held: dict[tuple[str, str], int], touched: dict[tuple[str, str], int]) -> None:
    for (account, currency), position in touched.items():
        verdict.checked += 1
        balance = held[account, currency]
        if balance < 0:
            verdict.differ("NEGATIVE_BALANCE", f"{account} {currency} at {position}", "0 or more", balance)
