"""Large transactions and structuring, worked out from a day's moves in the order of the log (docs/reports.md, Large transactions).

Thresholds are the policy's, in avos; a move in another currency is compared exactly, as amount x rate, and never rounded
first. A day is looked at by player and direction. What lifts the sum from below to the threshold makes one row, at that very
event; those after it are listed under it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection

from domain.policy import Policy
from projections.days import covers, shifted
from projections.ggr import PolicyOn, mop_rate, rounded_half_up
from projections.large import Large, Move
from projections.large_steps import ALONE, SUMMED
from projections.ledger.scope import Row, Scope


@dataclass(slots=True)
class Group:
    """What one player moved in one direction on one day. `raised`: from where on a row has been made."""

    policy: Policy
    day: str
    player: str
    direction: str
    moves: list[Move] = field(default_factory=list)
    mop: Fraction = Fraction(0)
    is_raised: bool = False
    raised_by: str | None = None

    def take(self, move: Move, mop: Fraction, limit: int) -> None:
        self.moves.append(move)
        self.mop += mop
        if not self.is_raised and self.mop >= limit:
            self.is_raised = True
            self.raised_by = None if mop >= limit else move.event_id

    @property
    def is_aggregate(self) -> bool:
        """Raised by moves none of which is large by itself."""
        return self.raised_by is not None


def large(connection: Connection, projection: Large, policy_on: PolicyOn, scope: Scope) -> list[Row]:
    """A row each single and each aggregate, by gaming day and the position that raised it.

    Narrowing to a currency or a table leaves rows out and changes none. `mop` is rounded half up. `reversed_by` of a single
    is the event that took it back; of an aggregate the last such event, once what is left no longer reaches the threshold.
    """
    rows: list[tuple[int, Row]] = []
    for day in projection.days(connection, scope.as_of):
        if covers(scope, day):
            rows += _rows_of_day(connection, projection, policy_on(day), day, scope)
    return [row for _, row in rows]


def structuring(connection: Connection, projection: Large, policy_on: PolicyOn, scope: Scope) -> list[Row]:
    """A row each player, day and direction whose sum lies between the policy's two limits, out of two moves or more, none large.

    `days_in_band`: how many of the policy's last days, this one with them, were such days.
    """
    days = [day for day in projection.days(connection, scope.as_of) if scope.last_day is None or day <= scope.last_day]
    found: dict[tuple[str, str], dict[str, Group]] = {}
    for day in days:
        policy = policy_on(day)
        if scope.first_day is None or shifted(day, policy.close.structuring_days) > scope.first_day:
            for group in _groups(projection.moves(connection, SUMMED, day, scope.as_of), policy, day).values():
                if _in_band(group):
                    found.setdefault((group.player, group.direction), {})[day] = group
    rows = [
        {**_row("structuring", group), "days_in_band": _days_in_band(group, of_player), "deadline": None}
        for of_player in found.values()
        for group in of_player.values()
        if covers(scope, group.day) and _is_asked(group.moves, scope)
    ]
    return sorted(rows, key=lambda row: (row["gaming_day"], row["player"], row["direction"]))


def _rows_of_day(connection: Connection, projection: Large, policy: Policy, day: str, scope: Scope) -> list[tuple[int, Row]]:
    limit = policy.close.large_mop
    at_least = projection.at_least({currency: -(-limit * den // num) for currency, (num, den) in policy.mop_rates.items()})
    moves = projection.moves(connection, SUMMED, day, scope.as_of)
    alone = projection.moves(connection, ALONE, day, scope.as_of, at_least)
    singles = [move for move in (*moves, *alone) if move.amount * mop_rate(policy, move.currency) >= limit]
    rows = [(move.position, _single(policy, move)) for move in singles if _is_asked([move], scope)]
    for group in _groups(moves, policy, day).values():
        if group.is_aggregate and _is_asked(group.moves, scope):
            at = next(move.position for move in group.moves if move.event_id == group.raised_by)
            rows.append((at, _aggregate(group)))
    return sorted(rows, key=lambda row: (row[0], row[1]["kind"], row[1]["id"]))


def _groups(moves: Iterable[Move], policy: Policy, day: str) -> dict[tuple[str, str], Group]:
    """By player and direction; a move of somebody whom the house does not know stands by itself."""
    groups: dict[tuple[str, str], Group] = {}
    for move in moves:
        if move.player is not None:
            group = groups.setdefault((move.player, move.direction), Group(policy, day, move.player, move.direction))
            group.take(move, move.amount * mop_rate(policy, move.currency), policy.close.large_mop)
    return groups


def _in_band(group: Group) -> bool:
    """From two moves on, each below the threshold: one above it has raised the group."""
    return len(group.moves) > 1 and not group.is_raised and group.mop >= group.policy.close.structuring_mop


def _days_in_band(group: Group, days: Mapping[str, Group]) -> int:
    first = shifted(group.day, 1 - group.policy.close.structuring_days)
    return sum(first <= day <= group.day for day in days)


def _is_asked(moves: Sequence[Move], scope: Scope) -> bool:
    of_currency = scope.currency is None or any(move.currency == scope.currency for move in moves)
    return of_currency and (scope.table is None or any(move.table == scope.table for move in moves))


def _single(policy: Policy, move: Move) -> Row:
    return {
        "id": _id(policy, "single", move.player, move.gaming_day, move.direction, move.event_id, str(move.n)),
        "kind": "single",
        "player": move.player,
        "gaming_day": move.gaming_day,
        "direction": move.direction,
        "currency": move.currency,
        "amount": move.amount,
        "mop": rounded_half_up(move.amount * mop_rate(policy, move.currency)),
        "events": move.event_id,
        "raised_by": move.event_id,
        "deadline": shifted(move.gaming_day, policy.close.large_due_days),
        "reversed_by": move.reversed_by,
    }


def _aggregate(group: Group) -> Row:
    left = sum((move.amount * mop_rate(group.policy, move.currency) for move in group.moves if not move.reversed_by), Fraction(0))
    back = [move.reversed_by for move in group.moves if move.reversed_by]
    return {
        **_row("aggregate", group),
        "raised_by": group.raised_by,
        "deadline": shifted(group.day, group.policy.close.large_due_days),
        "reversed_by": back[-1] if back and left < group.policy.close.large_mop else None,
    }


def _row(kind: str, group: Group) -> Row:
    """In its own currency where there is one alone, else in MOP."""
    currencies = {move.currency for move in group.moves}
    mop = rounded_half_up(group.mop)
    one = currencies.pop() if len(currencies) == 1 else None
    return {
        "id": _id(group.policy, kind, group.player, group.day, group.direction),
        "kind": kind,
        "player": group.player,
        "gaming_day": group.day,
        "direction": group.direction,
        "currency": one or "MOP",
        "amount": sum(move.amount for move in group.moves) if one else mop,
        "mop": mop,
        "events": " ".join(_ids(group.moves)),
        "raised_by": None,
        "deadline": None,
        "reversed_by": None,
    }


def _ids(moves: Iterable[Move]) -> Iterator[str]:
    return iter(dict.fromkeys(move.event_id for move in moves))


def _id(policy: Policy, *parts: str | None) -> str:
    """`LT-` and twelve hex digits: every rebuild finds the same row under the same name."""
    named = "\n".join((policy.name, *(part or "" for part in parts)))
    return "LT-" + hashlib.sha256(named.encode()).hexdigest()[:12]


def totals(rows: Iterable[Mapping[str, Any]]) -> list[Row]:
    """The same transaction may stand in a single and in an aggregate: rows are counted, not added up."""
    found: dict[str, Row] = {}
    for row in rows:
        total = found.setdefault(row["kind"], {"kind": row["kind"], "rows": 0})
        total["rows"] += 1
    return [total for _, total in sorted(found.items())]
