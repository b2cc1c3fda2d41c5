"""Commission by shift: what the report by day says, parted where a table was counted."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from projections.commission import SUMS, effective_bp
from projections.ledger.scope import Row
from projections.papers import Paper
from projections.shifts import shifts_of

_GROUP = ("gaming_day", "game", "table", "currency", "rule")


def by_shift(taken: Iterable[Mapping[str, Any]], papers: Sequence[Paper]) -> list[Row]:
    """A row a shift and rule, in the order of day, game, table, currency and beginning; `papers` are those of tables and trays.

    Days are those that the hands bear, which is the session's own where a shift runs over two.
    """
    shifts = shifts_of(papers)
    sums: dict[tuple[Any, ...], dict[str, int]] = {}
    hands: dict[tuple[Any, ...], set[str]] = {}
    for one in taken:
        shift = shifts[one["table"], one["currency"]].of(one["position"], one["gaming_day"])
        assert shift is not None, "commission is taken at a table that was opened"
        key = (*(one[name] for name in _GROUP[:-1]), shift.begins, shift.name, one["rule"])
        total = sums.setdefault(key, dict.fromkeys(SUMS, 0))
        for name in SUMS:
            total[name] += one[name]
        of_shift = hands.setdefault(key, set())
        if not one["adjusts"]:
            of_shift.add(one["id"])
    return [_row(key, len(hands[key]), sums[key]) for key in sorted(sums)]


def _row(key: tuple[Any, ...], hands: int, sums: Mapping[str, int]) -> Row:
    day, game, table, currency, _, shift, rule = key
    place = {"gaming_day": day, "game": game, "table": table, "shift": shift, "currency": currency}
    return {**place, "hands": hands, **sums, "effective_bp": effective_bp(sums["charged"], sums["base"]), "rule": rule}
