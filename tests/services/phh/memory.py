"""A house in memory: the rules of the table themselves, and nothing stored. Sealed cards lie in a dictionary."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from domain.cards import UNKNOWN
from domain.command import Command, Inspect, TableCommand
from domain.event import Event, Metadata, Recorded, table_stream
from domain.given import CardsDue, Given, HoleCardsDue
from domain.holdem.commands import COMMANDS
from domain.holdem.decide import decide
from domain.holdem.table import Table
from domain.holdem.view import inspect
from services.parsing import At, Parser
from services.receipts import Answer

DAY = "2026-11-30"


class MemoryHouse:
    """`commands` are those that were carried out and `events` what they made; what is undone is in neither."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.commands: list[dict[str, Any]] = []
        self.events: list[Event] = []
        self._parser = Parser({"holdem": COMMANDS}, ())
        self._sealed: dict[str, dict[str, str]] = {}

    def known(self, table: str) -> bool:
        return table in self.tables

    @contextmanager
    def together(self) -> Iterator[None]:
        tables, commands, events = self.tables.copy(), len(self.commands), len(self.events)
        try:
            yield
        except BaseException:
            self.tables = tables
            del self.commands[commands:], self.events[events:]
            raise

    def handle(self, raw: dict[str, Any]) -> Answer:
        command = self._parser.parse(raw, At("holdem"))
        assert isinstance(command, TableCommand)
        table = self.tables.get(command.table) or Table()
        events = self._decide(table, command)
        if isinstance(command, Inspect):
            return Answer((), inspect(table))
        table = table.copy()
        for event in events:
            table.evolve(event)
        self.tables[command.table] = table
        self.commands.append(raw)
        first = len(self.events) + 1
        self.events += events
        return Answer([_recorded(command.table, position, event) for position, event in enumerate(events, first)])

    def send(self, raw: dict[str, Any]) -> dict[str, Any]:
        """Carry out one command and say how the table stands after it."""
        self.handle(raw)
        return inspect(self.tables[raw["table"]])

    def _decide(self, table: Table, command: Command) -> list[Event]:
        cards: Sequence[str] = getattr(command, "cards", None) or ()
        given = Given()
        while True:
            try:
                return decide(table, command, given)
            except CardsDue as due:
                given = self._deal(due, cards)
            except HoleCardsDue as due:
                sealed = self._sealed[due.hand]
                first, second = (sealed[spot] for spot, _ in due.sealed)
                others = {card for spot, card in sealed.items() if spot not in dict(due.sealed)}
                given = Given(hole=(first, second), repeated=_repeated(cards, others))

    def _deal(self, due: CardsDue, cards: Sequence[str]) -> Given:
        sealed = self._sealed.setdefault(due.hand, {})
        if repeated := _repeated(cards, set(sealed.values())):
            return Given(repeated=repeated)
        dealt = []
        for spot in due.spots:
            sealed[spot.spot] = UNKNOWN if spot.card is None else cards[spot.card]
            dealt.append({"spot": spot.spot} | ({"sealed": f"sealed {spot.spot}"} if spot.hidden else {"card": sealed[spot.spot]}))
        return Given.model_validate({"dealt": dealt})


def _repeated(cards: Sequence[str], named: set[str]) -> tuple[int, ...]:
    earlier = named - {UNKNOWN}
    found = []
    for number, card in enumerate(cards, 1):
        if card in earlier:
            found.append(number)
        if card != UNKNOWN:
            earlier.add(card)
    return tuple(found)


def _recorded(table: str, position: int, event: Event) -> Recorded:
    meta = Metadata("2026-11-30T12:00:00.000000Z", None, None, DAY, table, "correlation")
    return Recorded(position, table_stream(table, 1), position, meta, event, event.body())
