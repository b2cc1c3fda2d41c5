"""The hands that a batch of events adds to: read when the batch begins, written back when it ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Table, select

from domain.event import Recorded
from domain.holdem.events import HandStarted
from projections.projection import Writer
from projections.sessions import Remembered

OPEN = "open"


@dataclass(slots=True)
class HandInPlay:
    """`row` of the index, and of each seat dealt in."""

    row: dict[str, Any]
    seats: dict[int, dict[str, Any]]

    @classmethod
    def started(cls, hand: str, session: Remembered, record: Recorded, event: HandStarted) -> "HandInPlay":
        row = {
            "id": hand,
            **{name: session[name] for name in ("gaming_day", "game", "table", "currency", "ruleset")},
            "stream": record.stream,
            "status": OPEN,
            "number": event.hand,
            "first_version": record.version,
            "last_version": None,
            "position": record.position,
            "started_at": record.meta.time,
            "ended_at": None,
            **dict.fromkeys(("contributed", "returned", "refunded", "commission"), 0),
        }
        nothing = dict.fromkeys(("contributed", "returned", "refunded", "won"), 0)
        seats = {one.seat: {"id": hand, "seat": one.seat, "player": one.player, "stack": one.stack, **nothing} for one in event.seats}
        return cls(row, seats)

    @property
    def id(self) -> str:
        return str(self.row["id"])

    def add(self, name: Literal["contributed", "returned", "refunded"], seat: int, amount: int) -> None:
        """To the seat and to the hand."""
        self.seats[seat][name] += amount
        self.row[name] += amount

    def close(self, record: Recorded, status: str) -> None:
        self.row.update(status=status, last_version=record.version, ended_at=record.meta.time)


class HandsInPlay:
    """A hand leaves when it has ended and is written."""

    def __init__(self, index: Table, seats: Table) -> None:
        self._index = index
        self._seats = seats
        self._kept: dict[str, HandInPlay] = {}
        self._touched: set[str] = set()

    def load(self, hands: Iterable[str], connection: Connection) -> None:
        unknown = [hand for hand in hands if hand not in self._kept]
        if not unknown:
            return
        for row in connection.execute(select(self._index).where(self._index.c.id.in_(unknown))).mappings():
            self._kept[row["id"]] = HandInPlay(dict(row), {})
        for row in connection.execute(select(self._seats).where(self._seats.c.id.in_(unknown))).mappings():
            self._kept[row["id"]].seats[row["seat"]] = dict(row)

    def begin(self, hand: HandInPlay) -> None:
        self._kept[hand.id] = hand
        self._touched.add(hand.id)

    def of(self, hand: str) -> HandInPlay:
        """For changing it."""
        self._touched.add(hand)
        return self._kept[hand]

    def save(self, writer: Writer) -> None:
        touched = [self._kept[hand] for hand in sorted(self._touched)]
        writer.put(self._index, [hand.row for hand in touched])
        writer.put(self._seats, [seat for hand in touched for _, seat in sorted(hand.seats.items())])
        for hand in touched:
            if hand.row["status"] != OPEN:
                del self._kept[hand.id]
        self._touched.clear()

    def forget(self) -> None:
        self._kept.clear()
        self._touched.clear()
