"""What a projection remembers of a table session between two batches: its currency, who sits where, whose bets lie there."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from sqlalchemy import Column, Connection, MetaData, Table, Text, select

from domain.event import Recorded
from domain.seating import TableOpened
from projections.one_of import one_of
from projections.projection import Poison, Writer


class Lying(NamedTuple):
    """Whose bet it is, and the round that it was placed in: ids of bets come again in later rounds."""

    player: str
    round: int


@dataclass(slots=True)
class AtTable:
    """`seats`: seat, as text, to player. `bets`: those that lie on the layout, by their id."""

    table: str
    currency: str
    seats: dict[str, str] = field(default_factory=dict)
    bets: dict[str, Lying] = field(default_factory=dict)

    @classmethod
    def opened(cls, event: TableOpened) -> "AtTable":
        return cls(event.table, event.currency, {str(one.seat): one.player for one in event.carried})

    @classmethod
    def from_json(cls, state: str) -> "AtTable":
        kept = json.loads(state)
        return cls(kept["table"], kept["currency"], kept["seats"], {bet: Lying(*lying) for bet, lying in kept["bets"].items()})

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


class TableMemory:
    """One row a table session: those that a batch touches are read once, kept, and written back."""

    def __init__(self, metadata: MetaData, projection: str, generation: int) -> None:
        self._table = Table(
            f"{projection}_tables_{generation}",
            metadata,
            Column("stream", Text, primary_key=True),
            Column("state", Text, nullable=False),
        )
        self._kept: dict[str, AtTable] = {}
        self._touched: set[str] = set()

    def load(self, streams: Iterable[str], connection: Connection) -> None:
        unknown = [stream for stream in streams if stream not in self._kept]
        if unknown:
            rows = connection.execute(select(self._table).where(one_of(connection, self._table.c.stream, unknown)))
            self._kept.update((row.stream, AtTable.from_json(row.state)) for row in rows)

    def open(self, record: Recorded, event: TableOpened) -> None:
        self._kept[record.stream] = AtTable.opened(event)
        self._touched.add(record.stream)

    def of(self, record: Recorded) -> AtTable:
        """For changing it too. Poison without a `TableOpened` before it."""
        found = self._kept.get(record.stream)
        if found is None:
            raise Poison(record, f"no TableOpened stands before it in {record.stream}")
        self._touched.add(record.stream)
        return found

    def save(self, writer: Writer) -> None:
        writer.put(self._table, [{"stream": stream, "state": self._kept[stream].to_json()} for stream in sorted(self._touched)])
        self._touched.clear()

    def forget(self) -> None:
        self._kept.clear()
        self._touched.clear()
