"""Amounts are whole minor units; what is divided is never lost."""

from collections.abc import Sequence
from typing import Final

EXPONENT: Final = {"HKD": 2, "MOP": 2}
"""The house's currencies, and the decimal digits of each one's minor unit."""


def floor_to(amount: int, unit: int) -> int:
    """The largest multiple of `unit` that is not above `amount`."""
    return amount - amount % unit


def ceil_to(amount: int, unit: int) -> int:
    """The smallest multiple of `unit` that is not below `amount`."""
    return -floor_to(-amount, unit)


def split_even(amount: int, parts: int, unit: int) -> tuple[int, int]:
    """Equal shares in whole units: (share, rest), with `share * parts + rest == amount` and `0 <= rest < parts * unit`."""
    share = floor_to(amount // parts, unit)
    return share, amount - share * parts


def split_in_proportion(amount: int, weights: Sequence[int], unit: int) -> list[int]:
    """Spread `amount` over `weights` by largest remainder, in steps of `unit`; ties go to the earlier weight.

    The parts sum to `amount`, and no part is above its weight as long as `amount` is not above their sum.
    """
    total = sum(weights)
    if not 0 <= amount <= total:
        raise ValueError(f"cannot spread {amount} over weights of {total}")
    if total == 0:
        return [0] * len(weights)
    parts = [floor_to(amount * weight // total, unit) for weight in weights]
    missing = amount - sum(parts)
    by_remainder = sorted(range(len(weights)), key=lambda i: (parts[i] * total - amount * weights[i], i))
    while missing:
        for i in by_remainder:
            step = min(unit, missing, weights[i] - parts[i])
            parts[i] += step
            missing -= step
    return parts
