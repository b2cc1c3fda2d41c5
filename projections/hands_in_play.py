"""The hands and rounds that a batch of events adds to: read when the batch begins, written back when it ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import BigInteger, Column, Connection, Integer, Table, Text, select

from domain.event import Recorded
from projections.one_of import one_of
from projections.projection import Writer
from projections.sessions import Remembered

OPEN = "open"
_OF_SESSION = ("gaming_day", "game", "table", "currency", "ruleset")


def index_columns() -> list[Column[Any]]:
    """What the index holds of a hand and of a round; anew for each table."""
    return [
        Column("id", Text, primary_key=True),
        *(Column(name, Text, nullable=False) for name in (*_OF_SESSION, "stream", "status")),
        Column("number", Integer, nullable=False),
        Column("first_version", BigInteger, nullable=False),
        Column("last_version", BigInteger),
        Column("position", BigInteger, nullable=False),
        Column("started_at", Text, nullable=False),
        Column("ended_at", Text),
    ]


def begun(hand: str, number: int, session: Remembered, record: Recorded) -> dict[str, Any]:
    """Those columns of a hand or round that has just begun."""
    return {
        "id": hand,
        **{name: session[name] for name in _OF_SESSION},
        "stream": record.stream,
        "status": OPEN,
        "number": number,
        "first_version": record.version,
        "last_version": None,
        "position": record.position,
        "started_at": record.meta.time,
        "ended_at": None,
    }


@dataclass(slots=True)
class HandInPlay:
    """`row` of the index, and a row of each part, by its key: the seats dealt in, or the bets of a round."""

    row: dict[str, Any]
    parts: dict[Any, dict[str, Any]]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def status(self) -> str:
        return str(self.row["status"])

    def close(self, record: Recorded, status: str) -> None:
        """The event is the last one of the hand, as far as is known."""
        self.row.update(status=status, last_version=record.version, ended_at=record.meta.time)


H = TypeVar("H", bound=HandInPlay)


class HandsInPlay(Generic[H]):
    """`kind` of hand, with its tables and the column that names a part. A hand stays until it leaves and is written."""

    def __init__(self, kind: type[H], index: Table, parts: Table, part: str) -> None:
        self._kind = kind
        self._index = index
        self._parts = parts
        self._part = part
        self._kept: dict[str, H] = {}
        self._touched: set[str] = set()
        self._leaving: set[str] = set()

    def load(self, hands: Iterable[str], connection: Connection) -> None:
        unknown = [hand for hand in hands if hand not in self._kept]
        if not unknown:
            return
        for row in connection.execute(select(self._index).where(one_of(connection, self._index.c.id, unknown))).mappings():
            self._kept[row["id"]] = self._kind(dict(row), {})
        for row in connection.execute(select(self._parts).where(one_of(connection, self._parts.c.id, unknown))).mappings():
            self._kept[row["id"]].parts[row[self._part]] = dict(row)

    def begin(self, hand: H) -> None:
        self._kept[hand.id] = hand
        self._touched.add(hand.id)

    def of(self, hand: str) -> H:
        """For changing it."""
        self._touched.add(hand)
        return self._kept[hand]

    def leave(self, hand: str) -> None:
        """Nothing will be added to it."""
        self._leaving.add(hand)

    def save(self, writer: Writer) -> None:
        touched = [self._kept[hand] for hand in sorted(self._touched)]
        writer.put(self._index, [hand.row for hand in touched])
        writer.put(self._parts, [part for hand in touched for _, part in sorted(hand.parts.items())])
        for hand in self._leaving:
            del self._kept[hand]
        self._touched.clear()
        self._leaving.clear()

    def forget(self) -> None:
        self._kept.clear()
        self._touched.clear()
        self._leaving.clear()
