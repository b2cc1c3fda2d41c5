"""The facts of a dispute. Amounts are minor units of the hand's currency; `case` is the case, `hand` the public id of the hand or round.

`table` is where the hand was played, whoever pays. A player's balance with a case is what the case owes him, below 0 what he owes.
"""

from typing import Literal

from domain.disputes.settlement import Result, Settlement
from domain.event import Event

Level = Literal["floor", "house", "regulator"]
Ruling = Literal["upheld", "dismissed"]
Means = Literal["wallet", "cash", "chips"]


class DisputeOpened(Event):
    """`due`: the last of `working_days` after the day of the claim, on the house's clock; `calendar` and `overrides` say by which
    calendar."""

    contract = "dispute.dispute-opened"
    case: str
    hand: str
    table: str
    currency: str
    claimant: str
    claim: str
    due: str
    working_days: int
    calendar: str
    overrides: str | None = None


class NoteAttached(Event):
    """`video` is the moment of a recording that the note is about, UTC."""

    contract = "dispute.note-attached"
    case: str
    note: str
    video: str | None = None


class EvidenceOpened(Event):
    """Two people were to see the cards that lay at these places of the hand, face down: `seat/3/1`, `burn/2`. The cards themselves
    stand in no fact."""

    contract = "dispute.evidence-opened"
    case: str
    hand: str
    spots: tuple[str, ...]
    reason: str
    opened_by: str
    approved_by: str
    rule: str


class DisputeDecided(Event):
    """`rule` is the article that the ruling rests on. `corrects`: the settlement is reversed in the same answer."""

    contract = "dispute.dispute-decided"
    case: str
    hand: str
    level: Level
    ruling: Ruling
    reason: str
    corrects: bool
    decided_by: str
    approved_by: str
    rule: str


class SettlementReversed(Event):
    """The hand is settled anew: no chips move, each player's difference stands in the case. `restates` is the hand's gaming day where
    that was signed before."""

    contract = "dispute.settlement-reversed"
    case: str
    reason: str
    restates: str | None = None
    results: tuple[Result, ...]
    settlement: Settlement
    rule: str

    @property
    def hand(self) -> str:
        return self.settlement.hand

    @property
    def table(self) -> str:
        return self.settlement.table


class Settled(Event):
    """Cash, and chips that are not of a table's `tray`, are those of the `cage`; a wallet has an event of its own."""

    case: str
    hand: str
    table: str
    player: str
    amount: int
    currency: str


class DisputePaid(Settled):
    contract = "dispute.dispute-paid"
    to: Means
    cage: str | None = None
    tray: str | None = None


class DisputeCollected(Settled):
    contract = "dispute.dispute-collected"
    source: Means
    cage: str | None = None
    tray: str | None = None


class DisputeBorne(Settled):
    """The house takes over what the player owes, or owes him this much by grace."""

    contract = "dispute.dispute-borne"
    reason: str


EVENTS: tuple[type[Event], ...] = (
    DisputeOpened,
    NoteAttached,
    EvidenceOpened,
    DisputeDecided,
    SettlementReversed,
    DisputePaid,
    DisputeCollected,
    DisputeBorne,
)
