"""A dealing error is corrected at once: article 9(1)."""

from typing import Any

import pytest

from domain.command import CorrectError
from domain.given import CardsDue
from domain.holdem import events as e
from domain.holdem.decide import decide
from domain.holdem.errors import KINDS
from tests.domain.holdem.hands import from_the_deck
from tests.domain.holdem.scene import CODE, Scene
from tests.spec import Outcome, fact

THREE = {3: 1_000, 5: 1_000, 9: 1_000}


def dealt() -> Scene:
    """Kings, queens and aces for seats 5, 9 and 3."""
    scene = Scene(THREE)
    scene.hand("Kh Qh Ah Kd Qd Ad")
    return scene


def report(scene: Scene, kind: str = "other", **fields: Any) -> Outcome:
    return scene.when("report-error", kind=kind, **fields)


def replace(scene: Scene, seat: int | None, ordinal: int | None, cards: str | None = None) -> Outcome:
    named = {} if cards is None else {"cards": cards.split()}
    return scene.when("correct-error", how="replace-card", seat=seat, ordinal=ordinal, **named)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_reported_with_its_kind(kind: str) -> None:
    report(dealt(), kind, note="seat 5 saw it").then(
        fact(e.DealErrorReported, number=1, kind=kind, note="seat 5 saw it", rule="MO-THP-2008 9(1)")
    )


def test_until_it_is_corrected_nothing_else_is_done() -> None:
    scene = dealt()
    report(scene).accepted()
    assert (scene.state["due"], scene.state["to_act"], scene.state["legal"]) == ("correct-error", None, {})
    for refused in (
        scene.act("3 call"),
        scene.act("5 call"),
        scene.deal("2c 7s 9s"),
        scene.show(3),
        report(scene),
        scene.when("start-hand"),
        scene.when("close-table"),
        scene.when("take-seat", seat=4, player="P-4", amount=100, source="cash"),
        scene.when("add-chips", seat=3, amount=100, source="cash"),
        scene.when("leave-seat", seat=3, to="chips"),
    ):
        refused.refused("error-open", "9(1)", {"do": ["correct-error", "void-hand", "inspect"]})
    assert scene.when("inspect").accepted().events == []
    scene.when("correct-error", how="continue", note="put right").then(
        fact(e.DealErrorCorrected, number=1, how="continue", note="put right", old_card=None, card=None, rule="MO-THP-2008 9(1)")
    )
    assert scene.state["to_act"] == 3
    scene.when("correct-error", how="continue").refused("no-error-open", "9(1)", {"due": "act"})


def test_an_error_belongs_to_a_hand() -> None:
    report(Scene(THREE)).refused("no-hand", "5")


def test_an_early_flop_was_refused_and_is_not_on_record() -> None:
    scene = dealt()
    scene.deal("2c 7s 9s").refused("round-open")
    report(scene, "early-board").accepted()
    scene.when("correct-error", how="continue").accepted()
    scene.play("3 call, 5 call, 9 check")
    scene.deal("2c 7s 9s").accepted()


def test_which_words_there_are() -> None:
    scene = dealt()
    report(scene, "bad-luck").refused("bad-field", allowed={"kind": list(KINDS)})
    report(scene).accepted()
    scene.when("correct-error", how="forget").refused("bad-field", allowed={"how": ["continue", "replace-card"]})
    scene.when("correct-error", how="continue", seat=3).refused("bad-field")
    scene.when("correct-error", how="continue", cards=["Ah"]).refused("bad-field")


def test_a_hole_card_is_replaced_in_the_dark() -> None:
    scene = dealt()
    old = scene.table.playing.sealed[5][1]
    report(scene, "exposed-card").accepted()
    corrected = replace(scene, 5, 2, "Jc").one(e.DealErrorCorrected)
    new = scene.table.playing.sealed[5][1]
    assert (corrected.how, corrected.seat, corrected.ordinal) == ("replace-card", 5, 2)
    assert (corrected.old_sealed, corrected.sealed, corrected.old_card, corrected.card) == (old, new, None, None)
    assert (scene.desk.sealed[old], scene.desk.sealed[new]) == ("Kd", "Jc")
    scene.play("3 all-in, 5 call, 9 fold")
    scene.deal("2c 7s 9s 3c 4d").accepted()
    assert scene.show(5).one(e.HandShown).cards == ("Kh", "Jc")


def test_the_old_card_stays_out_of_play() -> None:
    scene = dealt()
    report(scene).accepted()
    replace(scene, 5, 2, "Jc").accepted()
    report(scene).accepted()
    replace(scene, 5, 2, "Kd").refused("duplicate-card", "1(1)(3)")
    replace(scene, 9, 1, "Jc").refused("duplicate-card")
    replace(scene, 5, 2, "Js").accepted()
    assert scene.table.playing.spots()[-2:] == ["seat/5/2#2", "seat/5/2#3"]
    scene.play("3 call, 5 call, 9 check")
    scene.deal("Jc 7s 9s").refused("duplicate-card")


def test_a_board_card_is_replaced_for_all_to_see() -> None:
    scene = dealt()
    scene.play("3 call, 5 call, 9 check")
    scene.deal("2c 7s 9s").accepted()
    report(scene, "wrong-order").accepted()
    replace(scene, None, 2, "??").refused("bad-card", "1(1)(3)")
    replace(scene, None, 2, "2c").refused("duplicate-card")
    replace(scene, None, 2, "8s").then(
        fact(e.DealErrorCorrected, seat=None, ordinal=2, old_card="7s", card="8s", sealed=None, old_sealed=None)
    )
    assert scene.state["board"] == ["2c", "8s", "9s"]
    assert scene.state["to_act"] == 5
    scene.play("5 check, 9 check, 3 check")
    scene.deal("7s").refused("duplicate-card")


def test_a_hand_that_was_shown_with_a_replaced_card_is_shown_again() -> None:
    scene = dealt()
    scene.play("3 all-in, 5 call, 9 call")
    scene.show(3).accepted()
    scene.show(5).accepted()
    scene.show(9).accepted()
    scene.deal("2c 7s 9s").accepted()
    report(scene).accepted()
    replace(scene, 3, 1, "Tc").accepted()
    scene.deal("3c 4d").accepted()
    assert scene.state["due"] == "show"
    assert scene.show(3).one(e.HandShown).cards == ("Tc", "Ad")
    assert scene.stacks == {3: 0, 5: 2_850, 9: 0}


def test_a_board_card_replaced_after_a_show_counts_for_the_hand() -> None:
    scene = dealt()
    scene.play("3 all-in, 5 call, 9 call")
    scene.deal("2c 7s 9s 3c 4d").accepted()
    scene.show(3).accepted()
    report(scene).accepted()
    replace(scene, None, 5, "Qs").accepted()
    scene.show(5).accepted()
    scene.show(9).accepted()
    assert scene.stacks == {3: 0, 5: 0, 9: 2_850}


def test_the_houses_deck_replaces_its_own_cards() -> None:
    scene = from_the_deck(THREE)
    report(scene).accepted()
    replace(scene, 5, 1, "Jc").refused("cards-known", "1(1)(3)")
    with pytest.raises(CardsDue) as asked:
        decide(scene.table, CorrectError(table=CODE, how="replace-card", seat=5, ordinal=1))
    assert (asked.value.drawn, asked.value.spots) == (6, (("seat/5/1#2", None),))
    replace(scene, 5, 1).accepted()
    scene.play("3 call, 5 call, 9 check")
    scene.when("deal").accepted()
    assert scene.state["board"] == scene.desk.deck(f"{CODE}/2026-11-30/1")[8:11]


def test_a_pack_without_a_card_to_spare_cannot_correct() -> None:
    scene = from_the_deck(dict.fromkeys(range(1, 23), 1_000), seats=22)
    report(scene).accepted()
    replace(scene, 5, 1).refused("no-card-left", "9(2)")
    scene.void().accepted()
    scene = from_the_deck(dict.fromkeys(range(1, 22), 1_000), seats=22)
    for _ in range(2):
        report(scene).accepted()
        replace(scene, 5, 1).accepted()
    report(scene).accepted()
    replace(scene, 5, 1).refused("no-card-left")


def test_a_reader_names_the_new_card() -> None:
    scene = dealt()
    report(scene).accepted()
    replace(scene, 5, 1).refused("cards-needed", "1(1)(3)", {"cards": 1})
    replace(scene, 5, 1, "Jc Js").refused("wrong-card-count", "1(1)(3)", {"cards": 1})
    replace(scene, 5, 1, "??").accepted()


@pytest.mark.parametrize(
    ("seat", "ordinal", "code"),
    [
        (5, 3, "no-such-card"),
        (5, 0, "no-such-card"),
        (5, None, "no-such-card"),
        (4, 1, "seat-not-in-hand"),
        (None, 1, "no-such-card"),
    ],
)
def test_only_a_card_that_lies_there_is_replaced(seat: int | None, ordinal: int | None, code: str) -> None:
    scene = dealt()
    report(scene).accepted()
    replace(scene, seat, ordinal, "Jc").refused(code)


def test_a_folded_hand_is_out_of_play() -> None:
    scene = dealt()
    scene.play("3 fold")
    report(scene).accepted()
    replace(scene, 3, 1, "Jc").refused("seat-folded")


def test_before_the_deal_there_is_no_card_to_replace() -> None:
    scene = Scene(THREE)
    scene.when("start-hand").accepted()
    report(scene).accepted()
    replace(scene, 5, 1, "Jc").refused("no-such-card", allowed={"ordinal": {"max": 0}})
