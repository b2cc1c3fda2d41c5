"""An evening at the tables, played once: the records that the benchmarks of the store, the log and the books work on."""

from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.event_store import Append, EventStore, NewEvent
from services.demo.evening import play_evening
from services.demo.floor import Floor
from tests.services.house import DAY, house

HANDS = 150


@cache
def evening() -> tuple[Recorded, ...]:
    """The whole log of the house as commands have made it: three Hold'em tables with fifty hands each, and what goes on around them."""
    with house() as opened:
        for _ in play_evening(Floor(opened.commands), DAY, HANDS, Random(7)):
            pass
        return tuple(opened.store.read(0, opened.store.last_position()))


def kept(file: Path) -> EventStore:
    """A store of its own in this file, with the evening at the same positions."""
    store = EventStore.sqlite(file, BY_TOPIC, synchronous="NORMAL")
    with store.together():
        for stream, run in groupby(evening(), key=lambda record: record.stream):
            records = list(run)
            events = [NewEvent(record.event, record.meta) for record in records]
            store.append([Append(stream, records[0].version - 1, events)])
    return store
