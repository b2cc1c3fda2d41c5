"""What is on record of a break (`breaks/BRK-...`), and what that makes of one that a run finds."""

from dataclasses import dataclass, field
from typing import Literal

from domain.breaks.events import (
    BreakAssigned,
    BreakCarried,
    BreakExplained,
    ResolutionApproved,
    ResolutionProposed,
    ResolutionRejected,
)
from domain.event import Event
from domain.questions import Found

Status = Literal["open", "assigned", "explained", "proposed", "rejected", "closed", "reopened", "auto-cleared"]
Sides = tuple[str, str]
"""Expected and found, as text."""


@dataclass(slots=True)
class BreakRecord:
    """`status` as people left it. `settled` are the figures that were approved; `carried` the days that may be closed with it."""

    status: Status = "open"
    owner: str | None = None
    explained: BreakExplained | None = None
    proposed: ResolutionProposed | None = None
    settled: Sides | None = None
    carried: set[str] = field(default_factory=set)

    def evolve(self, event: Event) -> None:
        match event:
            case BreakAssigned():
                self.status, self.owner = "assigned", event.owner
            case BreakExplained():
                self.status, self.explained = "explained", event
            case ResolutionProposed():
                self.status, self.proposed = "proposed", event
            case ResolutionRejected():
                self.status, self.proposed = "rejected", None
            case ResolutionApproved():
                assert self.proposed is not None, "only what was proposed is approved"
                self.status, self.settled = "closed", (self.proposed.side_a, self.proposed.side_b)
            case BreakCarried():
                self.carried.add(event.gaming_day)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a break")


def status_of(record: BreakRecord, found: Found | None) -> Status:
    """`found` is the break as a run finds it now, None if it does not.

    A closed one is `reopened` when it is found with other figures than were approved. One of timing that is no longer found,
    because its pair has come, needs nobody: `auto-cleared`.
    """
    if found is None:
        return "auto-cleared" if record.status == "open" else record.status
    if record.status == "closed" and record.settled != (str(found.side_a), str(found.side_b)):
        return "reopened"
    return record.status


def blocks(record: BreakRecord, found: Found, gaming_day: str) -> bool:
    """Whether the day cannot be prepared for its close because of this break.

    A critical one must be settled; a reported one, or one older than a day, settled or carried into this very day.
    """
    if status_of(record, found) == "closed":
        return False
    if found.severity == "critical":
        return True
    return gaming_day not in record.carried and (found.severity != "minor" or found.age > 1)
