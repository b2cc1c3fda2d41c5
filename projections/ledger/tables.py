"""The tables of the books, one set a generation."""

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, Integer, MetaData, Table, Text
from sqlalchemy.schema import SchemaItem

from projections.ledger.guards import guard

_WHOLE = BigInteger().with_variant(Integer, "sqlite")
"""64 bits; in SQLite an Integer key is the row's own number, and a BigInteger would be an index beside it."""


class LedgerTables:
    """`entries` and `lines` are only ever added to. `balances` are their sums by day, account and currency: debits as they are, credits
    below 0. `contexts` and `heads` are what the next event is posted and chained upon. `breaks` are the books' own findings.
    """

    as_of: int | None = None
    """All there is, unlike projections/ledger/as_of.py."""

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._generation = generation
        self.entries = self._entries()
        self.lines = self._lines()
        guard(self.entries, self.lines)
        self.balances = self._table(
            "balances",
            Column("account", Text, primary_key=True),
            Column("currency", Text, primary_key=True),
            Column("gaming_day", Text, primary_key=True),
            Column("debits", _WHOLE, nullable=False),
            Column("credits", _WHOLE, nullable=False),
        )
        self.contexts = self._table("contexts", Column("source", Text, primary_key=True), Column("state", Text, nullable=False))
        self.heads = self._table(
            "heads",
            Column("source", Text, primary_key=True),
            Column("seen", _WHOLE, nullable=False),
            Column("position", _WHOLE, nullable=False),
            Column("chain_hash", Text),
        )
        self.breaks = self._breaks()

    def _table(self, name: str, *parts: SchemaItem, **options: Any) -> Table:
        return Table(f"ledger_{name}_{self._generation}", self.metadata, *parts, **options)

    def _index(self, table: Table, *columns: str) -> None:
        Index(f"{table.name}_{columns[0]}", *(table.c[name] for name in columns))

    def _entries(self) -> Table:
        """The columns stand in the order in which the chain takes them in."""
        entries = self._table(
            "entries",
            Column("event_id", Text, nullable=False, unique=True),
            Column("position", _WHOLE, primary_key=True, autoincrement=False),
            Column("event_type", Text, nullable=False),
            Column("event_version", Integer, nullable=False),
            Column("body_hash", Text, nullable=False),
            Column("key", Text, nullable=False),
            Column("table", Text),
            Column("hand", Text),
            Column("gaming_day", Text, nullable=False),
            Column("restates", Text),
            Column("occurred_at", Text, nullable=False),
            Column("actor", Text),
            Column("approver", Text),
            Column("correlation", Text, nullable=False),
            Column("policy_version", Text, nullable=False),
            Column("posting_rules_version", Integer, nullable=False),
            Column("chain_hash", Text, nullable=False),
        )
        self._index(entries, "hand")
        self._index(entries, "gaming_day")
        return entries

    def _lines(self) -> Table:
        lines = self._table(
            "lines",
            Column("position", _WHOLE, primary_key=True),
            Column("n", Integer, primary_key=True),
            Column("book", Text, nullable=False),
            Column("account", Text, nullable=False),
            Column("currency", Text, nullable=False),
            Column("amount", _WHOLE, nullable=False),
            Column("leg", Text, nullable=False),
            Column("rule", Text, nullable=False),
            Column("player", Text),
            Column("bet_or_pot", Text),
            Column("exact_e4", _WHOLE),
            Column("reverses", Text),
            CheckConstraint("amount <> 0"),
            sqlite_with_rowid=False,
        )
        self._index(lines, "account", "position")
        return lines

    def _breaks(self) -> Table:
        return self._table(
            "breaks",
            Column("break", Text, primary_key=True),
            Column("rule", Text, nullable=False),
            Column("type", Text, nullable=False),
            Column("severity", Text, nullable=False),
            Column("key", Text, nullable=False),
            Column("side_a", _WHOLE, nullable=False),
            Column("side_b", _WHOLE, nullable=False),
            Column("difference", _WHOLE, nullable=False),
            Column("table", Text, nullable=False),
            Column("hand", Text),
            Column("currency", Text, nullable=False),
            Column("gaming_day", Text, nullable=False),
            Column("event_id", Text, nullable=False),
            Column("position", _WHOLE, nullable=False),
        )
