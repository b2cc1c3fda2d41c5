"""HOUSE-FIN, the house's own register of procedures for its money: the rule behind entries that no law names.

Entries and refusals bear the number for ever, so a number is never given another text: a procedure that changes gets
a new number. Numbers 4 and 6 are kept for counts and disputes.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Procedure:
    """`ref` is the rule reference on lines and refusals; `title` and `text` are what `ledger why` prints."""

    ref: str
    title: str
    text: str


WALLETS: Final = "HOUSE-FIN 1"
CAGE: Final = "HOUSE-FIN 2"
SLIPS: Final = "HOUSE-FIN 3"
DAY: Final = "HOUSE-FIN 5"

_REGISTER = (
    Procedure(
        WALLETS,
        "Wallets",
        "A player's money is kept by currency, and never below zero. Money from or to a bank bears a reference that is used once; "
        "what leaves for a bank is held until the bank has paid it or sent it back. Every move between a wallet and a table or cage "
        "is recorded on both sides at once.",
    ),
    Procedure(
        CAGE,
        "Chips and cash",
        "Chips change hands at face value, at the cage or at a table, for cash or for money in a wallet. Two people issue and retire "
        "chips, fund the cage and move the house's cash. A cage whose chips are kept gives out no more than it holds.",
    ),
    Procedure(
        SLIPS,
        "Fills and credits",
        "Chips travel between cage and table under a slip whose number is used once in the house. What was sent is received once, or "
        "the slip is voided by two people with a reason. Neither is revenue.",
    ),
    Procedure(
        DAY,
        "Gaming day, policy and permits",
        "A gaming day runs from one cut-off to the next; what happens belongs to the day in which it is recorded. The finance policy "
        "changes only for a day that has not begun. Two people activate a policy, and register or revoke a permit.",
    ),
)

PROCEDURES: Final = {procedure.ref: procedure for procedure in _REGISTER}
