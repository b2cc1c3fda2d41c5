"""Gross gaming revenue of a table and day, in its currency and in MOP (docs/finance.md, GGR).

A banked game: stakes lost, less winnings paid, plus commission; winnings are before commission, so it is in it once. Hold'em:
the commission, since the players win from each other.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from domain.policy import Policy
from projections.projection import Row

PolicyOn = Callable[[str], Policy]
"""The finance policy that holds on a gaming day."""

_SUMS = ("hands", "wagered", "won", "paid", "commission", "ggr")


def ggr(row: Mapping[str, Any]) -> int:
    """I7. Whatever bears these three sums: a hand, a day at a table, one kind of bet."""
    return int(row["won"] - row["paid"] + row["commission"])


def line(row: Mapping[str, Any], policy: Policy) -> dict[str, Any]:
    """`rate` is MOP for one unit of the currency, as a fraction; `ggr_mop` is rounded half up once."""
    rate, revenue = mop_rate(policy, row["currency"]), ggr(row)
    return {
        "gaming_day": row["gaming_day"],
        "game": row["game"],
        "segment": policy.segment(row["table"]),
        **{name: row[name] for name in ("table", "currency", "hands", "wagered", "won", "paid", "commission")},
        "ggr": revenue,
        "rate": f"{rate.numerator}/{rate.denominator}",
        "ggr_mop": rounded_half_up(revenue * rate),
    }


def totals(rows: Iterable[Row], policy_on: PolicyOn) -> list[dict[str, Any]]:
    """One row a currency; its `ggr_mop` is rounded once, from the exact sum."""
    sums: dict[str, dict[str, Any]] = {}
    exact: dict[str, Fraction] = {}
    for row in rows:
        currency = row["currency"]
        total = sums.setdefault(currency, {"currency": currency, **dict.fromkeys(_SUMS, 0)})
        for name in _SUMS:
            total[name] += row[name]
        exact[currency] = exact.get(currency, Fraction(0)) + row["ggr"] * mop_rate(policy_on(row["gaming_day"]), currency)
    return [{**sums[currency], "ggr_mop": rounded_half_up(exact[currency])} for currency in sorted(sums)]


def mop_rate(policy: Policy, currency: str) -> Fraction:
    """ValueError for a currency that the policy does not name."""
    if currency not in policy.mop_rates:
        raise ValueError(f"the policy {policy.name} has no rate to MOP for {currency}; it has {', '.join(sorted(policy.mop_rates))}")
    return Fraction(*policy.mop_rates[currency])


def rounded_half_up(exact: Fraction) -> int:
    """2.5 becomes 3, and -2.5 becomes -2."""
    return math.floor(exact + Fraction(1, 2))
