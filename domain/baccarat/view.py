"""What a terminal shows: the `state` of an open table, as the contract has it. No card that was not dealt is in it."""

from typing import Any

from domain.baccarat.bets import Bet, room, total
from domain.baccarat.drawing import SIDES
from domain.baccarat.table import Table


def inspect(table: Table) -> dict[str, Any]:
    """`round` is the open one; `cards` and `totals` are those of the last round until the next opens."""
    shown = len(table.hands) > 0
    bets = table.bets.values()
    return {
        "shoe": _shoe(table),
        "round": table.round.number if table.round else None,
        "due": table.due,
        "seats": [{"seat": seat, "player": player, "stack": table.stacks[seat]} for seat, player in sorted(table.players.items())],
        "bets": [_bet(bet) for bet in bets if not bet.held],
        "held": [_bet(bet) for bet in bets if bet.held],
        "cards": {side: list(table.hands.of(side)) for side in SIDES} if shown else None,
        "totals": {side: table.hands.points(side) for side in SIDES} if shown else None,
        "exposure": {side: {"total": total(bets, side), "room": room(bets, side, table.house.differential)} for side in SIDES},
    }


def _shoe(table: Table) -> dict[str, Any] | None:
    shoe = table.shoe
    if shoe is None:
        return None
    return {
        "decks": table.house.decks,
        "dealt": shoe.dealt,
        "cut_card_out": shoe.cut_card_out,
        "last_round": table.shoe_is_over,
    }


def _bet(bet: Bet) -> dict[str, Any]:
    return {
        "bet": bet.bet,
        "player": bet.player,
        "seat": bet.seat,
        "standing": bet.seat is None,
        "on": bet.on,
        "amount": bet.amount,
    }
