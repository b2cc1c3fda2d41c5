"""`proof.json`: what a day stands on, in one document whose SHA-256 two people sign."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import func, select

from projections.ledger.post import rules_of
from projections.ledger.revenue import gross_revenue
from projections.ledger.roots import root_at, root_of_day
from projections.ledger.scope import Scope
from projections.ledger.trial_balance import trial_balance
from services.reconcile.run import Result
from services.reports.forms import json_bytes

VERSION: Final = 1
"""Of the document."""


def proof_of(result: Result) -> dict[str, Any]:
    """Of the run's gaming day as of its position. `breaks`: those that stand, by severity; settled ones are left out."""
    desk, day = result.desk, result.desk.day
    connection, tables = desk.connection, desk.ledger.tables
    scope = Scope(as_of=desk.as_of, gaming_day=day)
    policy = desk.policy(day)
    return {
        "version": VERSION,
        "gaming_day": day,
        "as_of": desk.as_of,
        "heads_root": root_at(connection, tables, desk.as_of),
        "day_root": root_of_day(connection, tables, day, desk.as_of),
        "totals": list(trial_balance(connection, tables, scope).totals),
        "ggr": _revenue(result, scope),
        "events": result.read,
        "entries": _count(result, desk.books.entries),
        "lines": _count(result, desk.books.lines),
        "breaks": dict(sorted(Counter(one.severity for one in result.breaks if one.counts).items())),
        "inputs": dict(sorted(result.inputs.items())),
        "policy": {"name": policy.name, "sha256": policy.sha256()},
        "posting_rules": rules_of(day).version,
    }


def proof_bytes(proof: Mapping[str, Any]) -> bytes:
    return json_bytes(proof)


def proof_hash(result: Result) -> str:
    """64 hex digits."""
    return sha256(proof_bytes(proof_of(result))).hexdigest()


def _revenue(result: Result, scope: Scope) -> dict[str, int]:
    found: Counter[str] = Counter()
    for (_day, _table, currency), amount in gross_revenue(result.desk.connection, result.desk.ledger.tables, scope).items():
        found[currency] += amount
    return dict(sorted(found.items()))


def _count(result: Result, rows: Any) -> int:
    return int(result.desk.connection.execute(select(func.count()).select_from(rows)).scalar_one())
