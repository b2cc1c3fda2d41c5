"""What a Hold'em terminal may ask for; the commands of every table stand in domain/command.py."""

from typing import Literal

from pydantic import Field

from domain.command import (
    AddChips,
    Cards,
    CloseTable,
    Command,
    CorrectError,
    Inspect,
    LeaveSeat,
    OpenTable,
    ReportError,
    TableCommand,
    TakeSeat,
)
from domain.fields import Amount, Text


class StartHand(TableCommand):
    """The croupier has shuffled, and cut where there is no shuffler (article 3)."""

    do = "start-hand"


class Deal(TableCommand):
    """Deals what is due. `cards` come from a reader, in dealing order; without them the house's source deals."""

    do = "deal"
    cards: Cards | None = Field(default=None, strict=False)


class Act(TableCommand):
    """`to` is a bet's or raise's total for this betting round, not the amount added."""

    do = "act"
    seat: int
    action: str
    to: Amount | None = None
    declared: Literal["verbal", "chips"] | None = None


class Show(TableCommand):
    """Without `cards` the sealed ones are opened; an empty list throws the hand away where the ruleset allows it."""

    do = "show"
    seat: int
    cards: Cards | None = Field(default=None, strict=False)


class VoidHand(TableCommand):
    do = "void-hand"
    reason: Text


COMMANDS: tuple[type[Command], ...] = (
    OpenTable,
    TakeSeat,
    AddChips,
    LeaveSeat,
    CloseTable,
    Inspect,
    ReportError,
    CorrectError,
    StartHand,
    Deal,
    Act,
    Show,
    VoidHand,
)
