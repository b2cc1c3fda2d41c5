"""A player's wallet: one balance for each currency, available or held for a withdrawal, never below zero.

The stream is the player's (`wallets/P-1208`); the first money that comes in opens it. Amounts are minor units.
"""

from dataclasses import dataclass, field
from typing import Literal

from domain.command import Command
from domain.event import Event
from domain.fields import Amount, Currency, Id, Text
from domain.house import BANK, MAIN_CAGE, within_limit
from domain.procedures import WALLETS
from domain.rules import RuleBroken

Method = Literal["cash", "bank"]


class Deposit(Command):
    do = "deposit"
    wallet: Id
    amount: Amount
    currency: Currency
    cage: Id = MAIN_CAGE
    method: Method = "cash"
    reference: Text | None = None


class Withdraw(Command):
    do = "withdraw"
    wallet: Id
    amount: Amount
    currency: Currency
    cage: Id = MAIN_CAGE
    method: Method = "cash"


class SettleWithdrawal(Command):
    """What the bank did with a withdrawal that is held."""

    do = "settle-withdrawal"
    withdrawal: Id
    outcome: Literal["paid", "returned"]


COMMANDS: tuple[type[Command], ...] = (Deposit, Withdraw, SettleWithdrawal)


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
    """`place` is the source whose own event is the other half of this move: `/tables/PK-07`, `/cages/MAIN`."""

    contract = "wallet.funds-moved-out"
    amount: int
    currency: str
    place: str


class FundsMovedIn(Event):
    """`place` is the source whose own event is the other half of this move: `/tables/PK-07`, `/cages/MAIN`."""

    contract = "wallet.funds-moved-in"
    amount: int
    currency: str
    place: str


EVENTS: tuple[type[Event], ...] = (
    FundsDeposited,
    FundsWithdrawn,
    WithdrawalHeld,
    WithdrawalPaid,
    WithdrawalReturned,
    FundsMovedOut,
    FundsMovedIn,
)


@dataclass(slots=True)
class Wallet:
    """`available` by currency; `pending` holds each withdrawal that the bank has not answered, by its id."""

    available: dict[str, int] = field(default_factory=dict)
    pending: dict[str, WithdrawalHeld] = field(default_factory=dict)

    def held(self, currency: str) -> int:
        return sum(held.amount for held in self.pending.values() if held.currency == currency)

    def evolve(self, event: Event) -> None:
        match event:
            case FundsDeposited() | FundsMovedIn():
                self._add(event.currency, event.amount)
            case FundsWithdrawn() | FundsMovedOut():
                self._add(event.currency, -event.amount)
            case WithdrawalHeld():
                self._add(event.currency, -event.amount)
                self.pending[event.withdrawal] = event
            case WithdrawalPaid():
                del self.pending[event.withdrawal]
            case WithdrawalReturned():
                del self.pending[event.withdrawal]
                self._add(event.currency, event.amount)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a wallet")

    def _add(self, currency: str, change: int) -> None:
        self.available[currency] = self.available.get(currency, 0) + change


def decide_deposit(wallet: Wallet, command: Deposit, *, reference_seen: bool) -> list[Event]:
    """`reference_seen`: whether any deposit of the house has borne this reference before."""
    reference = command.reference if command.reference and command.reference.strip() else None
    if command.method == "bank" and reference is None:
        raise RuleBroken("reference-needed", WALLETS, "money from a bank needs the bank's `reference`")
    if reference is not None and reference_seen:
        raise RuleBroken("duplicate-reference", WALLETS, f"the reference {reference!r} belongs to an earlier deposit; each is booked once")
    _room(wallet, command.currency, command.amount)
    by_cash = command.method == "cash"
    return [
        FundsDeposited(
            amount=command.amount,
            currency=command.currency,
            method=command.method,
            cage=command.cage if by_cash else None,
            bank=None if by_cash else BANK,
            reference=reference,
        )
    ]


def decide_withdraw(wallet: Wallet, command: Withdraw, *, withdrawal: str | None = None) -> list[Event]:
    """`withdrawal` is the new id, used once in the house, under which money for a bank is held; cash needs none."""
    _funds(wallet, command.currency, command.amount)
    if command.method == "cash":
        return [FundsWithdrawn(amount=command.amount, currency=command.currency, cage=command.cage)]
    assert withdrawal is not None
    return [WithdrawalHeld(withdrawal=withdrawal, amount=command.amount, currency=command.currency, bank=BANK)]


def decide_settle_withdrawal(wallet: Wallet | None, command: SettleWithdrawal) -> list[Event]:
    """`wallet` is the one whose withdrawal it is, None where the house never had a withdrawal of this id."""
    held = wallet.pending.get(command.withdrawal) if wallet else None
    if held is None:
        raise RuleBroken("not-pending", WALLETS, f"withdrawal {command.withdrawal} is not held: it is unknown, or was settled before")
    if command.outcome == "paid":
        return [WithdrawalPaid(withdrawal=held.withdrawal, amount=held.amount, currency=held.currency, bank=held.bank)]
    return [WithdrawalReturned(withdrawal=held.withdrawal, amount=held.amount, currency=held.currency)]


def move_out(wallet: Wallet, amount: int, currency: str, place: str) -> list[Event]:
    """Money leaves for a table or cage; `insufficient-funds` with `allowed.max` if there is less."""
    _funds(wallet, currency, amount)
    return [FundsMovedOut(amount=amount, currency=currency, place=place)]


def move_in(wallet: Wallet, amount: int, currency: str, place: str) -> list[Event]:
    """Money comes back from a table or cage; a seat that is left with nothing moves nothing."""
    if amount == 0:
        return []
    _room(wallet, currency, amount)
    return [FundsMovedIn(amount=amount, currency=currency, place=place)]


def _funds(wallet: Wallet, currency: str, amount: int) -> None:
    available = wallet.available.get(currency, 0)
    if amount > available:
        message = f"the wallet has {available} minor units of {currency} available, not {amount}"
        raise RuleBroken("insufficient-funds", WALLETS, message, {"max": available})


def _room(wallet: Wallet, currency: str, amount: int) -> None:
    """What is held counts too, so that a withdrawal can always be returned."""
    within_limit(wallet.available.get(currency, 0) + wallet.held(currency), amount, "a wallet")
