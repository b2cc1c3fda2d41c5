"""What may be asked for a break, by its id (`BRK-` and twelve hex digits)."""

from pydantic import Field

from domain.breaks.events import Explanation
from domain.command import Command
from domain.fields import Count, Day, Id, Position, Text


class BreakCommand(Command):
    break_id: Id = Field(alias="break")


class AssignBreak(BreakCommand):
    do = "assign-break"
    owner: Id


class ExplainBreak(BreakCommand):
    """`system-defect` needs its `number`, `other` a `text`."""

    do = "explain-break"
    explanation: Explanation
    text: Text | None = None
    number: Id | None = None
    evidence: Text | None = None


class ProposeResolution(BreakCommand):
    do = "propose-resolution"
    resolution: Text


class ApproveResolution(BreakCommand):
    """Who approves is the `approver`, or the actor where none is named."""

    do = "approve-resolution"


class RejectResolution(BreakCommand):
    """Who rejects is the `approver`, or the actor where none is named."""

    do = "reject-resolution"
    reason: Text


class CarryBreak(BreakCommand):
    """`gaming_day` is the day that may be closed with it."""

    do = "carry-break"
    gaming_day: Day
    reason: Text


class AcceptDifference(BreakCommand):
    """The difference of a count, with the figures that the two people have seen."""

    do = "accept-difference"
    explanation: Explanation
    counted: Count
    booked: int
    at_pos: Position
    number: Id | None = None
    text: Text | None = None


COMMANDS: tuple[type[Command], ...] = (
    AssignBreak,
    ExplainBreak,
    ProposeResolution,
    ApproveResolution,
    RejectResolution,
    CarryBreak,
    AcceptDifference,
)
