"""A settlement that was reversed, as reports add it to the day that it is booked in: what is corrected, less what was recorded."""

from collections.abc import Iterator
from typing import Any

from domain.baccarat import events as baccarat
from domain.disputes.settlement import Settlement
from domain.event import Event
from domain.holdem import events as holdem

HAND_SUMS = ("wagered", "won", "paid", "commission")
HANDLE_SUMS = ("bets", "handle", "won", "paid", "commission")


def signed(settlement: Settlement) -> Iterator[tuple[int, Event]]:
    """The events that are undone, each with -1, then those of the corrected settlement, each with 1."""
    yield from ((-1, copy.read()) for copy in settlement.undone)
    yield from ((1, copy.read()) for copy in settlement.corrected)


class Resettled:
    """`sums` of the hand or round, and by what was bet on `handle`. Of what is undone, `stakes` had been settled, and
    `commission_back` was taken."""

    def __init__(self, settlement: Settlement) -> None:
        self.sums = dict.fromkeys(HAND_SUMS, 0)
        self.handle: dict[str, dict[str, int]] = {}
        self.stakes = self.commission_back = 0
        for sign, event in signed(settlement):
            self._take(sign, event)

    def _take(self, sign: int, event: Any) -> None:
        match event:
            case holdem.BlindPosted() | holdem.BetPlaced():
                self._wagered(sign, event.amount)
            case holdem.BetReturned():
                self._wagered(sign, -event.amount)
            case holdem.HandVoided():
                self._wagered(sign, -sum(refund.amount for refund in event.refunds))
            case baccarat.BetSettled():
                lost = event.stake if event.result == "lost" else 0
                self._wagered(sign, event.stake)
                self._add(won=sign * lost, paid=sign * event.win)
                self._add_handle(event.on, bets=sign, handle=sign * event.stake, won=sign * lost, paid=sign * event.win)
            case baccarat.CommissionTaken():
                self._commission(sign, event.amount)
                self._add_handle("banker", commission=sign * event.amount)
            case holdem.CommissionTaken():
                self._commission(sign, event.amount)

    def _wagered(self, sign: int, amount: int) -> None:
        self._add(wagered=sign * amount)
        self.stakes += amount if sign < 0 else 0

    def _commission(self, sign: int, amount: int) -> None:
        self._add(commission=sign * amount)
        self.commission_back += amount if sign < 0 else 0

    def _add(self, **amounts: int) -> None:
        for name, amount in amounts.items():
            self.sums[name] += amount

    def _add_handle(self, on: str, **amounts: int) -> None:
        row = self.handle.setdefault(on, dict.fromkeys(HANDLE_SUMS, 0))
        for name, amount in amounts.items():
            row[name] += amount
