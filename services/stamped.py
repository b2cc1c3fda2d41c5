"""What stands around the events of one command: who, when, for which day, and the command itself, once."""

from collections.abc import Sequence
from typing import Any

from domain.event import Metadata
from infra.event_store import Append, NewEvent
from services.case import Case, Decided


def stamped(case: Case, decided: Sequence[Decided], correlation: str) -> list[Append]:
    """Metadata around every event; the first one of the answer bears the command, and all others point to it."""
    first = f"{decided[0].loaded.stream}@{decided[0].loaded.version + 1}"
    command: dict[str, Any] | None = recorded_command(case)
    appends = []
    for part in decided:
        events = []
        for event in part.events:
            cause = None if command else first
            meta = Metadata(
                time=case.at,
                actor=case.command.actor,
                approver=case.command.approver,
                gaming_day=part.gaming_day,
                subject=part.subject(event),
                correlation=correlation,
                causation=cause,
                command=command,
            )
            events.append(NewEvent(event, meta))
            command = None
        appends.append(Append(part.loaded.stream, part.loaded.version, events))
    return appends


def recorded_command(case: Case) -> dict[str, Any]:
    """The command as it was given, hidden cards sealed, and under `given` what the house supplied."""
    asked = case.command.model_dump(mode="json", exclude_unset=True, by_alias=True)
    supplied = {"given": case.supplied} if case.supplied else {}
    return {"do": case.command.do, **asked, **case.recorded, **supplied}
