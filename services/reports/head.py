"""What stands above every report, so that the same question gives the same paper: days, position, state of the books, rules."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from domain.policy import Policy
from projections.ledger.chain import heads_root
from projections.ledger.ledger import Ledger
from projections.ledger.post import rules_of
from projections.ledger.roots import root_at

VERSION = 1
"""Of the reports' columns and formulas."""
LATEST = "9999-12-31"


def head(
    connection: Connection, ledger: Ledger, position: int, as_of: int, days: Mapping[str, str | None], policy: Policy
) -> dict[str, Any]:
    """`root` is the one hash of all chain heads at the position; `position` is how far the ledger has come."""
    day = days.get("gaming_day")
    return {
        "version": VERSION,
        "days": {"from": day or days.get("from_day"), "to": day or days.get("to_day")},
        "root": _root(connection, ledger) if as_of == position else root_at(connection, ledger.tables, as_of),
        "policy": policy.name,
        "posting_rules": rules_of(day or days.get("to_day") or LATEST).version,
    }


def _root(connection: Connection, ledger: Ledger) -> str:
    """As the heads stand now: no entry is read for it."""
    heads = ledger.tables.heads.c
    rows = connection.execute(select(heads.source, heads.chain_hash))
    return heads_root((source, chain_hash) for source, chain_hash in rows)
