"""Articles 4 and 10: dealing errors are corrected at once, or the round is void and every bet goes back."""

from random import Random
from typing import Any

import pytest

from domain.baccarat import events as e
from domain.baccarat import shoe_events as s
from domain.baccarat.errors import KINDS
from domain.cards import DECK
from domain.given import Permit, ShoeCardsDue
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, TWO_PEOPLE, Scene
from tests.spec import Outcome, fact

BETS = "a 1 banker 10000, t - tie 500, q 2 player-pair 200"


def betting(**rules: Any) -> Scene:
    scene = Scene(seats={1: 100_000, 2: 100_000}, **rules)
    scene.shoe().accepted()
    scene.round(BETS)
    return scene


def closed(**rules: Any) -> Scene:
    scene = betting(**rules)
    scene.close().accepted()
    return scene


def report(scene: Scene, kind: str = "other") -> Outcome:
    return scene.when("report-error", kind=kind)


# Reported: nothing else goes on.


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "exposed-before-close"])
def test_an_error_is_reported_in_a_round(kind: str) -> None:
    scene = closed()
    outcome = scene.when("report-error", kind=kind, note="the box jammed")
    outcome.then(fact(e.DealErrorReported, number=1, kind=kind, note="the box jammed", rule="MO-BAC-2004 10"))
    assert scene.state["due"] == "correct-error"


def test_only_in_a_round_and_only_of_a_known_kind() -> None:
    scene = Scene(seats={1: 1_000})
    report(scene).refused("no-round-open", "7(1)")
    scene.shoe()
    report(scene).refused("no-round-open")
    scene.correct("continue").refused("no-error-open", "10")
    scene.round()
    report(scene, "misdeal").refused("bad-field", None, {"kind": "one of " + ", ".join(KINDS)})
    scene.correct("continue").refused("no-error-open", "10", {"due": "close-bets"})


def test_everything_but_its_end_is_refused() -> None:
    scene = closed()
    report(scene).accepted()
    asked: list[tuple[str, dict[str, Any]]] = [
        ("report-error", {"kind": "other"}), ("deal", {"cards": PLAYER.split()}), ("close-bets", {}), ("open-round", {}),
        ("place-bet", {"bet": "x", "player": "P-1", "seat": 1, "on": "tie", "amount": 5}), ("withdraw-bet", {"bet": "a"}),
        ("decide-held-bet", {"bet": "a", "choice": "cancel"}), ("burn", {}), ("demonstrate", {}), ("cut-card", {}),
        ("load-shoe", {"decks": 8, "cut_by": "bettor", "cut_depth": 14}), ("close-shoe", {"reason": "x"}), ("close-table", {}),
        ("take-seat", {"seat": 5, "player": "P-5", "amount": 5, "source": "cash"}),
        ("add-chips", {"seat": 1, "amount": 5, "source": "cash"}), ("leave-seat", {"seat": 1, "to": "chips"}),
    ]  # fmt: skip
    for do, fields in asked:
        scene.when(do, **fields).refused("error-open", "10", {"do": ["correct-error", "void-round", "inspect"]})
    scene.when("inspect").accepted()
    scene.correct("continue").then(fact(e.DealErrorCorrected, number=1, how="continue", cards=[], rule="MO-BAC-2004 10"))
    assert scene.state["due"] == "deal"
    scene.deal(PLAYER).accepted()


def test_what_a_correction_takes() -> None:
    scene = closed()
    report(scene)
    scene.correct("replaced", "2h").refused("bad-field")
    scene.correct("continue", "2h").refused("bad-field")
    scene.correct("burned").refused("bad-field")
    scene.correct("burned", "2x").refused("bad-card", "1(1)")
    scene.correct("reassigned", "2h 3h").refused("wrong-card-count", "1(1)", {"cards": 1})


# Burned: the cards leave the shoe.


def test_burned_cards_leave_the_shoe() -> None:
    scene = closed()
    report(scene, "draw-against-rule")
    scene.correct("burned", "4c 9d").then(fact(e.DealErrorCorrected, how="burned", cards=["4c", "9d"], read=True))
    assert scene.state["shoe"]["dealt"] == 8 + 2
    assert scene.state["cards"] is None
    scene.deal(BANKER).accepted()
    assert scene.returned["a"] == 20_000


def test_they_count_among_the_named_ones() -> None:
    scene = Scene(seats={1: 1_000}, decks=6)
    scene.shoe("9c")
    scene.round()
    report(scene)
    scene.correct("burned", "9c 9c 9c 9c 9c 9c").refused("card-count-impossible", "1(1)")
    scene.correct("burned", "9c 9c 9c 9c 9c").accepted()
    scene.close()
    scene.deal("9c Kh Ks Kd").refused("card-count-impossible")


def test_naming_one_makes_an_open_shoe_a_read_one() -> None:
    scene = Scene(seats={1: 1_000}, permits=[Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("2",))], burn_method="deck-count")
    scene.shoe(None)
    scene.when("burn").accepted()
    scene.round()
    report(scene)
    scene.correct("burned", "4c").then(fact(e.DealErrorCorrected, read=True))
    scene.close()
    scene.deal().refused("cards-needed")


def test_in_the_houses_shoe_they_are_its_next_ones() -> None:
    scene = Scene(seats={1: 1_000})
    scene.shoe(None)
    scene.when("burn").accepted()
    scene.round()
    report(scene)
    following = scene.desk.order(ShoeCardsDue("BA-12/000001/shoe-1", 8, 0, None, bool))[scene.table.in_use.dealt :]
    scene.correct("burned", following[2]).refused("card-mismatch", "10")
    scene.correct("burned", following[0]).accepted()


# Reassigned: the card goes to the side that must draw.


def test_a_card_at_the_wrong_side_is_the_third_of_the_other_one() -> None:
    """The player stands on 6, the banker has 5."""
    scene = closed()
    scene.deal("4h 2d 2s 3d").accepted()
    report(scene, "card-to-wrong-side")
    outcome = scene.correct("reassigned", "4c")
    assert [type(event) for event in outcome.events[:3]] == [e.DealErrorCorrected, e.CardDealt, e.RoundDecided]
    assert outcome.events[1] == e.CardDealt(
        round=1, side="banker", ordinal=3, card="4c", face_up=False, read=True, rule="MO-BAC-2004 9(3)(6)"
    )
    assert outcome.one(e.RoundDecided).model_dump(include={"player", "banker", "result"}) == {"player": 6, "banker": 9, "result": "banker"}
    straight = closed()
    straight.deal("4h 2d 2s 3d 4c").accepted()
    assert straight.returned == scene.returned
    assert straight.state == scene.state


def test_the_players_third_card_and_then_the_bankers() -> None:
    scene = closed()
    scene.deal("2h 3d 2s Kc").accepted()
    report(scene)
    scene.correct("reassigned", "8d").then_among_others(fact(e.CardDealt, side="player", ordinal=3, rule="MO-BAC-2004 9(1)"))
    assert scene.results == ["banker"]
    other = closed()
    other.deal("2h 3d 2s Kc").accepted()
    report(other)
    other.correct("reassigned", "9d").then(fact(e.DealErrorCorrected), fact(e.CardDealt, side="player", card="9d"))
    assert other.state["due"] == "deal"
    report(other)
    other.correct("reassigned", "Ac").then_among_others(fact(e.CardDealt, side="banker", ordinal=3, rule="MO-BAC-2004 9(3)(2)"))
    assert other.results == ["banker"]


@pytest.mark.parametrize(("before", "article"), [("", "9"), ("2h 3d 2s", "9")])
def test_only_where_a_third_card_is_due(before: str, article: str) -> None:
    scene = closed()
    if before:
        scene.deal(before).accepted()
    report(scene)
    scene.correct("reassigned", "4c").refused("no-draw-due", article)


def test_a_card_that_nobody_draws_is_burned_and_the_round_goes_on() -> None:
    """The player stands on 6, the banker on 6."""
    scene = closed()
    report(scene, "draw-against-rule")
    scene.correct("reassigned", "4c").refused("no-draw-due")
    scene.correct("burned", "4c").accepted()
    scene.deal("4h 2d 2s 4d").accepted()
    assert scene.results == ["tie"]


# Next round: the card stays in front of the shoe.


def test_a_card_that_stays_begins_the_next_round() -> None:
    scene = closed()
    report(scene)
    scene.correct("next-round", "9h").then(fact(e.DealErrorCorrected, how="next-round", cards=["9h"]))
    assert scene.state["shoe"]["dealt"] == 8
    scene.deal(BANKER).accepted()
    scene.round()
    scene.close()
    scene.deal(PLAYER).refused("card-mismatch", "10")
    scene.deal("9h 2d Kh Ks").accepted()
    assert scene.state["shoe"]["dealt"] == 8 + 5 + 4
    scene.play("", PLAYER)


def test_several_of_them_and_a_round_that_is_void_meanwhile() -> None:
    scene = closed()
    report(scene)
    scene.correct("next-round", "9h 2d").accepted()
    scene.void().accepted()
    scene.round()
    report(scene)
    scene.correct("burned", "2d").refused("card-mismatch")
    scene.correct("next-round", "9h").accepted()
    scene.close()
    scene.deal("2d Kh").accepted()
    scene.deal("6s 7h").accepted()
    scene.round()
    scene.close()
    scene.deal("2c").refused("card-mismatch")
    scene.deal("9h 2d Kh Ks").accepted()


def test_a_card_in_front_is_counted_once() -> None:
    scene = Scene(seats={1: 1_000}, decks=6)
    scene.shoe("9c")
    scene.round()
    report(scene)
    scene.correct("next-round", "9c 9c 9c 9c 9c").accepted()
    scene.close()
    scene.deal(PLAYER.replace("9c", "9d")).accepted()
    scene.round()
    scene.close()
    scene.deal("9c 9c 9c 9c").accepted()
    scene.round()
    scene.close()
    scene.deal("9c 2d Kh Ks").accepted()
    scene.round()
    scene.close()
    scene.deal("9c").refused("card-count-impossible")


# The same in a shoe that follows an order: the cards are its next ones.


def known(first: str, **fields: Any) -> Scene:
    """An ace is burned with one more card, then these come."""
    rest = list(DECK * 8)
    cards = ["Ah", "Kc", *first.split()]
    for card in cards:
        rest.remove(card)
    scene = Scene(seats={1: 1_000})
    scene.shoe(None, cards=[*cards, *Random(3).sample(rest, len(rest))], **fields).accepted()
    scene.when("burn").accepted()
    scene.round()
    scene.close()
    report(scene)
    return scene


def test_the_cards_of_a_known_order_must_be_its_next() -> None:
    scene = known("4c 9d " + PLAYER)
    outcome = scene.correct("burned", "4c 9h").refused("card-mismatch", "10")
    assert outcome.refusal is not None
    assert "9d" not in outcome.refusal.message
    scene.correct("burned", "9d").refused("card-mismatch")
    scene.correct("burned", "4c 9d").then(fact(e.DealErrorCorrected, read=False))
    scene.deal()
    assert scene.state["cards"] == {"player": ["9c", "Kh"], "banker": ["2d", "Ks"]}


def test_a_card_of_it_stays_for_the_next_round() -> None:
    scene = known("4c " + PLAYER + " 9d Ks")
    scene.correct("next-round", "4c").accepted()
    scene.deal()
    assert scene.state["cards"] == {"player": ["9c", "Kh"], "banker": ["2d", "Ks"]}
    scene.round()
    scene.close()
    scene.deal().accepted()
    assert [event.card for event in scene.events if isinstance(event, e.CardDealt)][4:7] == ["4c", "9d", "Ks"]


def test_the_white_card_comes_out_with_them() -> None:
    scene = known("4c 9d " + PLAYER, cut_depth=416 - 3)
    scene.correct("burned", "4c 9d").then(fact(e.DealErrorCorrected), fact(s.CutCardReached, round=1, dealt=3, last_round=2))
    scene.deal().accepted()


def test_a_card_in_front_lies_before_the_white_card() -> None:
    scene = known("4c " + PLAYER, cut_depth=416 - 7)
    scene.correct("next-round", "4c").accepted()
    scene.deal().accepted()
    scene.round()
    scene.close()
    kinds = [type(event) for event in scene.deal().events[:3]]
    assert kinds == [e.CardDealt, s.CutCardReached, e.CardDealt]


def test_more_cards_in_front_than_a_round_takes() -> None:
    scene = known("9c 2d Kh Ks 4c " + PLAYER)
    scene.correct("next-round", "9c 2d Kh Ks 4c").accepted()
    scene.deal().accepted()
    scene.round()
    scene.close()
    scene.deal().accepted()
    assert scene.desk.given.drawn is None
    assert scene.table.in_use.front == ("4c",)
    assert scene.state["cards"] == {"player": ["9c", "Kh"], "banker": ["2d", "Ks"]}


# A card that is exposed while bets are taken is not under article 4.


@pytest.mark.parametrize(("choice", "right", "wrong"), [("burn", "burned", "continue"), ("play", "continue", "burned")])
def test_a_card_exposed_before_the_closing(choice: str, right: str, wrong: str) -> None:
    scene = betting(exposed_before_close=choice)
    report(scene, "exposed-before-close").accepted()
    scene.correct(wrong, "9c" if wrong == "burned" else None).refused("rule-not-allowed", "10", {"how": [right]})
    scene.correct("next-round", "9c").refused("rule-not-allowed")
    scene.correct(right, "9c" if right == "burned" else None).accepted()
    scene.bet("x 1 tie 100").accepted()
    scene.close().accepted()
    report(scene, "exposed-before-close").refused("card-valid", "4")
    scene.deal(PLAYER).accepted()


# Void: everything goes back.


def test_a_void_round_gives_every_bet_back() -> None:
    scene = closed()
    scene.void("foul-shoe").then(
        fact(e.DealErrorReported, kind="foul-shoe"),
        fact(
            e.RoundVoided,
            round=1,
            reason="foul-shoe",
            refunds=[{"bet": "a", "amount": 10_000}, {"bet": "t", "amount": 500}, {"bet": "q", "amount": 200}],
            rule="MO-BAC-2004 10",
        ),
    )
    assert scene.stacks == {1: 100_000, 2: 100_000}
    assert (scene.state["bets"], scene.state["round"], scene.state["due"]) == ([], None, "open-round")
    assert scene.commission == 0
    scene.when("open-round").then(fact(e.RoundOpened, round=2, deciding=False))


@pytest.mark.parametrize(("reason", "kind"), [("missing-card", "missing-card"), ("colour of the backs", "other"), ("continue", "other")])
def test_the_reason_is_the_kind_of_its_error_if_it_is_one(reason: str, kind: str) -> None:
    assert closed().void(reason).one(e.DealErrorReported).kind == kind


def test_an_open_error_is_not_reported_twice() -> None:
    scene = closed()
    scene.deal("Kc Td Kh").accepted()
    report(scene)
    scene.void("no card comes").then(fact(e.RoundVoided))
    assert scene.state["due"] == "open-round"


def test_a_pair_that_lies_already_goes_back_too() -> None:
    scene = closed()
    scene.deal("Kc Td Kh Ts").accepted()
    scene.void().accepted()
    assert scene.returned == {"a": 10_000, "t": 500, "q": 200}


def test_held_bets_of_the_tie_before_go_back_decided_or_not() -> None:
    scene = closed()
    scene.deal(TIE).accepted()
    scene.round("n 2 player 700")
    scene.void().accepted()
    assert scene.returned == {"a": 10_000, "t": 4_500, "q": 0, "n": 700}
    assert scene.state["held"] == []
    scene.play("b 1 banker 100", TIE)
    scene.round()
    scene.decide("b change 60").accepted()
    scene.void().accepted()
    assert scene.returned["b"] == 100


def test_two_people_void_a_round() -> None:
    scene = closed()
    for people in ({}, {"actor": "E-1"}, {"actor": "E-1", "approver": "E-1"}):
        scene.when("void-round", reason="x", **people).refused("two-people-needed", "10")
    scene.when("void-round", reason="x", **TWO_PEOPLE).accepted()


def test_an_exposed_card_is_no_reason_and_a_decided_round_is_not_voided() -> None:
    scene = closed()
    scene.void("exposed-card").refused("card-valid", "4")
    scene.deal(BANKER).accepted()
    scene.void().refused("no-round-open", "7(1)")
