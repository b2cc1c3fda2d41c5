"""Who answers the rules' questions in these tests: a dictionary for a vault, and decks from a seed."""

from collections.abc import Sequence
from random import Random

from domain.cards import DECK, UNKNOWN
from domain.command import Command
from domain.given import CardsDue, Dealt, Given, HoleCardsDue, Permit, Previous
from domain.holdem.answer import Answer
from domain.holdem.decide import answer, check_cards
from domain.holdem.table import Table


class Desk:
    """`given` is what the last command was decided with; `named` holds every card by hand and spot."""

    def __init__(self, seed: int = 0) -> None:
        self.given = Given()
        self.named: dict[tuple[str, str], str] = {}
        self.sealed: dict[str, str] = {}
        self.seed = seed

    def ask(self, table: Table, command: Command, permits: Sequence[Permit] = (), previous: Previous | None = None) -> Answer:
        cards: Sequence[str] = getattr(command, "cards", None) or ()
        if table.rules is not None:
            check_cards(table.rules.ruleset, cards)
        self.given = Given(permits=tuple(permits), previous=previous)
        for _ in range(3):
            try:
                return answer(table, command, self.given)
            except CardsDue as due:
                repeated = self._repeated(table, due.hand, cards)
                self.given = Given(repeated=repeated) if repeated else Given(dealt=tuple(self._deal(due, cards)))
            except HoleCardsDue as due:
                first, second = [self.sealed[sealed] for _, sealed in due.sealed]
                own = [spot for spot, _ in due.sealed]
                self.given = Given(hole=(first, second), repeated=self._repeated(table, due.hand, cards, own))
        raise AssertionError("a command asks once")

    def _repeated(self, table: Table, hand: str, cards: Sequence[str], but: Sequence[str] = ()) -> tuple[int, ...]:
        seen = {self.named.get((hand, spot), UNKNOWN) for spot in table.playing.spots() if spot not in but}
        found = []
        for place, card in enumerate(cards, 1):
            if card != UNKNOWN and card in seen:
                found.append(place)
            seen.add(card)
        return tuple(found)

    def _deal(self, due: CardsDue, cards: Sequence[str]) -> list[Dealt]:
        deck = iter(self.deck(due.hand)[due.drawn or 0 :])
        dealt = []
        for spot in due.spots:
            card = next(deck) if due.drawn is not None else UNKNOWN if spot.card is None else cards[spot.card]
            self.named[due.hand, spot.spot] = card
            if spot.hidden:
                sealed = f"sealed-{len(self.sealed)}"
                self.sealed[sealed] = card
                dealt.append(Dealt(spot=spot.spot, sealed=sealed))
            else:
                dealt.append(Dealt(spot=spot.spot, card=card))
        return dealt

    def deck(self, hand: str) -> list[str]:
        return Random(f"{self.seed} {hand}").sample(DECK, len(DECK))
