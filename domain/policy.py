"""The finance policy: what the house decides about its days and its figures, as data under a name and a hash.

The shipped policy holds for every day until another is activated for a later one (domain/gaming_day.py). A policy
that has been in force is never changed: its hash is on record.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Literal

from domain.event import Value

Rate = tuple[int, int]
"""A numerator and a denominator."""
DISPUTE_WORKING_DAYS: Final = 10
"""For policies that leave it out: they are older than disputes."""


class Figures(Value):
    """What exchange, counts, the close of a day and the reports after it go by. Amounts are minor units, those of `..._mop` avos.

    `tax_bp`, `fund_bp`, `development_bp`: basis points of gross gaming revenue; `tax_due_days` of the next month it may be
    paid in. `exchange`: units of the second currency for one of the first. `transfers` between wallets. `tolerance` of a
    count by currency, 0 where none stands. `severity` of a count difference by currency: up to the first amount it is
    minor, above the second the regulator's. `minor_run`: so many minor ones of one sign at one place within so many days
    are reported. `bank_days`: a line of a bank statement may lie so far from the gaming day of what it pays. `large_mop`: a
    transaction from there on is large; `structuring_mop`: a day's sum from there on, below that, stands in the structuring
    view, which looks back `structuring_days`; a large one is reported `large_due_days` after its gaming day. `minimum_mop`:
    revenue that each table must bring in a year on average; `authorised_tables` are their codes, all that were opened where
    it names none, and `poker_weight` is what a poker table counts among them. `dispute_days`: working days in which a claim is
    answered.
    """

    tax_bp: int
    fund_bp: int
    development_bp: int
    tax_due_days: int
    exchange: dict[str, dict[str, Rate]]
    transfers: bool
    tolerance: dict[str, int]
    severity: dict[str, tuple[int, int]]
    minor_run: tuple[int, int]
    bank_days: int
    large_mop: int
    structuring_mop: int
    structuring_days: int
    large_due_days: int
    minimum_mop: int
    authorised_tables: tuple[str, ...]
    poker_weight: Rate
    dispute_days: int | None = None

    def rate(self, currency: str, into: str) -> Rate | None:
        return self.exchange.get(currency, {}).get(into)

    @property
    def working_days_of_a_claim(self) -> int:
        return self.dispute_days or DISPUTE_WORKING_DAYS


FIGURES_2026: Final = Figures(
    tax_bp=3_500,
    fund_bp=200,
    development_bp=300,
    tax_due_days=10,
    exchange={"HKD": {"MOP": (103, 100)}, "MOP": {"HKD": (100, 103)}},
    transfers=False,
    tolerance={},
    severity={"HKD": (50_000, 500_000), "MOP": (51_500, 515_000)},
    minor_run=(5, 7),
    bank_days=3,
    large_mop=50_000_000,
    structuring_mop=40_000_000,
    structuring_days=7,
    large_due_days=2,
    minimum_mop=700_000_000,
    authorised_tables=(),
    poker_weight=(1, 1),
)
"""Never changed either: it is what a policy without figures of its own goes by."""


class Policy(Value):
    """`utc_offset_minutes`: the house's clock, Asia/Macau, which has had no summer time since 1979. `cut_off_minutes` after
    midnight on that clock a gaming day begins. `mop_rates`: MOP for one unit of a currency. `vip_tables` are reported
    apart from the mass tables. `figures` are left out by policies that are older than the close of a day.
    """

    name: str
    utc_offset_minutes: int
    cut_off_minutes: int
    mop_rates: dict[str, Rate]
    vip_tables: tuple[str, ...] = ()
    figures: Figures | None = None

    @property
    def close(self) -> Figures:
        """The figures that its days are closed by."""
        return self.figures or FIGURES_2026

    def sha256(self) -> str:
        """64 hex digits over the policy as one line of JSON, without what it leaves out: what an activation pins."""
        return sha256(self.__pydantic_serializer__.to_json(self, exclude_none=True)).hexdigest()

    def segment(self, table: str) -> Literal["mass", "VIP"]:
        return "VIP" if table in self.vip_tables else "mass"


SHIPPED: Final = Policy(
    name="FINANCE-2026",
    utc_offset_minutes=8 * 60,
    cut_off_minutes=6 * 60,
    mop_rates={"HKD": (103, 100), "MOP": (1, 1)},
)
_WITH_FIGURES: Final = SHIPPED.model_copy(update={"name": "FINANCE-2026.1", "figures": FIGURES_2026})
"""The same written out, so that an activation pins the figures too."""
_WITH_DISPUTES: Final = SHIPPED.model_copy(
    update={"name": "FINANCE-2026.2", "figures": FIGURES_2026.model_copy(update={"dispute_days": DISPUTE_WORKING_DAYS})}
)
"""And the days in which a claim is answered."""

POLICIES: Final[Mapping[str, Policy]] = {policy.name: policy for policy in (SHIPPED, _WITH_FIGURES, _WITH_DISPUTES)}
"""Every policy that may be activated, by name."""
