"""Decisions on wallets."""

from domain.event import Event
from domain.house import BANK, two_people, within_limit
from domain.policy import Rate
from domain.procedures import WALLETS
from domain.rules import RuleBroken
from domain.wallet.commands import Deposit, Exchange, SettleWithdrawal, Transfer, Withdraw
from domain.wallet.events import (
    FundsDeposited,
    FundsExchanged,
    FundsMovedIn,
    FundsMovedOut,
    FundsWithdrawn,
    WithdrawalHeld,
    WithdrawalPaid,
    WithdrawalReturned,
)
from domain.wallet.wallet import Wallet


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


def decide_transfer(giver: Wallet, taker: Wallet, command: Transfer, *, allowed: bool) -> tuple[list[Event], list[Event]]:
    """What happens in the wallet that gives and in the one that takes. `allowed`: whether the policy of the day has transfers."""
    two_people(command, WALLETS)
    if not allowed:
        raise RuleBroken("transfers-off", WALLETS, "the finance policy of this day allows no transfers between wallets")
    if command.wallet == command.to:
        raise RuleBroken("same-wallet", WALLETS, f"money moves between two wallets, not from {command.to} to itself")
    out = move_out(giver, command.amount, command.currency, f"/wallets/{command.to}")
    return out, move_in(taker, command.amount, command.currency, f"/wallets/{command.wallet}")


def decide_exchange(wallet: Wallet, command: Exchange, *, rate: Rate | None) -> list[Event]:
    """`rate`: units of `into` for one of `currency` by the policy of the day, None where it names none."""
    if rate is None:
        raise RuleBroken("no-rate", WALLETS, f"the finance policy of this day has no rate from {command.currency} into {command.into}")
    _funds(wallet, command.currency, command.amount)
    num, den = rate
    into_amount = command.amount * num // den
    if into_amount == 0:
        smallest = -(-den // num)
        message = f"{command.amount} minor units of {command.currency} are less than one of {command.into}"
        raise RuleBroken("bad-amount", WALLETS, message, {"amount": {"min": smallest}})
    _room(wallet, command.into, into_amount)
    return [FundsExchanged(amount=command.amount, currency=command.currency, into_amount=into_amount, into=command.into, num=num, den=den)]


def _funds(wallet: Wallet, currency: str, amount: int) -> None:
    available = wallet.available.get(currency, 0)
    if amount > available:
        message = f"the wallet has {available} minor units of {currency} available, not {amount}"
        raise RuleBroken("insufficient-funds", WALLETS, message, {"max": available})


def _room(wallet: Wallet, currency: str, amount: int) -> None:
    """What is held counts too, so that a withdrawal can always be returned."""
    within_limit(wallet.available.get(currency, 0) + wallet.held(currency), amount, "a wallet")
