"""What the books keep in memory between batches: contexts and chain heads, read when first needed and stored with the rows."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Table, select

from domain.event import Recorded, key_of
from projections.ledger.breaks import Break
from projections.ledger.chain import entry_hash
from projections.ledger.context import Context
from projections.ledger.entry import Entry
from projections.ledger.halt import BooksHalted
from projections.ledger.sessions import from_json
from projections.ledger.slips import CageSlips
from projections.ledger.tables import LedgerTables
from projections.one_of import one_of
from projections.projection import Writer


@dataclass(slots=True)
class SourceHead:
    """One source, `/tables/PK-07`: the last position seen of it, its last entry's position and chain hash."""

    source: str
    seen: int = 0
    position: int = 0
    chain_hash: str | None = None


class Hot:
    """Contexts and heads of the sources met so far. Dropped when a transaction was rolled back."""

    def __init__(self, tables: LedgerTables) -> None:
        self.context = Context()
        self._tables = tables
        self._heads: dict[str, SourceHead] = {}
        self._of_stream: dict[str, SourceHead] = {}
        self._touched: dict[str, SourceHead] = {}
        self._days: set[str] = set()

    def load(self, connection: Connection, batch: Sequence[Recorded]) -> None:
        """Read what the batch needs and memory does not hold."""
        days = {recorded.meta.gaming_day for recorded in batch}
        if not days <= self._days:
            self._load_policies(connection)
            self._days |= days
        first_of: dict[str, Recorded] = {}
        for recorded in batch:
            if recorded.stream not in self._of_stream:
                first_of.setdefault(recorded.source, recorded)
        wanted = first_of.keys() - self._heads.keys()
        if wanted:
            self._load_contexts(connection, wanted)
            self._load_heads(connection, wanted, first_of)
        for recorded in batch:
            if recorded.stream not in self._of_stream:
                self._of_stream[recorded.stream] = self._heads[recorded.source]

    def has_seen(self, recorded: Recorded) -> bool:
        """Positions rise within a source, in every feed."""
        return recorded.position <= self._of_stream[recorded.stream].seen

    def follow(self, recorded: Recorded, entry: Entry | None) -> list[Break]:
        head = self._of_stream[recorded.stream]
        head.seen = recorded.position
        self._touched[head.source] = head
        return self.context.follow(recorded, entry)

    def chain(self, entry: Entry, stream: str) -> str:
        """The entry's hash, now the head of its source."""
        head = self._of_stream[stream]
        chained = head.chain_hash = entry_hash(head.chain_hash, entry.head, entry.lines)
        head.position = entry.head.position
        return chained

    def store(self, writer: Writer) -> None:
        """Contexts and heads of the sources that this batch has touched; a table that has closed has an empty context."""
        heads = [self._touched[source] for source in sorted(self._touched)]
        writer.put(self._tables.heads, [asdict(head) for head in heads])
        states = {head.source: self._state(head.source) for head in heads}
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
        """All of them, with every day that is new: one is activated before its first day, and another lane may have taken it in."""
        contexts = self._tables.contexts
        for source, text in connection.execute(select(contexts).where(contexts.c.source.startswith("/days/"))):
            self.context.policies[_name(source)] = json.loads(text)["policy"]

    def _load_contexts(self, connection: Connection, wanted: Iterable[str]) -> None:
        for source, text in connection.execute(_by_source(connection, self._tables.contexts, wanted)):
            state = json.loads(text)
            if source.startswith("/cages/"):
                self.context.cages[_name(source)] = CageSlips.from_json(state)
            elif source.startswith("/tables/") and state:
                self.context.sessions[_name(source)] = from_json(state)

    def _load_heads(self, connection: Connection, wanted: Iterable[str], first_of: Mapping[str, Recorded]) -> None:
        """Every head must be the hash of the last entry of its source, else the chain is broken."""
        heads, entries = self._tables.heads, self._tables.entries
        self._heads.update((source, SourceHead(source)) for source in wanted)
        query = _by_source(connection, heads, wanted).add_columns(entries.c.chain_hash.label("stored"))
        for row in connection.execute(query.outerjoin(entries, entries.c.position == heads.c.position)):
            head = self._heads[row.source] = SourceHead(row.source, row.seen, row.position, row.chain_hash)
            if row.stored != head.chain_hash:
                told = f"the head of {head.source} is {head.chain_hash}, its last entry at {head.position} has {row.stored}"
                raise BooksHalted("chain", first_of[head.source], told)


def _name(source: str) -> str:
    return key_of(source[1:])


def _by_source(connection: Connection, table: Table, wanted: Iterable[str]) -> Any:
    return select(table).where(one_of(connection, table.c.source, wanted))


def _text(state: Mapping[str, Any]) -> str:
    return json.dumps(state, sort_keys=True, separators=(",", ":"))
