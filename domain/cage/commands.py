"""What a cage may be asked for. Chips are given as `amount`, as `denominations`, or as both where they agree."""

from typing import Literal

from pydantic import Field

from domain.command import Command
from domain.denominations import Denominations
from domain.fields import Amount, Currency, Id, TableCode, Text
from domain.house import MAIN_CAGE


class Chips(Command):
    """Chips of the cage alone."""

    cage: Id = MAIN_CAGE
    currency: Currency
    amount: Amount | None = None
    denominations: Denominations | None = None


class IssueChips(Chips):
    """New chips come into the cage."""

    do = "issue-chips"


class RetireChips(Chips):
    """Chips of the cage are destroyed."""

    do = "retire-chips"


class FundCage(Command):
    do = "fund-cage"
    cage: Id = MAIN_CAGE
    amount: Amount
    currency: Currency
    source: Literal["owner", "bank"] = Field(alias="from")


class MoveCash(Command):
    """`from` and `to` are each a cage, `vault`, or a bank account (`bank`, `bank-BNU`)."""

    do = "move-cash"
    source: Id = Field(alias="from")
    to: Id
    amount: Amount
    currency: Currency


class BuyChips(Command):
    """Without `player` the buyer is nobody that the house knows; then only cash pays."""

    do = "buy-chips"
    player: Id | None = None
    amount: Amount
    currency: Currency
    cage: Id = MAIN_CAGE
    pay: Literal["cash", "wallet"]


class RedeemChips(Command):
    do = "redeem-chips"
    player: Id | None = None
    amount: Amount
    currency: Currency
    cage: Id = MAIN_CAGE
    to: Literal["cash", "wallet"]


class Send(Command):
    """With `in_transit` it is said later what arrived."""

    table: TableCode
    amount: Amount | None = None
    denominations: Denominations | None = None
    currency: Currency
    cage: Id = MAIN_CAGE
    slip: Id
    in_transit: bool = False


class Fill(Send):
    """Chips from the cage to the table's tray."""

    do = "fill"


class Credit(Send):
    """Chips from the table's tray to the cage."""

    do = "credit"


class Receive(Command):
    slip: Id
    amount: Amount | None = None
    denominations: Denominations | None = None


class ReceiveFill(Receive):
    do = "receive-fill"


class ReceiveCredit(Receive):
    do = "receive-credit"


class VoidSlip(Command):
    """The chips go back to where the slip sent them from; its number stays used."""

    do = "void-slip"
    slip: Id
    reason: Text


COMMANDS: tuple[type[Command], ...] = (
    IssueChips,
    RetireChips,
    FundCage,
    MoveCash,
    BuyChips,
    RedeemChips,
    Fill,
    ReceiveFill,
    Credit,
    ReceiveCredit,
    VoidSlip,
)
