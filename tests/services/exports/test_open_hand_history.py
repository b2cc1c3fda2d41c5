"""A hand as Open Hand History: of the form that the specification gives, and every chip in it is accounted for."""

import json
from decimal import Decimal
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from domain.holdem import events as e
from services.exports.open_hand_history import to_ohh
from services.exports.recap import recap
from services.hands import Hand
from tests.services.exports.played import evening, told
from tests.services.house import House, house

CARD = {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}
AMOUNT = {"type": "number", "minimum": 0}
ACTIONS = (
    *("Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind"),
    *("Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up"),
)


def closed(properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    """An object with these fields and, as any reader must bear, fields of its own that begin with `_`."""
    required = [name for name in properties if name not in optional]
    own = {"patternProperties": {"^_": True}, "additionalProperties": False}
    return {"type": "object", "properties": properties, "required": required, **own}


def listed(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


ACTION = closed(
    {
        "action_number": {"type": "integer", "minimum": 1},
        "player_id": {"type": "integer"},
        "action": {"enum": list(ACTIONS)},
        "amount": AMOUNT,
        "is_allin": {"type": "boolean"},
        "cards": listed(CARD),
    },
    *("amount", "is_allin", "cards"),
)
ROUND = closed(
    {
        "id": {"type": "integer"},
        "street": {"enum": ["Preflop", "Flop", "Turn", "River", "Showdown"]},
        "cards": listed(CARD),
        "actions": listed(ACTION),
    }
)
POT = closed(
    {
        "number": {"type": "integer", "minimum": 0},
        "amount": AMOUNT,
        "rake": AMOUNT,
        "player_wins": listed(closed({"player_id": {"type": "integer"}, "win_amount": AMOUNT})),
    }
)
PLAYER = closed(
    {"id": {"type": "integer"}, "seat": {"type": "integer", "minimum": 1}, "name": {"type": "string"}, "starting_stack": AMOUNT}
)
OHH = closed(
    {
        "spec_version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "site_name": {"type": "string"},
        "network_name": {"type": "string"},
        "internal_version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
        "tournament": {"type": "boolean"},
        "game_number": {"type": "string"},
        "start_date_utc": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "table_name": {"type": "string"},
        "game_type": {"const": "Holdem"},
        "bet_limit": closed({"bet_type": {"enum": ["NL", "PL", "FL"]}, "bet_cap": AMOUNT}),
        "table_size": {"type": "integer", "minimum": 2},
        "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "dealer_seat": {"type": "integer", "minimum": 1},
        "small_blind_amount": AMOUNT,
        "big_blind_amount": AMOUNT,
        "ante_amount": AMOUNT,
        "hero_player_id": {"type": ["integer", "null"]},
        "flags": listed({"enum": ["Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap", "Bomb_Pot"]}),
        "players": listed(PLAYER),
        "rounds": listed(ROUND),
        "pots": listed(POT),
    }
)
SCHEMA = Draft202012Validator(closed({"ohh": OHH}))
"""Written from the pages of the specification, field by field."""


def read(hand: Hand) -> Any:
    document = json.loads(to_ohh(hand), parse_float=Decimal)
    SCHEMA.validate(json.loads(to_ohh(hand)))
    return document["ohh"]


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from([("MO-THP-2008", "no-limit"), ("MO-THP-2008", "fixed-limit"), ("CARDROOM-TDA", "no-limit")]))
def test_every_hand_is_of_the_form_and_its_chips_add_up(seed: int, game: tuple[str, str]) -> None:
    ruleset, structure = game
    with house() as pit:
        evening(pit, Random(seed), 4, ruleset=ruleset, structure=structure)
        for hand in told(pit):
            found, ours = read(hand), recap(hand, "ohh")
            actions = [action for one in found["rounds"] for action in one["actions"]]
            assert [action["action_number"] for action in actions] == list(range(1, len(actions) + 1))
            assert {player["id"] for player in found["players"]} >= {action["player_id"] for action in actions}
            if found["_void"]:
                assert found["pots"] == []
                continue
            returned = sum(event.amount for event in ours.events if isinstance(event, e.BetReturned))
            put_in = sum(action.get("amount", 0) for action in actions) - ours.units(returned)
            assert put_in == sum(pot["amount"] for pot in found["pots"])
            for pot in found["pots"]:
                assert pot["amount"] == pot["rake"] + sum(won["win_amount"] for won in pot["player_wins"])


def test_streets_showdown_and_cards(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.play(cards="2c 3c 4c 5c As Ks Qs Js 9d")
    [hand] = told(pit)
    rounds = read(hand)["rounds"]

    assert [(one["id"], one["street"], one["cards"]) for one in rounds] == [
        (0, "Preflop", []),
        (1, "Flop", ["As", "Ks", "Qs"]),
        (2, "Turn", ["Js"]),
        (3, "River", ["9d"]),
        (4, "Showdown", []),
    ]
    assert [action["action"] for action in rounds[0]["actions"]] == ["Post SB", "Post BB", "Call", "Check"]
    assert sorted(action["cards"] for action in rounds[4]["actions"]) == [["2c", "4c"], ["3c", "5c"]]


def test_a_raise_says_what_was_put_in_by_it(pit: House) -> None:
    pit.open({1: 1_000, 2: 1_000})
    pit.do("start-hand", table="PK-07")
    pit.do("deal", table="PK-07")
    seat = pit.state()["to_act"]
    pit.do("act", table="PK-07", seat=seat, action="raise", to=300)
    pit.do("act", table="PK-07", seat=pit.state()["to_act"], action="fold")
    [hand] = told(pit)
    raised = read(hand)["rounds"][0]["actions"][2]

    assert (raised["action"], raised["amount"]) == ("Raise", Decimal("2.50"))
    assert "cards" not in str(read(hand)["rounds"][0]["actions"])
