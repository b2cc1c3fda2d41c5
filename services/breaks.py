"""Commands of breaks: what a run finds now is asked for, and what people do about it is stored with the break."""

from collections.abc import Callable
from typing import Any

from domain.breaks import commands as b
from domain.breaks.decide import (
    decide_accept_difference,
    decide_approve_resolution,
    decide_assign_break,
    decide_carry_break,
    decide_explain_break,
    decide_propose_resolution,
    decide_reject_resolution,
)
from domain.breaks.record import BreakRecord
from domain.command import Command
from domain.counting.counts import Counts
from domain.counting.events import CountDifferenceAccepted
from domain.event import Event, break_stream, counts_stream, day_stream
from domain.gaming_day import GamingDay
from domain.questions import Found
from services.case import Case, Decided
from services.days import must_not_be_signed
from services.handlers import Handler, Outcome
from services.states import Loaded


def at_break(decide: Callable[..., list[Event]]) -> Handler:
    """A command that concerns the break alone."""

    def handle(case: Case) -> Outcome:
        record = _record(case)
        return Outcome([_decided(case, record, decide(record.state, case.command, found=_found(case)))])

    return handle


def accept_difference(case: Case) -> Outcome:
    """It is booked into the break's gaming day; once that is signed into the house's own, and says which day it restates."""
    command = case.command
    assert isinstance(command, b.AcceptDifference)
    record, found = _record(case), _found(case)
    restates = _signed_day(case, found) if found else None
    approved, accepted = decide_accept_difference(record.state, command, found=found, restates=restates)
    assert found is not None, "what is not found is refused"
    gaming_day = case.gaming_day if restates else found.gaming_day
    must_not_be_signed(case, gaming_day)
    (event,) = accepted
    assert isinstance(event, CountDifferenceAccepted)
    counts = case.states.get(_stream_of(case, event), Counts)
    place = event.place
    return Outcome([_decided(case, record, approved), Decided(counts, accepted, gaming_day, lambda _event: place)])


def _signed_day(case: Case, found: Found) -> str | None:
    day = case.states.get(day_stream(found.gaming_day), GamingDay)
    return found.gaming_day if day.state.status == "signed" else None


def _stream_of(case: Case, event: CountDifferenceAccepted) -> str:
    """Where the count itself lies: that of a drop box at the table from which it was removed."""
    box = case.supply("box_stream", lambda facts: facts.taken("box", event.place)) if event.kind == "drop" else None
    return box or counts_stream(event.place)


def _record(case: Case) -> Loaded[BreakRecord]:
    command = case.command
    assert isinstance(command, b.BreakCommand)
    loaded = case.states.get(break_stream(command.break_id), BreakRecord)
    case.in_order(loaded)
    return loaded


def _found(case: Case) -> Found | None:
    command = case.command
    assert isinstance(command, b.BreakCommand)
    break_id = command.break_id

    def ask(facts: Any) -> dict[str, Any] | None:
        found: Found | None = facts.finance.found_break(break_id)
        return found.model_dump(mode="json") if found else None

    answer = case.supply("found", ask)
    return Found.model_validate(answer) if answer else None


def _decided(case: Case, record: Loaded[BreakRecord], events: list[Event]) -> Decided:
    command = case.command
    assert isinstance(command, b.BreakCommand)
    return Decided(record, events, case.gaming_day, lambda _event: command.break_id)


HANDLERS: dict[type[Command], Handler] = {
    b.AssignBreak: at_break(decide_assign_break),
    b.ExplainBreak: at_break(decide_explain_break),
    b.ProposeResolution: at_break(decide_propose_resolution),
    b.ApproveResolution: at_break(decide_approve_resolution),
    b.RejectResolution: at_break(decide_reject_resolution),
    b.CarryBreak: at_break(decide_carry_break),
    b.AcceptDifference: accept_difference,
}
