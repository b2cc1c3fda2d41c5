"""Commands of gaming days, the finance policy and permits."""

from domain.command import Command
from domain.event import Event, day_stream, key_of, permit_stream
from domain.gaming_day import (
    ActivatePolicy,
    GamingDay,
    OpenDay,
    check_not_signed,
    check_open,
    decide_activate_policy,
    decide_open_day,
)
from domain.permits import (
    DaysOff,
    PermitRecord,
    RegisterPermit,
    RevokePermit,
    days_asked,
    decide_register_permit,
    decide_revoke_permit,
)
from domain.policy import POLICIES, Policy
from services.case import Case, Decided
from services.handlers import Handler, Outcome
from services.states import Loaded


def must_be_open(case: Case, gaming_day: str) -> None:
    """`day-closed` where something would be booked into a day that has been cut. The day is guarded: it cannot be cut meanwhile."""
    check_open(case.states.get(day_stream(gaming_day), GamingDay).state, gaming_day)


def must_not_be_signed(case: Case, gaming_day: str) -> None:
    """`day-closed` where a count, or what follows from one, would come into a day that has been signed."""
    check_not_signed(case.states.get(day_stream(gaming_day), GamingDay).state, gaming_day)


def policy_of(case: Case, gaming_day: str) -> Policy:
    """The finance policy of that day, by the name on record."""
    return POLICIES[case.supply("policy", lambda facts: facts.policy(gaming_day).name)]


def open_day(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, OpenDay)
    day = day_of(case, command.gaming_day or case.gaming_day)
    return _outcome(case, day, decide_open_day(day.state, key_of(day.stream)))


def activate_policy(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, ActivatePolicy)
    day = day_of(case, command.from_day)
    return _outcome(case, day, decide_activate_policy(day.state, command, today=case.gaming_day))


def register_permit(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, RegisterPermit)
    asked = days_asked(command.applied_on, command.effective_on)
    off = case.supply("days_off", lambda facts: facts.days_off(asked).model_dump(mode="json"))
    permit = _permit(case, command.permit)
    outcome = _outcome(case, permit, decide_register_permit(permit.state, command, days_off=DaysOff.model_validate(off)))
    case.taken.append(("permit", command.permit, permit.stream))
    return outcome


def revoke_permit(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, RevokePermit)
    permit = _permit(case, command.permit)
    return _outcome(case, permit, decide_revoke_permit(permit.state, command))


def day_of(case: Case, gaming_day: str) -> Loaded[GamingDay]:
    loaded = case.states.get(day_stream(gaming_day), GamingDay)
    case.in_order(loaded)
    return loaded


def _permit(case: Case, permit: str) -> Loaded[PermitRecord]:
    loaded = case.states.get(permit_stream(permit), PermitRecord)
    case.in_order(loaded)
    return loaded


def _outcome(case: Case, loaded: Loaded[GamingDay] | Loaded[PermitRecord], events: list[Event]) -> Outcome:
    return Outcome([Decided(loaded, events, case.gaming_day, lambda _event: key_of(loaded.stream))])


HANDLERS: dict[type[Command], Handler] = {
    OpenDay: open_day,
    ActivatePolicy: activate_policy,
    RegisterPermit: register_permit,
    RevokePermit: revoke_permit,
}
