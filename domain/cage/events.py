"""The facts of a cage. Amounts are minor units; `denominations` where the command gave them, largest face first."""

from typing import Literal

from domain.event import Event, Value

SlipKind = Literal["fill", "credit"]


class Carried(Value):
    """What the day before left of one currency.

    `cash` is what facts of this cage's own streams moved: cash of wallets is in the wallets' streams, so the cage's
    whole cash is the ledger's to say. `kept`: a fill, credit or issue has been recorded, so `chips` is a real stock.
    """

    currency: str
    chips: int
    cash: int
    kept: bool


class SlipOnTheWay(Value):
    """Sent, and neither received nor voided."""

    slip: str
    kind: SlipKind
    table: str
    amount: int
    currency: str


class CageOpened(Event):
    """The first fact of a cage's day: nothing moves."""

    contract = "cage.cage-opened"
    cage: str
    gaming_day: str
    carried: tuple[Carried, ...] = ()
    slips: tuple[SlipOnTheWay, ...] = ()


class ChipsIssued(Event):
    contract = "cage.chips-issued"
    amount: int
    currency: str
    denominations: dict[str, int] | None = None


class ChipsRetired(Event):
    contract = "cage.chips-retired"
    amount: int
    currency: str
    denominations: dict[str, int] | None = None


class CageFunded(Event):
    """`bank` is the account where the money came from a bank, None where it is the owner's."""

    contract = "cage.cage-funded"
    amount: int
    currency: str
    source: Literal["owner", "bank"]
    bank: str | None = None


class CashMoved(Event):
    """`source` and `to` are each a cage, `vault`, or a bank account (`bank`, `bank-BNU`)."""

    contract = "cage.cash-moved"
    amount: int
    currency: str
    source: str
    to: str


class ChipsSold(Event):
    contract = "cage.chips-sold"
    player: str | None = None
    amount: int
    currency: str
    pay: Literal["cash", "wallet"]


class ChipsRedeemed(Event):
    contract = "cage.chips-redeemed"
    player: str | None = None
    amount: int
    currency: str
    to: Literal["cash", "wallet"]


class ChipsMovedOut(Event):
    """`place` is the source whose own event is the other half of this move, `/cases/CASE`."""

    contract = "cage.chips-moved-out"
    amount: int
    currency: str
    place: str


class ChipsMovedIn(Event):
    """`place` is the source whose own event is the other half of this move, `/cases/CASE`."""

    contract = "cage.chips-moved-in"
    amount: int
    currency: str
    place: str


class UnderSlip(Event):
    """Chips that travel between cage and tray. What was sent and did not arrive stays under the slip."""

    slip: str
    table: str
    amount: int
    currency: str
    denominations: dict[str, int] | None = None


class FillSent(UnderSlip):
    """The chips have left the cage."""

    contract = "cage.fill-sent"


class FillReceived(UnderSlip):
    """`amount` is what arrived in the tray."""

    contract = "cage.fill-received"


class CreditSent(UnderSlip):
    """The chips have left the tray."""

    contract = "cage.credit-sent"


class CreditReceived(UnderSlip):
    """`amount` is what arrived in the cage."""

    contract = "cage.credit-received"


class SlipVoided(Event):
    """`amount` is what was sent: it is back in the cage (`fill`) or in the tray (`credit`)."""

    contract = "cage.slip-voided"
    slip: str
    kind: SlipKind
    table: str
    amount: int
    currency: str
    reason: str


EVENTS: tuple[type[Event], ...] = (
    CageOpened,
    ChipsIssued,
    ChipsRetired,
    CageFunded,
    CashMoved,
    ChipsSold,
    ChipsRedeemed,
    ChipsMovedOut,
    ChipsMovedIn,
    FillSent,
    FillReceived,
    CreditSent,
    CreditReceived,
    SlipVoided,
)
