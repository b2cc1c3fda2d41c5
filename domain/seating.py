"""Facts that every table has: opening, seats, chips, closing. Each game gives them its own contract name."""

from typing import Any, Literal

from domain.event import Event
from domain.given import Carried

Source = Literal["wallet", "cash", "chips"]


class TableOpened(Event):
    """`rules` holds every house choice, the defaults written out; a hand is judged for ever by what stands here.

    `session` counts the openings of the table. `carried`, `button` and `last_number` come from the session before;
    `last_number` is 0 on a new gaming day.
    """

    table: str
    session: int
    game: str
    ruleset: str
    currency: str
    gaming_day: str
    rules: dict[str, Any]
    carried: tuple[Carried, ...] = ()
    button: int | None = None
    last_number: int = 0


class SeatTaken(Event):
    seat: int
    player: str
    amount: int
    source: Source


class ChipsAdded(Event):
    seat: int
    player: str
    amount: int
    source: Source


class SeatLeft(Event):
    """`amount` is the whole stack, 0 for a seat that lost it."""

    seat: int
    player: str
    amount: int
    to: Literal["wallet", "chips"]


class TableClosed(Event):
    """Who still sits is carried over to the table's next opening; `last_number` is the last hand or round."""

    carried: tuple[Carried, ...]
    button: int | None = None
    last_number: int


class DealErrorReported(Event):
    """`number` is the hand or round that the error is in, None between two."""

    number: int | None
    kind: str
    note: str | None = None
    rule: str
