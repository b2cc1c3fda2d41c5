"""The life of a shoe: articles 1(1), 2 and 3: loaded, burned, demonstrated, the white card, the last round, closed."""

from typing import Any

import pytest

from domain.baccarat import shoe_events as s
from domain.cards import DECK
from domain.given import Permit
from tests.domain.baccarat.scene import PLAYER, TIE, Scene
from tests.spec import fact

ALL = [Permit(permit="PR-1", ruleset=ruleset, articles=("2", "3", "7", "12", "18")) for ruleset in ("MO-BAC-2004", "MO-BAC-2018")]


def table(**rules: Any) -> Scene:
    return Scene(seats={1: 100_000}, permits=ALL, **rules)


def played(scene: Scene, rounds: int) -> Scene:
    for _ in range(rounds):
        scene.play("", PLAYER)
    return scene


# Loading: 1(1), 2(1).


@pytest.mark.parametrize("decks", [6, 8, 12])
def test_a_shoe_holds_the_packs_of_its_table(decks: int) -> None:
    scene = table(decks=decks)
    scene.when("load-shoe", decks=decks, cut_by="bettor", cut_depth=14).then(
        fact(s.ShoeLoaded, shoe=1, decks=decks, cut_by="bettor", cut_depth=14, sealed=None, rule="MO-BAC-2004 2(1)")
    )
    assert scene.state["shoe"] == {"decks": decks, "dealt": 0, "cut_card_out": False, "last_round": False}
    scene.shoe().refused("shoe-open", "2(1)")


def test_a_shoe_of_other_packs_or_another_cutter() -> None:
    table().shoe(decks=6).refused("wrong-deck-count", "1(1)", {"decks": 8})
    table().shoe(cut_by="croupier").refused("wrong-cutter", "2(1)", {"cut_by": "bettor"})
    table(cutter="croupier").shoe(cut_by="croupier").accepted()
    table().when("load-shoe", decks=8, cut_by="bettor").refused("field-missing")
    table().when("load-shoe", decks=8, cut_depth=14).refused("field-missing")


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        ({"after_cut_card": "this-round-last"}, 12),
        ({}, 12),
        ({"round_burn": 1}, 14),
        ({"round_burn": 1, "after_cut_card": "this-round-last"}, 12),
        ({"round_burn": 7, "after_cut_card": "this-round-last"}, 13),
        ({"cut_depth_min": 30}, 30),
        ({"round_burn": 1, "cut_before_first": "this-round-last"}, 14),
    ],
)
def test_so_many_cards_lie_behind_the_white_one(rules: dict[str, Any], least: int) -> None:
    table(**rules).shoe(cut_depth=least - 1).refused("cut-too-deep", "2(1)", {"cut_depth": {"min": least, "max": 416}})
    table(**rules).shoe(cut_depth=417).refused("cut-too-deep")
    table(**rules).shoe(cut_depth=least).accepted()


# The burn: 2(1).


@pytest.mark.parametrize(
    ("rules", "first", "burned", "removed"),
    [
        ({}, "7h", 7, 8),
        ({}, "Ah", 1, 2),
        ({}, "Th", 10, 11),
        ({}, "Kh", 10, 11),
        ({}, "2c", 2, 3),
        ({"burn_method": "deck-count"}, None, 8, 8),
        ({"burn_method": "deck-count", "decks": 6}, None, 6, 6),
        ({"burn_method": "deck-count"}, "7h", 8, 8),
        ({"ruleset": "MO-BAC-2018", "burn_method": "fixed", "burn_fixed": 5}, None, 5, 5),
        ({"ruleset": "MO-BAC-2018", "burn_method": "fixed", "burn_fixed": 5}, "9h", 5, 5),
    ],
)
def test_the_burn_at_the_start_of_a_shoe(rules: dict[str, Any], first: str | None, burned: int, removed: int) -> None:
    scene = table(**rules)
    scene.shoe(None).accepted()
    method = rules.get("burn_method", "first-card-face")
    shown = first if method == "first-card-face" else None
    outcome = scene.when("burn", **({"first_card": first} if first else {}))
    outcome.then(
        fact(s.CardsBurned, reason="shoe-start", method=method, indicator_card=shown, burned=burned, removed_total=removed, round=None)
    )
    assert scene.state["shoe"]["dealt"] == removed
    assert scene.state["due"] == "open-round"


def test_once_a_shoe_and_before_any_round() -> None:
    scene = table()
    scene.when("burn", first_card="7h").refused("no-shoe", "3(1)")
    scene.shoe(None).accepted()
    assert scene.state["due"] == "burn"
    scene.when("open-round").refused("burn-required", "2(1)")
    scene.when("demonstrate", cards=PLAYER.split()).refused("burn-required")
    scene.when("burn", first_card="7x").refused("bad-card", "1(1)")
    scene.when("burn", first_card="7h").accepted()
    scene.when("burn", first_card="7h").refused("already-burned", "2(1)")
    scene.round()
    scene.when("burn", first_card="7h").refused("round-in-progress")


# Demonstrations: 2(2).


def test_demonstrations_are_no_rounds() -> None:
    scene = table(demo_rounds_max=3)
    scene.shoe()
    for number in (1, 2, 3):
        scene.when("demonstrate", cards=TIE.split()).then(
            fact(
                s.DemonstrationDealt,
                number=number,
                cards={"player": ["4h", "2s"], "banker": ["3d", "3c"]},
                totals={"player": 6, "banker": 6},
                result="tie",
                rule="MO-BAC-2004 2(2)",
            )
        )
    scene.bet("a 1 tie 100").refused("no-round-open")
    scene.when("demonstrate", cards=TIE.split()).refused("demonstration-limit", "2(2)", {"demonstrations": {"max": 3}})
    assert scene.state["cards"] is None
    assert scene.state["shoe"]["dealt"] == 8 + 12
    scene.round()
    assert scene.state["round"] == 1
    scene.when("demonstrate", cards=TIE.split()).refused("round-in-progress")


def test_none_after_the_first_round_of_the_shoe() -> None:
    scene = table(demo_rounds_max=3)
    scene.shoe()
    scene.play("", PLAYER)
    scene.when("demonstrate", cards=TIE.split()).refused("demonstration-too-late", "2(2)")
    scene.when("close-shoe", reason="house").accepted()
    scene.shoe()
    scene.when("demonstrate", cards=TIE.split()).then_among_others(fact(s.DemonstrationDealt, shoe=2, number=1))


def test_a_demonstration_has_all_its_cards_and_no_more() -> None:
    scene = table(demo_rounds_max=1)
    scene.shoe()
    scene.when("demonstrate", cards=["2h", "3d", "2s", "4c"]).refused("cards-needed")
    scene.when("demonstrate", cards=[*PLAYER.split(), "2c"]).refused("no-draw-due", "9(2)")
    scene.when("demonstrate", cards=["2h", "3d", "2s", "9x"]).refused("bad-card")
    scene.when("demonstrate").refused("cards-needed")
    table().shoe().accepted()


# The white card and the last round: 3(1), 4.2.


def last_of(scene: Scene) -> int:
    """The number of the last round that the shoe allows, found by playing on."""
    while scene.when("open-round").refusal is None:
        scene.close()
        scene.deal(PLAYER).accepted()
    assert scene.when("open-round").refused("shoe-ended", "3(1)")
    assert scene.state["due"] == "close-shoe"
    assert scene.state["shoe"]["last_round"] is True
    return scene.table.last_number


@pytest.mark.parametrize(
    ("rules", "last"),
    [
        ({"after_cut_card": "this-round-last"}, (3, 3, 3, 4)),
        ({}, (4, 4, 4, 5)),
        ({"cut_before_first": "this-round-last"}, (4, 3, 3, 4)),
        ({"cut_before_first": "this-round-last", "after_cut_card": "this-round-last"}, (3, 3, 3, 4)),
    ],
)
def test_how_many_rounds_follow_the_white_card(rules: dict[str, Any], last: tuple[int, int, int, int]) -> None:
    """It comes after the third card of round 3; before its first card; before its bets are closed; between 3 and 4."""
    after_first, before_first, while_betting, between = [played(table_with_shoe(**rules), 2) for _ in range(4)]
    for scene in (after_first, before_first, while_betting):
        scene.round()
    while_betting.when("cut-card").then(fact(s.CutCardReached, round=3, dealt=16, last_round=last[2], rule="MO-BAC-2004 3(1)"))
    for scene in (after_first, before_first, while_betting):
        scene.close().accepted()
    before_first.when("cut-card").accepted()
    after_first.deal("9c 2d Kh").accepted()
    after_first.when("cut-card").then(fact(s.CutCardReached, round=3, dealt=19, last_round=last[0]))
    after_first.deal("Ks").accepted()
    for scene in (before_first, while_betting):
        scene.deal(PLAYER).accepted()
    played(between, 1).when("cut-card").then(fact(s.CutCardReached, round=4, dealt=20, last_round=last[3]))
    assert tuple(last_of(scene) for scene in (after_first, before_first, while_betting, between)) == last


def table_with_shoe(**rules: Any) -> Scene:
    scene = table(**rules)
    scene.shoe().accepted()
    return scene


def test_the_last_round_is_known_as_soon_as_it_is_open() -> None:
    scene = table_with_shoe()
    scene.round()
    scene.when("cut-card").accepted()
    assert scene.state["shoe"] == {"decks": 8, "dealt": 8, "cut_card_out": True, "last_round": False}
    scene.close()
    scene.deal(PLAYER).accepted()
    assert scene.state["due"] == "open-round"
    scene.round()
    assert scene.state["shoe"]["last_round"] is True
    assert scene.state["due"] == "close-bets"


def test_a_void_round_counts_as_a_round() -> None:
    scene = table_with_shoe()
    scene.round()
    scene.when("cut-card").accepted()
    scene.void().accepted()
    scene.round()
    scene.void().accepted()
    scene.when("open-round").refused("shoe-ended")


def test_the_white_card_comes_out_once() -> None:
    scene = table_with_shoe(demo_rounds_max=1)
    scene.when("cut-card").then(fact(s.CutCardReached, round=1, dealt=8, last_round=2))
    scene.when("cut-card").refused("cut-card-out", "3(1)")
    scene.when("demonstrate", cards=PLAYER.split()).accepted()
    assert last_of(scene) == 2


def test_it_may_come_with_the_burn() -> None:
    scene = table()
    scene.shoe(None, cut_depth=416).accepted()
    scene.when("cut-card").then(fact(s.CutCardReached, round=1, dealt=0))


# Closing (article 3).


def test_the_house_may_change_the_shoe_between_rounds_only() -> None:
    scene = table_with_shoe()
    scene.play("", PLAYER)
    scene.round()
    scene.when("close-shoe", reason="house").refused("round-in-progress", "3(2)")
    scene.close()
    scene.when("close-shoe", reason="house").refused("round-in-progress")
    scene.deal(PLAYER)
    scene.when("close-shoe", reason="house").then(fact(s.ShoeClosed, shoe=1, reason="house", rounds=2, dealt=16, rule="MO-BAC-2004 3(2)"))
    assert scene.state["shoe"] is None
    assert scene.state["due"] == "load-shoe"
    for do, fields in [
        ("burn", {"first_card": "7h"}), ("demonstrate", {}), ("open-round", {}), ("cut-card", {}), ("close-shoe", {"reason": "house"})
    ]:  # fmt: skip
        scene.when(do, **fields).refused("no-shoe", "3(1)", {"due": "load-shoe"})
    scene.shoe().accepted()
    scene.round()
    assert scene.state["round"] == 3


@pytest.mark.parametrize(("reason", "article"), [("damaged", "3(1)"), ("house", "3(2)")])
def test_damaged_cards_ask_for_a_new_set(reason: str, article: str) -> None:
    scene = table_with_shoe()
    assert scene.when("close-shoe", reason=reason).one(s.ShoeClosed).rule == f"MO-BAC-2004 {article}"


def test_a_shoe_whose_last_round_was_played_ends_by_the_rule() -> None:
    scene = table_with_shoe()
    scene.when("cut-card")
    last_of(scene)
    assert scene.when("close-shoe", reason="cut card").one(s.ShoeClosed).rule == "MO-BAC-2004 3(1)"


# Impossible shoes: 1(1).


def test_no_card_appears_more_often_than_there_are_packs() -> None:
    scene = table(decks=6, demo_rounds_max=1)
    scene.shoe("9c").accepted()
    scene.when("demonstrate", cards=["9c", "9c", "Kh", "Kh"]).accepted()
    scene.round()
    scene.close()
    scene.deal("9c 9c Ks 9c 9c").refused("no-draw-due")
    scene.deal("9c 9c Ks Ks").accepted()
    scene.round()
    scene.close()
    outcome = scene.deal("9c Kd 9c Kd").refused("card-count-impossible", "1(1)", {"decks": 6})
    assert outcome.refusal is not None
    assert "card 3" in outcome.refusal.message
    assert "9c" not in outcome.refusal.message
    scene.deal("9c Kd Kd 8d").accepted()


def test_a_named_card_that_was_burned_face_down_counts_too() -> None:
    scene = table(decks=6, burn_method="deck-count")
    scene.shoe("9c").accepted()
    scene.play("", "9c 9c Ks Ks")
    scene.play("", "9c 9c Kd Kd")
    scene.round()
    scene.close()
    scene.deal("9c 9c Kh Kh").refused("card-count-impossible", "1(1)")
    assert scene.desk.given.among is True
    scene.deal("9c 8c Kh Kh").accepted()
    assert scene.desk.given.among is None
    scene.round()
    scene.close()
    scene.deal("Ks Ks Kh 2c 2c 3c").accepted()
    scene.play("", "Ks Ks Kh 2c 2c 3c")
    assert scene.desk.given.among is False


def test_a_shoe_has_so_many_cards_and_no_more() -> None:
    scene = table(decks=6, round_burn=100, after_cut_card="this-round-last")
    scene.shoe("2c", cut_depth=312).accepted()
    for cards in ("9c 2d Kh Ks", "9c 2d Kh Ks"):
        scene.play("", cards)
    assert scene.state["shoe"]["dealt"] == 3 + 2 * 104
    assert scene.state["due"] == "close-shoe"
    scene.when("open-round").refused("shoe-too-short", "2(1)", {"due": "close-shoe"})


def test_a_shoe_runs_dry_when_too_many_cards_are_burned_as_errors() -> None:
    scene = table(decks=6)
    scene.shoe("2c").accepted()
    scene.round()
    scene.when("report-error", kind="foul-shoe").accepted()
    scene.when("correct-error", how="burned", cards=(DECK * 6)[1:311]).refused("shoe-too-short", "2(1)", {"cards": {"max": 309}})
    scene.when("correct-error", how="burned", cards=(DECK * 6)[1:305]).accepted()
    scene.when("report-error", kind="other").accepted()
    scene.correct("next-round", "8s").accepted()
    scene.close()
    scene.deal("Ts Js Qs As 9s").refused("shoe-too-short", "2(1)", {"cards": {"max": 4}})
    scene.deal("2s 3s Js Qs").refused("card-count-impossible")
    scene.deal("Ts Js Qs As").accepted()
    scene.deal("9s").refused("shoe-too-short", "2(1)", {"cards": {"max": 0}})
    scene.void().accepted()
    assert scene.state["shoe"]["dealt"] == 311
    scene.when("open-round").refused("shoe-too-short")
