"""The second person's yes: it stands for what was put before him then, and not for ever."""

from datetime import datetime, timedelta
from typing import Final

from domain.disputes.commands import ApprovedCommand
from domain.fields import utc_text
from domain.procedures import DISPUTES
from domain.rules import RuleBroken

HOURS_MAX: Final = 24
"""How old an approval may be when what it approves is done."""


def check_approval(command: ApprovedCommand, at: str) -> None:
    """`approval-expired` for one that is older, or that was given after the command's time `at`; without `approved_at` it was given there
    and then."""
    given = command.approved_at
    if given is None:
        return
    earliest = utc_text(datetime.fromisoformat(at) - timedelta(hours=HOURS_MAX))
    if not earliest <= given <= at:
        message = f"the approval of {given} does not stand at {at}: one is good for {HOURS_MAX} hours"
        raise RuleBroken("approval-expired", DISPUTES, message, {"approved_at": {"min": earliest, "max": at}})
