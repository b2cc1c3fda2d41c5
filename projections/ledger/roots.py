"""One hash for a state of the books, and one for a day: what a report's head and a certificate pin."""

from sqlalchemy import Connection, select

from domain.event import source_of
from projections.ledger.chain import day_root, heads_root
from projections.ledger.tables import LedgerTables


def root_at(connection: Connection, tables: LedgerTables, as_of: int) -> str:
    """The root of the chain heads, that is of the last entry of every source, as they stood at the position."""
    entries = tables.entries.c
    query = select(entries.event_id, entries.chain_hash).where(entries.position <= as_of).order_by(entries.position)
    heads = {source_of(event_id.rpartition("@")[0]): chain_hash for event_id, chain_hash in connection.execute(query)}
    return heads_root(heads.items())


def root_of_day(connection: Connection, tables: LedgerTables, gaming_day: str, as_of: int) -> str:
    """The Merkle root over the day's entry hashes by position, as far as they were known at the position."""
    entries = tables.entries.c
    of_day = select(entries.chain_hash).where(entries.gaming_day == gaming_day, entries.position <= as_of)
    return day_root(list(connection.execute(of_day.order_by(entries.position)).scalars()))
