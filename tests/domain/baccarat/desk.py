"""Who answers the rules' questions in these tests: shoes shuffled from a seed, and a dictionary for a vault."""

from collections.abc import Sequence
from random import Random
from typing import Any

from domain.baccarat.answer import Answer
from domain.baccarat.decide import answer
from domain.baccarat.table import Table
from domain.cards import DECK
from domain.command import Command
from domain.given import BurnedCardDue, Given, SealDue, ShoeCardsDue


class Desk:
    """`given` is what the last command was decided with, `recorded` the command as it would be kept."""

    def __init__(self, seed: int = 0) -> None:
        self.given = Given()
        self.recorded: Command | None = None
        self.sealed: dict[str, tuple[str, ...]] = {}
        self.questions = 0
        self._seed = seed

    def ask(self, table: Table, command: Command, **known: Any) -> Answer:
        self.given, self.recorded, self.questions = Given(**known), command, 0
        for _ in range(4):
            try:
                return answer(table, self.recorded, self.given)
            except ShoeCardsDue as due:
                more: dict[str, Any] = {"drawn": due.take(self.order(due))}
            except SealDue as due:
                more = {"sealed": self._seal(due, command)}
            except BurnedCardDue as due:
                more = {"among": self.sealed[due.sealed][0] in due.cards}
            self.questions += 1
            self.given = self.given.model_copy(update=more)
        raise AssertionError("a command asks for cards once, and once whether one of them was burned")

    def order(self, due: ShoeCardsDue) -> Sequence[str]:
        if due.order is not None:
            return self.sealed[due.order]
        cards = DECK * due.decks
        return Random(f"{self._seed} {due.shoe}").sample(cards, len(cards))

    def _seal(self, due: SealDue, command: Any) -> str:
        """The readable command goes: what is kept, and asked again in a replay, has the sealed text in its place."""
        name = f"sealed-{due.shoe}-{due.spot}"
        if due.spot == "order":
            self.sealed[name] = command.cards
            self.recorded = command.model_copy(update={"cards": (name,)})
        else:
            self.sealed[name] = (command.first_card,)
            self.recorded = command.model_copy(update={"first_card": name})
        return name
