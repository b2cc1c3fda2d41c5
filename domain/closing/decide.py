"""Decisions on the close of a gaming day, `open -> cut -> prepared -> signed`, and on the lock of its month. There is no way back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from domain.breaks.record import BreakRecord, blocks
from domain.closing.commands import CutDay, LockMonth, PrepareClose, SignClose
from domain.closing.events import ClosePrepared, CloseSigned, GamingDayCut, MonthLocked, TaxAccrued
from domain.closing.tax import Tax, tax_due
from domain.event import Event
from domain.gaming_day import GamingDay, check_begun
from domain.house import named, two_people
from domain.policy import Policy
from domain.procedures import CLOSE
from domain.questions import Found, Proof, Revenue, Unfinished
from domain.rules import RuleBroken

TOLD_MAX = 20
"""How many open breaks, tables, slips or days a refusal names."""


def decide_cut_day(day: GamingDay, command: CutDay, *, today: str, unfinished: Unfinished) -> list[Event]:
    """`today` is the house's day at the command's time."""
    if day.status != "open":
        raise RuleBroken("day-cut", CLOSE, f"gaming day {command.gaming_day} was cut before: it is {day.status}")
    check_begun(command.gaming_day, today=today)
    _check_finished(command.gaming_day, unfinished)
    return [GamingDayCut(gaming_day=command.gaming_day)]


def check_may_prepare(day: GamingDay, command: PrepareClose, *, unfinished: Unfinished, breaks: Sequence[tuple[BreakRecord, Found]]) -> str:
    """Who prepares. `breaks`: all that a run for this day finds, each with what is on record of it."""
    if day.status not in ("cut", "prepared"):
        message = (
            f"gaming day {command.gaming_day} is {day.status}: it is cut before its close is prepared, and prepared before it is signed"
        )
        raise RuleBroken("wrong-status", CLOSE, message, {"status": ["cut", "prepared"]})
    maker = named(command, CLOSE)
    _check_finished(command.gaming_day, unfinished)
    blocking = sorted(found.break_id for record, found in breaks if blocks(record, found, command.gaming_day))
    if blocking:
        message = f"{len(blocking)} breaks are neither settled nor carried by two people: {', '.join(blocking[:TOLD_MAX])}"
        raise RuleBroken("breaks-open", CLOSE, message, {"breaks": blocking[:TOLD_MAX]})
    return maker


@dataclass(frozen=True, slots=True)
class Accrual:
    """What the month of a gaming day is taxed on: from `first_day` to `through`, which is that day, or a later one if tax was
    accrued on it before. `accrued` is all that has been accrued in the month."""

    first_day: str
    through: str
    accrued: Tax


def accrual_of(gaming_day: str, days: Mapping[str, GamingDay]) -> Accrual:
    """`days`: at least those of the month, by gaming day."""
    accrued, through = Tax(), gaming_day
    for name, day in days.items():
        if day.accrued is not None:
            accrued, through = accrued.plus(day.accrued), max(through, name)
    return Accrual(f"{gaming_day[:7]}-01", through, accrued)


def decide_accrual(day: GamingDay, gaming_day: str, *, accrual: Accrual, revenue: Revenue, policy: Policy) -> list[Event]:
    """Nothing where the day has accrued its tax and no revenue has changed since. `revenue` is that of the accrual's days."""
    due = tax_due(revenue.ggr, policy)
    missing = due.less(accrual.accrued)
    if day.accrued is not None and missing == Tax():
        return []
    return [
        TaxAccrued(
            gaming_day=gaming_day,
            through=accrual.through,
            as_of=revenue.as_of,
            policy=policy.name,
            ggr=dict(sorted(revenue.ggr.items())),
            due_tax=due.tax,
            due_fund=due.fund,
            due_development=due.development,
            **missing._asdict(),
        )
    ]


def decide_prepare_close(command: PrepareClose, *, maker: str, proof: Proof) -> list[Event]:
    """Once the day may be prepared and its tax is accrued; `proof` is worked out with that in it."""
    return [ClosePrepared(gaming_day=command.gaming_day, proof=proof.sha256, as_of=proof.as_of, prepared_by=maker)]


def check_may_sign(day: GamingDay, command: SignClose) -> ClosePrepared:
    """What is to be signed."""
    if day.status != "prepared" or day.prepared is None:
        raise RuleBroken("wrong-status", CLOSE, f"gaming day {command.gaming_day} is {day.status}", {"status": ["prepared"]})
    checker = named(command, CLOSE)
    if checker == day.prepared.prepared_by:
        raise RuleBroken("same-person", CLOSE, f"{checker} has prepared the close of {command.gaming_day}: another person signs it")
    return day.prepared


def decide_sign_close(day: GamingDay, command: SignClose, *, proof: Proof) -> list[Event]:
    """`proof` is worked out again, as of the position of the one that was prepared."""
    prepared = check_may_sign(day, command)
    if proof.sha256 != prepared.proof or proof.later:
        what = f"{proof.later} events of it came later" if proof.later else f"it is {proof.sha256} now, {prepared.proof} was prepared"
        raise RuleBroken("proof-changed", CLOSE, f"the proof of {command.gaming_day} does not hold any more: {what}; prepare it again")
    return [CloseSigned(gaming_day=command.gaming_day, proof=prepared.proof, as_of=prepared.as_of, signed_by=named(command, CLOSE))]


@dataclass(slots=True)
class Month:
    """The state of a month (`months/2026-11`)."""

    is_locked: bool = False

    def evolve(self, event: Event) -> None:
        if not isinstance(event, MonthLocked):
            raise TypeError(f"{type(event).__name__} is no event of a month")
        self.is_locked = True


def days_of(month: str) -> list[str]:
    """Every gaming day of the month, in order."""
    first = date.fromisoformat(f"{month}-01")
    days = (first + timedelta(days=n) for n in range(31))
    return [day.isoformat() for day in days if day.month == first.month]


def decide_lock_month(month: Month, command: LockMonth, *, days: Mapping[str, GamingDay], today: str, first_day: str | None) -> list[Event]:
    """`days`: all of the month, by gaming day. Those before the house's `first_day` need no signature."""
    two_people(command, CLOSE)
    if month.is_locked:
        raise RuleBroken("month-locked", CLOSE, f"month {command.month} was locked before")
    if max(days) >= today:
        raise RuleBroken("month-not-over", CLOSE, f"the last day of {command.month} is not over: today is {today}")
    unsigned = [name for name, day in sorted(days.items()) if day.status != "signed" and name >= (first_day or "")]
    if unsigned:
        raise RuleBroken("days-open", CLOSE, f"{len(unsigned)} days of {command.month} are not signed", {"gaming_days": unsigned})
    return [MonthLocked(month=command.month)]


def _check_finished(gaming_day: str, unfinished: Unfinished) -> None:
    if unfinished.tables:
        tables = list(unfinished.tables[:TOLD_MAX])
        message = f"{len(unfinished.tables)} tables of {gaming_day} are open: {', '.join(tables)}"
        raise RuleBroken("table-open", CLOSE, message, {"tables": tables})
    if unfinished.slips:
        slips = list(unfinished.slips[:TOLD_MAX])
        message = f"{len(unfinished.slips)} slips of {gaming_day} are on the way: {', '.join(slips)}; receive or void them"
        raise RuleBroken("slip-on-the-way", CLOSE, message, {"slips": slips})
