"""A hand that cannot be corrected is void, and every bet goes back: article 9(2)."""

from domain.holdem import events as e
from tests.domain.holdem.hands import from_the_deck
from tests.domain.holdem.scene import TWO_PEOPLE, Scene
from tests.spec import fact

THREE = {3: 1_000, 5: 1_000, 9: 1_000}


def dealt() -> Scene:
    """Kings, queens and aces for seats 5, 9 and 3."""
    scene = Scene(THREE)
    scene.hand("Kh Qh Ah Kd Qd Ad")
    return scene


def test_every_bet_goes_back_blinds_and_folded_seats_too() -> None:
    scene = Scene({2: 3_000, 3: 3_000, 4: 3_000, 5: 3_000, 8: 3_000})
    scene.hand()
    scene.play("5 call, 8 raise 300, 2 fold, 3 fold, 4 fold, 5 fold")
    assert scene.table.hand is None
    scene.hand()
    scene.play("8 call, 2 raise 300, 3 fold, 4 fold")
    voided = scene.void().one(e.HandVoided)
    assert [(refund.seat, refund.amount) for refund in voided.refunds] == [(2, 300), (4, 50), (5, 100), (8, 100)]
    assert sum(refund.amount for refund in voided.refunds) == 550
    assert (voided.rule, scene.state["street"], scene.state["pots"]) == ("MO-THP-2008 9(2)", None, [])


def test_what_came_back_before_is_not_refunded_again() -> None:
    scene = Scene({1: 1_000, 2: 2_000, 3: 4_000})
    scene.hand()
    scene.play("1 all-in, 2 all-in, 3 all-in")
    voided = scene.void().one(e.HandVoided)
    assert [refund.amount for refund in voided.refunds] == [1_000, 2_000, 2_000]
    assert scene.stacks == {1: 1_000, 2: 2_000, 3: 4_000}
    assert scene.taken == 0


def test_there_is_no_void_without_an_error() -> None:
    dealt().void("foul-deck").then(fact(e.DealErrorReported, kind="foul-deck", number=1), fact(e.HandVoided, reason="foul-deck"))
    dealt().void("the deck fell down").then(fact(e.DealErrorReported, kind="other"), fact(e.HandVoided, reason="the deck fell down"))
    scene = dealt()
    scene.when("report-error", kind="missing-card").accepted()
    scene.void("seventh card missing").then(fact(e.HandVoided))
    assert scene.state["due"] == "start-hand"


def test_a_void_takes_two_people() -> None:
    scene = dealt()
    for people in ({}, {"actor": "E-1"}, {"approver": "E-1", "actor": "E-1"}):
        scene.when("void-hand", reason="other", **people).refused("two-people-needed", "9(2)")
    scene.when("void-hand", reason="other", **TWO_PEOPLE).accepted()


def test_after_its_end_a_hand_is_a_dispute() -> None:
    scene = dealt()
    scene.play("3 fold, 5 fold")
    scene.void().refused("no-hand", "5")


def test_a_hand_is_void_at_any_moment() -> None:
    scene = Scene(THREE)
    scene.when("start-hand").accepted()
    assert [refund.amount for refund in scene.void().one(e.HandVoided).refunds] == [50, 100]
    scene = from_the_deck(THREE)
    scene.play("3 all-in, 5 call, 9 call")
    scene.show(3).accepted()
    scene.void().accepted()
    assert scene.stacks == THREE
