"""The facts about a break; what the break is, a run of the reconciliation says. `by` is the person who answers for the step."""

from typing import Literal

from domain.event import Event

Explanation = Literal[
    "dealing-error", "miscount", "late-slip", "wrong-slip", "counterfeit", "theft-suspected", "system-defect", "other"
]  # fmt: skip


class BreakAssigned(Event):
    contract = "finance.break-assigned"
    break_id: str
    owner: str


class BreakExplained(Event):
    """`number` is that of a system's defect; `evidence` says where it lies: a recording, a sheet, a slip."""

    contract = "finance.break-explained"
    break_id: str
    explanation: Explanation
    text: str | None = None
    number: str | None = None
    evidence: str | None = None
    by: str


class ResolutionProposed(Event):
    """How the break is to be settled, as it was found then: `side_a` expected, `side_b` found, as text, for not all are amounts."""

    contract = "finance.resolution-proposed"
    break_id: str
    resolution: str
    side_a: str
    side_b: str
    by: str


class ResolutionApproved(Event):
    contract = "finance.resolution-approved"
    break_id: str
    by: str


class ResolutionRejected(Event):
    contract = "finance.resolution-rejected"
    break_id: str
    reason: str
    by: str


class BreakCarried(Event):
    """Two people let this gaming day be closed although the break is not settled."""

    contract = "finance.break-carried"
    break_id: str
    gaming_day: str
    reason: str


EVENTS: tuple[type[Event], ...] = (
    BreakAssigned,
    BreakExplained,
    ResolutionProposed,
    ResolutionApproved,
    ResolutionRejected,
    BreakCarried,
)
