"""Whose turn it is, and which action is open to him: articles 6(3) to 6(5), 7(2), 7(3), 10(3) and 13."""

import pytest

from domain.holdem import events as e
from tests.domain.holdem.hands import BOARD, THREE, dealt, on_flop
from tests.domain.holdem.scene import Scene, raise_to
from tests.spec import fact


def test_the_first_round_begins_left_of_the_big_blind() -> None:
    scene = dealt(dict.fromkeys(range(1, 7), 1_000))
    turns = []
    for _ in range(6):
        turns.append(scene.state["to_act"])
        scene.play(f"{turns[-1]} {'check' if 'check' in scene.legal else 'call'}")
    assert turns == [4, 5, 6, 1, 2, 3]


def test_nobody_acts_out_of_turn() -> None:
    scene = dealt({3: 10_000, 4: 10_000, 5: 60, 9: 10_000})
    scene.act("3 call").refused("not-your-turn", "6(3)", {"seat": 9})
    scene.play("9 fold")
    scene.act("9 call").refused("seat-folded", "13(2)", {"seats": [3, 4, 5]})
    scene.act("5 call").refused("seat-all-in", allowed={"seat": 3})
    scene.act("7 call").refused("seat-not-in-hand", "6(3)", {"seats": [3, 4, 5]})
    scene.act("3 call").accepted()


def test_of_two_players_the_small_blind_acts_first_in_every_round() -> None:
    scene = dealt({3: 1_000, 9: 1_000})
    assert scene.state["to_act"] == 9
    scene.play("9 call, 3 check")
    for cards in BOARD:
        scene.deal(cards).accepted()
        assert scene.state["to_act"] == 9
        scene.play("9 check, 3 check")


def test_the_big_blind_acts_last_in_the_first_round() -> None:
    scene = dealt()
    scene.play("3 call, 5 call")
    assert scene.legal == {"check": True} | raise_to(200, 10_000)
    closing = dealt()
    closing.play("3 call, 5 call")
    closing.act("9 check").then(
        fact(e.Checked, rule="MO-THP-2008 6(4)"),
        fact(e.BettingRoundClosed, street="preflop", pots=[{"pot": 1, "amount": 300, "eligible": [3, 5, 9]}], rule="MO-THP-2008 6(4)"),
    )
    scene.play("9 raise 200")
    assert (scene.state["to_act"], scene.legal) == (3, {"call": 100} | raise_to(300, 10_000))


def test_after_a_raise_the_big_blind_acts_in_its_turn() -> None:
    scene = dealt()
    scene.play("3 raise 300, 5 fold")
    assert (scene.state["to_act"], scene.legal) == (9, {"call": 200} | raise_to(500, 10_000))


def test_the_big_blind_may_fold_though_a_check_is_free() -> None:
    dealt().play("3 call, 5 call, 9 fold")


def test_the_indicators_holder_acts_last_in_later_rounds() -> None:
    scene = on_flop({1: 1_000, 4: 1_000, 7: 1_000})
    turns = []
    for _ in range(3):
        turns.append(scene.state["to_act"])
        scene.play(f"{turns[-1]} check")
    assert turns == [4, 7, 1]


def test_a_round_begins_with_the_first_able_seat_left_of_the_indicator() -> None:
    scene = dealt({1: 1_000, 2: 1_000, 3: 100, 4: 1_000, 5: 1_000})
    scene.play("4 call, 5 call, 1 fold, 2 fold")
    scene.deal(BOARD[0]).accepted()
    assert scene.state["to_act"] == 4
    scene.play("4 check, 5 check")
    assert scene.state["due"] == "deal"


def test_four_rounds_and_never_more() -> None:
    scene = on_flop({3: 1_000, 9: 1_000})
    for cards in ("", *BOARD[1:]):
        if cards:
            scene.deal(cards).accepted()
        scene.play("9 check, 3 check")
    closed = [event for event in scene.events if isinstance(event, e.BettingRoundClosed)]
    assert [(event.street, event.rule) for event in closed] == [
        ("preflop", "MO-THP-2008 6(4)"),
        ("flop", "MO-THP-2008 7(3)"),
        ("turn", "MO-THP-2008 8(2)"),
        ("river", "MO-THP-2008 8(4)"),
    ]
    scene.act("9 check").refused("not-due", "8(5)", {"due": "show"})


def test_between_two_streets_nobody_acts() -> None:
    scene = dealt()
    scene.play("3 call, 5 call, 9 check")
    scene.act("5 check").refused("not-due", "7(1)", {"due": "deal"})
    Scene(THREE).act("3 fold").refused("no-hand", "5")


# 7(3), 13: which action


def test_what_no_bet_and_a_bet_leave_open() -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: 1_000})
    assert scene.legal == {"check": True, "bet": {"min": 100, "max": 1_000}}
    scene.act("5 raise 200").refused("nothing-to-raise", "7(3)", {"check": True, "bet": {"min": 100, "max": 1_000}})
    scene.act("5 call").refused("nothing-to-call", "7(3)")
    scene.play("5 bet 200")
    assert scene.legal == {"call": 200} | raise_to(400, 1_000)
    scene.act("9 check").refused("check-not-allowed", "6(3)", {"fold": True, "call": 200} | raise_to(400, 1_000))
    scene.act("9 bet 400").refused("bet-stands", "7(3)")


def test_the_blinds_are_the_first_rounds_bet() -> None:
    scene = dealt()
    scene.act("3 bet 300").refused("bet-stands")
    scene.act("3 check").refused("check-not-allowed")
    scene.play("3 call, 5 call")
    scene.act("9 call").refused("nothing-to-call")


def test_a_fold_is_final_and_what_was_bet_stays_in_the_pot() -> None:
    scene = dealt()
    scene.play("3 raise 300, 5 call")
    scene.act("9 fold").then(
        fact(e.Folded, seat=9, at_showdown=False, rule="MO-THP-2008 13(1)"),
        fact(e.BettingRoundClosed, pots=[{"pot": 1, "amount": 700, "eligible": [3, 5]}]),
    )


@pytest.mark.parametrize("action", ["split", "chop", "run-it-twice"])
def test_players_may_not_agree_to_share(action: str) -> None:
    scene = dealt()
    scene.act(f"3 {action}").refused("no-agreement", "10(3)")
    scene.act(f"9 {action}").refused("no-agreement")


def test_there_is_no_other_action() -> None:
    scene = dealt()
    scene.act("3 straddle").refused("unknown-command", allowed={"action": ["fold", "check", "call", "bet", "raise", "all-in"]})
    for action in ("fold", "check", "call", "all-in"):
        scene.act(f"3 {action} 200").refused("bad-field")
