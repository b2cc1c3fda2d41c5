"""Baccarat at a table: the shoe's next cards, what is sealed of a shoe, and what of a command may be recorded."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

from domain.baccarat.choices import RULESETS
from domain.baccarat.commands import COMMANDS, Burn, LoadShoe
from domain.baccarat.decide import decide
from domain.baccarat.table import Table, round_id, round_of
from domain.baccarat.view import inspect
from domain.cards import DECK
from domain.command import Command
from domain.event import Event
from domain.given import BurnedCardDue, Given, Question, SealDue, ShoeCardsDue
from services.case import Case


class ShoeVault(Protocol):
    """Orders of shoes, and single cards that were burned; opened only for what comes out of the shoe now."""

    def deck(self, shoe: str, shuffle: Callable[[], Sequence[str]]) -> Sequence[str]: ...
    def seal_order(self, shoe: str, cards: Sequence[str]) -> str: ...
    def open_order(self, shoe: str, sealed: str) -> Sequence[str]: ...
    def seal(self, shoe: str, spot: str, card: str) -> str: ...
    def named(self, shoe: str, card: str, among: Sequence[str]) -> bool: ...


Shuffle = Callable[[Sequence[str]], Sequence[str]]


class Baccarat:
    """`vault` is None in a replay, where every answer is on record. `shuffle` gives the packs in a fresh order."""

    name: ClassVar[str] = "baccarat"
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    rulesets: ClassVar[frozenset[str]] = frozenset(RULESETS)

    def __init__(self, vault: ShoeVault | None, shuffle: Shuffle) -> None:
        self._vault = vault
        self._shuffle = shuffle

    def new(self) -> Table:
        return Table()

    def rules(self, table: Table, command: Command, given: Given) -> list[Event]:
        return decide(table, command, given)

    def inspect(self, table: Table) -> dict[str, Any]:
        return inspect(table)

    def subject(self, table: Table, event: Event) -> str:
        number = round_of(event)
        return round_id(table, number) if number else table.code

    def check(self, table: Table, command: Command) -> None:
        """The rules look at every card that is named while they can still read it."""

    def on_record(self, case: Case) -> Given:
        """What was sealed stands in the recorded command itself, where no rule can read it as a card."""
        sealed = None if case.live else case.supplied.get("sealed")
        if sealed is not None:
            self._record(case, sealed)
        return Given(sealed=sealed)

    def answer(self, case: Case, table: Table, question: Question) -> dict[str, Any]:  # noqa: ARG002
        match question:
            case ShoeCardsDue():
                return {"drawn": tuple(case.supply("drawn", lambda _facts: list(self._next_cards(question))))}
            case SealDue():
                return {"sealed": self._sealed(case, question)}
            case BurnedCardDue():
                return {"among": case.supply("among", lambda _facts: self._is_among(question))}
        raise TypeError(f"baccarat asks nothing like {type(question).__name__}")

    def _next_cards(self, due: ShoeCardsDue) -> tuple[str, ...]:
        """From the order that was loaded, else from the house's own, shuffled once."""
        vault = self._asked
        if due.order is not None:
            return due.take(vault.open_order(due.shoe, due.order))
        return due.take(vault.deck(due.shoe, lambda: self._shuffle(DECK * due.decks)))

    def _sealed(self, case: Case, due: SealDue) -> str:
        command = case.command
        if isinstance(command, LoadShoe):
            cards = command.cards or ()
            sealed: str = case.supply("sealed", lambda _facts: self._asked.seal_order(due.shoe, cards))
        else:
            assert isinstance(command, Burn)
            card = str(command.first_card)
            sealed = case.supply("sealed", lambda _facts: self._asked.seal(due.shoe, due.spot, card))
        self._record(case, sealed)
        return sealed

    def _record(self, case: Case, sealed: str) -> None:
        """The command is recorded with the sealed text in place of what it named."""
        if isinstance(case.command, LoadShoe):
            case.recorded["cards"] = [sealed]
        else:
            case.recorded["first_card"] = sealed

    def _is_among(self, due: BurnedCardDue) -> bool:
        return any(self._asked.named(due.shoe, card, [due.spot]) for card in due.cards)

    @property
    def _asked(self) -> ShoeVault:
        assert self._vault is not None, "a replay asks nothing of the house"
        return self._vault
