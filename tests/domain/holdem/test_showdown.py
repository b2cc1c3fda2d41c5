"""Showing, and throwing away where the rules of the table allow it: articles 8(5), 10, 14 and 15."""

from typing import Any

import pytest

from domain.given import Given, HoleCardsDue
from domain.holdem import events as e
from domain.holdem.commands import Show
from domain.holdem.decide import decide
from domain.rules import RuleBroken
from tests.domain.holdem.scene import CODE, Scene
from tests.spec import fact

THREE = {3: 1_000, 5: 1_000, 9: 1_000}
HOLES = "Kh Qh Ah Kd Qd Ad"
"""Dealt to seats 5, 9 and 3: kings, queens and aces."""
BOARD = "2c 7s 9s 3c 4d"


def betting_over(holes: str = HOLES, board: str = BOARD, ruleset: str = "MO-THP-2008", **rules: Any) -> Scene:
    """Three players are all-in for 1,000; the board lies as far as it is given."""
    scene = Scene(THREE, ruleset, **rules)
    scene.hand(holes)
    scene.play("3 all-in, 5 call, 9 call")
    if board:
        scene.deal(board).accepted()
    return scene


def side_pot(holes: str = "?? ?? ?? ?? ?? ??", ruleset: str = "CARDROOM-TDA", **rules: Any) -> Scene:
    """Seat 3 is all-in for 400; 5 and 9 have 600 more in a side pot."""
    scene = Scene({3: 400, 5: 1_000, 9: 1_000}, ruleset, **rules)
    scene.hand(holes)
    scene.play("3 all-in, 5 raise 1000, 9 call")
    scene.deal(BOARD).accepted()
    return scene


def test_every_live_hand_is_shown_and_the_last_one_settles() -> None:
    scene = betting_over()
    scene.show(9).then(fact(e.HandShown, seat=9, cards=["Qh", "Qd"], category="one-pair", rule="MO-THP-2008 8(5)"))
    scene.show(5).accepted()
    assert scene.state["due"] == "show"
    assert scene.stacks == {3: 0, 5: 0, 9: 0}
    scene.show(3).then(
        fact(e.HandShown, seat=3, best=["Ad", "Ah", "9s", "7s", "4d"]),
        fact(e.CommissionTaken, base=3_000, amount=150),
        fact(e.PotSplit, pot=1, shares=[{"seat": 3, "amount": 2_850}]),
        fact(e.HandEnded, reason="showdown", rule="MO-THP-2008 8(5)"),
    )
    assert scene.state["street"] is None


def test_nobody_throws_his_hand_away() -> None:
    betting_over().show(5, "").refused("all-must-show", "8(5)")


def test_a_hand_is_shown_once_and_a_folded_one_not_at_all() -> None:
    scene = betting_over()
    scene.show(9).accepted()
    scene.show(9).refused("already-shown", "8(5)", {"seats": [3, 5]})
    scene.show(4).refused("seat-not-in-hand")
    scene = Scene(THREE)
    scene.hand(HOLES)
    scene.play("3 all-in, 5 fold, 9 call")
    scene.show(5).refused("seat-folded", "13(2)")


def test_nobody_shows_while_the_betting_goes_on_or_when_all_others_folded() -> None:
    scene = Scene(THREE)
    scene.show(3).refused("no-hand", "5")
    scene.hand(HOLES)
    scene.show(3).refused("betting-open", "8(5)", {"due": "act"})
    scene.play("3 call, 5 call, 9 check")
    scene.show(3).refused("betting-open", allowed={"due": "deal"})
    scene.deal("2c 7s 9s").accepted()
    scene.play("5 bet 200, 9 fold, 3 fold")
    scene.show(5).refused("no-hand")


def test_hands_may_be_shown_before_the_board_is_complete() -> None:
    """Then its last card settles the hand; what the hands are worth shows only there."""
    scene = betting_over(board="2c 7s 9s")
    for seat in (3, 5, 9):
        scene.show(seat).then(fact(e.HandShown, seat=seat, best=None, category=None))
    scene.deal("3c").accepted()
    paid = fact(e.PotSplit, shares=[{"seat": 3, "amount": 2_850}])
    scene.deal("4d").then(fact(e.CardsBurned), fact(e.CardDealt), fact(e.CommissionTaken), paid, fact(e.HandEnded))


# Which cards


def test_the_sealed_cards_are_asked_for() -> None:
    scene = betting_over()
    with pytest.raises(HoleCardsDue) as asked:
        decide(scene.table, Show(table=CODE, seat=5))
    assert (asked.value.hand, asked.value.seat) == (f"{CODE}/2026-11-30/1", 5)
    assert [spot for spot, _ in asked.value.sealed] == ["seat/5/1", "seat/5/2"]
    assert [scene.desk.sealed[sealed] for _, sealed in asked.value.sealed] == ["Kh", "Kd"]


def test_shown_cards_are_those_that_were_dealt() -> None:
    scene = betting_over()
    scene.show(5, "Kh Kc").refused("card-mismatch", "1(1)(3)")
    scene.show(5, "Kh").refused("wrong-card-count", "1(1)(3)", {"cards": 2})
    scene.show(5, "Kh Kd Ks").refused("wrong-card-count")
    assert scene.show(5, "Kd Kh").one(e.HandShown).cards == ("Kd", "Kh")


def test_who_was_dealt_unknown_cards_names_both() -> None:
    scene = betting_over("?? ?? Ah ?? Qd Ad")
    scene.show(5).refused("cards-needed", "1(1)(3)")
    scene.show(9).refused("cards-needed")
    scene.show(9, "Kc ??").refused("cards-needed")
    scene.show(9, "?? ??").refused("cards-needed")
    scene.show(9, "Kc Ks").refused("card-mismatch")
    scene.show(9, "Qd Qd").refused("duplicate-card", "1(1)(3)")
    scene.show(9, "Kc Qd").accepted()
    scene.show(5, "Kc Kh").refused("duplicate-card")
    scene.show(5, "2c Kh").refused("duplicate-card")
    scene.show(5, "Ad Kh").refused("duplicate-card")
    scene.show(5, "Kh Ks").accepted()
    scene.show(3, "Ah Ad").accepted()
    assert scene.stacks == {3: 2_850, 5: 0, 9: 0}


def test_what_lies_face_up_needs_no_vault() -> None:
    """A card on the board or shown by another seat is refused, whatever the vault says."""
    scene = betting_over("?? ?? ?? ?? ?? ??")
    scene.show(9, "Qh Qd").accepted()
    for cards in (("2c", "Kh"), ("Kh", "Qd")):
        with pytest.raises(RuleBroken, match="was named before"):
            decide(scene.table, Show(table=CODE, seat=5, cards=cards), Given(hole=("??", "??")))


def test_a_board_card_that_was_shown_before() -> None:
    scene = betting_over("?? ?? Ah ?? ?? Ad", board="2c 7s 9s")
    scene.show(5, "Kc Kh").accepted()
    scene.deal("Kc").refused("duplicate-card")
    scene.deal("3c").accepted()


# What wins


@pytest.mark.parametrize(
    ("holes", "board", "winners"),
    [
        ("2d 3d 2h 3h 4h 5h", "As Ks Qs Js Ts", {3, 5, 9}),
        ("Ah Qs 3d As Jd 3h", "Kc Kd Kh Ks 2c", {5}),
        ("2d 2h 3d 3h 4d 4h", "As Ks Qs 9s 7s", {3, 5, 9}),
        ("Ad 6d Kh 2h 3c Kc", "2s 3s 4s 5h 9c", {9}),
    ],
)
def test_the_best_five_of_own_cards_and_board(holes: str, board: str, winners: set[int]) -> None:
    scene = betting_over(holes, board)
    for seat in (3, 5):
        scene.show(seat).accepted()
    assert {share.seat for share in scene.show(9).one(e.PotSplit).shares} == winners


@pytest.mark.parametrize(("quads_kicker", "winners"), [("plays", {5}), ("ignored", {3, 5, 9})])
def test_the_fifth_card_beside_four_of_a_kind(quads_kicker: str, winners: set[int]) -> None:
    scene = betting_over("Ah Qs 3d As Jd 3h", "Kc Kd Kh Ks 2c", quads_kicker=quads_kicker)
    for seat in (3, 5):
        scene.show(seat).accepted()
    assert {share.seat for share in scene.show(9).one(e.PotSplit).shares} == winners


# CARDROOM-TDA: may-muck


def test_the_last_live_hand_wins_without_showing() -> None:
    scene = betting_over(ruleset="CARDROOM-TDA")
    scene.show(3, "").then(fact(e.Folded, seat=3, at_showdown=True, rule="CARDROOM-TDA 8(5)"))
    scene.show(3).refused("seat-folded")
    scene.show(9, "").then(
        fact(e.Folded, seat=9, at_showdown=True),
        fact(e.PotSplit, pot=1, shares=[{"seat": 5, "amount": 3_000}]),
        fact(e.HandEnded, reason="showdown"),
    )


def test_the_last_live_hand_wins_before_the_board_is_complete_too() -> None:
    scene = betting_over(ruleset="CARDROOM-TDA", board="", commission_bp=500)
    scene.show(3, "").accepted()
    scene.show(5, "").then(fact(e.Folded), fact(e.CommissionTaken, amount=0, waiver="no-flop"), fact(e.PotSplit), fact(e.HandEnded))


def test_the_last_live_seat_of_a_pot_shows() -> None:
    scene = side_pot()
    scene.show(9, "").accepted()
    scene.show(5, "").refused("all-must-show", "8(5)")
    scene.show(3, "").then(fact(e.Folded), fact(e.PotSplit, pot=1, shares=[{"seat": 5, "amount": 2_400}]), fact(e.HandEnded))


def test_a_claimant_whose_cards_nobody_knows_wins_his_pot_and_beats_nobody() -> None:
    scene = side_pot()
    scene.show(5, "?? ??").refused("cards-needed")
    scene.show(9, "").accepted()
    scene.show(5, "?? ??").then(fact(e.HandShown, seat=5, cards=["??", "??"], best=None, category=None))
    scene.show(3, "2d 3d").accepted()
    assert scene.stacks == {3: 1_200, 5: 1_200, 9: 0}


def test_he_wins_the_main_pot_too_if_no_other_hand_is_shown_in_it() -> None:
    scene = side_pot()
    scene.show(9, "").accepted()
    scene.show(5, "?? ??").accepted()
    scene.show(3, "").accepted()
    assert scene.stacks == {3: 0, 5: 2_400, 9: 0}


def test_a_hand_that_is_known_is_not_shown_as_unknown() -> None:
    scene = side_pot("Kh Qh Ah Kd Qd Ad")
    scene.show(9, "").accepted()
    scene.show(5, "?? ??").refused("cards-needed")
    scene.show(5, "?? Kd").refused("cards-needed")


@pytest.mark.parametrize("showdown", ["all-live-hands", "may-muck"])
def test_under_either_rule_unknown_cards_win_nothing_that_could_be_thrown_away(showdown: str) -> None:
    scene = side_pot(showdown=showdown)
    for seat in (3, 5, 9):
        scene.show(seat, "?? ??").refused("cards-needed")
