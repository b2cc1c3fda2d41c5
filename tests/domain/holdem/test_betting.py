"""Turns, bets, raises and folds without a limit: articles 6(3) to 8, 11 to 13, and section 5.3."""

from typing import Any

import pytest

from domain.given import Carried, Previous
from domain.holdem import events as e
from tests.domain.holdem.scene import DAY, Scene, raise_to
from tests.spec import fact

THREE = {3: 10_000, 5: 10_000, 9: 10_000}
BOARD = ("2c 7s 9s", "3c", "4d")


def dealt(stacks: dict[int, int] | None = None, ruleset: str = "MO-THP-2008", **rules: Any) -> Scene:
    scene = Scene(stacks or THREE, ruleset, **rules)
    scene.hand()
    return scene


def on_flop(stacks: dict[int, int], **rules: Any) -> Scene:
    """All have called a big blind; the first seat of the croupier's left has the indicator, so the second one begins."""
    scene = dealt({seat: stack + rules.get("big_blind", 100) for seat, stack in stacks.items()}, **rules)
    while scene.state["to_act"] is not None:
        scene.play(f"{scene.state['to_act']} {'check' if 'check' in scene.legal else 'call'}")
    scene.deal(BOARD[0]).accepted()
    return scene


# 6(3) to 6(5), 7(2): whose turn it is


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


# 11: the bet


def test_the_events_of_a_bet() -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: 1_000})
    scene.act("5 bet 300").then(fact(e.BetPlaced, action="bet", amount=300, to=300, all_in=False, declared=None, rule="MO-THP-2008 11(3)"))
    scene.act("9 raise 700").then(fact(e.BetPlaced, action="raise", amount=700, to=700, all_in=False, rule="MO-THP-2008 12(1)"))
    scene.act("3 all-in").then(fact(e.BetPlaced, action="raise", amount=1_000, to=1_000, all_in=True, rule="MO-THP-2008 12(1)"))
    scene.act("5 call").then(fact(e.BetPlaced, action="call", amount=700, to=1_000, all_in=True, rule="MO-THP-2008 11(1)"))


def test_a_bet_is_the_minimum_at_least_or_all_the_chips() -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: 60})
    scene.act("5 bet 60").refused("below-minimum-bet", "11(3)", {"bet": {"min": 100, "max": 1_000}})
    scene.play("5 check")
    assert scene.legal == {"check": True, "bet": {"min": 60, "max": 60}}
    scene.act("9 bet 60").then(fact(e.BetPlaced, action="bet", to=60, all_in=True))


def test_a_bet_comes_from_the_stack_and_the_spoken_one_binds_to_all_of_it() -> None:
    scene = on_flop({3: 1_000, 5: 500, 9: 250})
    scene.act("5 bet 600").refused("more-than-stack", "4(1)", {"bet": {"min": 100, "max": 500}})
    scene.act("5 bet 600 chips").refused("more-than-stack")
    scene.act("5 bet 600 verbal").then(fact(e.BetPlaced, to=500, amount=500, all_in=True, declared="verbal"))
    assert on_flop({3: 1_000, 5: 250}).act("5 bet 300 verbal").one(e.BetPlaced).to == 250


def test_the_amount_must_be_said_unless_the_word_is_enough() -> None:
    scene = dealt()
    scene.act("3 raise").refused("amount-needed", "11(1)", raise_to(200, 10_000))
    scene.act("3 raise chips").refused("amount-needed")
    assert scene.act("3 raise verbal").one(e.BetPlaced).to == 200
    assert on_flop({3: 1_000, 5: 1_000}).act("5 bet verbal").one(e.BetPlaced).to == 100


def test_bets_are_made_of_whole_chips_unless_all_in() -> None:
    scene = dealt({3: 10_000, 5: 10_000, 9: 325}, unit=25)
    scene.act("3 raise 210").refused("not-in-units", "10(4)", {"unit": 25} | raise_to(200, 10_000))
    scene.play("3 raise 225, 5 fold")
    assert scene.act("9 raise 325").one(e.BetPlaced).all_in


@pytest.mark.parametrize(("word", "to"), [("call", 400), ("bet", 400), ("raise", 400), ("raise", 500)])
def test_all_in_is_what_the_amount_makes_it(word: str, to: int) -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: to})
    scene.play({"call": "5 bet 400", "bet": "5 check", "raise": "5 bet 200"}[word])
    assert scene.act("9 all-in").one(e.BetPlaced).action == word


def test_a_seat_that_cannot_cover_a_call_is_all_in_by_it() -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: 300})
    scene.play("5 bet 400")
    assert scene.legal == {"call": 300}
    scene.act("9 raise 800").refused("more-than-stack", "4(1)", {"fold": True, "call": 300})
    scene.act("9 call").then(fact(e.BetPlaced, action="call", amount=300, to=300, all_in=True))


@pytest.mark.parametrize("words", ["raise 800 verbal", "raise verbal", "all-in"])
def test_a_raise_said_aloud_that_the_stack_does_not_cover_is_a_call_of_all_of_it(words: str) -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: 300})
    scene.play("5 bet 400")
    scene.act("9 raise 250 verbal").refused("more-than-stack")
    scene.act(f"9 {words}").then(fact(e.BetPlaced, action="call", amount=300, all_in=True))


def test_a_higher_bet_than_anyone_can_call_comes_back() -> None:
    scene = on_flop({3: 1_000, 5: 200})
    scene.play("5 check, 3 bet 1000")
    scene.act("5 call").then_among_others(fact(e.BetReturned, seat=3, amount=800, rule="MO-THP-2008 11(3)"))


def test_nobody_raises_whom_nobody_can_call() -> None:
    scene = on_flop({3: 1_000, 5: 200})
    scene.play("5 all-in")
    assert scene.legal == {"call": 200}
    scene.act("3 raise 400").refused("nobody-can-call", "12(1)", {"fold": True, "call": 200})
    scene.act("3 raise 400 verbal").refused("nobody-can-call")
    scene.act("3 all-in").then_among_others(fact(e.BetPlaced, action="call", amount=200, all_in=False))


# 12(1), 12(3), section 5.3: raises


def test_a_raise_is_at_least_the_last_bet_or_raise() -> None:
    scene = dealt()
    scene.act("3 raise 150").refused("below-minimum-raise", "12(1)", raise_to(200, 10_000))
    scene.play("3 raise 300")
    scene.act("5 raise 499").refused("below-minimum-raise", "12(1)", raise_to(500, 10_000))
    scene.play("5 raise 500")
    assert scene.legal["raise"]["min"] == 700
    scene = on_flop({3: 1_000, 5: 1_000})
    scene.play("5 bet 150")
    assert scene.legal["raise"]["min"] == 300


def test_the_last_raise_of_an_earlier_round_is_forgotten() -> None:
    scene = dealt()
    scene.play("3 raise 1000, 5 call, 9 call")
    scene.deal(BOARD[0]).accepted()
    assert scene.legal["bet"]["min"] == 100


def test_the_number_of_raises_is_free() -> None:
    scene = dealt()
    for turn in range(12):
        scene.play(f"{(3, 5, 9)[turn % 3]} raise {200 + 100 * turn}")
    assert scene.legal["raise"]["min"] == 1_400


def test_fifty_a_hundred_two_hundred_makes_three_hundred() -> None:
    scene = on_flop({3: 1_000, 5: 1_000, 9: 1_000}, min_bet=50)
    scene.play("5 bet 50, 9 raise 100, 3 raise 200")
    assert scene.legal["raise"]["min"] == 300


def test_a_short_all_in_raises_the_price_and_keeps_the_size() -> None:
    scene = on_flop({1: 5_000, 2: 5_000, 3: 140})
    scene.play("2 bet 100, 3 all-in")
    assert scene.legal == {"call": 140} | raise_to(240, 5_000)
    scene.play("1 call")
    assert scene.legal == {"call": 40}
    scene.act("2 raise 300").refused("raise-not-open", "12(1)", {"fold": True, "call": 40})
    scene.act("2 all-in").refused("raise-not-open")


def test_who_acted_may_raise_if_what_he_must_add_is_a_full_raise() -> None:
    scene = on_flop({1: 5_000, 2: 5_000, 3: 251, 4: 5_000})
    scene.play("2 check, 3 check, 4 bet 100, 1 raise 200, 2 fold, 3 all-in")
    assert scene.legal == {"call": 151} | raise_to(351, 5_000)
    scene.play("4 call")
    assert scene.legal == {"call": 51}


def test_short_all_ins_add_up() -> None:
    stacks = {1: 5_000, 2: 5_000, 3: 125, 4: 5_000, 5: 200}
    scene = on_flop(stacks)
    scene.play("2 bet 100, 3 all-in, 4 call, 5 all-in, 1 call")
    assert scene.legal == {"call": 100} | raise_to(300, 5_000)
    scene.play("2 call")
    assert (scene.state["to_act"], scene.legal) == (4, {"call": 75})
    again = on_flop(stacks)
    again.play("2 bet 100, 3 all-in, 4 call, 5 all-in, 1 call, 2 raise 300")
    assert (again.state["to_act"], again.legal) == (4, {"call": 175} | raise_to(400, 5_000))


def test_an_opening_all_in_below_the_minimum_bet() -> None:
    scene = on_flop({1: 5_000, 2: 5_000, 3: 60})
    scene.play("2 check, 3 all-in")
    assert scene.legal == {"call": 60} | raise_to(160, 5_000)
    scene.play("1 call")
    assert scene.legal == {"call": 60}


def test_who_has_not_acted_may_always_raise() -> None:
    scene = dealt({1: 130, 2: 5_000, 3: 5_000, 4: 5_000})
    scene.play("4 call, 1 all-in")
    assert scene.legal == {"call": 80} | raise_to(230, 5_000)
    scene.play("2 call")
    assert (scene.state["to_act"], scene.legal) == (3, {"call": 30} | raise_to(230, 5_000))
    scene.play("3 call")
    assert (scene.state["to_act"], scene.legal) == (4, {"call": 30})


def test_an_all_in_that_is_a_full_raise_opens_the_betting() -> None:
    scene = dealt({1: 4_000, 2: 700, 3: 4_000})
    scene.play("1 raise 300, 2 all-in, 3 call")
    assert scene.legal == {"call": 400} | raise_to(1_100, 4_000)


def test_a_short_big_blind_changes_neither_price_nor_size() -> None:
    scene = dealt({2: 1_000, 3: 7, 4: 1_000, 1: 1_000}, big_blind=20)
    assert (scene.state["to_act"], scene.legal) == (4, {"call": 20} | raise_to(40, 1_000))
    scene.play("4 call, 1 fold, 2 call")
    assert scene.state["pots"] == [{"amount": 21, "eligible": [2, 3, 4]}, {"amount": 26, "eligible": [2, 4]}]


def test_blinds_that_leave_no_decision() -> None:
    scene = Scene({4: 20, 5: 5}, big_blind=50)
    scene.when("start-hand").accepted()
    outcome = scene.when("deal", cards=["??"] * 4)
    outcome.then_among_others(fact(e.BettingRoundClosed, street="preflop"), fact(e.BetReturned, seat=4, amount=15))
    assert scene.state["pots"] == [{"amount": 10, "eligible": [4, 5]}]
    assert scene.state["due"] == "deal"


def test_the_small_blind_still_decides_against_an_all_in_big_blind() -> None:
    scene = dealt({4: 20, 5: 1_000}, big_blind=20)
    assert (scene.state["to_act"], scene.legal) == (5, {"call": 10})


def test_a_stack_above_the_price_and_below_the_minimum_may_go_all_in() -> None:
    scene = on_flop({5: 1_000, 6: 140})
    scene.play("6 check, 5 bet 100")
    assert scene.legal == {"call": 100} | raise_to(140, 140)


def test_where_a_stack_is_not_made_of_whole_chips_the_minimum_is_rounded_up_to_them() -> None:
    """A stack may be carried over from a session with smaller chips."""
    stacks = {1: 1_000, 2: 133, 3: 1_000}
    carried = tuple(Carried(seat=seat, player=f"P-{seat}", stack=stack) for seat, stack in stacks.items())
    before = Previous(session=1, game="holdem", currency="HKD", gaming_day=DAY, last_number=0, carried=carried)
    scene = Scene()
    scene.open(big_blind=20, unit=10, previous=before).accepted()
    scene.hand()
    scene.play("1 call, 2 all-in")
    assert scene.legal == {"call": 113} | raise_to(250, 1_000)
    scene.act("3 raise 246").refused("not-in-units")
    scene.play("3 raise 250")
