"""Pots, shares and commission: articles 10(2), 10(4), 10(5) and 16, and docs/holdem.md, Pots."""

from typing import Any

import pytest

from domain.holdem import events as e
from domain.holdem.pots import commission, pots, split, uncalled
from tests.domain.holdem.hands import house
from tests.domain.holdem.scene import Scene
from tests.domain.holdem.test_vectors import V1, rules, settled
from tests.spec import fact

# CARDROOM-TDA


@pytest.mark.parametrize(
    ("unit", "clockwise", "shares"),
    [
        (1, [7, 2, 5], {2: 334, 5: 333, 7: 334}),
        (5, [7, 2, 5], {2: 335, 5: 330, 7: 336}),
        (25, [7, 2, 5], {2: 325, 5: 325, 7: 351}),
        (1, [2, 5, 7], {2: 334, 5: 334, 7: 333}),
    ],
)
def test_odd_chips_one_each_from_the_left_of_the_button(unit: int, clockwise: list[int], shares: dict[int, int]) -> None:
    """A rest below the smallest chip goes to the first."""
    found = split(1_001, clockwise, house("CARDROOM-TDA", unit=unit, big_blind=100))
    assert found.shares == shares
    assert sum(found.odd.values()) == 1_001 - 3 * min(shares.values())


def test_pot_by_pot_from_the_left_of_the_button() -> None:
    put_in = {2: 301, 5: 301, 7: 301, 9: 98}
    found = settled(put_in, {9}, "2=5=7", "CARDROOM-TDA", button=5, big_blind=100)
    assert found.paid == {2: 334, 5: 333, 7: 334}
    moved = settled(put_in, {9}, "2=5=7", "CARDROOM-TDA", button=9, big_blind=100)
    assert moved.paid == {2: 334, 5: 334, 7: 333}


# 16: commission


@pytest.mark.parametrize(
    ("base", "big_blind", "amount"),
    [
        (100, 100, 5),
        (250, 100, 12),
        (1_000, 100, 50),
        (10_000, 100, 500),
        (10_019, 100, 500),
        (12_000, 100, 500),
        (5_000, 20, 100),
        (19, 20, 0),
    ],
)
def test_five_per_cent_down_and_five_big_blinds_at_most(base: int, big_blind: int, amount: int) -> None:
    assert commission(base, house(big_blind=big_blind), flop_dealt=False) == (base * 500, amount, None)


@pytest.mark.parametrize(("bp", "exact_e4", "amount"), [(300, 99_000, 9), (333, 109_890, 10), (500, 165_000, 16)])
def test_other_rates(bp: int, exact_e4: int, amount: int) -> None:
    assert commission(330, house(commission_bp=bp), flop_dealt=True) == (exact_e4, amount, None)


def test_steps_of_the_commission() -> None:
    def of_12_345(**rules: Any) -> int:
        return commission(12_345, house("CARDROOM-TDA", commission_bp=1_000, **rules), flop_dealt=True).amount

    assert commission(330, house(commission_bp=300, commission_unit=5), flop_dealt=True).amount == 5
    assert of_12_345(commission_unit=100) == 1_200
    assert of_12_345(commission_cap_bb=0) == 0
    assert of_12_345() == 1_234


def test_the_record_of_the_commission() -> None:
    (event,) = [event for event in settled(V1, set(), "1>2>3", **rules(20, 500, 1)).events if isinstance(event, e.CommissionTaken)]
    expected = {"base": 5_000, "rate_bp": 500, "exact_e4": 2_500_000, "cap": 100, "amount": 100, "per_pot": [60, 40]}
    assert fact(e.CommissionTaken, **expected, waiver=None, rule="MO-THP-2008 16").matches(event)


def test_no_flop_no_drop() -> None:
    waived = house("CARDROOM-TDA", commission_bp=500, big_blind=100)
    assert commission(250, waived, flop_dealt=False) == (125_000, 0, "no-flop")
    assert commission(250, waived, flop_dealt=True) == (125_000, 12, None)


def test_a_table_without_commission_records_none() -> None:
    found = settled(V1, set(), "1>2>3", "CARDROOM-TDA", big_blind=100)
    assert found.per_pot == ()
    assert not any(isinstance(event, e.CommissionTaken) for event in found.events)
    assert found.paid == {1: 3_000, 2: 2_000}


def test_a_commission_of_nothing_is_recorded() -> None:
    found = settled({1: 5, 2: 5}, set(), "2>1", **rules(10, 500, 1))
    assert (found.commission, found.per_pot, found.paid) == (0, (0,), {2: 10})


# Which pots there are


def test_the_top_of_the_largest_contribution_goes_back() -> None:
    assert uncalled({1: 100, 2: 300, 3: 120}) == (2, 180)
    assert uncalled({1: 300, 2: 300, 3: 120}) is None


def test_pots_lie_between_the_levels_of_live_seats() -> None:
    assert pots({1: 50, 2: 100, 3: 100, 4: 30}, [1, 3]) == [(180, (1, 3)), (100, (3,))]
    assert pots({1: 0, 2: 0}, [1, 2]) == []


def test_two_pots_stay_two_though_the_same_hand_wins_both() -> None:
    found = settled(V1, set(), "2>1>3", **rules(100, 500, 1))
    assert [event.amount for event in found.events if isinstance(event, e.PotSplit)] == [2_850, 1_900]


def test_the_worked_example() -> None:
    """A hand to its end: every chip is somewhere."""
    scene = Scene({3: 10_000, 5: 10_000, 9: 10_000})
    scene.hand()
    outcome = scene.play("3 raise 300, 5 call, 9 fold")
    outcome.then_among_others(fact(e.BettingRoundClosed, pots=[{"pot": 1, "amount": 700, "eligible": [3, 5]}]))
    scene.deal("2c 7s 9s").accepted()
    scene.play("5 check, 3 bet 400, 5 call")
    scene.deal("3c").accepted()
    scene.play("5 check, 3 check")
    scene.deal("4d").accepted()
    scene.play("5 bet 1000")
    scene.act("3 fold").then(
        fact(e.Folded, seat=3),
        fact(e.BettingRoundClosed, street="river", pots=[{"pot": 1, "amount": 1_500, "eligible": [5]}]),
        fact(e.BetReturned, seat=5, amount=1_000),
        fact(e.CommissionTaken, base=1_500, amount=75, per_pot=[75]),
        fact(e.PotSplit, pot=1, amount=1_425, shares=[{"seat": 5, "amount": 1_425}], odd=[]),
        fact(e.HandEnded, reason="all-folded"),
    )
    assert scene.stacks == {3: 9_300, 5: 10_725, 9: 9_900}
    assert scene.taken == 75


def test_a_walk() -> None:
    scene = Scene({3: 1_000, 5: 1_000, 9: 1_000})
    scene.hand()
    scene.play("3 fold, 5 fold").then(
        fact(e.Folded, seat=5),
        fact(e.BettingRoundClosed, street="preflop", pots=[{"pot": 1, "amount": 100, "eligible": [9]}]),
        fact(e.BetReturned, seat=9, amount=50),
        fact(e.CommissionTaken, amount=5),
        fact(e.PotSplit, amount=95),
        fact(e.HandEnded, reason="all-folded"),
    )
    assert scene.stacks == {3: 1_000, 5: 950, 9: 1_045}
