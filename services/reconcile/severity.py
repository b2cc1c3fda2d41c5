"""How serious a break is: by its amount where people count, by its kind elsewhere, and by how long nobody has owned it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.policy import Figures
from domain.questions import Severity
from projections.days import days_apart
from services.reconcile.found import Break

LADDER: Final[tuple[Severity, ...]] = ("minor", "report", "regulator", "critical")
OF_COUNTS: Final = frozenset({"COUNT_SHORT", "COUNT_OVER", "OPENER_CLOSER"})
CRITICAL: Final = frozenset({"UNBALANCED", "CHAIN", "PERIOD", "UNCLEARED_HAND", "TRANSFER_UNPAIRED"})
INTEGRITY: Final = frozenset({"UNBALANCED", "CHAIN"})
"""With one of these the books cannot be trusted: they stop."""


def of_kind(kind: str) -> Severity:
    return "critical" if kind in CRITICAL else "report"


def of_count(difference: int, currency: str, figures: Figures) -> Severity:
    """By the policy's limits; a currency without limits is reported."""
    limits = figures.severity.get(currency)
    if limits is None:
        return "report"
    minor, report = limits
    return "minor" if abs(difference) <= minor else "report" if abs(difference) <= report else "regulator"


def within_tolerance(difference: int, currency: str, figures: Figures) -> bool:
    return abs(difference) <= figures.tolerance.get(currency, 0)


def with_runs(breaks: Sequence[Break], figures: Figures) -> list[Break]:
    """Minor ones of one sign that come again and again at one place are no chance: all of them are reported."""
    count, window = figures.minor_run
    raised: set[str] = set()
    minor = [one for one in breaks if one.type in OF_COUNTS and one.severity == "minor" and one.difference]
    for one in minor:
        alike = [other for other in minor if _alike(one, other) and 0 <= days_apart(one.gaming_day, other.gaming_day) < window]
        if len(alike) >= count:
            raised |= {other.id for other in alike}
    return [replace(one, severity="report") if one.id in raised else one for one in breaks]


def escalated(severity: Severity, age: int, *, owned: bool) -> Severity:
    """From its first day on, without an owner it goes up one step a day, as far as the regulator."""
    if owned or age < 1 or severity == "critical":
        return severity
    return LADDER[min(LADDER.index(severity) + age, LADDER.index("regulator"))]


def at_least(severity: Severity, least: Severity) -> bool:
    return LADDER.index(severity) >= LADDER.index(least)


def _alike(one: Break, other: Break) -> bool:
    assert one.difference is not None
    assert other.difference is not None
    same_place = (one.kind, one.place, one.currency) == (other.kind, other.place, other.currency)
    return same_place and (one.difference > 0) == (other.difference > 0)
