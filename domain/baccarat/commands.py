"""What a baccarat terminal may ask for; the commands of every table stand in domain/command.py."""

from typing import Literal

from pydantic import Field

from domain.command import AddChips, Cards, CloseTable, Command, Inspect, LeaveSeat, OpenTable, ReportError, TableCommand, TakeSeat
from domain.fields import Amount, Id, Text


class LoadShoe(TableCommand):
    """`cut_depth` counts the cards behind the white one. `cards` is the whole order where it is known, next card first. A
    continuous shuffler takes `decks` alone."""

    do = "load-shoe"
    decks: int
    cut_by: Literal["bettor", "croupier"] | None = None
    cut_depth: int | None = None
    cards: Cards | None = Field(default=None, strict=False)


class Burn(TableCommand):
    """`first_card` from a reader; without it the shoe is not a read one."""

    do = "burn"
    first_card: str | None = None


class Demonstrate(TableCommand):
    """A round without bets. `cards` in dealing order, all of them."""

    do = "demonstrate"
    cards: Cards | None = Field(default=None, strict=False)


class OpenRound(TableCommand):
    do = "open-round"


class PlaceBet(TableCommand):
    """`bet` is its id. Either from the bettor's own `seat`, or `standing`. `layout` where the table has two."""

    do = "place-bet"
    bet: Id
    player: Id
    seat: int | None = None
    standing: bool = False
    on: str
    amount: Amount
    layout: int | None = None


class WithdrawBet(TableCommand):
    """`amount` is a part; without it the whole bet comes off."""

    do = "withdraw-bet"
    bet: Id
    amount: Amount | None = None


class DecideHeldBet(TableCommand):
    """`change` names what shall stay in `amount`, the side in `on`, or both."""

    do = "decide-held-bet"
    bet: Id
    choice: Literal["cancel", "maintain", "change"]
    amount: Amount | None = None
    on: str | None = None


class CloseBets(TableCommand):
    do = "close-bets"


class Deal(TableCommand):
    """`cards` from a reader, all or some of the round's, in dealing order. `exposed`: places in the round, from 1, whose
    cards came out face up."""

    do = "deal"
    cards: Cards | None = Field(default=None, strict=False)
    exposed: tuple[int, ...] | None = Field(default=None, strict=False)


class CorrectError(TableCommand):
    do = "correct-error"
    how: str
    cards: Cards | None = Field(default=None, strict=False)
    note: Text | None = None


class VoidRound(TableCommand):
    do = "void-round"
    reason: Text


class CutCard(TableCommand):
    """The white card came out."""

    do = "cut-card"


class CloseShoe(TableCommand):
    do = "close-shoe"
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
    LoadShoe,
    Burn,
    Demonstrate,
    OpenRound,
    PlaceBet,
    WithdrawBet,
    DecideHeldBet,
    CloseBets,
    Deal,
    VoidRound,
    CutCard,
    CloseShoe,
)
