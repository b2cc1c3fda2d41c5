"""What the tables of every game have in common for a service: a session's state, and rules that ask questions."""

from collections.abc import Callable
from typing import Any, ClassVar, Protocol

from domain.command import Command
from domain.event import Event
from domain.given import Given, Question
from domain.seating import ChipsAdded, SeatTaken, TableOpened
from services.case import Case

QUESTIONS_MAX = 4
"""A command asks for cards, for what is sealed, or for a seat's hole cards, each once; more questions are a defect."""


_CHIPS_BROUGHT = (SeatTaken, ChipsAdded)


class TableState(Protocol):
    """A table of any game, as far as a service looks at it."""

    is_open: bool
    code: str
    session: int
    game: str
    currency: str
    gaming_day: str
    last_number: int
    players: dict[int, str]
    stacks: dict[int, int]

    def evolve(self, event: Event) -> None: ...


class Game(Protocol):
    """`name` as in `open-table`; `rulesets` are those that it may be played under."""

    name: ClassVar[str]
    commands: ClassVar[tuple[type[Command], ...]]
    rulesets: ClassVar[frozenset[str]]

    def new(self) -> TableState:
        """A table that was never opened."""

    def rules(self, table: Any, command: Command, given: Given) -> list[Event]:
        """`decide` of the game."""

    def check(self, table: Any, command: Command) -> None:
        """What must be looked at before hidden cards are sealed; a replay does not see them."""

    def on_record(self, case: Case) -> Given:
        """What a replay must know before it asks; in the house, nothing."""

    def answer(self, case: Case, table: Any, question: Question) -> dict[str, Any]:
        """What the house adds to `given`."""

    def inspect(self, table: Any) -> dict[str, Any]: ...

    def subject(self, table: Any, event: Event) -> str:
        """The public id of the hand or round that the event is about, else the table's code."""


def decide(game: Game, case: Case, table: Any, given: Given) -> list[Event]:
    """The rules' decision, once every question of theirs is answered."""
    if case.live:
        game.check(table, case.command)
    for _ in range(QUESTIONS_MAX):
        try:
            return game.rules(table, case.command, given)
        except Question as question:
            given = given.model_copy(update=game.answer(case, table, question))
    raise RuntimeError(f"`{case.command.do}` asked {QUESTIONS_MAX} questions")


class Session:
    """One table session, of whichever game opened it; `table` is None before its first event. `cash` was paid for chips in it, and
    lies in the table's drop box."""

    __slots__ = ("_new", "cash", "currency", "game", "number", "ruleset", "table")

    def __init__(self, new: Callable[[str], TableState]) -> None:
        self._new = new
        self.game: str | None = None
        self.ruleset: str | None = None
        self.number = 0
        self.currency = ""
        self.cash = 0
        self.table: TableState | None = None

    def evolve(self, event: Event) -> None:
        if self.table is None:
            assert isinstance(event, TableOpened)
            self.game, self.ruleset = event.game, event.ruleset
            self.number, self.currency = event.session, event.currency
            self.table = self._new(event.game)
        self.table.evolve(event)
        if isinstance(event, _CHIPS_BROUGHT) and event.source == "cash":
            self.cash += event.amount
