"""An evening at the tables, played once: the records that the benchmarks of the store, the log and the books work on."""

from contextlib import AbstractContextManager
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.event_store import Append, EventStore, NewEvent
from services.demo.evening import play_evening
from services.demo.floor import Floor
from services.receipts import Answer
from tests.services.house import DAY, House, house

HANDS = 150


Command = dict[str, Any]


def evening() -> tuple[Recorded, ...]:
    """The whole log of the house as commands have made it: three Hold'em tables with fifty hands each, and what goes on around them."""
    return _played()[1]


def commands() -> tuple[Command, ...]:
    """Those commands, in their order. A house whose decks come in the same order as well makes the same evening of them."""
    return _played()[0]


@cache
def _played() -> tuple[tuple[Command, ...], tuple[Recorded, ...]]:
    with house() as opened:
        recording = _Recording(opened)
        for _ in play_evening(Floor(recording), DAY, HANDS, Random(7)):
            pass
        return tuple(recording.taken), tuple(opened.store.read(0, opened.store.last_position()))


class _Recording:
    """Between the floor and the house: keeps the commands that were taken."""

    def __init__(self, opened: House) -> None:
        self.taken: list[Command] = []
        self._commands = opened.commands

    def handle(self, raw: Command) -> Answer:
        answer = self._commands.handle(raw)
        if answer.events:
            self.taken.append(dict(raw))
        return answer

    def together(self) -> AbstractContextManager[None]:
        return self._commands.together()


def kept(file: Path) -> EventStore:
    """A store of its own in this file, with the evening at the same positions."""
    store = EventStore.sqlite(file, BY_TOPIC, synchronous="NORMAL")
    with store.together():
        for stream, run in groupby(evening(), key=lambda record: record.stream):
            records = list(run)
            events = [NewEvent(record.event, record.meta) for record in records]
            store.append([Append(stream, records[0].version - 1, events)])
    return store
