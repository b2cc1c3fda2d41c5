"""What a terminal shows: the `state` of an open table, as the contract has it. No hidden card is in it."""

from typing import Any

from domain.holdem.betting import options
from domain.holdem.hand import STREETS, Hand
from domain.holdem.pots import pots
from domain.holdem.table import Table


def inspect(table: Table) -> dict[str, Any]:
    """`legal` is what `act` accepts from the seat `to_act`. What lies in `pots` is no longer in the seats' `bet`."""
    hand, due = table.hand, table.due
    to_act = hand.to_act if hand and due == "act" else None
    return {
        "hand": hand.number if hand else None,
        "street": _street(hand, due) if hand else None,
        "button": table.button,
        "board": list(hand.board) if hand else [],
        "to_act": to_act,
        "legal": options(table).legal() if to_act is not None else {},
        "seats": [_seat(table, seat) for seat in sorted(table.players)],
        "pots": _pots(hand) if hand else [],
        "due": due,
    }


def _street(hand: Hand, due: str) -> str:
    return "showdown" if due == "show" else STREETS[hand.street]


def _seat(table: Table, seat: int) -> dict[str, Any]:
    hand = table.hand
    return {
        "seat": seat,
        "player": table.players[seat],
        "stack": table.stacks[seat],
        "bet": hand.bets.get(seat, 0) if hand else 0,
        "status": _status(table, hand, seat),
    }


def _status(table: Table, hand: Hand | None, seat: int) -> str:
    """`out`: does not play, in a hand because it was not dealt in, between hands because it has no chips."""
    if hand is None:
        return "in" if table.stacks[seat] else "out"
    if seat not in hand.order:
        return "out"
    if seat not in hand.live:
        return "folded"
    return "in" if table.stacks[seat] else "all-in"


def _pots(hand: Hand) -> list[dict[str, Any]]:
    collected = {seat: amount - hand.bets[seat] for seat, amount in hand.total.items()}
    return [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in pots(collected, hand.live)]
