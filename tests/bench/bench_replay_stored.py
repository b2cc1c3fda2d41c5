"""Tables made again from their stored bytes, as when a process starts: read, checked and folded.

Both sides have their rows in memory, with the same facts and metadata in them, so that it is the decoding and the folding that
is measured. Ours passes the metadata by, which stand in a line of their own: a state is made of facts alone.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from pydantic_core import from_json

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from domain.holdem.table import Table
from infra.event_store import Append, EventStore, NewEvent
from infra.mapper import metadata_line
from tests.bench.evening import evening
from tests.bench.frame import Benchmark, Work
from tests.bench.library_table import LibraryTable

ROUNDS = 6
"""How often our side replays them in one run, so that it too takes some tenths of a second."""


class ReplayStored(Benchmark):
    name = "replay-stored"
    unit = "events/s"
    against = "Aggregate"
    goal = 8

    def __init__(self) -> None:
        at_tables = [record for record in evening() if record.event.contract.startswith("holdem.")]
        sessions = {stream: list(records) for stream, records in groupby(sorted(at_tables, key=_place), lambda record: record.stream)}
        self.count = len(at_tables)
        self.streams = list(sessions)
        self.store = EventStore.memory(BY_TOPIC)
        for stream, records in sessions.items():
            self.store.append([Append(stream, 0, [NewEvent(record.event, record.meta) for record in records])])
        self.library = Application[UUID]()
        self.ids = [_save(self.library, records) for records in sessions.values()]
        self._compare()

    def ours(self) -> Work:
        def replay() -> int:
            for _ in range(ROUNDS):
                for stream in self.streams:
                    self._table(stream)
            return ROUNDS * self.count

        return replay

    def beside(self) -> Work:
        def replay() -> int:
            for aggregate in self.ids:
                self._library_table(aggregate)
            return self.count

        return replay

    def _table(self, stream: str) -> Table:
        table = Table()
        self.store.fold(stream, table.evolve)
        return table

    def _library_table(self, aggregate: UUID) -> LibraryTable:
        return self.library.repository.get(aggregate)

    def _compare(self) -> None:
        """Both have every event, and end with the same chips and the same last hand."""
        for stream, aggregate in zip(self.streams, self.ids, strict=True):
            table, theirs = self._table(stream), self._library_table(aggregate)
            assert theirs.version == self.store.version(stream)
            assert (theirs.stacks, theirs.players, theirs.last_number) == (table.stacks, table.players, table.last_number)


def _place(record: Recorded) -> tuple[str, int]:
    return record.stream, record.version


def _save(library: "Application[UUID]", records: Sequence[Recorded]) -> UUID:
    first, *others = records
    aggregate = LibraryTable(**_facts(first))
    for record in others:
        getattr(aggregate, _METHOD.sub("_", type(record.event).__name__).lower())(**_facts(record))
    library.save(aggregate)
    return aggregate.id


_METHOD = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""`BetPlaced` is `bet_placed`."""


def _facts(record: Recorded) -> dict[str, Any]:
    """With the metadata as it is stored here too, without what is not known."""
    return {"meta": from_json(metadata_line(record.meta)), **record.event.model_dump(mode="json")}
