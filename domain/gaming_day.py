"""The gaming day: when it begins, its opening, how far it is closed, and the finance policy that holds from a day on.

The stream is the day's (`days/2026-11-30`). A policy's activation lies in the stream of the day on which it begins to
hold, so that the opening of that day and a late activation cannot pass each other unseen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from domain.closing.events import ClosePrepared, CloseSigned, GamingDayCut, TaxAccrued
from domain.closing.tax import Tax
from domain.command import Command
from domain.event import Event
from domain.fields import Day, Id
from domain.house import two_people
from domain.policy import POLICIES, SHIPPED, Policy
from domain.procedures import CLOSE, DAY
from domain.rules import RuleBroken


class OpenDay(Command):
    """Without `gaming_day` the house's day at the command's time."""

    do = "open-day"
    gaming_day: Day | None = None


class ActivatePolicy(Command):
    do = "activate-policy"
    policy: Id
    from_day: Day


COMMANDS: tuple[type[Command], ...] = (OpenDay, ActivatePolicy)


class GamingDayOpened(Event):
    contract = "day.gaming-day-opened"
    gaming_day: str


class PolicyActivated(Event):
    """The policy holds from `from_day` on, until another does; `sha256` is that of the policy as it stood then."""

    contract = "finance.policy-activated"
    policy: str
    sha256: str
    from_day: str


EVENTS: tuple[type[Event], ...] = (GamingDayOpened, PolicyActivated)


Status = Literal["open", "cut", "prepared", "signed"]


@dataclass(slots=True)
class GamingDay:
    """`activated` is the last activation for this day, which may come before the day is opened. A day that nobody opened is
    open too: facts may bear it. `accrued` is the tax accrued on it, None before the first time.
    """

    is_open: bool = False
    activated: PolicyActivated | None = None
    status: Status = "open"
    accrued: Tax | None = None
    prepared: ClosePrepared | None = None

    def evolve(self, event: Event) -> None:
        match event:
            case GamingDayOpened():
                self.is_open = True
            case PolicyActivated():
                self.activated = event
            case GamingDayCut():
                self.is_open, self.status = True, "cut"
            case TaxAccrued():
                self.accrued = (self.accrued or Tax()).plus(Tax(event.tax, event.fund, event.development))
            case ClosePrepared():
                self.status, self.prepared = "prepared", event
            case CloseSigned():
                self.status = "signed"
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a gaming day")


def check_begun(gaming_day: str, *, today: str) -> None:
    """`day-not-begun`; `today` is the house's day at the command's time."""
    if gaming_day > today:
        raise RuleBroken("day-not-begun", CLOSE, f"gaming day {gaming_day} has not begun", {"gaming_day": {"max": today}})


def check_open(day: GamingDay, gaming_day: str) -> None:
    """`day-closed` for what would be booked into a day that has been cut."""
    if day.status != "open":
        raise _day_closed(gaming_day, day.status)


def check_not_signed(day: GamingDay, gaming_day: str) -> None:
    """`day-closed`: counts, and what is accepted of them, come into a day until it is signed."""
    if day.status == "signed":
        raise _day_closed(gaming_day, day.status)


def _day_closed(gaming_day: str, status: Status) -> RuleBroken:
    return RuleBroken("day-closed", CLOSE, f"gaming day {gaming_day} is {status}: nothing more is booked into it")


def house_day(moment: str, policy: Policy) -> str:
    """The gaming day, `YYYY-MM-DD`, of an RFC 3339 time with an offset: the moment of the cut-off begins the new day."""
    since_cut_off = timedelta(minutes=policy.utc_offset_minutes - policy.cut_off_minutes)
    return (datetime.fromisoformat(moment).astimezone(UTC) + since_cut_off).date().isoformat()


def local_day(moment: str, policy: Policy) -> str:
    """The date on the house's clock at that moment."""
    local = datetime.fromisoformat(moment).astimezone(UTC) + timedelta(minutes=policy.utc_offset_minutes)
    return local.date().isoformat()


def day_after(gaming_day: str) -> str:
    return (date.fromisoformat(gaming_day) + timedelta(days=1)).isoformat()


def policy_on(gaming_day: str, activations: Iterable[PolicyActivated], known: Mapping[str, Policy] = POLICIES) -> Policy:
    """The policy in force on that day, of all activations of the house, one a day.

    ValueError if that policy is missing, or is no longer what was activated: old days would be told by another rule.
    """
    begun = [activation for activation in activations if activation.from_day <= gaming_day]
    if not begun:
        return SHIPPED
    last = max(begun, key=lambda activation: activation.from_day)
    policy = known.get(last.policy)
    if policy is None or policy.sha256() != last.sha256:
        raise ValueError(f"the policy {last.policy} activated from {last.from_day} has SHA-256 {last.sha256}; none like it is known")
    return policy


def decide_open_day(day: GamingDay, gaming_day: str) -> list[Event]:
    if day.is_open:
        raise RuleBroken("day-exists", DAY, f"gaming day {gaming_day} was opened before")
    return [GamingDayOpened(gaming_day=gaming_day)]


def decide_activate_policy(day: GamingDay, command: ActivatePolicy, *, today: str, known: Mapping[str, Policy] = POLICIES) -> list[Event]:
    """`day` is that of `from_day`; `today` is the house's day at the command's time."""
    two_people(command, DAY)
    policy = known.get(command.policy)
    if policy is None:
        raise RuleBroken("unknown-policy", DAY, f"no policy is named {command.policy}", {"policy": sorted(known)})
    if day.is_open or command.from_day <= today:
        message = f"gaming day {command.from_day} has begun; a policy changes for a later day"
        raise RuleBroken("not-future", DAY, message, {"from_day": {"after": max(today, command.from_day)}})
    return [PolicyActivated(policy=policy.name, sha256=policy.sha256(), from_day=command.from_day)]
