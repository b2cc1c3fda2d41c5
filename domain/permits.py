"""Permits of the regulator for departures from a ruleset's text: registered, in force, revoked.

MO-BAC-2004 19: the permit is asked for three working days before the day of use. The day of the request counts as one
of them if it is a working day (a request on any other day counts from the next working day on), the day of use does
not. The house applies this to the permits of every ruleset. The stream is the permit's (`permits/DICJ-2026-17`).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Any, Final

from pydantic import Field, PlainValidator
from pydantic_core import PydanticCustomError

from domain import given
from domain.command import Command
from domain.event import Event, Value
from domain.fields import Day, Id, TableCode
from domain.house import two_people
from domain.procedures import DAY
from domain.rules import RuleBroken

WORKING_DAYS: Final = 3
LOOK_DAYS: Final = 31
"""How many days from the request on, and before the day of use, are looked at for working days."""
LIST_MAX: Final = 500
"""How many tables or articles one permit may name."""
_RULE: Final = "MO-BAC-2004 19"
_ARTICLE: Final = re.compile(r"[1-9][0-9]{0,2}")


def _article(value: Any) -> str:
    if not isinstance(value, str) or not _ARTICLE.fullmatch(value):
        raise PydanticCustomError("bad-article", 'an article is named by its number, such as "16"')
    return value


Article = Annotated[str, PlainValidator(_article, json_schema_input_type=str)]


class RegisterPermit(Command):
    """`permit` is the regulator's number; `applied_on` the day of the request, `effective_on` the first day of use."""

    do = "register-permit"
    permit: Id
    ruleset: Id
    articles: tuple[Article, ...] = Field(strict=False, min_length=1, max_length=LIST_MAX)
    tables: tuple[TableCode, ...] = Field(strict=False, min_length=1, max_length=LIST_MAX)
    applied_on: Day
    granted_on: Day | None = None
    effective_on: Day


class RevokePermit(Command):
    do = "revoke-permit"
    permit: Id


COMMANDS: tuple[type[Command], ...] = (RegisterPermit, RevokePermit)


class DaysOff(Value):
    """Which of the days that were asked for are no working days, and who says so.

    `calendar` names the source with its version, `overrides` is the SHA-256 of the house's own corrections, None without any.
    """

    days: tuple[str, ...] = Field(strict=False)
    calendar: str
    overrides: str | None = None


class PermitRegistered(Event):
    """`working_days` are the first three from the request on; `calendar` and `overrides` say by which calendar."""

    contract = "permit.permit-registered"
    permit: str
    ruleset: str
    articles: tuple[str, ...]
    tables: tuple[str, ...]
    applied_on: str
    granted_on: str
    effective_on: str
    working_days: tuple[str, ...]
    calendar: str
    overrides: str | None = None


class PermitRevoked(Event):
    contract = "permit.permit-revoked"
    permit: str


EVENTS: tuple[type[Event], ...] = (PermitRegistered, PermitRevoked)


@dataclass(slots=True)
class PermitRecord:
    """`registered` holds the permit's facts, None while the number is free."""

    registered: PermitRegistered | None = None
    revoked: bool = False

    def evolve(self, event: Event) -> None:
        match event:
            case PermitRegistered():
                self.registered = event
            case PermitRevoked():
                self.revoked = True
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a permit")

    def holds_for(self, table: str) -> bool:
        """Whether it was registered for the table and not revoked, whatever its first day of use."""
        return self.registered is not None and not self.revoked and table in self.registered.tables


def in_force(record: PermitRecord, table: str, gaming_day: str) -> bool:
    permit = record.registered
    return permit is not None and record.holds_for(table) and permit.effective_on <= gaming_day


def as_given(record: PermitRecord) -> given.Permit:
    """A registered permit as the rules of a table take it."""
    permit = record.registered
    assert permit is not None
    return given.Permit(permit=permit.permit, ruleset=permit.ruleset, articles=permit.articles, effective_on=permit.effective_on)


def days_asked(applied_on: str, effective_on: str) -> list[str]:
    """The days of which `decide_register_permit` must know whether they are working days, in order."""
    return sorted({*_from(applied_on), *_before(effective_on)})


def earliest_use(applied_on: str, days_off: Iterable[str]) -> str | None:
    """The first day of use that a request of that day allows; None without three working days in the days looked at."""
    working = _working(_from(applied_on), days_off)
    if len(working) < WORKING_DAYS:
        return None
    return (date.fromisoformat(working[WORKING_DAYS - 1]) + timedelta(days=1)).isoformat()


def latest_request(effective_on: str, days_off: Iterable[str]) -> str | None:
    """The last day of request that allows use from that day on; None without three working days in the days looked at."""
    working = _working(_before(effective_on), days_off)
    return working[-WORKING_DAYS] if len(working) >= WORKING_DAYS else None


def decide_register_permit(record: PermitRecord, command: RegisterPermit, *, days_off: DaysOff) -> list[Event]:
    """`days_off` answers for `days_asked(command.applied_on, command.effective_on)`."""
    two_people(command, DAY)
    if record.registered is not None:
        raise RuleBroken("permit-used", DAY, f"a permit {command.permit} was registered before; every permit has its own number")
    earliest = earliest_use(command.applied_on, days_off.days)
    if earliest is None or command.effective_on < earliest:
        raise _too_late(command, earliest, latest_request(command.effective_on, days_off.days))
    granted_on = command.granted_on
    if granted_on is None or not command.applied_on <= granted_on <= command.effective_on:
        message = "a permit is granted between its request and its day of use; silence is no permit"
        raise RuleBroken("permit-not-granted", _RULE, message, {"granted_on": {"min": command.applied_on, "max": command.effective_on}})
    return [
        PermitRegistered(
            permit=command.permit,
            ruleset=command.ruleset,
            articles=command.articles,
            tables=command.tables,
            applied_on=command.applied_on,
            granted_on=granted_on,
            effective_on=command.effective_on,
            working_days=tuple(_working(_from(command.applied_on), days_off.days)[:WORKING_DAYS]),
            calendar=days_off.calendar,
            overrides=days_off.overrides,
        )
    ]


def decide_revoke_permit(record: PermitRecord, command: RevokePermit) -> list[Event]:
    two_people(command, DAY)
    if record.registered is None:
        raise RuleBroken("no-such-permit", DAY, f"no permit {command.permit} was registered")
    if record.revoked:
        raise RuleBroken("permit-revoked", DAY, f"permit {command.permit} was revoked before")
    return [PermitRevoked(permit=command.permit)]


def _too_late(command: RegisterPermit, earliest: str | None, latest: str | None) -> RuleBroken:
    """What would have done: that request for a later day of use, or an earlier request for that day."""
    allowed = {name: day for name, day in (("applied_on", latest), ("effective_on", earliest)) if day is not None}
    message = (
        f"a request on {command.applied_on} leaves fewer than {WORKING_DAYS} working days before {command.effective_on}; "
        f"the day of the request counts, the day of use does not"
    )
    return RuleBroken("permit-too-late", _RULE, message, allowed)


def _working(days: Iterable[str], days_off: Iterable[str]) -> list[str]:
    off = frozenset(days_off)
    return [day for day in days if day not in off]


def _from(day: str) -> list[str]:
    return _days(date.fromisoformat(day).toordinal())


def _before(day: str) -> list[str]:
    return _days(date.fromisoformat(day).toordinal() - LOOK_DAYS)


def _days(first: int) -> list[str]:
    """As many of them as there are: a calendar ends with the year 9999."""
    return [date.fromordinal(day).isoformat() for day in range(max(first, 1), min(first + LOOK_DAYS, date.max.toordinal() + 1))]
