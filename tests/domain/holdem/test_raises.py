"""Raises without a limit: articles 12(1) and 12(3), and docs/holdem.md, Betting."""

from domain.given import Carried, Previous
from domain.holdem import events as e
from tests.domain.holdem.hands import BOARD, dealt, on_flop
from tests.domain.holdem.scene import DAY, Scene, raise_to
from tests.spec import fact


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
