"""The state of what was counted at one place (`counts/PK-07`, `counts/MAIN`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.counting.events import (
    CageCounted,
    CommissionBoxCounted,
    CountDifferenceAccepted,
    DropCounted,
    DropRemoved,
    TrayCounted,
)
from domain.event import Event


class Taken(NamedTuple):
    """Cash that a table session has taken so far."""

    session: int
    currency: str
    cash: int


@dataclass(slots=True)
class DropBox:
    """A drop box that was removed from this table, and the currencies that have been counted in it."""

    table: str
    counted: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Counts:
    """`boxes` were removed here. `session`, `session_cash`: how far the table's cash has been removed. `chips`, at a cage: what
    counts brought to its stock, by currency.
    """

    boxes: dict[str, DropBox] = field(default_factory=dict)
    session: int = 0
    session_cash: int = 0
    chips: dict[str, int] = field(default_factory=dict)

    def evolve(self, event: Event) -> None:
        match event:
            case DropRemoved():
                self.boxes[event.box] = DropBox(event.table)
                self.session, self.session_cash = event.session, event.session_cash
            case DropCounted():
                self.boxes[event.box].counted.add(event.currency)
            case CommissionBoxCounted():
                self._bring(event.currency, event.amount)
            case CountDifferenceAccepted(kind="cage-chips"):
                self._bring(event.currency, event.difference)
            case TrayCounted() | CageCounted() | CountDifferenceAccepted():
                pass
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a count")

    def _bring(self, currency: str, chips: int) -> None:
        self.chips[currency] = self.chips.get(currency, 0) + chips

    def not_removed(self, sessions: list[Taken]) -> Mapping[str, int]:
        """The cash of these sessions, from that of the last removal on, that lies in the table's drop box; currencies without any
        are left out."""
        cash: dict[str, int] = {}
        for taken in sessions:
            before = self.session_cash if taken.session == self.session else 0
            cash[taken.currency] = cash.get(taken.currency, 0) + taken.cash - before
        return {currency: amount for currency, amount in sorted(cash.items()) if amount}
