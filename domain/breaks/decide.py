"""Decisions on breaks. Each takes what is on record of the break, and the break as a run finds it now, None if it does not."""

from collections.abc import Collection

from domain.breaks.commands import (
    AcceptDifference,
    ApproveResolution,
    AssignBreak,
    BreakCommand,
    CarryBreak,
    ExplainBreak,
    ProposeResolution,
    RejectResolution,
)
from domain.breaks.events import (
    BreakAssigned,
    BreakCarried,
    BreakExplained,
    ResolutionApproved,
    ResolutionProposed,
    ResolutionRejected,
)
from domain.breaks.record import BreakRecord, Status, status_of
from domain.counting.events import CountDifferenceAccepted
from domain.event import Event
from domain.house import named, two_people
from domain.procedures import CLOSE, COUNTS
from domain.questions import Found
from domain.rules import RuleBroken


def decide_assign_break(record: BreakRecord, command: AssignBreak, *, found: Found | None) -> list[Event]:
    _in_status(record, command, found, {"open", "assigned", "explained", "rejected", "reopened"})
    return [BreakAssigned(break_id=command.break_id, owner=command.owner)]


def decide_explain_break(record: BreakRecord, command: ExplainBreak, *, found: Found | None) -> list[Event]:
    _in_status(record, command, found, {"assigned", "explained", "rejected"})
    by = named(command, CLOSE)
    _check_explanation(command)
    return [
        BreakExplained(
            break_id=command.break_id,
            explanation=command.explanation,
            text=command.text,
            number=command.number,
            evidence=command.evidence,
            by=by,
        )
    ]


def decide_propose_resolution(record: BreakRecord, command: ProposeResolution, *, found: Found | None) -> list[Event]:
    """What is no longer found is proposed with the figures 0 and 0: nothing is left of it."""
    _in_status(record, command, found, {"explained", "rejected"})
    side_a, side_b = (str(found.side_a), str(found.side_b)) if found else ("0", "0")
    by = named(command, CLOSE)
    return [ResolutionProposed(break_id=command.break_id, resolution=command.resolution, side_a=side_a, side_b=side_b, by=by)]


def decide_approve_resolution(record: BreakRecord, command: ApproveResolution, *, found: Found | None) -> list[Event]:
    by = _second_person(record, command, found)
    return [ResolutionApproved(break_id=command.break_id, by=by)]


def decide_reject_resolution(record: BreakRecord, command: RejectResolution, *, found: Found | None) -> list[Event]:
    by = _second_person(record, command, found)
    return [ResolutionRejected(break_id=command.break_id, reason=command.reason, by=by)]


def decide_carry_break(record: BreakRecord, command: CarryBreak, *, found: Found | None) -> list[Event]:
    two_people(command, CLOSE)
    _in_status(record, command, found, {"open", "assigned", "explained", "proposed", "rejected", "reopened"})
    return [BreakCarried(break_id=command.break_id, gaming_day=command.gaming_day, reason=command.reason)]


def decide_accept_difference(
    record: BreakRecord, command: AcceptDifference, *, found: Found | None, restates: str | None
) -> tuple[list[Event], list[Event]]:
    """What happens to the break, and at the place that was counted. `restates`: the break's day if that has been signed."""
    two_people(command, COUNTS)
    by = _second_person(record, command, found)
    _check_explanation(command)
    if found is None or (found.side_a, found.side_b, found.at_pos) != (command.booked, command.counted, command.at_pos):
        raise _stale(command, found)
    if found.kind is None or found.place is None or found.currency is None:
        raise RuleBroken("not-a-count", COUNTS, f"{command.break_id} is no difference of a count; `approve-resolution` settles it")
    accepted = CountDifferenceAccepted(
        break_id=command.break_id,
        kind=found.kind,
        place=found.place,
        book="MONEY" if found.kind in ("drop", "cage-cash") else "CHIP",
        currency=found.currency,
        counted=command.counted,
        booked=command.booked,
        difference=command.counted - command.booked,
        at_pos=command.at_pos,
        explanation=command.explanation,
        number=command.number,
        text=command.text,
        restates=restates,
    )
    return [ResolutionApproved(break_id=command.break_id, by=by)], [accepted]


def _in_status(record: BreakRecord, command: BreakCommand, found: Found | None, accepted: Collection[Status]) -> None:
    if found is None and record.status == "open":
        raise RuleBroken("no-such-break", CLOSE, f"no run finds a break {command.break_id}")
    status = status_of(record, found)
    if status not in accepted:
        raise RuleBroken("wrong-status", CLOSE, f"break {command.break_id} is {status}", {"status": sorted(accepted)})


def _second_person(record: BreakRecord, command: BreakCommand, found: Found | None) -> str:
    """Who decides on what was proposed: never the one who has proposed it."""
    _in_status(record, command, found, {"proposed"})
    by = command.approver or named(command, CLOSE)
    assert record.proposed is not None
    if by == record.proposed.by:
        raise RuleBroken("same-person", CLOSE, f"{by} has proposed how break {command.break_id} is settled: another person decides")
    return by


def _check_explanation(command: ExplainBreak | AcceptDifference) -> None:
    needed = {"system-defect": ("number", command.number), "other": ("text", command.text)}.get(command.explanation)
    if needed and not (needed[1] or "").strip():
        raise RuleBroken("field-missing", None, f"the explanation {command.explanation} needs the field '{needed[0]}'")


def _stale(command: AcceptDifference, found: Found | None) -> RuleBroken:
    if found is None:
        return RuleBroken("stale", COUNTS, f"break {command.break_id} is no longer found")
    now = {"booked": found.side_a, "counted": found.side_b, "at_pos": found.at_pos}
    told = f"booked {found.side_a}, counted {found.side_b} at position {found.at_pos}"
    return RuleBroken("stale", COUNTS, f"break {command.break_id} is {told} now", now)
