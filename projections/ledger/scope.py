"""What a question is about, on two axes: the gaming day (when it counts) and the position (when we knew)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, or_

from domain.money import EXPONENT
from projections.filters import FilterRefused

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """`rows` in whole minor units; totals, opening and closing never stand in them. `as_of` is the position shown."""

    as_of: int
    rows: Sequence[Mapping[str, Any]]
    totals: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """`as_of`: a position that the books have passed. `gaming_day`, or `day_from` and `day_to` with both ends included.

    `restated`: a signed day; what later days booked about it counts as its own.
    """

    as_of: int
    gaming_day: str | None = None
    day_from: str | None = None
    day_to: str | None = None
    currency: str | None = None
    table: str | None = None
    hand: str | None = None
    restated: str | None = None

    def __post_init__(self) -> None:
        if self.gaming_day is not None and (self.day_from or self.day_to):
            raise FilterRefused("give a gaming day, or the days from and to, not both")
        if self.day_from and self.day_to and self.day_from > self.day_to:
            raise FilterRefused(f"the days from {self.day_from} to {self.day_to} are in the wrong order")
        if self.currency is not None and self.currency not in EXPONENT:
            raise FilterRefused(f"the currency is one of {', '.join(EXPONENT)}, not {self.currency}")

    @property
    def first_day(self) -> str | None:
        return self.gaming_day or self.day_from

    @property
    def last_day(self) -> str | None:
        return self.gaming_day or self.day_to

    @property
    def days(self) -> dict[str, str | None]:
        """As a report's head names them."""
        return {"gaming_day": self.gaming_day, "from_day": self.day_from, "to_day": self.day_to}

    def only(self, *supported: str) -> None:
        """FilterRefused if anything but days, currency and `supported` is set."""
        allowed = {"as_of", "gaming_day", "day_from", "day_to", "currency", "restated", *supported}
        given = [part.name for part in fields(self) if part.name not in allowed and getattr(self, part.name) is not None]
        if given:
            raise FilterRefused(
                f"this question cannot be narrowed by {', '.join(given)}; it takes {', '.join(sorted(allowed - {'restated'}))}"
            )

    def narrowed_by_days_alone(self, report: str) -> None:
        """FilterRefused for a currency, table or hand: the report is on all of them together."""
        given = [name for name in ("currency", "table", "hand") if getattr(self, name) is not None]
        if given:
            raise FilterRefused(f"{report} cannot be narrowed by {', '.join(given)}: it is worked out on the whole house")

    def in_days(self, day: ColumnElement[str]) -> list[ColumnElement[bool]]:
        first, last = self.first_day, self.last_day
        return ([day >= first] if first else []) + ([day <= last] if last else [])

    def of_lines(self, entries: Table, lines: Table) -> list[ColumnElement[bool]]:
        """What a line, joined with its entry, must fulfil."""
        of_days = self.in_days(entries.c.gaming_day)
        if self.restated is not None:
            of_days = [or_(and_(*of_days), entries.c.restates == self.restated)]
        wanted = [lines.c.position <= self.as_of, *of_days]
        for column, value in ((lines.c.currency, self.currency), (entries.c.table, self.table), (entries.c.hand, self.hand)):
            if value is not None:
                wanted.append(column == value)
        return wanted


def account_is(column: ColumnElement[str], account: str) -> ColumnElement[bool]:
    """The account itself and those below it: `2110:PK-07` covers `2110:PK-07:P-1208`, and neither `2110:PK-070` nor `2110:pk-07`."""
    return (column == account) | column.between(f"{account}:", f"{account}:\U0010ffff")
