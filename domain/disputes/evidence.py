"""Sealed cards as evidence: opened for a dispute alone, by two people, and on record before anybody sees them."""

from collections.abc import Sequence

from domain.disputes.case import DisputeCase
from domain.disputes.commands import OpenEvidence
from domain.disputes.decide import opened_case
from domain.disputes.events import EvidenceOpened
from domain.event import Event
from domain.house import named, two_people
from domain.procedures import DISPUTES
from domain.rules import RuleBroken


def decide_open_evidence(case: DisputeCase, command: OpenEvidence, *, hidden: Sequence[str]) -> list[Event]:
    """`hidden` are the places of the hand whose cards nobody has shown. The event names places, never cards."""
    two_people(command, DISPUTES)
    opened = opened_case(case, command)
    if command.hand != opened.hand:
        message = f"case {command.case} is about {opened.hand}: cards of another hand take a case of their own"
        raise RuleBroken("other-hand", DISPUTES, message, {"hand": [opened.hand]})
    if case.decided is not None:
        raise RuleBroken("decided-before", DISPUTES, f"case {command.case} is decided: sealed cards are opened while it is open")
    if not command.reason.strip():
        raise RuleBroken("field-missing", None, "`open-evidence` needs the field 'reason': why these cards must be seen")
    assert command.approver is not None
    return [
        EvidenceOpened(
            case=command.case,
            hand=opened.hand,
            spots=_asked(command, hidden),
            reason=command.reason,
            opened_by=named(command, DISPUTES),
            approved_by=command.approver,
            rule=DISPUTES,
        )
    ]


def _asked(command: OpenEvidence, hidden: Sequence[str]) -> tuple[str, ...]:
    """`nothing-sealed` where the hand has no hidden card there."""
    if command.all and command.seat is not None:
        raise RuleBroken("bad-field", None, "field 'seat': one seat, or `all` of them")
    if not command.all and command.seat is None and not command.burned:
        raise RuleBroken("field-missing", None, "`open-evidence` says whose cards: a `seat`, `all` seats, or the `burned` ones")
    wanted = {"seat/"} if command.all else {f"seat/{command.seat}/"} if command.seat is not None else set()
    wanted |= {"burn/"} if command.burned else set()
    found = tuple([spot for spot in hidden if spot.startswith(tuple(wanted))])
    if not found:
        raise RuleBroken("nothing-sealed", DISPUTES, f"no card that was not shown lies there in {command.hand}", {"spots": list(hidden)})
    return found
