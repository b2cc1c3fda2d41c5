"""The finance policy: what the house decides about its days and its figures, as data under a name and a hash.

The shipped policy holds for every day until another is activated for a later one (domain/gaming_day.py). A policy
that has been in force is never changed: its hash is on record.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Literal

from domain.event import Value


class Policy(Value):
    """`utc_offset_minutes`: the house's clock, Asia/Macau, which has had no summer time since 1979. `cut_off_minutes` after
    midnight on that clock a gaming day begins. `mop_rates`: MOP for one unit of a currency as numerator and denominator.
    `vip_tables` are reported apart from the mass tables.
    """

    name: str
    utc_offset_minutes: int
    cut_off_minutes: int
    mop_rates: dict[str, tuple[int, int]]
    vip_tables: tuple[str, ...] = ()

    def sha256(self) -> str:
        """64 hex digits over the policy as one line of JSON: what an activation pins."""
        return sha256(self.__pydantic_serializer__.to_json(self)).hexdigest()

    def segment(self, table: str) -> Literal["mass", "VIP"]:
        return "VIP" if table in self.vip_tables else "mass"


SHIPPED: Final = Policy(
    name="FINANCE-2026",
    utc_offset_minutes=8 * 60,
    cut_off_minutes=6 * 60,
    mop_rates={"HKD": (103, 100), "MOP": (1, 1)},
)

POLICIES: Final[Mapping[str, Policy]] = {SHIPPED.name: SHIPPED}
"""Every policy that may be activated, by name."""
