"""The answer to one command while it is being made: the events so far, and the table as it stands after them."""

from collections.abc import Iterator, Sequence

from domain.event import Event
from domain.given import CardsDue, Dealt, Given, SpotDue
from domain.holdem.evolve import EVOLVE
from domain.holdem.hand import Hand
from domain.holdem.rules import HouseRules
from domain.holdem.table import Table, hand_id


class Answer:
    """`table` is a copy that takes in every event; the table that was asked stays as it was."""

    __slots__ = ("_supply", "events", "given", "table")

    def __init__(self, table: Table, given: Given) -> None:
        self.table = table.copy()
        self.given = given
        self.events: list[Event] = []
        self._supply: Iterator[Dealt] | None = None

    def record(self, event: Event) -> None:
        EVOLVE[type(event)](self.table, event)
        self.events.append(event)

    @property
    def house(self) -> HouseRules:
        return self.table.house

    @property
    def hand(self) -> Hand:
        return self.table.playing

    @property
    def has_cards(self) -> bool:
        """Cards were asked for; `next_card` hands them out."""
        return self._supply is not None

    def ask_for(self, spots: Sequence[SpotDue], *, read: bool) -> None:
        """Have a card for each spot, in that order; raises CardsDue where they are not given. Once an answer, for all of it."""
        dealt = self.given.dealt
        if not dealt:
            raise CardsDue(hand_id(self.table, self.hand.number), tuple(spots), None if read else self.hand.drawn)
        if [card.spot for card in dealt] != [due.spot for due in spots]:
            raise ValueError("the cards given are not for the spots that were asked for")
        self._supply = iter(dealt)

    def next_card(self) -> Dealt:
        assert self._supply is not None
        return next(self._supply)
