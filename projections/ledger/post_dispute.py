"""Postings of disputes: a settlement undone and settled anew, and what is paid, collected or borne because of it (docs/disputes.md,
Postings).

No chips move when a hand is settled anew: whatever its events would do to chips is done to the case. A player's chips, wherever
they lay, are his part of it, and what lay on the table is its pot.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.disputes import events as disputes
from domain.disputes.settlement import POT, Copy, Settlement
from domain.event import Event
from domain.procedures import DISPUTES
from projections.ledger.accounts import code_of
from projections.ledger.entry import Line, Movements
from projections.ledger.session import TableSession
from projections.ledger.session_baccarat import BaccaratSession, OpenBet
from projections.ledger.session_holdem import HoldemSession

_OF_PLAYERS = ("2110", "2130")
_ON_TABLE = ("2120", "2121", "2122")

AtTable = Mapping[type[Event], Callable[[Any, Any], list[Line]]]
"""How the events of a table are posted."""


def settlement_reversed(event: disputes.SettlementReversed, at_table: AtTable) -> list[Line]:
    """`at_table`: the posting rules of the hand's own gaming day."""
    anew = _Anew(event.case, event.settlement, at_table)
    anew.settle("REVERSAL", event.settlement.undone, -1)
    anew.settle("RESETTLED", event.settlement.corrected, 1)
    return anew.lines


def dispute_paid(event: disputes.DisputePaid) -> list[Line]:
    return _moved(event, "DISPUTE_PAID", event.to, 1)


def dispute_collected(event: disputes.DisputeCollected) -> list[Line]:
    return _moved(event, "DISPUTE_COLLECTED", event.source, -1)


def dispute_borne(event: disputes.DisputeBorne) -> list[Line]:
    moves = Movements(event.currency)
    moves.leg("HOUSE_BORNE", DISPUTES, f"4910:{event.table}", _part(event.case, event.player), event.amount, player=event.player)
    return moves.lines


class _Anew:
    """The lines of one reversal, of events that are posted as they would be at the table."""

    def __init__(self, case: str, settlement: Settlement, at_table: AtTable) -> None:
        self.lines: list[Line] = []
        self._case, self._settlement, self._at_table = case, settlement, at_table

    def settle(self, leg: str, copies: Iterable[Copy], sign: int) -> None:
        session = _session(self._settlement)
        for copy in copies:
            event = copy.read()
            money = [line for line in self._at_table[type(event)](session, event) if line.book == "MONEY"]
            for debit, credit in zip(money[::2], money[1::2], strict=True):
                self._take(debit, credit, leg, sign, copy.position)
            fold = session.FOLDS.get(type(event))
            if fold is not None:
                fold(session, event)

    def _take(self, debit: Line, credit: Line, leg: str, sign: int, position: int | None) -> None:
        """What stays on the table moves nothing."""
        accounts = self._account(debit), self._account(credit)
        for line, account in zip((debit, credit), accounts, strict=True) if accounts[0] != accounts[1] else ():
            exact_e4 = None if line.exact_e4 is None else sign * line.exact_e4
            reverses = None if position is None else f"{position}.{line.n}"
            about = (line.player, line.bet_or_pot, exact_e4, reverses)
            self.lines.append(Line(len(self.lines) + 1, account, line.currency, sign * line.amount, leg, line.rule, *about))

    def _account(self, line: Line) -> str:
        code = code_of(line.account)
        if code in _OF_PLAYERS:
            return _part(self._case, str(line.player))
        return _part(self._case, POT) if code in _ON_TABLE else line.account


def _session(settlement: Settlement) -> TableSession:
    """The table as it stood before the hand, as far as its postings look at it."""
    game: type[TableSession] = HoldemSession if settlement.game == "holdem" else BaccaratSession
    session = game(
        stream="",
        table=settlement.table,
        ruleset=settlement.ruleset,
        currency=settlement.currency,
        gaming_day=settlement.gaming_day,
        seats=settlement.seated(),
        chips={},
    )
    if isinstance(session, BaccaratSession):
        session.bets = {bet.bet: OpenBet(bet.player, session.place(bet.seat), bet.on, bet.amount, bet.held) for bet in settlement.bets}
    return session


def _moved(event: disputes.DisputePaid | disputes.DisputeCollected, leg: str, means: disputes.Means, sign: int) -> list[Line]:
    """Money of a wallet is on its way between the case and the wallet's own event. Chips that come out of a tray or cage are owed to
    whoever has them."""
    moves, case = Movements(event.currency), _part(event.case, event.player)
    to = {"wallet": "2030", "cash": f"1110:{event.cage}", "chips": "2130"}[means]
    moves.leg(leg, DISPUTES, case, to, sign * event.amount, player=event.player)
    if means == "chips":
        stock = f"9210:{event.cage}" if event.tray is None else f"9220:{event.tray}"
        moves.leg(leg, DISPUTES, "9290", stock, sign * event.amount, player=event.player)
    return moves.lines


def _part(case: str, part: str) -> str:
    return f"2410:{case}:{part}"
