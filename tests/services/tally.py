"""A small projection to try the projector with: how many events each stream has, and each event once; and a log for it."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

from sqlalchemy import BigInteger, Column, MetaData, Table, Text

from domain.event import Recorded
from domain.holdem import events as holdem
from infra.books import Books
from projections.projection import Poison, Projection, Writer
from services.projector import catch_up
from tests.projections import hand_log
from tests.projections.hand_log import FakeLog, Plan, log_of
from tests.projections.reading import contents

BAD = "P-BAD"
"""The player whose seat this projection cannot read."""


def nothing(_batch: Sequence[Recorded]) -> None: ...


class Tally:
    name: ClassVar[str] = "tally"
    version: ClassVar[int] = 1
    poison: ClassVar[Literal["halt", "park"]] = "halt"
    seen: ClassVar[list[str]] = []
    forgotten: ClassVar[list[str]] = []
    before_commit: ClassVar[Callable[[Sequence[Recorded]], None]] = staticmethod(nothing)

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        stream, many = Column("stream", Text, primary_key=True), Column("many", BigInteger)
        self.streams = Table(f"{self.name}_streams_{generation}", self.metadata, stream, many)
        self.events = Table(f"{self.name}_events_{generation}", self.metadata, Column("id", Text, primary_key=True), Column("type", Text))

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        self.seen.extend(record.id for record in batch)
        for record in batch:
            if isinstance(record.event, holdem.SeatTaken) and record.event.player == BAD:
                raise Poison(record, "nobody is called that", defect=self.version == 9)
        writer.insert(self.events, [{"id": record.id, "type": record.event.topic()} for record in batch])
        writer.add(self.streams, [{"stream": record.stream, "many": 1} for record in batch])
        self.before_commit(batch)

    def forget(self) -> None:
        self.forgotten.append(self.name)


def tally(**attributes: object) -> type[Tally]:
    """A Tally of its own: `name`, `version`, `poison`, `before_commit`."""
    if callable(hook := attributes.get("before_commit")):
        attributes["before_commit"] = staticmethod(hook)
    return type("OwnTally", (Tally,), {"seen": [], "forgotten": [], **attributes})


HAND = Plan({1: 50, 2: 100, 3: 400}, uncalled=(3, 300))
PK07, PK08 = hand_log.Table("PK-07", [HAND] * 3), hand_log.Table("PK-08", [HAND] * 3)


def evening() -> FakeLog:
    """The same every time."""
    return log_of(PK07, PK08, turns=[0, 1] * 40)


def spoil(log: FakeLog, place: int) -> Recorded:
    """Puts a seat that Tally cannot read at this place of the log."""
    record = log.records[place]
    event = holdem.SeatTaken(seat=9, player=BAD, amount=1, source="cash")
    log.records[place] = Recorded(record.position, record.stream, record.version, record.meta, event, event.body())
    return record


def clean(projection: type[Projection], log: FakeLog) -> dict[str, list[tuple[Any, ...]]]:
    """What the projection holds if nothing goes wrong."""
    books = Books.memory()
    catch_up(log, books, [projection])
    return contents(books, projection)
