"""What a house choice may be: each test returns None for a value that is allowed, else a phrase that says what would be."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.fields import AMOUNT_MAX
from domain.money import floor_to

Chosen = Mapping[str, Any]
"""The choices resolved before this one, by name."""
Allowed = Callable[[Any, Chosen], str | None]


def whole(low: int, high: int) -> Allowed:
    """A whole number from `low` to `high`; true and false are none."""
    phrase = f"a whole number from {low} to {high}" if low < high else f"{low} alone"
    return lambda value, _: None if type(value) is int and low <= value <= high else phrase


def or_null(allowed: Allowed) -> Allowed:
    """The same, or null."""
    return lambda value, chosen: None if value is None else (phrase := allowed(value, chosen)) and f"{phrase}, or null"


def one_of(*values: str) -> Allowed:
    phrase = f"one of {', '.join(values)}" if len(values) > 1 else f"{values[0]} alone"
    return lambda value, _: None if isinstance(value, str) and value in values else phrase


def flag(value: Any, _chosen: Chosen) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def in_chips(value: Any, chosen: Chosen, high: int = AMOUNT_MAX) -> str | None:
    """An amount that the table's smallest chips can make."""
    unit: int = chosen["unit"]
    fits = type(value) is int and unit <= value <= high and value % unit == 0
    return None if fits else f"a multiple of `unit` ({unit}) from {unit} to {floor_to(high, unit)}"


def equal_to(value: Any) -> Callable[[Any], bool]:
    """For `Choice.departs`."""
    return lambda chosen: bool(chosen == value)


def other_than(value: Any) -> Callable[[Any], bool]:
    """For `Choice.departs`."""
    return lambda chosen: bool(chosen != value)
