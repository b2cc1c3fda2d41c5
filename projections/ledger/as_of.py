"""The books as they stood at a position of the log: whatever was booked later, in whichever lane, is not there."""

from typing import Protocol

from sqlalchemy import FromClause, Table, select

from projections.ledger.tables import LedgerTables


class Books(Protocol):
    """What a question about entries and lines is put to: the tables themselves, or what was in them at a position."""

    @property
    def entries(self) -> FromClause: ...
    @property
    def lines(self) -> FromClause: ...
    @property
    def heads(self) -> Table: ...
    @property
    def contexts(self) -> Table: ...
    @property
    def as_of(self) -> int | None:
        """None: all there is."""


class BooksAsOf:
    """`heads` and `contexts` stand where they stand now: whoever reads them looks at their positions."""

    def __init__(self, tables: LedgerTables, as_of: int) -> None:
        self.as_of = as_of
        self.entries = select(tables.entries).where(tables.entries.c.position <= as_of).subquery("entries")
        self.lines = select(tables.lines).where(tables.lines.c.position <= as_of).subquery("lines")
        self.heads = tables.heads
        self.contexts = tables.contexts
