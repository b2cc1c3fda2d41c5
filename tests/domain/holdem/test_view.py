"""The `state` of a table, as the contract has it."""

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.domain.holdem.evening import Evening
from tests.domain.holdem.hands import dealt
from tests.domain.holdem.scene import Scene, raise_to


def seat(number: int, stack: int, bet: int = 0, status: str = "in") -> dict[str, object]:
    return {"seat": number, "player": f"P-{number}", "stack": stack, "bet": bet, "status": status}


def test_a_table_between_hands() -> None:
    assert Scene({3: 1_000, 5: 2_000}).state == {
        "hand": None,
        "street": None,
        "button": None,
        "board": [],
        "to_act": None,
        "legal": {},
        "seats": [seat(3, 1_000), seat(5, 2_000)],
        "pots": [],
        "due": "start-hand",
    }


def test_a_hand_before_its_deal() -> None:
    scene = Scene({3: 1_000, 5: 2_000, 9: 50})
    scene.when("start-hand").accepted()
    assert scene.state == {
        "hand": 1,
        "street": "preflop",
        "button": 3,
        "board": [],
        "to_act": None,
        "legal": {},
        "seats": [seat(3, 1_000), seat(5, 1_950, 50), seat(9, 0, 50, "all-in")],
        "pots": [],
        "due": "deal",
    }


def test_a_round_and_what_lies_in_the_pots_already() -> None:
    scene = dealt({3: 1_000, 5: 300, 9: 1_000})
    scene.play("3 raise 300, 5 call, 9 call")
    scene.deal("2c 7s 9s").accepted()
    scene.play("9 bet 200")
    assert scene.state == {
        "hand": 1,
        "street": "flop",
        "button": 3,
        "board": ["2c", "7s", "9s"],
        "to_act": 3,
        "legal": {"fold": True, "call": 200} | raise_to(400, 700),
        "seats": [seat(3, 700), seat(5, 0, 0, "all-in"), seat(9, 500, 200)],
        "pots": [{"amount": 900, "eligible": [3, 5, 9]}],
        "due": "act",
    }
    scene.play("3 fold")
    assert scene.state["pots"] == [{"amount": 900, "eligible": [5, 9]}]
    assert scene.state["seats"][0] == seat(3, 700, 0, "folded")


def test_a_showdown() -> None:
    scene = dealt({3: 1_000, 9: 2_000})
    scene.play("9 all-in, 3 call")
    scene.deal("2c 7s 9s 3c 4d").accepted()
    assert scene.state["street"] == "showdown"
    assert scene.state["seats"] == [seat(3, 0, 0, "all-in"), seat(9, 1_000)]
    assert scene.state["pots"] == [{"amount": 2_000, "eligible": [3, 9]}]
    scene.when("report-error", kind="other").accepted()
    assert (scene.state["street"], scene.state["due"]) == ("river", "correct-error")


def test_inspecting_makes_no_event() -> None:
    scene = dealt()
    assert scene.when("inspect").accepted().events == []


@pytest.mark.parametrize("ruleset", ["MO-THP-2008", "CARDROOM-TDA"])
@settings(phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 2**32))
def test_all_chips_can_be_seen(ruleset: str, seed: int) -> None:
    """In stacks, in bets of the open round, or in pots."""
    evening = Evening(Random(seed), ruleset)
    for _ in range(40):
        evening.step()
        state, scene = evening.scene.state, evening.scene
        seen = sum(place["stack"] + place["bet"] for place in state["seats"]) + sum(pot["amount"] for pot in state["pots"])
        assert seen + scene.taken == scene.brought
        assert all(pot["eligible"] for pot in state["pots"])
