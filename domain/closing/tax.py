"""Tax and contributions on gross gaming revenue, always worked out on the month to date, so that the month's sum is exact."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from domain.policy import Policy


class Tax(NamedTuple):
    """MOP in minor units: the gaming tax, and the contributions to the fund and to development."""

    tax: int = 0
    fund: int = 0
    development: int = 0

    def plus(self, other: "Tax") -> "Tax":
        return Tax(*[mine + theirs for mine, theirs in zip(self, other, strict=True)])

    def less(self, other: "Tax") -> "Tax":
        return Tax(*[mine - theirs for mine, theirs in zip(self, other, strict=True)])


def in_mop(ggr: Mapping[str, int], policy: Policy) -> Fraction:
    """Revenue of all currencies in avos, exactly. KeyError for a currency that the policy has no MOP rate for."""
    return sum((amount * Fraction(*policy.mop_rates[currency]) for currency, amount in ggr.items()), Fraction(0))


def tax_due(ggr: Mapping[str, int], policy: Policy) -> Tax:
    """What is due on this revenue, minor units by currency: each part one fraction, rounded half up once, and not below 0."""
    base, figures = in_mop(ggr, policy), policy.close
    return Tax(*[max(0, half_up(base * Fraction(bp, 10_000))) for bp in (figures.tax_bp, figures.fund_bp, figures.development_bp)])


def half_up(amount: Fraction) -> int:
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)
