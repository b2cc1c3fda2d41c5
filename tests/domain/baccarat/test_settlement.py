"""Articles 13(4), 17 and 18: what each bet wins, and five per cent of the banker's win."""

from typing import Any

import pytest

from domain.baccarat import events as e
from domain.given import Permit
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, Scene

PERMITS = [Permit(permit="PR-1", ruleset="MO-BAC-2018", articles=("18",))]
SIX_ON_TWO = "2c 6d 3h Ts 5c"
SIX_ON_THREE = "2c Kd Th 3s 9c 3h"
TIE_ON_SIX = "4h 3d 2s 3c"


def settled(bets: str, cards: str, *, seats: Any = None, **rules: Any) -> Scene:
    scene = Scene(seats=seats or {1: 1_000_000, 2: 1_000_000}, permits=PERMITS, **rules)
    scene.shoe().accepted()
    scene.play(bets, cards)
    return scene


@pytest.mark.parametrize(
    ("on", "cards", "stake", "returned", "rule"),
    [
        ("player", PLAYER, 1_000, 2_000, "17(1)"),
        ("player", BANKER, 1_000, 0, "11"),
        ("banker", BANKER, 1_000, 2_000, "17(1)"),
        ("banker", PLAYER, 1_000, 0, "11"),
        ("tie", TIE, 500, 4_500, "17(2)"),
        ("tie", PLAYER, 500, 0, "11"),
        ("player-pair", BANKER, 200, 2_400, "17(3)"),
        ("player-pair", PLAYER, 200, 0, "11"),
        ("banker-pair", TIE, 200, 2_400, "17(3)"),
        ("banker-pair", BANKER, 200, 0, "11"),
        ("player-pair", "2c 8d 3h 2s 2d 5c", 200, 0, "11"),
        ("player-pair", "Kc Td Kh Ks 7c 7h", 200, 2_400, "17(3)"),
        ("banker-pair", "Kc Td Kh Ks 7c 7h", 200, 0, "11"),
    ],
)
def test_odds(on: str, cards: str, stake: int, returned: int, rule: str) -> None:
    scene = settled(f"a 1 {on} {stake}", cards)
    (event,) = [event for event in scene.events if isinstance(event, e.BetSettled)]
    assert (event.stake, event.returned, event.rule) == (stake, returned, f"MO-BAC-2004 {rule}")
    assert event.win == max(returned - stake, 0)
    assert event.result == ("won" if returned else "lost")


# Commission.


def commissions(scene: Scene) -> list[tuple[str, int, int]]:
    return [(event.player, event.base, event.amount) for event in scene.events if isinstance(event, e.CommissionTaken)]


@pytest.mark.parametrize(
    ("bets", "unit", "exact_e4", "amount", "gets"),
    [
        ("a 1 banker 1000", 1, 500_000, 50, 1_950),
        ("a 1 banker 150", 1, 75_000, 7, 293),
        ("a 1 banker 150", 5, 75_000, 5, 295),
        ("a 1 banker 20", 1, 10_000, 1, 39),
        ("a 1 banker 10, b 1 banker 10", 1, 10_000, 1, 39),
        ("a 1 banker 10", 1, 5_000, 0, 20),
        ("a 1 banker 15000", 100, 7_500_000, 700, 29_300),
        ("a 1 banker 3000", 100, 1_500_000, 100, 5_900),
    ],
)
def test_five_per_cent_rounded_down_to_the_unit(bets: str, unit: int, exact_e4: int, amount: int, gets: int) -> None:
    scene = settled(bets, BANKER, unit=unit)
    (event,) = [event for event in scene.events if isinstance(event, e.CommissionTaken)]
    assert (event.exact_e4, event.amount, event.rate_bp, event.rule) == (exact_e4, amount, 500, "MO-BAC-2004 18")
    staked = scene.staked.total()
    assert scene.stacks[1] == 1_000_000 - staked + gets
    assert event.amount * 10_000 <= event.exact_e4 == event.base * 500


def test_once_a_bettor_and_round_in_the_order_of_their_bets() -> None:
    scene = settled("z -9 player 5, a -9 banker 30, b 2 banker 40, c -9 banker 30, d 1 tie 5, f 2 player 100", BANKER)
    assert commissions(scene) == [("P-9", 60, 3), ("P-2", 40, 2)]


@pytest.mark.parametrize("cards", [PLAYER, TIE])
def test_none_without_a_banker_win(cards: str) -> None:
    assert commissions(settled("a 1 banker 1000", cards)) == []


def test_his_seat_pays_if_any_of_the_bets_came_from_it_and_holds_so_much() -> None:
    scene = Scene(seats={1: 1_000})
    scene.shoe()
    scene.round("s -7 banker 100000, t -8 banker 1000")
    scene.when("take-seat", seat=3, player="P-7", amount=100, source="chips").accepted()
    scene.when("take-seat", seat=4, player="P-8", amount=100, source="chips").accepted()
    scene.bets("u 3 banker 100, v 4 banker 100")
    scene.close()
    taken = [event for event in scene.deal(BANKER).events if isinstance(event, e.CommissionTaken)]
    assert [(event.player, event.seat, event.amount) for event in taken] == [("P-7", None, 5_005), ("P-8", 4, 55)]
    assert scene.stacks == {1: 1_000, 3: 200, 4: 145}


# 2018: no commission, and Lucky 6.


@pytest.mark.parametrize(
    ("stake", "unit", "win"),
    [(1_000, 1, 500), (150, 1, 75), (25, 1, 13), (1, 1, 1), (25, 5, 15), (20, 5, 10), (10_000, 100, 5_000), (300, 100, 200)],
)
def test_without_commission_a_banker_six_pays_half_rounded_up(stake: int, unit: int, win: int) -> None:
    rules = {"ruleset": "MO-BAC-2018", "commission": "none-six-pays-half", "unit": unit}
    scene = settled(f"a 1 banker {stake}, p 2 player {stake}", SIX_ON_TWO, **rules)
    first, second = [event for event in scene.events if isinstance(event, e.BetSettled)]
    assert (first.win, first.returned, first.rule) == (win, stake + win, "MO-BAC-2018 18(2)")
    assert second.returned == 0
    assert commissions(scene) == []


@pytest.mark.parametrize(("cards", "returned"), [("2c 7d Kh Ts 3c", 2_000), (SIX_ON_TWO, 1_500), (SIX_ON_THREE, 1_500), (PLAYER, 0)])
def test_every_other_win_pays_in_full(cards: str, returned: int) -> None:
    scene = settled("a 1 banker 1000", cards, ruleset="MO-BAC-2018", commission="none-six-pays-half")
    assert scene.returned["a"] == returned
    assert commissions(scene) == []


def test_exact_chips_are_asked_for_only_where_commission_is_taken() -> None:
    rules = {"ruleset": "MO-BAC-2018", "commission": "none-six-pays-half", "commission_round": "exact-only"}
    assert settled("a 1 banker 7", BANKER, **rules).returned["a"] == 14


@pytest.mark.parametrize(
    ("cards", "returned", "rule"),
    [
        (SIX_ON_TWO, 1_300, "17"),
        (SIX_ON_THREE, 2_100, "17"),
        (TIE_ON_SIX, 0, "11"),
        ("7c 6d Kh Ts", 0, "11"),
        (BANKER, 0, "11"),
        ("6c 5d Kh As", 0, "11"),
    ],
)
def test_lucky_six(cards: str, returned: int, rule: str) -> None:
    scene = settled("l 1 lucky-six 100, a 1 banker 1000", cards, ruleset="MO-BAC-2018", lucky_six=True)
    (event,) = [event for event in scene.events if isinstance(event, e.BetSettled) and event.bet == "l"]
    assert (event.returned, event.rule) == (returned, f"MO-BAC-2018 {rule}")


def test_lucky_six_is_offered_where_the_house_says_so_and_weighs_nothing() -> None:
    scene = Scene(seats={1: 10_000}, ruleset="MO-BAC-2018", lucky_six=True, differential=10, side_bet_max=5_000)
    scene.shoe()
    scene.round()
    scene.bet("l 1 lucky-six 5001").refused("above-maximum-bet", "13", {"max": 5_000})
    scene.bet("l 1 lucky-six 5000").accepted()
    assert scene.room() == (10, 10)
    assert scene.close().one(e.BetsClosed).totals["lucky-six"] == 5_000
    off = Scene(seats={1: 10_000}, ruleset="MO-BAC-2018")
    off.shoe()
    off.round()
    off.bet("l 1 lucky-six 100").refused("bet-not-offered", "13")
