"""What every projection is, and the one transaction that it writes in.

A projection never decides: it says what followed from facts. It sees every event once, in the order of the log (the
order within one source is the same in every feed), and may be thrown away: built again from nothing it is equal.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol

from sqlalchemy import Connection, MetaData, Table

from domain.event import Recorded

Row = Mapping[str, Any]


class Poison(Exception):
    """An event that the projection cannot go past: raised from `project`, which then has written nothing.

    It is unknown to it, lacks what had to come before, or would break a rule of the books. `defect` says that the fault
    is the program's own, not the event's. Any other exception is no judgement on an event: the batch is tried again.
    """

    def __init__(self, record: Recorded, reason: str, *, defect: bool = False) -> None:
        super().__init__(f"{record.id} at position {record.position} ({record.event.topic()}): {reason}")
        self.record = record
        self.reason = reason
        self.defect = defect


class Writer(Protocol):
    """One transaction on the read models: rows and cursor are stored together or not at all.

    All rows of one call name the same columns; what is left out is null, or keeps its value where the row is there.
    Several rows of one key in one call count one after the other.
    """

    connection: Connection
    """For reading what the projection has written before, in the same transaction."""

    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        """New rows; a primary key that exists is an error."""

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Insert, or replace the row of the same primary key."""

    def add(self, table: Table, rows: Sequence[Row]) -> None:
        """Insert, or add the columns that are not in the primary key (whole numbers) to the row that is there."""


class Projection(Protocol):
    """One generation of a read model: a rebuild makes the next generation beside the live one.

    `poison` says what an event does that the projection cannot read: `halt` stops it where money is concerned, `park`
    sets the rest of that source's events aside and goes on.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Raised when the same events make other rows or tables: the projection is then built again from nothing."""
    poison: ClassVar[Literal["halt", "park"]]
    metadata: MetaData
    """Its tables, named `{projection}_{table}_{generation}`."""

    def __init__(self, generation: int) -> None: ...

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        """Write what follows from the events, which are in the order of the log and new to this projection."""

    def forget(self) -> None:
        """Drop what is kept in memory between batches: the last transaction was rolled back."""
