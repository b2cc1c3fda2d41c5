"""The state of a dispute (`cases/CASE`)."""

from dataclasses import dataclass, field
from typing import Literal

from domain.disputes.events import (
    DisputeBorne,
    DisputeCollected,
    DisputeDecided,
    DisputeOpened,
    DisputePaid,
    EvidenceOpened,
    NoteAttached,
    SettlementReversed,
)
from domain.event import Event

Status = Literal["open", "decided", "settled"]


@dataclass(slots=True)
class DisputeCase:
    """`decided` is the last ruling. `balances`: player to what the case owes him, below 0 what he owes; nobody with 0."""

    opened: DisputeOpened | None = None
    decided: DisputeDecided | None = None
    reversal: SettlementReversed | None = None
    balances: dict[str, int] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """`settled` once it is decided and nobody is owed or owes anything."""
        if self.decided is None:
            return "open"
        return "decided" if self.balances else "settled"

    def evolve(self, event: Event) -> None:
        match event:
            case DisputeOpened():
                self.opened = event
            case NoteAttached() | EvidenceOpened():
                pass
            case DisputeDecided():
                self.decided = event
            case SettlementReversed():
                self.reversal = event
                for result in event.results:
                    self._move(result.player, result.due)
            case DisputePaid():
                self._move(event.player, -event.amount)
            case DisputeCollected() | DisputeBorne():
                self._move(event.player, event.amount)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a dispute")

    def _move(self, player: str, amount: int) -> None:
        balance = self.balances.pop(player, 0) + amount
        if balance:
            self.balances[player] = balance
