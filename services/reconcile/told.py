"""What people did about a break, in words."""

from domain.breaks import events as breaks
from domain.counting.events import CountDifferenceAccepted
from domain.event import Recorded
from services.reports.report import display


def step_told(record: Recorded) -> str:
    """A sentence for each fact of a break, and for the difference that was booked with it."""
    event = record.event
    match event:
        case breaks.BreakAssigned():
            return f"{event.break_id} is {event.owner}'s to look into"
        case breaks.BreakExplained():
            more = "".join(f", {part}" for part in (event.number, event.text, event.evidence) if part)
            return f"{event.break_id} is explained by {event.by}: {event.explanation}{more}"
        case breaks.ResolutionProposed():
            return f"{event.break_id} is to be settled, {event.by} proposes: {event.resolution}"
        case breaks.ResolutionApproved():
            return f"{event.break_id} is closed, approved by {event.by}"
        case breaks.ResolutionRejected():
            return f"{event.break_id} is not settled that way, says {event.by}: {event.reason}"
        case breaks.BreakCarried():
            return f"{event.break_id} is carried by two people: gaming day {event.gaming_day} may be closed with it"
        case CountDifferenceAccepted():
            kind = "cash" if event.book == "MONEY" else "chips"
            restates = f", restating {event.restates}" if event.restates else ""
            amount = f"{event.currency} {display(event.difference, event.currency)}"
            return f"booked at {event.place}: {amount}, {kind} over or short in gaming day {record.meta.gaming_day}{restates}"
    raise TypeError(f"{event.topic()} is nothing that is done about a break")


def after(record: Recorded) -> str | None:
    """The command that comes next where the break itself waits for none."""
    match record.event:
        case breaks.BreakCarried() as carried:
            return f"pataca close-day --gaming-day {carried.gaming_day}"
        case CountDifferenceAccepted():
            return f"pataca ledger why {record.position}.1"
        case breaks.ResolutionApproved():
            return "pataca breaks list"
    return None
