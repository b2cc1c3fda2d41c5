"""The facts of a shoe, from loading to closing, outside its rounds.

`shoe` counts the shoes of a table session. A burned card stands in a fact only where it is shown, or sealed; the cards
that nobody has seen never do.
"""

from typing import Literal

from domain.baccarat.drawing import Result
from domain.event import Event, Value


class ShoeLoaded(Event):
    """`cut_depth` cards lie behind the white one; a continuous shuffler has none and is not cut. `sealed`: the order of a
    shoe that is known, sealed."""

    contract = "baccarat.shoe-loaded"
    shoe: int
    decks: int
    cut_by: Literal["bettor", "croupier"] | None
    cut_depth: int | None
    sealed: str | None = None
    rule: str


class CardsBurned(Event):
    """`removed_total` cards left the shoe, the `indicator_card`, which is shown, among them; `burned` are those without it.

    `method` at the start of a shoe. `sealed`: the first card where a reader named it and it was burned face down.
    """

    contract = "baccarat.cards-burned"
    shoe: int
    round: int | None = None
    reason: Literal["shoe-start", "round-start"]
    method: Literal["first-card-face", "deck-count", "fixed"] | None = None
    indicator_card: str | None = None
    burned: int
    removed_total: int
    sealed: str | None = None
    read: bool = False
    rule: str


class CardsBySide(Value):
    """In the order in which they lie."""

    player: tuple[str, ...]
    banker: tuple[str, ...]


class Totals(Value):
    """Points, 0 to 9."""

    player: int
    banker: int


class DemonstrationDealt(Event):
    """A round without bets, before the first one of the shoe. `number` counts the shoe's demonstrations."""

    contract = "baccarat.demonstration-dealt"
    shoe: int
    number: int
    cards: CardsBySide
    totals: Totals
    result: Result
    read: bool = False
    rule: str


class CutCardReached(Event):
    """The white card came out in `round`, behind the first `dealt` cards of the shoe; `last_round` is the last one of it."""

    contract = "baccarat.cut-card-reached"
    shoe: int
    round: int
    dealt: int
    last_round: int
    rule: str


class ShoeClosed(Event):
    """`rounds` were opened from it, void ones too; `dealt` cards had left it."""

    contract = "baccarat.shoe-closed"
    shoe: int
    reason: str
    rounds: int
    dealt: int
    rule: str


EVENTS: tuple[type[Event], ...] = (ShoeLoaded, CardsBurned, DemonstrationDealt, CutCardReached, ShoeClosed)
