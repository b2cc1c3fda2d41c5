"""The baccarat part of the second model: every bet is a pile of its own that knows whose hand it came out of."""

from dataclasses import dataclass
from typing import Protocol

from domain.baccarat import events as b


class Piles(Protocol):
    seats: dict[tuple[str, int], str]

    def put(self, amount: int, currency: str, *pile: str) -> None: ...


@dataclass
class LyingBet:
    came_from: tuple[str, ...]
    amount: int
    lies: str = "wagers"


class PlainRounds:
    def __init__(self, model: Piles, table: str, currency: str) -> None:
        self.model, self.table, self.currency = model, table, currency
        self.bets: dict[str, LyingBet] = {}

    def put(self, amount: int, *pile: str) -> None:
        self.model.put(amount, self.currency, *pile)

    def chips_of(self, seat: int | None) -> tuple[str, ...]:
        return ("bearer",) if seat is None else ("stack", self.table, self.model.seats[self.table, seat])

    def take(self, event: object) -> None:
        if isinstance(event, b.BetPlaced):
            self.bets[event.bet] = LyingBet(self.chips_of(event.seat), 0)
            self.off(event.bet, -event.amount)
        elif isinstance(event, b.BetWithdrawn):
            self.off(event.bet, event.amount)
        elif isinstance(event, b.HeldBetDecided):
            self.off(event.bet, event.refund)
        elif isinstance(event, b.RoundVoided):
            for refund in event.refunds:
                self.off(refund.bet, refund.amount)
        elif isinstance(event, b.BetHeld):
            self.lay(event.bet, "waiting")
        elif isinstance(event, b.BetsClosed):
            for bet in self.bets:
                self.lay(bet, "wagers")
        elif isinstance(event, b.BetSettled):
            self.settle(event)
        elif isinstance(event, b.CommissionTaken):
            self.put(-event.amount, *self.chips_of(event.seat))
            self.put(event.amount, "tray", self.table)
            self.put(event.amount, "kept of wins", self.table)

    def off(self, name: str, amount: int) -> None:
        """Back to where the bet came from."""
        bet = self.bets[name]
        bet.amount -= amount
        self.put(-amount, bet.lies, self.table)
        self.put(amount, *bet.came_from)

    def lay(self, name: str, where: str) -> None:
        bet = self.bets[name]
        self.put(-bet.amount, bet.lies, self.table)
        self.put(bet.amount, where, self.table)
        bet.lies = where

    def settle(self, event: b.BetSettled) -> None:
        stake = self.bets[event.bet].amount
        if event.returned:
            self.off(event.bet, stake)
            win = event.returned - stake
            self.put(-win, "tray", self.table)
            self.put(win, *self.bets[event.bet].came_from)
            self.put(win, "paid", self.table, event.on)
        else:
            self.bets[event.bet].amount = 0
            self.put(-stake, "wagers", self.table)
            self.put(stake, "tray", self.table)
            self.put(stake, "won", self.table, event.on)
