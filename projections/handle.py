"""Handle by kind of bet: what was settled, what it brought the house, and what chance alone would have brought.

A bet counts when it is settled. So a bet on a side that a tie held is counted once, in the round that decided it, with the
stake and the side that it had there; one that was cancelled, taken off or given back by a void is not counted at all. The
edge is taken in the same way: of bets that are settled, over a full shoe of the table's packs (domain/baccarat/odds.py).
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, get_args

from domain.baccarat.odds import house_edge
from domain.baccarat.rules import On
from projections.ggr import ggr, rounded_half_up
from projections.projection import Row
from projections.resettled import HANDLE_SUMS

_PLACE = ("gaming_day", "table", "currency")
_SUMS = (*HANDLE_SUMS, "house_win")
_ORDER = get_args(On)
_MILLION = 1_000_000


def lines(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A line for each gaming day, table, currency and `on`, from sums that are also apart by what edges depend on.

    `won` are stakes lost to the house, `paid` winnings before commission; `house_win` has the commission in it. `edge` is an
    exact fraction, the average by handle where the table was opened with different packs; `edge_ppm` and `theoretical_win`
    (handle x edge) are rounded half up.
    """
    sums: dict[tuple[str, ...], dict[str, int]] = {}
    theoretical: dict[tuple[str, ...], Fraction] = {}
    for row in rows:
        key = *(row[name] for name in _PLACE), row["on"]
        total = sums.setdefault(key, dict.fromkeys(_SUMS, 0))
        for name in HANDLE_SUMS:
            total[name] += row[name]
        total["house_win"] += ggr(row)
        edge = house_edge(row["on"], row["decks"], six_pays_half=bool(row["six_pays_half"]))
        theoretical[key] = theoretical.get(key, Fraction(0)) + row["handle"] * edge
    order = sorted(sums, key=lambda key: (*key[:-1], _ORDER.index(key[-1])))
    return [{**dict(zip((*_PLACE, "on"), key, strict=True)), **_numbers(sums[key], theoretical[key])} for key in order]


def totals(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """One row a currency under the rows of `lines`; the theoretical win is rounded once, from the exact sum."""
    sums: dict[str, dict[str, int]] = {}
    exact: dict[str, Fraction] = {}
    for row in rows:
        currency = row["currency"]
        total = sums.setdefault(currency, dict.fromkeys(_SUMS, 0))
        for name in _SUMS:
            total[name] += row[name]
        exact[currency] = exact.get(currency, Fraction(0)) + row["handle"] * Fraction(row["edge"])
    return [{"currency": currency, **_numbers(sums[currency], exact[currency])} for currency in sorted(sums)]


def _numbers(sums: Mapping[str, int], theoretical: Fraction) -> dict[str, Any]:
    edge = Fraction(theoretical, sums["handle"]) if sums["handle"] else Fraction(0)
    return {
        **{name: sums[name] for name in _SUMS},
        "theoretical_win": rounded_half_up(theoretical),
        "edge_ppm": rounded_half_up(edge * _MILLION),
        "edge": f"{edge.numerator}/{edge.denominator}",
    }
