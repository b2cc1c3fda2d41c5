"""The single bets and payouts of a settlement, by the names that they have at their table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from domain.baccarat import events as baccarat
from domain.disputes.settlement import Copy, Settlement
from domain.event import Event
from domain.holdem import events as holdem


class Alone(NamedTuple):
    direction: Literal["bet", "payout"]
    player: str
    amount: int


def won(name: str) -> str:
    """The payout on a bet, or to a seat of a hand."""
    return f"{name}/won"


def alone_of(settlement: Settlement, copies: Iterable[Copy]) -> dict[str, list[Alone]]:
    """Those that stand at the end: what was taken off, or given back by a void, does not."""
    found = _Found(settlement)
    for copy in copies:
        event = copy.read()
        step = _STEPS.get(type(event))
        if step is not None:
            step(found, event)
    return found.alone


class _Found:
    """A held bet of the round before has its name from there, and stays."""

    def __init__(self, settlement: Settlement) -> None:
        self.players = settlement.seated()
        self.bettors = {bet.bet: bet.player for bet in settlement.bets}
        self.alone: dict[str, list[Alone]] = {}

    def add(self, name: str, direction: Literal["bet", "payout"], player: str, amount: int) -> None:
        if amount:
            self.alone.setdefault(name, []).append(Alone(direction, player, amount))


def _bet_in_hand(found: _Found, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
    found.add(f"{event.hand}/{event.seat}", "bet", found.players[event.seat], event.amount)


def _pot_split(found: _Found, event: holdem.PotSplit) -> None:
    for share in event.shares:
        found.add(won(f"{event.hand}/{share.seat}"), "payout", found.players[share.seat], share.amount)


def _hand_voided(found: _Found, event: holdem.HandVoided) -> None:
    for refund in event.refunds:
        found.alone.pop(f"{event.hand}/{refund.seat}", None)


def _bet_in_round(found: _Found, event: baccarat.BetPlaced) -> None:
    found.bettors[event.bet] = event.player
    found.add(f"{event.round}/{event.bet}", "bet", event.player, event.amount)


def _withdrawn(found: _Found, event: baccarat.BetWithdrawn) -> None:
    if not event.left:
        found.alone.pop(f"{event.round}/{event.bet}", None)


def _held_bet_decided(found: _Found, event: baccarat.HeldBetDecided) -> None:
    if not event.amount:
        found.alone.pop(f"{event.round}/{event.bet}", None)


def _settled(found: _Found, event: baccarat.BetSettled) -> None:
    found.add(won(f"{event.round}/{event.bet}"), "payout", found.bettors[event.bet], event.win)


def _round_voided(found: _Found, event: baccarat.RoundVoided) -> None:
    for refund in event.refunds:
        found.alone.pop(f"{event.round}/{refund.bet}", None)


_STEPS: Mapping[type[Event], Callable[[_Found, Any], None]] = {
    holdem.BlindPosted: _bet_in_hand,
    holdem.BetPlaced: _bet_in_hand,
    holdem.PotSplit: _pot_split,
    holdem.HandVoided: _hand_voided,
    baccarat.BetPlaced: _bet_in_round,
    baccarat.BetWithdrawn: _withdrawn,
    baccarat.HeldBetDecided: _held_bet_decided,
    baccarat.BetSettled: _settled,
    baccarat.RoundVoided: _round_voided,
}
