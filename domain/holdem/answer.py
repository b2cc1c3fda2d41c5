"""The answer to one command while it is being made: the events so far, and the table as it stands after them."""

from collections.abc import Sequence

from domain.event import Event
from domain.given import CardsDue, Dealt, Given, SpotDue
from domain.holdem.evolve import EVOLVE
from domain.holdem.hand import Hand
from domain.holdem.rules import HouseRules
from domain.holdem.table import Table, hand_id


class Answer:
    """`table` is a copy that takes in every event; the table that was asked stays as it was."""

    __slots__ = ("_cards", "events", "given", "table")

    def __init__(self, table: Table, given: Given) -> None:
        self.table = table.copy()
        self.given = given
        self.events: list[Event] = []
        self._cards = iter(given.dealt)

    def record(self, event: Event) -> None:
        EVOLVE[type(event)](self.table, event)
        self.events.append(event)

    @property
    def house(self) -> HouseRules:
        rules = self.table.rules
        assert rules is not None
        return rules

    @property
    def hand(self) -> Hand:
        hand = self.table.hand
        assert hand is not None
        return hand

    def ask_for(self, spots: Sequence[SpotDue], *, read: bool) -> None:
        """Raise CardsDue unless cards are given: one for each spot of the whole answer, in that order."""
        if not self.given.dealt:
            raise CardsDue(hand_id(self.table, self.hand.number), tuple(spots), None if read else self.hand.drawn)

    def card_at(self, spot: str) -> Dealt:
        """The next card that was given; it must be for this spot."""
        card = next(self._cards, None)
        if card is None or card.spot != spot:
            raise ValueError(f"the cards given are not for the spots that were asked for: {spot} is missing")
        return card
