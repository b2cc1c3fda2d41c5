"""What a report remembers of each table session between two batches: where it is played, in which currency, what is open."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, Text, select

from domain.event import Recorded
from domain.seating import TableOpened
from projections.one_of import one_of
from projections.projection import Poison, Writer

Remembered = dict[str, Any]


class Sessions:
    """One row a table session: those that a batch touches are read once, kept, and written back where they have changed.

    Each projection has a table of its own. `more` are its own columns, all empty when a table opens.
    """

    def __init__(self, metadata: MetaData, projection: str, generation: int, *more: Column[Any]) -> None:
        self._table = Table(
            f"{projection}_sessions_{generation}",
            metadata,
            Column("stream", Text, primary_key=True),
            *(Column(name, Text, nullable=False) for name in ("table", "game", "ruleset", "currency", "gaming_day")),
            *more,
        )
        self._empty: Remembered = dict.fromkeys(column.name for column in more)
        self._kept: dict[str, Remembered] = {}
        self._changed: set[str] = set()

    def load(self, streams: Iterable[str], connection: Connection) -> None:
        unknown = [stream for stream in streams if stream not in self._kept]
        if unknown:
            rows = connection.execute(select(self._table).where(one_of(connection, self._table.c.stream, unknown))).mappings()
            self._kept.update((row["stream"], dict(row)) for row in rows)

    def open(self, record: Recorded, event: TableOpened) -> None:
        """The game is the one that the event's own name begins with."""
        self._kept[record.stream] = {
            "stream": record.stream,
            "table": record.key,
            "game": event.contract.partition(".")[0],
            "ruleset": event.ruleset,
            "currency": event.currency,
            "gaming_day": event.gaming_day,
            **self._empty,
        }
        self._changed.add(record.stream)

    def of(self, record: Recorded) -> Remembered:
        """Poison without a `TableOpened` before it."""
        session = self._kept.get(record.stream)
        if session is None:
            raise Poison(record, f"no TableOpened stands before it in {record.stream}")
        return session

    def values(self, name: str, streams: Iterable[str]) -> list[Any]:
        """What these sessions remember under `name`, where it is anything."""
        return [value for stream in sorted(streams) if (value := self._kept.get(stream, self._empty)[name]) is not None]

    def change(self, record: Recorded, **values: Any) -> None:
        self.of(record).update(values)
        self._changed.add(record.stream)

    def save(self, writer: Writer) -> None:
        writer.put(self._table, [self._kept[stream] for stream in sorted(self._changed)])
        self._changed.clear()

    def forget(self) -> None:
        self._kept.clear()
        self._changed.clear()


def hand_id(session: Remembered, number: int) -> str:
    """`PK-07/2026-11-30/12`."""
    return f"{session['table']}/{session['gaming_day']}/{number}"
