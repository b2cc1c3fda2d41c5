"""What goes back, which pots there are, what the house takes and who gets what: numbers alone (articles 10 and 16)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.holdem.rules import HouseRules
from domain.money import floor_to, split_even


class Pot(NamedTuple):
    """`amount` before commission; `eligible` seats, ascending, may win it."""

    amount: int
    eligible: tuple[int, ...]


class Commission(NamedTuple):
    exact_e4: int
    amount: int
    waiver: str | None


class Split(NamedTuple):
    """By seat. `odd` is inside `shares`."""

    shares: dict[int, int]
    odd: dict[int, int]


def uncalled(contributions: Mapping[int, int]) -> tuple[int, int] | None:
    """Seat and amount of the part of the largest contribution that stands alone above all others, folded ones too."""
    second, first = sorted(contributions.values())[-2:]
    if first == second:
        return None
    return next(seat for seat, amount in contributions.items() if amount == first), first - second


def without_uncalled(contributions: Mapping[int, int]) -> dict[int, int]:
    back = uncalled(contributions)
    return dict(contributions) if back is None else {**contributions, back[0]: contributions[back[0]] - back[1]}


def pots(contributions: Mapping[int, int], live: Sequence[int]) -> list[Pot]:
    """From the main pot up: between two levels of live contributions lies the part of every contribution, folded ones too.

    Nobody wins from another more than he put in himself (10(2)).
    """
    levels = sorted({contributions[seat] for seat in live} - {0})
    found = []
    lower = 0
    for upper in levels:
        amount = sum([(put_in if put_in < upper else upper) - lower for put_in in contributions.values() if put_in > lower])
        found.append(Pot(amount, tuple(sorted([seat for seat in live if contributions[seat] >= upper]))))
        lower = upper
    return found


def commission(base: int, rules: HouseRules, *, flop_dealt: bool) -> Commission:
    """Article 16, once a hand: rate and cap are ceilings, so every rounding is down."""
    exact_e4 = base * rules.commission_bp
    if rules.no_flop_no_drop and not flop_dealt:
        return Commission(exact_e4, 0, "no-flop")
    amount = floor_to(exact_e4 // 10_000, rules.commission_unit)
    if rules.commission_cap is not None:
        amount = min(amount, rules.commission_cap)
    return Commission(exact_e4, amount, None)


def split(amount: int, winners: Sequence[int], rules: HouseRules) -> Split:
    """Share one pot equally down to the smallest chip (10(4)). `winners` stand clockwise from the indicator's left.

    What is left of `croupier-left` goes whole to the lowest seat, the first at the croupier's left (10(5)). Of
    `button-left` each winner in turn gets one chip, and the first one also what is less than a chip.
    """
    share, rest = split_even(amount, len(winners), rules.unit)
    if not rest:
        return Split(dict.fromkeys(sorted(winners), share), {})
    if rules.odd_chip == "croupier-left":
        odd = {min(winners): rest}
    else:
        chips, crumbs = divmod(rest, rules.unit)
        odd = dict.fromkeys(winners[:chips], rules.unit)
        odd[winners[0]] = odd.get(winners[0], 0) + crumbs
    odd = {seat: part for seat, part in odd.items() if part}
    return Split({seat: share + odd.get(seat, 0) for seat in sorted(winners)}, odd)
