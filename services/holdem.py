"""Hold'em at a table: where its rules' questions about cards go, and what of a command may be recorded."""

from collections.abc import Sequence
from typing import Any, ClassVar

from domain.cards import UNKNOWN
from domain.command import Command
from domain.event import Event
from domain.given import NOTHING, CardsDue, Dealt, Given, HoleCardsDue, Question
from domain.holdem.choices import RULESETS
from domain.holdem.commands import COMMANDS
from domain.holdem.decide import check_cards, decide
from domain.holdem.table import Table, hand_id, hand_of
from domain.holdem.view import inspect
from services.cards import CardDesk
from services.case import Case


class Holdem:
    """`desk` is None in a replay, where every answer is on record."""

    name: ClassVar[str] = "holdem"
    commands: ClassVar[tuple[type[Command], ...]] = COMMANDS
    rulesets: ClassVar[frozenset[str]] = frozenset(RULESETS)

    def __init__(self, desk: CardDesk | None) -> None:
        self._desk = desk

    def new(self) -> Table:
        return Table()

    def rules(self, table: Table, command: Command, given: Given) -> list[Event]:
        return decide(table, command, given)

    def inspect(self, table: Table) -> dict[str, Any]:
        return inspect(table)

    def subject(self, table: Table, event: Event) -> str:
        number = hand_of(event)
        return hand_id(table, number) if number else table.code

    def check(self, table: Table, command: Command) -> None:
        if cards := getattr(command, "cards", None):
            check_cards(table.house.ruleset, cards)

    def on_record(self, case: Case) -> Given:  # noqa: ARG002
        """Its rules ask for every answer in turn."""
        return NOTHING

    def answer(self, case: Case, table: Table, question: Question) -> dict[str, Any]:
        cards: Sequence[str] = getattr(case.command, "cards", None) or ()
        if isinstance(question, CardsDue):
            return self._dealt(case, question, table, cards)
        assert isinstance(question, HoleCardsDue)
        return self._opened(case, question, table, cards)

    def _dealt(self, case: Case, due: CardsDue, table: Table, cards: Sequence[str]) -> dict[str, Any]:
        """A card that was named before is refused, so nothing is sealed then."""
        among = table.playing.spots()
        repeated = case.supply("repeated", lambda _facts: self._asked.repeated(due.hand, cards, among))
        if repeated:
            return {"repeated": tuple(repeated)}
        dealt = case.supply("dealt", lambda _facts: self._asked.dealt(due, cards))
        placed = tuple([Dealt.model_validate(one) for one in dealt])
        if cards:
            case.recorded["cards"] = _recorded_cards(due, placed, cards)
        return {"dealt": placed}

    def _opened(self, case: Case, due: HoleCardsDue, table: Table, cards: Sequence[str]) -> dict[str, Any]:
        """The seat's own cards do not count as named before: showing them names them again."""
        own = {spot for spot, _sealed in due.sealed}
        others = [spot for spot in table.playing.spots() if spot not in own]
        hole = case.supply("hole", lambda _facts: self._asked.hole(due))
        repeated = case.supply("repeated", lambda _facts: self._asked.repeated(due.hand, cards, others))
        if case.live and UNKNOWN in hole and len(cards) == len(hole) and not repeated:
            self._asked.shown(due, cards)
        return {"hole": tuple(hole), "repeated": tuple(repeated)}

    @property
    def _asked(self) -> CardDesk:
        assert self._desk is not None, "a replay asks nothing of the house"
        return self._desk


def _recorded_cards(due: CardsDue, dealt: Sequence[Dealt], cards: Sequence[str]) -> list[str]:
    """The command's own cards as they may be kept: what is hidden in its sealed form."""
    kept = [UNKNOWN] * len(cards)
    for spot, placed in zip(due.spots, dealt, strict=True):
        if spot.card is not None:
            kept[spot.card] = placed.card or placed.sealed or UNKNOWN
    return kept
