"""Commands of gaming days, the finance policy and permits."""

from domain.command import Command
from domain.event import Event, day_stream, key_of, permit_stream
from domain.gaming_day import ActivatePolicy, GamingDay, OpenDay, decide_activate_policy, decide_open_day
from domain.permits import (
    DaysOff,
    PermitRecord,
    RegisterPermit,
    RevokePermit,
    days_asked,
    decide_register_permit,
    decide_revoke_permit,
)
from services.case import Case, Decided
from services.handlers import Handler, Outcome
from services.states import Loaded


def open_day(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, OpenDay)
    day = _day(case, command.gaming_day or case.gaming_day)
    return _outcome(case, day, decide_open_day(day.state, key_of(day.stream)))


def activate_policy(case: Case) -> Outcome:
    command = case.command
    assert isinstance(command, ActivatePolicy)
    day = _day(case, command.from_day)
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


def _day(case: Case, gaming_day: str) -> Loaded[GamingDay]:
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
