"""Pots, commission and shares against a model that moves one chip at a time, on random contributions."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.holdem.pots import commission, pots, split, uncalled, without_uncalled
from domain.holdem.rules import HouseRules
from domain.money import split_in_proportion
from tests.domain.holdem.hands import house


class Case(NamedTuple):
    """`strength` of live seats, bigger wins."""

    put_in: dict[int, int]
    strength: dict[int, int]
    rules: HouseRules


@st.composite
def cases(draw: st.DrawFn, ruleset: str = "MO-THP-2008") -> Case:
    """What betting can lead to: no folded seat has put in more than the live ones match."""
    seats = draw(st.lists(st.integers(1, 22), min_size=2, max_size=8, unique=True))
    live = seats[: draw(st.integers(1, len(seats)))]
    put_in = {seat: draw(st.integers(1, 60)) for seat in live}
    top = max(put_in.values())
    put_in |= {seat: draw(st.integers(0, top)) for seat in seats if seat not in live}
    unit = draw(st.sampled_from([1, 1, 5, 25]))
    blind = draw(st.sampled_from([1, 2, 4])) * unit
    chosen: dict[str, Any] = {"unit": unit, "big_blind": blind, "commission_unit": draw(st.sampled_from([unit, blind]))}
    if ruleset == "MO-THP-2008":
        chosen |= {"commission_bp": draw(st.integers(300, 500)), "commission_cap_bb": draw(st.integers(1, 5))}
    else:
        chosen |= {"commission_bp": draw(st.integers(1, 1_000)), "commission_cap_bb": draw(st.none() | st.integers(0, 9))}
    return Case(put_in, {seat: draw(st.integers(1, 3)) for seat in live}, house(ruleset, **chosen))


def ours(case: Case, clockwise: Sequence[int]) -> tuple[dict[int, int], int]:
    """What every seat gets back and is paid, and the commission."""
    net = without_uncalled(case.put_in)
    found = pots(net, list(case.strength))
    taken = commission(sum(net.values()), case.rules, flop_dealt=True).amount
    paid = {seat: case.put_in[seat] - net[seat] for seat in net}
    for pot, part in zip(found, split_in_proportion(taken, [pot.amount for pot in found], case.rules.commission_unit), strict=True):
        best = max(case.strength[seat] for seat in pot.eligible)
        winners = [seat for seat in clockwise if seat in pot.eligible and case.strength[seat] == best]
        for seat, amount in split(pot.amount - part, winners, case.rules).shares.items():
            paid[seat] += amount
    return paid, taken


def by_the_chip(case: Case, clockwise: Sequence[int]) -> tuple[dict[int, int], int]:
    paid: dict[int, int] = defaultdict(int)
    heaps: dict[frozenset[int], int] = defaultdict(int)
    for height in range(1, max(case.put_in.values()) + 1):
        reached = [seat for seat, amount in case.put_in.items() if amount >= height]
        if len(reached) == 1:
            paid[reached[0]] += 1
        else:
            heaps[frozenset(seat for seat in reached if seat in case.strength)] += len(reached)
    taken = _commission(case.rules, sum(heaps.values()))
    for seats, chips in _less_commission(heaps, taken, case.rules.commission_unit):
        best = max(case.strength[seat] for seat in seats)
        winners = [seat for seat in clockwise if seat in seats and case.strength[seat] == best]
        _hand_out(chips, winners, case.rules, paid)
    return {seat: paid[seat] for seat in case.put_in}, taken


def _commission(rules: HouseRules, base: int) -> int:
    exact = Fraction(rules.commission_bp, 10_000) * base
    steps = 0
    while (steps + 1) * rules.commission_unit <= exact and (
        rules.commission_cap is None or (steps + 1) * rules.commission_unit <= rules.commission_cap
    ):
        steps += 1
    return steps * rules.commission_unit


def _less_commission(heaps: dict[frozenset[int], int], taken: int, step: int) -> list[tuple[frozenset[int], int]]:
    """The main pot is the one that most may win."""
    order = sorted(heaps, key=len, reverse=True)
    total = sum(heaps.values())
    exact = {heap: Fraction(taken * heaps[heap], total) for heap in order}
    parts = {heap: exact[heap] // step * step for heap in order}
    while missing := taken - int(sum(parts.values())):
        heap = min((heap for heap in order if parts[heap] < heaps[heap]), key=lambda heap: parts[heap] - exact[heap])
        parts[heap] += min(step, missing, heaps[heap] - int(parts[heap]))
        exact[heap] = parts[heap] - step  # it had its turn
    return [(heap, heaps[heap] - int(parts[heap])) for heap in order]


def _hand_out(chips: int, winners: list[int], rules: HouseRules, paid: dict[int, int]) -> None:
    """One smallest chip to each in turn, as long as there is one for all of them."""
    while chips >= rules.unit * len(winners):
        for seat in winners:
            paid[seat] += rules.unit
            chips -= rules.unit
    if rules.odd_chip == "croupier-left":
        paid[min(winners)] += chips
        return
    first, turn = winners[0], list(winners)
    while chips >= rules.unit:
        paid[turn.pop(0)] += rules.unit
        chips -= rules.unit
    paid[first] += chips


def _clockwise(case: Case, button: int) -> list[int]:
    return sorted(case.put_in, key=lambda seat: (seat <= button, seat))


@given(cases(), st.integers(1, 22))
def test_statutory(case: Case, button: int) -> None:
    assert ours(case, _clockwise(case, button)) == by_the_chip(case, _clockwise(case, button))


@given(cases("CARDROOM-TDA"), st.integers(1, 22))
def test_card_room(case: Case, button: int) -> None:
    assert ours(case, _clockwise(case, button)) == by_the_chip(case, _clockwise(case, button))


@pytest.mark.parametrize("ruleset", ["MO-THP-2008", "CARDROOM-TDA"])
@given(st.data())
def test_what_always_holds(ruleset: str, data: st.DataObject) -> None:
    case = data.draw(cases(ruleset))
    paid, taken = ours(case, sorted(case.put_in))
    assert sum(paid.values()) + taken == sum(case.put_in.values())
    assert all(paid[seat] == 0 for seat in case.put_in if seat not in case.strength)
    assert taken * 10_000 <= case.rules.commission_bp * sum(case.put_in.values())
    assert case.rules.commission_cap is None or taken <= case.rules.commission_cap
    for seat, own in case.put_in.items():
        assert paid[seat] <= sum(min(own, other) for other in case.put_in.values()) + max(own - max(_others(case.put_in, seat)), 0)
    found = pots(without_uncalled(case.put_in), list(case.strength))
    assert sum(pot.amount for pot in found) == sum(without_uncalled(case.put_in).values())
    assert all(pot.eligible for pot in found)
    assert len({pot.eligible for pot in found}) == len(found)


def _others(put_in: dict[int, int], seat: int) -> list[int]:
    return [amount for other, amount in put_in.items() if other != seat]


@given(cases(), st.integers(1, 22))
def test_the_indicator_changes_no_payment_under_the_statutory_rules(case: Case, button: int) -> None:
    assert ours(case, _clockwise(case, button)) == ours(case, _clockwise(case, 22))


@given(cases())
def test_the_order_of_the_seats_in_memory_changes_nothing(case: Case) -> None:
    """The same contributions, listed the other way round."""
    reversed_case = case._replace(put_in=dict(reversed(case.put_in.items())), strength=dict(reversed(case.strength.items())))
    assert ours(reversed_case, sorted(case.put_in)) == ours(case, sorted(case.put_in))


@given(cases())
def test_nothing_goes_back_but_the_top_of_one_seat(case: Case) -> None:
    back = uncalled(case.put_in)
    net = without_uncalled(case.put_in)
    assert sum(case.put_in.values()) - sum(net.values()) == (back[1] if back else 0)
    assert sorted(net.values())[-1] == sorted(case.put_in.values())[-2]
