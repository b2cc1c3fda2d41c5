"""What a bet is and what binds: articles 4(1), 10(4) and 11, and docs/holdem.md, Betting."""

import pytest

from domain.holdem import events as e
from tests.domain.holdem.hands import dealt, on_flop
from tests.domain.holdem.scene import raise_to
from tests.spec import fact


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
