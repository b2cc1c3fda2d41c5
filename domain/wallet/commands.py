"""What a wallet may be asked for."""

from typing import Literal

from domain.command import Command
from domain.fields import Amount, Currency, Id, Text
from domain.house import MAIN_CAGE
from domain.wallet.events import Method


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


class Transfer(Command):
    """From one player's wallet to another's; the policy allows it or not."""

    do = "transfer"
    wallet: Id
    to: Id
    amount: Amount
    currency: Currency


class Exchange(Command):
    """`amount` of `currency` becomes money of the currency `into`, at the rate of the policy."""

    do = "exchange"
    wallet: Id
    amount: Amount
    currency: Currency
    into: Currency


COMMANDS: tuple[type[Command], ...] = (Deposit, Withdraw, SettleWithdrawal, Transfer, Exchange)
