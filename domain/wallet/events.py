"""The facts of a wallet. Amounts are minor units."""

from typing import Literal

from domain.event import Event

Method = Literal["cash", "bank"]


class FundsDeposited(Event):
    """Cash names the `cage` that took it, money from a bank the `bank` account; a `reference` is used once in the house."""

    contract = "wallet.funds-deposited"
    amount: int
    currency: str
    method: Method
    cage: str | None = None
    bank: str | None = None
    reference: str | None = None


class FundsWithdrawn(Event):
    """Cash, paid by this `cage`."""

    contract = "wallet.funds-withdrawn"
    amount: int
    currency: str
    cage: str


class WithdrawalHeld(Event):
    """Set aside until the `bank` has paid it or sent it back."""

    contract = "wallet.withdrawal-held"
    withdrawal: str
    amount: int
    currency: str
    bank: str


class WithdrawalPaid(Event):
    contract = "wallet.withdrawal-paid"
    withdrawal: str
    amount: int
    currency: str
    bank: str


class WithdrawalReturned(Event):
    contract = "wallet.withdrawal-returned"
    withdrawal: str
    amount: int
    currency: str


class FundsMovedOut(Event):
    """`place` is the source whose own event is the other half of this move: `/tables/PK-07`, `/cages/MAIN`, `/wallets/P-1208`,
    `/cases/C-1`."""

    contract = "wallet.funds-moved-out"
    amount: int
    currency: str
    place: str


class FundsMovedIn(Event):
    """`place` is the source whose own event is the other half of this move: `/tables/PK-07`, `/cages/MAIN`, `/wallets/P-1208`,
    `/cases/C-1`."""

    contract = "wallet.funds-moved-in"
    amount: int
    currency: str
    place: str


class FundsExchanged(Event):
    """`amount` of `currency` became `into_amount` of `into`: amount x num / den, rounded down."""

    contract = "wallet.funds-exchanged"
    amount: int
    currency: str
    into_amount: int
    into: str
    num: int
    den: int


EVENTS: tuple[type[Event], ...] = (
    FundsDeposited,
    FundsWithdrawn,
    WithdrawalHeld,
    WithdrawalPaid,
    WithdrawalReturned,
    FundsMovedOut,
    FundsMovedIn,
    FundsExchanged,
)
