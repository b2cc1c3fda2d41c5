"""Amounts of a recorded hand: chips as the file writes them, and the scale in which all of them are whole."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from domain.fields import AMOUNT_MAX
from domain.rules import RuleBroken

DECIMALS_MAX = 4
_EXPONENT_MIN = -15
"""Finer fractions are refused before any arithmetic: up to here Decimal is exact."""

ACCEPTED = f"an amount is a number from 0 to {AMOUNT_MAX} with up to {DECIMALS_MAX} decimals"


def chips(value: Any, field: str) -> Decimal:
    """One amount of the file. `amount-not-supported`: negative, infinite, too large or too fine; `bad-field`: no number."""
    if type(value) is int and 0 <= value <= AMOUNT_MAX:
        return Decimal(value)
    if type(value) is not int and not isinstance(value, Decimal):
        raise RuleBroken("bad-field", None, f"`{field}`: {ACCEPTED}")
    if isinstance(value, Decimal) and is_plain(value) and value >= 0:
        return value.normalize()
    raise not_supported(field)


def is_plain(value: Decimal) -> bool:
    """Whether arithmetic with this number is exact and short, however it was written."""
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= _EXPONENT_MIN and value.copy_abs() <= AMOUNT_MAX


def not_supported(field: str) -> RuleBroken:
    return RuleBroken("amount-not-supported", None, f"`{field}`: {ACCEPTED}")


def scale_of(amounts: Iterable[tuple[str, Decimal]]) -> int:
    """The smallest power of ten that makes all of these (field, amount) whole."""
    decimals = 0
    for field, amount in amounts:
        needed = _decimals(amount)
        if needed > DECIMALS_MAX:
            raise not_supported(field)
        decimals = max(decimals, needed)
    scale: int = 10**decimals
    return scale


def whole(amount: Decimal, scale: int, field: str) -> int:
    """The amount in this scale; `amount-not-supported` if it is then more than a command takes."""
    scaled = int(amount * scale)
    if scaled > AMOUNT_MAX:
        raise RuleBroken("amount-not-supported", None, f"`{field}`: made whole, times {scale}, it is more than {AMOUNT_MAX}")
    return scaled


def number_or_text(amount: Decimal) -> int | str:
    """Whole amounts are JSON numbers, others the text of the number: `"10387.5"`."""
    return int(amount) if amount == int(amount) else f"{amount.normalize():f}"


def _decimals(amount: Decimal) -> int:
    return len(f"{amount:f}".partition(".")[2].rstrip("0"))
