"""Fixed limit: articles 11(2), 12(2) and 12(4), and docs/holdem.md, Fixed limit. Blinds are 50/100."""

from typing import Any

import pytest

from domain.given import Permit
from domain.holdem import events as e
from tests.domain.holdem.scene import Scene, raise_to
from tests.spec import fact

DEEP = {1: 20_000, 4: 20_000, 7: 20_000}
BOARD = ("2c 7s 9s", "3c", "4d")
LADDERS = {
    "statutory": ((100, 200, 300, 400), (50, 100, 150, 200), (100, 200, 300, 400), (100, 200, 300, 400)),
    "literal-sb": ((100, 150, 200, 250), (50, 100, 150, 200), (100, 200, 300, 400), (100, 200, 300, 400)),
    "cardroom": ((100, 200, 300, 400), (100, 200, 300, 400), (200, 400, 600, 800), (200, 400, 600, 800)),
}


def dealt(stacks: dict[int, int] | None = None, ruleset: str = "MO-THP-2008", street: int = 0, **rules: Any) -> Scene:
    """A hand whose betting round of `street` is open and untouched; before it all have called."""
    scene = Scene()
    permit = Permit(permit="PR-1", ruleset=ruleset, articles=("11", "12"))
    scene.open(ruleset, **({"big_blind": 100, "structure": "fixed-limit"} | rules), in_force=[permit]).accepted()
    for seat, stack in (stacks or DEEP).items():
        scene.when("take-seat", seat=seat, player=f"P-{seat}", amount=stack + (100 if street else 0), source="cash").accepted()
    scene.hand()
    for cards in BOARD[:street]:
        call_down(scene)
        scene.deal(cards).accepted()
    return scene


def call_down(scene: Scene) -> None:
    while scene.state["to_act"] is not None:
        scene.play(f"{scene.state['to_act']} {'check' if 'check' in scene.legal else 'call'}")


def bet_up(scene: Scene, totals: tuple[int, ...]) -> None:
    """One bet or raise after the other, each by the seat to act."""
    for to in totals:
        ((word, amounts),) = [(word, scene.legal[word]) for word in ("bet", "raise") if word in scene.legal]
        assert amounts == {"min": to, "max": to}
        scene.play(f"{scene.state['to_act']} {word} {to}")


@pytest.mark.parametrize("profile", LADDERS)
@pytest.mark.parametrize("street", range(4))
def test_ladders(profile: str, street: int) -> None:
    """The call before the flop is to the big blind in every profile: blinds are bets under article 5."""
    scene = dealt(street=street, limit_profile=profile)
    ladder = LADDERS[profile][street]
    if street == 0:
        assert scene.legal["call"] == 100
        ladder = ladder[1:]
    bet_up(scene, ladder)
    assert scene.legal == {"call": ladder[-1] - scene.table.playing.bets[scene.state["to_act"]]}
    scene.act(f"{scene.state['to_act']} raise {2 * ladder[-1] - ladder[-2]}").refused("raise-cap", "12(2)")
    call_down(scene)
    assert scene.state["to_act"] is None


def test_another_size_is_refused() -> None:
    scene = dealt(street=1)
    scene.act("4 bet 60").refused("not-the-limit-amount", "11(2)", {"bet": {"min": 50, "max": 50}})
    scene.act("4 bet 100").refused("not-the-limit-amount")
    scene.act("4 all-in").refused("not-the-limit-amount", "11(2)", {"bet": {"min": 50, "max": 50}})
    scene.act("4 bet 30000").refused("more-than-stack")
    scene.act("4 bet 50").then(fact(e.BetPlaced, action="bet", to=50, rule="MO-THP-2008 11(2)"))
    scene.act("7 raise 150").refused("not-the-limit-amount")
    scene.act("7 raise 100").then(fact(e.BetPlaced, action="raise", to=100, rule="MO-THP-2008 12(1)"))


@pytest.mark.parametrize("declared", ["", " verbal", " chips"])
def test_the_amount_may_be_left_out(declared: str) -> None:
    scene = dealt()
    assert scene.act(f"1 raise{declared}").one(e.BetPlaced).to == 200


def test_the_cap_ends_with_its_round() -> None:
    scene = dealt()
    bet_up(scene, (200, 300, 400))
    call_down(scene)
    scene.deal(BOARD[0]).accepted()
    bet_up(scene, (50, 100, 150, 200))


# 12(4): two players


def test_two_players_raise_as_often_as_they_like() -> None:
    scene = dealt({2: 20_000, 6: 20_000})
    bet_up(scene, tuple(range(200, 1_300, 100)))
    scene = dealt({2: 20_000, 6: 20_000}, street=1)
    bet_up(scene, tuple(range(50, 650, 50)))


def test_two_are_left_before_the_cap() -> None:
    scene = dealt(street=1)
    bet_up(scene, (50, 100, 150))
    scene.play("4 fold")
    bet_up(scene, (200, 250, 300))


def test_two_are_left_after_the_cap_was_reached() -> None:
    scene = dealt(street=1)
    bet_up(scene, (50, 100, 150, 200))
    scene.play("7 fold")
    assert scene.legal == {"call": 50}
    scene.act("1 raise 250").refused("raise-cap", "12(2)")
    scene.play("1 call")
    scene.deal(BOARD[1]).accepted()
    bet_up(scene, (100, 200, 300, 400, 500))


def test_a_third_player_who_is_all_in_does_not_count() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 50}, street=1)
    scene.play("4 bet 50, 7 all-in")
    bet_up(scene, (100, 150, 200, 250, 300))


def test_the_raise_that_reaches_the_cap_and_leaves_two_does_not_free_them() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 200, 8: 20_000}, street=1)
    scene.play("4 bet 50, 7 raise 100, 8 raise 150, 1 fold, 4 call, 7 all-in")
    assert scene.state["to_act"] == 8
    assert scene.legal == {"call": 50}


def test_uncapped_from_the_start_of_the_round_alone() -> None:
    scene = dealt(street=1, two_player_uncap="round-start")
    bet_up(scene, (50, 100, 150))
    scene.play("4 fold")
    bet_up(scene, (200,))
    assert scene.legal == {"call": 50}
    scene.play("1 call")
    scene.deal(BOARD[1]).accepted()
    bet_up(scene, (100, 200, 300, 400, 500))


def test_never_uncapped() -> None:
    scene = dealt({2: 20_000, 6: 20_000}, street=1, two_player_uncap="never")
    bet_up(scene, (50, 100, 150, 200))
    assert scene.legal == {"call": 50}


# Short all-ins


def test_less_than_half_a_bet_changes_no_level() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 70}, street=1)
    scene.play("4 bet 50")
    assert scene.legal == {"call": 50} | raise_to(70, 70)
    scene.play("7 all-in")
    assert scene.legal == {"call": 70} | raise_to(100, 100)
    scene.play("1 call")
    assert scene.legal == {"call": 20}
    scene.act("4 raise 100").refused("raise-not-open", "12(1)")


def test_half_a_bet_counts_as_a_full_one() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 75}, street=1)
    scene.play("4 bet 50, 7 raise 75")
    assert scene.legal == {"call": 75} | raise_to(125, 125)
    scene.play("1 call")
    assert scene.legal == {"call": 25} | raise_to(125, 125)
    assert scene.table.playing.raises == 1


@pytest.mark.parametrize(("stack", "legal"), [(140, {"call": 40} | raise_to(200, 200)), (150, {"call": 50} | raise_to(250, 250))])
def test_half_a_bet_before_the_flop(stack: int, legal: dict[str, Any]) -> None:
    scene = dealt({1: 20_000, 4: stack, 7: 20_000})
    scene.play("1 call, 4 all-in")
    assert scene.legal == legal
    assert scene.table.playing.raises == (stack == 150)


@pytest.mark.parametrize(("stack", "legal"), [(37, {"call": 12}), (38, {"call": 13} | raise_to(63, 63))])
def test_half_of_an_odd_size_is_not_rounded(stack: int, legal: dict[str, Any]) -> None:
    """Of a bet of 25, 12 is less than half and 13 is more."""
    scene = dealt({1: 20_000, 4: 20_000, 7: stack}, street=1, big_blind=100, small_blind=25)
    scene.play("4 bet 25, 7 all-in, 1 call")
    assert scene.legal == legal


def test_what_an_all_in_adds_is_measured_from_the_last_full_level() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 70, 8: 80}, street=1)
    scene.play("4 bet 50, 7 all-in, 8 all-in")
    assert scene.legal == {"call": 80} | raise_to(130, 130)
    assert scene.table.playing.raises == 1
    scene.play("1 call")
    assert scene.legal == {"call": 30} | raise_to(130, 130)


def test_an_opening_all_in_below_half_a_bet() -> None:
    """The level stays 0: completing it is a raise, and counts for the cap."""
    scene = dealt({1: 20_000, 4: 20, 7: 20_000, 8: 20_000}, street=1)
    assert scene.legal == {"check": True, "bet": {"min": 20, "max": 20}}
    scene.act("4 all-in").then(fact(e.BetPlaced, action="bet", to=20, all_in=True))
    assert scene.legal == {"call": 20} | raise_to(50, 50)
    bet_up(scene, (50, 100, 150))
    assert scene.legal == {"call": 100}


def test_an_opening_all_in_of_half_a_bet_is_the_bet() -> None:
    scene = dealt({1: 20_000, 4: 30, 7: 20_000, 8: 20_000}, street=1)
    scene.play("4 all-in")
    bet_up(scene, (80, 130, 180))
    assert scene.legal == {"call": 100}


def test_an_all_in_below_the_next_level_is_held_to_the_cap() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 20_000, 8: 420})
    scene.play("8 call, 1 raise 200, 4 raise 300, 7 raise 400")
    assert scene.legal == {"call": 300}
    scene.act("8 all-in").refused("raise-cap")
    scene.act("8 raise 420").refused("raise-cap")


def test_a_stack_between_price_and_level_is_the_one_amount() -> None:
    scene = dealt({1: 20_000, 4: 20_000, 7: 130}, street=1, limit_profile="cardroom")
    scene.play("4 bet 100")
    assert scene.legal == {"call": 100} | raise_to(130, 130)
    scene.act("7 raise 200").refused("more-than-stack", "4(1)", raise_to(130, 130))
    scene.act("7 raise 120").refused("not-the-limit-amount")
    assert scene.act("7 raise").one(e.BetPlaced).to == 130


def test_no_raise_of_whom_nobody_can_call() -> None:
    scene = dealt({1: 20_000, 4: 50}, street=1)
    scene.play("4 all-in")
    assert scene.legal == {"call": 50}


def test_card_room_caps_and_sizes() -> None:
    scene = dealt(ruleset="CARDROOM-TDA", max_raises=4)
    bet_up(scene, (200, 300, 400, 500))
    assert scene.legal == {"call": 200}
    sized = dealt(ruleset="CARDROOM-TDA", small_bet=150, big_bet=400)
    bet_up(sized, (250, 400, 550))
    call_down(sized)
    for cards, totals in zip(BOARD, ((150, 300), (400, 800), (400, 800)), strict=True):
        sized.deal(cards).accepted()
        bet_up(sized, totals)
        call_down(sized)
