"""An evening at the tables, played once: the records that the benchmarks of the store, the log and the books work on."""

from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.attempts import Attempts
from infra.event_store import Append, EventStore, NewEvent
from infra.vault import Vault
from services.demo.evening import play_evening
from services.demo.floor import Floor
from tests.services.house import DAY, House

HANDS = 150


@cache
def evening() -> tuple[Recorded, ...]:
    """The whole log of the house as commands have made it: three Hold'em tables with fifty hands each, and what goes on around them."""
    opened = _house()
    for _ in play_evening(Floor(opened.commands), DAY, HANDS, Random(7)):
        pass
    return tuple(opened.store.read(0, opened.store.last_position()))


def vault() -> Vault:
    """That of its house: what lies open can be proved with it."""
    assert evening()
    return _house().vault


@cache
def _house() -> House:
    """In memory, for as long as the program runs."""
    return House(EventStore.memory(BY_TOPIC), Vault.memory(), Attempts.memory())


def kept(file: Path) -> EventStore:
    """A store of its own in this file, with the evening at the same positions."""
    store = EventStore.sqlite(file, BY_TOPIC, synchronous="NORMAL")
    with store.together():
        for stream, run in groupby(evening(), key=lambda record: record.stream):
            records = list(run)
            events = [NewEvent(record.event, record.meta) for record in records]
            store.append([Append(stream, records[0].version - 1, events)])
    return store
