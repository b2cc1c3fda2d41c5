"""A hand as Open Hand History (.ohh), version 1.4.7: one JSON document, amounts in the table's currency.

The house is an observer: nobody is the hero, and a card is in it only if it was shown.
"""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from domain.event import Event
from domain.holdem import events as e
from services.exports.recap import Recap, recap
from services.hands import Hand

SPEC_VERSION = "1.4.7"
_STREETS = {3: "Flop", 4: "Turn", 5: "River"}
_BETS = {"bet": "Bet", "call": "Call", "raise": "Raise"}


def to_ohh(hand: Hand) -> bytes:
    """NotThisForm. A void hand has no pots, and `_void` beside them."""
    return f"{_json({'ohh': _document(recap(hand, 'ohh'))})}\n".encode()


def _document(hand: Recap) -> dict[str, Any]:
    rules = hand.opened.rules
    limited = rules["structure"] == "fixed-limit"
    return {
        "spec_version": SPEC_VERSION,
        "site_name": "pataca",
        "network_name": "pataca",
        "internal_version": "1.0.0",
        "tournament": False,
        "game_number": hand.id,
        "start_date_utc": f"{hand.time[:19]}Z",
        "table_name": hand.opened.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "FL" if limited else "NL", "bet_cap": Decimal(0)},
        "table_size": rules["seats"],
        "currency": hand.opened.currency,
        "dealer_seat": hand.started.button,
        "small_blind_amount": hand.units(rules["small_blind"]),
        "big_blind_amount": hand.units(rules["big_blind"]),
        "ante_amount": Decimal(0),
        "hero_player_id": None,
        "flags": ["Observed"],
        "players": [_player(hand, player) for player in hand.players],
        "rounds": list(_rounds(hand)),
        "pots": [_pot(hand, split, commission) for split, commission in hand.splits],
        "_void": hand.void,
    }


def _player(hand: Recap, player: e.DealtIn) -> dict[str, Any]:
    """The seat is the id: no two players of a hand have one."""
    return {"id": player.seat, "seat": player.seat, "name": player.player, "starting_stack": hand.units(player.stack)}


def _pot(hand: Recap, split: e.PotSplit, commission: int) -> dict[str, Any]:
    wins = [{"player_id": share.seat, "win_amount": hand.units(share.amount)} for share in split.shares]
    return {
        "number": split.pot - 1,
        "amount": hand.units(split.amount + commission),
        "rake": hand.units(commission),
        "player_wins": wins,
    }


def _rounds(hand: Recap) -> Iterator[dict[str, Any]]:
    """The streets that were dealt, then the showdown; actions are numbered through the hand."""
    rounds = [_round("Preflop", [])]
    showdown = _round("Showdown", [])
    for event in hand.events:
        if isinstance(event, e.CardDealt) and event.seat is None:
            card = hand.board[event.ordinal]
            if event.ordinal in (1, 4, 5):
                rounds.append(_round(_STREETS[max(event.ordinal, 3)], []))
            rounds[-1]["cards"].append(card)
        elif action := _action(hand, event):
            at_showdown = isinstance(event, e.HandShown) or getattr(event, "at_showdown", False)
            (showdown if at_showdown else rounds[-1])["actions"].append(action)
    if showdown["actions"]:
        rounds.append(showdown)
    number = 0
    for place, one in enumerate(rounds):
        for action in one["actions"]:
            number += 1
            action["action_number"] = number
        yield {"id": place, **one}


def _round(street: str, cards: list[str]) -> dict[str, Any]:
    return {"street": street, "cards": cards, "actions": []}


def _action(hand: Recap, event: Event) -> dict[str, Any] | None:
    """`amount` is what was put in by it, a raise's too."""
    match event:
        case e.BlindPosted(seat=seat, blind=blind, amount=amount, all_in=all_in):
            return _put_in(hand, seat, "Post SB" if blind == "small" else "Post BB", amount, all_in)
        case e.BetPlaced(seat=seat, action=action, amount=amount, all_in=all_in):
            return _put_in(hand, seat, _BETS[action], amount, all_in)
        case e.Checked(seat=seat):
            return _does(seat, "Check")
        case e.Folded(seat=seat, at_showdown=at_showdown):
            return _does(seat, "Mucks Cards" if at_showdown else "Fold")
        case e.HandShown(seat=seat, cards=cards):
            return {**_does(seat, "Shows Cards"), "cards": list(cards)}
    return None


def _put_in(hand: Recap, seat: int, action: str, amount: int, all_in: bool) -> dict[str, Any]:
    return {**_does(seat, action), "amount": hand.units(amount), "is_allin": all_in}


def _does(seat: int, action: str) -> dict[str, Any]:
    return {"action_number": 0, "player_id": seat, "action": action}


def _json(value: Any) -> str:
    """As json.dumps writes it, with exact decimals, for which it has no form."""
    match value:
        case dict():
            return f"{{{', '.join(f'{json.dumps(name)}: {_json(one)}' for name, one in value.items())}}}"
        case list():
            return f"[{', '.join(map(_json, value))}]"
        case Decimal():
            return f"{value:f}"
    return json.dumps(value, ensure_ascii=False)
