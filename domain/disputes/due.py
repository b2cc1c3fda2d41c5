"""Until when a claim is answered: so many working days after the day on which it was made."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from domain.procedures import DISPUTES
from domain.rules import RuleBroken

_MORE_DAYS: Final = 31
"""Beyond two calendar days for each working day: no run of days off is as long."""


def days_asked(opened_on: str, working_days: int) -> list[str]:
    """The days of which `due_on` must know whether they are working days, in order."""
    first = date.fromisoformat(opened_on).toordinal() + 1
    return [date.fromordinal(first + n).isoformat() for n in range(2 * working_days + _MORE_DAYS)]


def due_on(opened_on: str, working_days: int, days_off: Iterable[str]) -> str:
    """The last of these working days. `days_off` answers for `days_asked`."""
    off = frozenset(days_off)
    working = [day for day in days_asked(opened_on, working_days) if day not in off]
    if len(working) < working_days:
        message = f"there are no {working_days} working days among the {2 * working_days + _MORE_DAYS} days after {opened_on}"
        raise RuleBroken("calendar-unknown", DISPUTES, message)
    return working[working_days - 1]
