"""What wallets, cages and days have in common: the house's places, its two people, the limit of a balance."""

from typing import Final

from domain.command import Command
from domain.fields import BALANCE_MAX
from domain.rules import RuleBroken

MAIN_CAGE: Final = "MAIN"
"""The cage that a command means when it names none."""
VAULT: Final = "vault"
BANK: Final = "bank"
"""The house's bank account for customers' money; further accounts are `bank-` and a name, such as `bank-BNU`."""


def is_cage(place: str) -> bool:
    """Whether a place that holds the house's cash is a cage: neither the vault nor a bank account."""
    return place not in (VAULT, BANK) and not place.startswith(f"{BANK}-")


def two_people(command: Command, rule: str) -> None:
    """`two-people-needed` unless a second person stands behind the command."""
    if command.approver is None or command.approver == command.actor:
        raise RuleBroken("two-people-needed", rule, f"`{command.do}` needs an `approver` other than the `actor`")


def named(command: Command, rule: str) -> str:
    """The `actor`, for steps that a second person answers later: `two-people-needed` without one."""
    if command.actor is None:
        raise RuleBroken("two-people-needed", rule, f"`{command.do}` needs an `actor`: a second person decides on what he has done")
    return command.actor


def within_limit(balance: int, change: int, holder: str) -> None:
    """`balance-too-large` where `balance + change` would leave -(2^53 - 1) to 2^53 - 1; `allowed.max` is the room that is left."""
    if abs(balance + change) > BALANCE_MAX:
        room = BALANCE_MAX - abs(balance)
        raise RuleBroken("balance-too-large", None, f"{holder} may hold up to {BALANCE_MAX} minor units of a currency", {"max": room})
