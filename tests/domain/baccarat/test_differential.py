"""Article 14: the house takes bets that differ by no more than the fixed amount, at each bet and at the closing."""

from typing import Any

import pytest

from domain.given import Permit
from tests.domain.baccarat.scene import BANKER, TIE, Scene

PERMITS = [Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("12",))]


def table(differential: int = 50_000, **rules: Any) -> Scene:
    scene = Scene(seats={1: 1_000_000, 2: 1_000_000}, permits=PERMITS, differential=differential, **rules)
    scene.shoe().accepted()
    scene.round()
    return scene


def after_tie(bets: str, **rules: Any) -> Scene:
    """The deciding round takes bets; those on the sides are held."""
    scene = table(**rules)
    scene.bets(bets)
    scene.close().accepted()
    scene.deal(TIE).accepted()
    scene.round()
    return scene


def spread(scene: Scene) -> Scene:
    """Banker 120,000 and player 80,000."""
    scene.bets("a 1 banker 40000, b 2 player 80000, c 1 banker 80000")
    return scene


def test_the_page_as_it_is_worked() -> None:
    scene = spread(table())
    assert scene.state["exposure"] == {"banker": {"total": 120_000, "room": 10_000}, "player": {"total": 80_000, "room": 90_000}}
    scene.bet("d 1 banker 15000").refused("differential-exceeded", "14", {"max": 10_000})
    scene.bet("d 2 player 95000").refused("differential-exceeded", "14", {"max": 90_000})
    scene.bet("d 2 player 90000").accepted()
    assert scene.room() == (100_000, 0)
    other = spread(table())
    other.bet("d 1 banker 10000").accepted()
    assert other.room() == (0, 100_000)


def test_a_bet_that_leaves_its_side_the_lighter_is_never_refused() -> None:
    scene = spread(table())
    for number in range(4):
        scene.bet(f"x-{number} 2 player 10000").accepted()


def test_tie_and_pair_bets_are_not_part_of_it() -> None:
    scene = table(differential=100)
    scene.bets("a 1 tie 5000, b 1 banker-pair 5000, c 1 player-pair 7000")
    assert scene.room() == (100, 100)
    scene.close().accepted()


def test_closing_says_what_to_take_off_and_takes_nothing_off_itself() -> None:
    scene = table()
    scene.bets("a 1 banker 50000, b 2 player 80000, c 1 banker 70000")
    scene.withdraw("b", 30_000).accepted()
    assert scene.room() == (0, 120_000)
    scene.close().refused("differential-exceeded", "14", {"remove": [{"bet": "c", "amount": 20_000}]})
    scene.withdraw("c", 19_999).accepted()
    scene.close().refused("differential-exceeded", "14", {"remove": [{"bet": "c", "amount": 1}]})
    scene.withdraw("c", 1).accepted()
    scene.close().accepted()


def test_the_last_placed_bet_comes_off_first() -> None:
    scene = table(differential=100)
    scene.bets("a 1 banker 100, p 2 player 200, b 1 banker 110, t 1 tie 900, c 1 banker 90")
    scene.withdraw("p").accepted()
    scene.close().refused("differential-exceeded", None, {"remove": [{"bet": "c", "amount": 90}, {"bet": "b", "amount": 110}]})
    scene.withdraw("b").accepted()
    scene.withdraw("c", 80).accepted()
    scene.close().refused("differential-exceeded", None, {"remove": [{"bet": "c", "amount": 10}]})
    scene.withdraw("c").accepted()
    scene.close().accepted()


def test_what_is_left_of_a_bet_is_one_that_the_table_takes() -> None:
    scene = table(differential=1_000, unit=100, bet_min=500)
    scene.bets("p 2 player 1000, a 1 banker 1500, b 1 banker 500")
    scene.withdraw("p", 500).accepted()
    scene.close().refused("differential-exceeded", None, {"remove": [{"bet": "b", "amount": 500}]})
    exact = table(differential=1_000, unit=10, commission_round="exact-only")
    exact.bets("p 2 player 500, a 1 banker 1400")
    exact.withdraw("p", 250).accepted()
    exact.close().refused("differential-exceeded", None, {"remove": [{"bet": "a", "amount": 200}]})
    exact.withdraw("a", 200).accepted()
    exact.close().accepted()


@pytest.mark.parametrize("heavier", ["banker", "player"])
def test_both_sides_alike(heavier: str) -> None:
    scene = table(differential=100)
    scene.bets(f"a 1 {heavier} 100")
    scene.bet(f"b 1 {heavier} 1").refused("differential-exceeded", "14", {"max": 0})
    banker, player = scene.room()
    assert {heavier: 0}.items() <= {"banker": banker, "player": player}.items()
    assert banker + player == 200


# Bets that are held.


def test_held_bets_count_in_the_deciding_round() -> None:
    scene = after_tie("a 1 banker 45000")
    assert scene.state["exposure"]["banker"] == {"total": 45_000, "room": 5_000}
    scene.bet("x 2 banker 10000").refused("differential-exceeded", "14", {"max": 5_000})
    scene.bet("b 2 banker 5000").accepted()
    scene.close().accepted()
    scene.deal(BANKER).accepted()
    assert scene.state["exposure"]["banker"] == {"total": 0, "room": 50_000}


def test_decisions_are_not_refused_for_it_but_the_closing_is() -> None:
    scene = after_tie("a 1 banker 45000, b 2 player 45000")
    scene.decide("b change banker").accepted()
    assert scene.room() == (0, 140_000)
    wanted = {"remove": [{"bet": "b", "amount": 40_000}]}
    scene.close().refused("differential-exceeded", "14", wanted)
    scene.withdraw("b", 40_000).accepted()
    scene.close().accepted()


def test_a_held_bet_comes_off_by_its_decision() -> None:
    scene = after_tie("a 1 banker 45000, b 2 player 45000, c 1 banker 20000")
    scene.decide("b cancel").accepted()
    scene.close().refused("differential-exceeded", "14", {"remove": [{"bet": "c", "amount": 15_000}]})
    scene.decide("c change 5000").accepted()
    scene.close().accepted()
    assert scene.lies("bets") == {"a": 45_000, "c": 5_000}


def test_what_counts_is_what_stands_after_the_default() -> None:
    """Only cancelling is offered: an undecided bet goes back, so it does not weigh when the bets are closed."""
    scene = after_tie("a 1 banker 45000, b 2 player 45000", tie_options=["cancel"])
    scene.bets("c 2 banker 50000")
    scene.decide("b cancel").accepted()
    assert scene.room() == (0, 145_000)
    scene.close().accepted()
    assert scene.lies("bets") == {"c": 50_000}
    assert scene.returned["a"] == 45_000


def test_a_maintained_bet_comes_off_as_far_as_the_closing_asked() -> None:
    """Only maintaining is offered: nothing else would let the round be closed."""
    scene = after_tie("a 1 banker 45000, b 2 player 45000", tie_options=["maintain"])
    scene.bets("c 2 player 45000")
    scene.bets("d 1 banker 90000")
    scene.withdraw("c").accepted()
    scene.withdraw("d", 40_000).accepted()
    scene.decide("a maintain").accepted()
    scene.decide("b maintain").accepted()
    scene.withdraw("a", 1).refused("tie-option-not-offered", "12", {"max": 0})
    scene.withdraw("d").accepted()
    scene.withdraw("b").refused("tie-option-not-offered", "12", {"max": 0})
    heavy = after_tie("b 2 player 45000, a 1 banker 90000", tie_options=["maintain", "switch-side"])
    heavy.decide("b change banker").accepted()
    heavy.close().refused("differential-exceeded", None, {"remove": [{"bet": "a", "amount": 85_000}]})
    heavy.decide("a maintain").accepted()
    heavy.withdraw("a").refused("tie-option-not-offered", "12", {"max": 85_000})
    heavy.withdraw("a", 85_001).refused("tie-option-not-offered")
    heavy.withdraw("b", 5).refused("tie-option-not-offered", "12", {"max": 0})
    heavy.withdraw("a", 85_000).accepted()
    heavy.close().accepted()


@pytest.mark.parametrize(
    ("options", "whole", "part"),
    [
        (["cancel"], True, False),
        (["cancel", "maintain", "change-amount"], True, True),
        (["maintain", "change-amount"], False, True),
        (["maintain"], False, False),
    ],
)
def test_a_carried_bet_comes_off_as_the_tie_options_say(options: list[str], whole: bool, part: bool) -> None:
    for amount, allowed in ((None, whole), (50, part)):
        scene = after_tie("a 1 banker 100", tie_options=[*options, *(["maintain"] if "maintain" not in options else [])])
        scene.decide("a maintain").accepted()
        outcome = scene.withdraw("a", amount)
        if allowed:
            outcome.accepted()
        else:
            outcome.refused("tie-option-not-offered", "12")
