"""A small projection to try the projector with: how many events each stream has, and each event once."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Literal

from sqlalchemy import BigInteger, Column, MetaData, Table, Text

from domain.event import Recorded
from domain.holdem import events as holdem
from projections.projection import Poison, Writer

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
