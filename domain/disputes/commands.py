"""What may be asked for a dispute."""

from typing import Annotated

from pydantic import Field

from domain.command import Command
from domain.disputes.changes import Changes
from domain.disputes.events import Level, Means, Ruling
from domain.fields import Amount, Id, Moment, TableCode, Text
from domain.house import MAIN_CAGE


class OpenDispute(Command):
    """`hand` is the public id of a hand or round, `claimant` the player who makes the `claim`. Without `case` the house names it."""

    do = "open-dispute"
    case: Id | None = None
    hand: Text
    claimant: Id
    claim: Text


class CaseCommand(Command):
    case: Id


class AttachNote(CaseCommand):
    do = "attach-note"
    note: Text
    video: Moment | None = None


class ApprovedCommand(CaseCommand):
    """`approved_at`: when the `approver` agreed; there and then, if left out."""

    approved_at: Moment | None = None


class OpenEvidence(ApprovedCommand):
    """The cards of one `seat` that were never shown, or those of `all` seats; `burned`: the burned cards too, or alone."""

    do = "open-evidence"
    hand: Text
    seat: int | None = None
    all: bool = False
    burned: bool = False
    reason: Text


class DecideDispute(ApprovedCommand):
    """`article` is a rule reference. With `change`, the hand is run again with these facts corrected, and settled anew."""

    do = "decide-dispute"
    level: Level
    ruling: Ruling
    article: Text
    reason: Text
    change: Annotated[Changes, Field(min_length=1)] | None = None


class PayDispute(ApprovedCommand):
    """Chips come out of the tray of `table`, or where none is named out of the `cage`, as cash does."""

    do = "pay-dispute"
    player: Id
    amount: Amount
    to: Means
    cage: Id = MAIN_CAGE
    table: TableCode | None = None


class CollectDispute(ApprovedCommand):
    """The other way: `source` is where the player's money comes from."""

    do = "collect-dispute"
    player: Id
    amount: Amount
    source: Means
    cage: Id = MAIN_CAGE
    table: TableCode | None = None


class BearDispute(ApprovedCommand):
    """The house bears what the player owes, or gives him this much by grace: it is then paid like what the ruling gave him."""

    do = "bear-dispute"
    player: Id
    amount: Amount
    reason: Text


COMMANDS: tuple[type[Command], ...] = (OpenDispute, AttachNote, OpenEvidence, DecideDispute, PayDispute, CollectDispute, BearDispute)
