"""The slips of a cage that are on the way: a voided one negates the very lines that sent it."""

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from domain.cage.events import CreditReceived, CreditSent, FillReceived, FillSent, SlipVoided
from domain.event import Event, Recorded


class Sent(NamedTuple):
    """Where in the log the slip was sent, and what under it, in minor units."""

    position: int
    amount: int


@dataclass(slots=True)
class CageSlips:
    """A fold of the cage's streams, across its days. `slips`: number to what was sent and not yet received or voided."""

    cage: str
    slips: dict[str, Sent] = field(default_factory=dict)

    @classmethod
    def from_json(cls, state: dict[str, Any]) -> "CageSlips":
        return cls(state["cage"], {slip: Sent(*sent) for slip, sent in state["slips"].items()})

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def follow(self, recorded: Recorded) -> None:
        event: Event = recorded.event
        match event:
            case FillSent() | CreditSent():
                self.slips[event.slip] = Sent(recorded.position, event.amount)
            case FillReceived() | CreditReceived() | SlipVoided():
                self.slips.pop(event.slip, None)
