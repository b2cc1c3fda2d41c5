"""The answer to one command while it is being made: the events so far, and the table as it stands after them."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from domain.baccarat import shoe_events
from domain.baccarat.evolve import EVOLVE
from domain.baccarat.rules import HouseRules
from domain.baccarat.table import Table, order_id, shoe_id
from domain.event import Event
from domain.given import BurnedCardDue, Given, SealDue, ShoeCardsDue

BURNED: Final = "burn/1"
"""The spot of a card that was named and then burned face down."""


class Answer:
    """`table` is a copy that takes in every event; the table that was asked stays as it was."""

    __slots__ = ("events", "given", "table")

    def __init__(self, table: Table, given: Given) -> None:
        self.table = table.copy()
        self.given = given
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        EVOLVE[type(event)](self.table, event)
        self.events.append(event)

    @property
    def house(self) -> HouseRules:
        return self.table.house

    def draw(self, enough: Callable[[Sequence[str]], bool]) -> tuple[str, ...]:
        """The next cards of a shoe that follows an order, until there are enough; fewer where it runs dry. Once an answer."""
        shoe, drawn = self.table.in_use, self.given.drawn
        if drawn is None:
            raise ShoeCardsDue(order_id(self.table), self.house.decks, shoe.drawn, shoe.order, enough)
        if drawn and enough(drawn[:-1]):
            raise ValueError("more cards were given than were asked for")
        return drawn

    def seal(self, shoe: int, spot: Literal["order", "burn/1"]) -> str:
        """The sealed form of what the command names for this spot of a shoe; raises SealDue."""
        if self.given.sealed is None:
            raise SealDue(shoe_id(self.table, shoe), spot)
        return self.given.sealed

    def was_burned(self, cards: Sequence[str]) -> bool:
        """Whether the card that was burned face down is one of these; raises BurnedCardDue."""
        sealed = self.table.in_use.burned_card
        if not cards or sealed is None:
            return False
        if self.given.among is None:
            raise BurnedCardDue(order_id(self.table), BURNED, sealed, tuple(cards))
        return self.given.among

    def pass_white_card(self, count: int) -> None:
        """Before the next `count` cards come from a shoe that follows an order: the white card, if it lies among them."""
        shoe = self.table.in_use
        if shoe.has_white_card_within(count):
            assert shoe.white_card is not None
            self.white_card_out(shoe.white_card)

    def white_card_out(self, dealt: int) -> None:
        """It belongs to the round whose first card has been dealt, else to the one that is about to begin (3(1))."""
        table, house, number = self.table, self.house, self.table.round_number
        begun = table.round is not None and len(table.hands) > 0
        self.record(
            shoe_events.CutCardReached(
                shoe=table.in_use.number,
                round=number,
                dealt=dealt,
                last_round=number + (house.last_after if begun else house.last_before),
                rule=house.ref("3(1)"),
            )
        )
