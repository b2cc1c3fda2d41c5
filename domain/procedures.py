"""HOUSE-FIN, the house's own register of procedures for its money: the rule behind entries that no law names.

Entries and refusals bear the number for ever, so a number is never given another text: a procedure that changes gets
a new number.
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
COUNTS: Final = "HOUSE-FIN 4"
DAY: Final = "HOUSE-FIN 5"
DISPUTES: Final = "HOUSE-FIN 6"
CLOSE: Final = "HOUSE-FIN 7"
PROOF: Final = "HOUSE-FIN 8"

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
        COUNTS,
        "Counts",
        "Trays, commission boxes, drop boxes and cages are counted by one person and witnessed by another. A drop box is removed by two "
        "people, under a number that is used once in the house, and counted once. What a commission box held goes to the cage. A count "
        "is compared and never booked over: a difference is booked when two people have accepted it, as chips or cash over or short, "
        "and never as revenue.",
    ),
    Procedure(
        DAY,
        "Gaming day, policy and permits",
        "A gaming day runs from one cut-off to the next; what happens belongs to the day in which it is recorded. The finance policy "
        "changes only for a day that has not begun. Two people activate a policy, and register or revoke a permit.",
    ),
    Procedure(
        DISPUTES,
        "Disputes",
        "A claim about a hand is written down, answered within a number of working days, and decided by two people at the level of "
        "the floor, the house or the regulator, with the article that the ruling rests on. What was decided is decided again at a "
        "higher level alone, by others. A settlement that was wrong is reversed once and settled anew: no chips move, and what each "
        "player is owed or owes stands in the case until it is paid, collected or borne by the house, each time by two people.",
    ),
    Procedure(
        CLOSE,
        "Close of the gaming day",
        "A gaming day is cut when its tables are closed and no slip is on the way, prepared by one person once its differences are "
        "settled or carried and its tax is accrued, and signed by another over the same proof. Nothing is booked into a day that was "
        "signed: what is learnt later is booked in an open day and says which day it restates. A difference has an owner and an "
        "explanation from a closed list; whoever proposes how it is settled does not approve it.",
    ),
    Procedure(
        PROOF,
        "Proof of the history",
        "Every stored event is a leaf of one tree that only grows. Its root is signed when a gaming day is closed, and as often as the "
        "house has set, under a key that never leaves the vault. No root is signed that does not go on from the one signed before it, "
        "and no signed one is ever given up.",
    ),
)

PROCEDURES: Final = {procedure.ref: procedure for procedure in _REGISTER}
