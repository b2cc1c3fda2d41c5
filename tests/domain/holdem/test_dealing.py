"""Blinds, hole cards, board and burns: articles 3, 5, 6(1), 7(1) and 8."""

import pytest

from domain.holdem import events as e
from tests.domain.holdem.hands import THREE, flop_due
from tests.domain.holdem.scene import CODE, Scene
from tests.spec import fact

# 3, 5: the start and the blinds


def test_the_start_of_a_hand() -> None:
    Scene(THREE).when("start-hand").then(
        fact(
            e.HandStarted,
            hand=1,
            button=3,
            small_blind_seat=5,
            big_blind_seat=9,
            seats=[{"seat": seat, "player": f"P-{seat}", "stack": 10_000} for seat in (5, 9, 3)],
            card_source="shuffler",
            cut=False,
            rule="MO-THP-2008 1(2)",
        ),
        fact(e.BlindPosted, seat=5, blind="small", amount=50, all_in=False, rule="MO-THP-2008 5(1)"),
        fact(e.BlindPosted, seat=9, blind="big", amount=100, all_in=False, rule="MO-THP-2008 5(2)"),
    )


@pytest.mark.parametrize(("source", "cut"), [("shuffler", False), ("shoe", True), ("hand", True)])
def test_a_pack_that_no_machine_shuffled_is_cut(source: str, cut: bool) -> None:
    assert Scene(THREE, card_source=source).when("start-hand").one(e.HandStarted).cut is cut


def test_of_two_players_the_indicators_holder_posts_the_big_blind() -> None:
    started = Scene({3: 1_000, 9: 1_000}).when("start-hand").one(e.HandStarted)
    assert (started.small_blind_seat, started.big_blind_seat, [seat.seat for seat in started.seats]) == (9, 3, [9, 3])


def test_a_shorter_stack_posts_all_it_has() -> None:
    Scene({3: 1_000, 5: 50, 9: 70}).when("start-hand").then_among_others(
        fact(e.BlindPosted, seat=5, amount=50, all_in=True), fact(e.BlindPosted, seat=9, amount=70, all_in=True)
    )


def test_a_configured_small_blind() -> None:
    Scene(THREE, small_blind=25).when("start-hand").then_among_others(fact(e.BlindPosted, seat=5, amount=25))


def test_a_hand_in_progress_is_played_to_its_end() -> None:
    scene = Scene(THREE)
    scene.when("deal").refused("no-hand", "5", {"due": "start-hand"})
    scene.when("start-hand").accepted()
    scene.when("start-hand").refused("hand-in-progress", allowed={"due": "deal"})


# 6(1), 7(1), 8: the deal


def test_one_card_at_a_time_two_each_from_the_left_of_the_indicator() -> None:
    dealt = Scene(THREE).hand().events
    assert [(event.seat, event.ordinal) for event in dealt] == [(5, 1), (9, 1), (3, 1), (5, 2), (9, 2), (3, 2)]
    assert all(event.card is None and event.sealed and event.rule == "MO-THP-2008 6(1)" for event in dealt)


@pytest.mark.parametrize("cards", ["??", "?? ?? ?? ??", "?? ?? ?? ?? ?? ?? ??", ""])
def test_two_cards_for_every_seat(cards: str) -> None:
    scene = Scene(THREE)
    scene.when("start-hand").accepted()
    scene.deal(cards).refused("wrong-card-count", "1(1)(3)", {"cards": [6]})


def test_a_burned_card_before_every_street() -> None:
    scene = flop_due()
    scene.deal("2c 7s 9s").then(
        fact(e.CardsBurned, burn=1, rule="MO-THP-2008 7(1)"),
        *[fact(e.CardDealt, seat=None, ordinal=ordinal, card=card, sealed=None) for ordinal, card in enumerate(("2c", "7s", "9s"), 1)],
    )
    scene.play("5 check, 9 check, 3 check")
    scene.deal("3c").then(fact(e.CardsBurned, burn=2, rule="MO-THP-2008 8(1)"), fact(e.CardDealt, ordinal=4, card="3c"))
    scene.play("5 check, 9 check, 3 check")
    scene.deal("4d").then(fact(e.CardsBurned, burn=3, rule="MO-THP-2008 8(3)"), fact(e.CardDealt, ordinal=5, card="4d"))
    scene.play("5 check, 9 check, 3 check")
    assert scene.state["board"] == ["2c", "7s", "9s", "3c", "4d"]
    scene.deal("5d").refused("not-due", "8(5)", {"due": "show"})


def test_the_board_waits_for_the_round() -> None:
    scene = Scene(THREE)
    scene.hand()
    scene.deal("2c 7s 9s").refused("round-open", "7(1)", {"due": "act"})


@pytest.mark.parametrize("cards", ["2c 7s", "2c 7s 9s 3c 4d", "", "2c 7s 9s 3c 4d 5h"])
def test_three_cards_or_four_with_the_burn_make_a_flop(cards: str) -> None:
    flop_due().deal(cards).refused("wrong-card-count", allowed={"cards": [3, 4]})


@pytest.mark.parametrize("burn", ["??", "Kh"])
def test_the_burned_card_may_stand_in_front(burn: str) -> None:
    scene = flop_due()
    scene.deal(f"{burn} 2c 7s 9s").accepted()
    assert scene.state["board"] == ["2c", "7s", "9s"]
    assert scene.desk.named[f"{CODE}/2026-11-30/1", "burn/1"] == burn
    scene.play("5 check, 9 check, 3 check")
    scene.deal(f"{burn.replace('K', 'Q')} 3c").accepted()
    assert scene.state["board"] == ["2c", "7s", "9s", "3c"]
