"""What the books keep in memory between batches: contexts and chain heads, read when first needed and stored with the rows."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Table, select

from domain.event import Recorded, key_of, source_of
from projections.ledger.breaks import Break
from projections.ledger.chain import GENESIS, entry_hash
from projections.ledger.context import Context
from projections.ledger.entry import Entry
from projections.ledger.halt import BooksHalted
from projections.ledger.session import TableSession
from projections.ledger.slips import CageSlips
from projections.ledger.tables import LedgerTables
from projections.projection import Writer


class Hot:
    """Contexts and chain heads by source, `/tables/PK-07`. Dropped when a transaction was rolled back."""

    def __init__(self, tables: LedgerTables) -> None:
        self.context = Context()
        self._tables = tables
        self._heads: dict[str, tuple[int, str]] = {}
        self._known: set[str] = set()
        self._sources: dict[str, str] = {}
        self._touched: dict[str, None] = {}

    def load(self, connection: Connection, batch: Iterable[Recorded]) -> None:
        """Read what the batch needs and memory does not hold."""
        first_of: dict[str, Recorded] = {}
        for recorded in batch:
            if recorded.stream not in self._sources:
                self._sources[recorded.stream] = source_of(recorded.stream)
            first_of.setdefault(self._sources[recorded.stream], recorded)
        if not self._known:
            self._load_policies(connection)
        wanted = first_of.keys() - self._known
        if wanted:
            self._load_contexts(connection, wanted)
            self._load_heads(connection, wanted, first_of)
            self._known |= wanted

    def follow(self, recorded: Recorded, entry: Entry | None) -> list[Break]:
        self._touched[self._sources[recorded.stream]] = None
        return self.context.follow(recorded, entry)

    def chain(self, entry: Entry, stream: str) -> str:
        """The entry's hash, now the head of its source."""
        source = self._sources[stream]
        _position, previous = self._heads.get(source, (0, GENESIS))
        chained = entry_hash(previous, entry)
        self._heads[source] = (entry.head.position, chained)
        return chained

    def store(self, writer: Writer) -> None:
        """Contexts and heads of the sources that this batch has touched; a table that has closed has an empty context."""
        sources = sorted(self._touched)
        heads = [(source, *self._heads[source]) for source in sources if source in self._heads]
        writer.put(self._tables.heads, [{"source": source, "position": position, "chain_hash": head} for source, position, head in heads])
        states = {source: self._state(source) for source in sources}
        rows = [{"source": source, "state": _text(state)} for source, state in states.items() if state is not None]
        writer.put(self._tables.contexts, rows)
        self._touched.clear()

    def _state(self, source: str) -> Mapping[str, Any] | None:
        kind, name = source[1:].split("/")
        if kind == "tables":
            session = self.context.sessions.get(name)
            return session.to_json() if session else {}
        if kind == "cages":
            return self.context.cages[name].to_json()
        policy = self.context.policies.get(name) if kind == "days" else None
        return {"policy": policy} if policy else None

    def _load_policies(self, connection: Connection) -> None:
        """All of them: an entry of any day may ask."""
        contexts = self._tables.contexts
        for source, text in connection.execute(select(contexts).where(contexts.c.source.startswith("/days/"))):
            self.context.policies[_name(source)] = json.loads(text)["policy"]

    def _load_contexts(self, connection: Connection, wanted: Iterable[str]) -> None:
        for source, text in connection.execute(_by_source(self._tables.contexts, wanted)):
            state = json.loads(text)
            if source.startswith("/cages/"):
                self.context.cages[_name(source)] = CageSlips.from_json(state)
            elif source.startswith("/tables/") and state:
                self.context.sessions[_name(source)] = TableSession.from_json(state)

    def _load_heads(self, connection: Connection, wanted: Iterable[str], first_of: Mapping[str, Recorded]) -> None:
        """Every head must be the hash of the last entry of its source, else the chain is broken."""
        entries = self._tables.entries
        for source, position, head in connection.execute(_by_source(self._tables.heads, wanted)):
            stored = connection.execute(select(entries.c.chain_hash).where(entries.c.position == position)).scalar_one_or_none()
            if stored != head:
                raise BooksHalted("chain", first_of[source], f"the head of {source} is {head}, its last entry at {position} has {stored}")
            self._heads[source] = (position, head)


def _name(source: str) -> str:
    return key_of(source[1:])


def _by_source(table: Table, wanted: Iterable[str]) -> Any:
    return select(table).where(table.c.source.in_(sorted(wanted)))


def _text(state: Mapping[str, Any]) -> str:
    return json.dumps(state, sort_keys=True, separators=(",", ":"))
