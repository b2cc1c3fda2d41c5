"""A report is a head, columns, rows and totals; every form of it is made from these and nothing else.

Rows hold whole minor units; only the text form and the display column of CSV show decimals, made from digits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.money import EXPONENT

Kind = Literal["text", "count", "amount"]


@dataclass(frozen=True, slots=True)
class Column:
    """`key` is the name in JSON and CSV, `title` what a person reads. An `amount` is in the row's `currency`.

    `worded`: its values are the house's own words, such as names of accounts, and not names that people gave; on paper
    they are in the reader's language. `clock`: they are moments in UTC, which people read to the second.
    """

    key: str
    title: str
    kind: Kind = "text"
    currency: str | None = None
    worded: bool = False
    clock: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars of `value`, an amount column, summed over the rows that have the same `label` and currency."""

    title: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Report:
    """`head` says what the rows are of: name, version, days, filters. `as_of` is the log position that they show.

    `title` is the same for every report of that name, `subject` what this one is about: a wallet, an account.
    """

    name: str
    title: str
    as_of: int
    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Any]]
    totals: Sequence[Mapping[str, Any]] = ()
    head: Mapping[str, Any] = field(default_factory=dict)
    subject: str = ""
    charts: Sequence[Chart] = ()

    @property
    def used(self) -> list[Column]:
        """The columns that have a value in any row or total: paper and terminals are narrow."""
        shown = [*self.rows, *self.totals]
        return [column for column in self.columns if any(row.get(column.key) is not None for row in shown)]

    def document(self) -> dict[str, Any]:
        return {"report": self.name, **self.head, "as_of": self.as_of, "rows": list(self.rows), "totals": list(self.totals)}


def display(amount: int, currency: str) -> str:
    """`-1234567` HKD as `-12,345.67`."""
    digits = EXPONENT[currency]
    whole, rest = divmod(abs(amount), 10**digits)
    return f"{'-' if amount < 0 else ''}{whole:,}.{rest:0{digits}}"


def cell(column: Column, row: Mapping[str, Any]) -> str:
    """What a person reads there: amounts with decimals, thousands parted, nothing where there is no value."""
    value = row.get(column.key)
    if value is None:
        return ""
    if column.clock:
        return str(value)[:19].replace("T", " ")
    if column.kind == "amount":
        return display(value, column.currency or str(row.get("currency")))
    return f"{value:,}" if column.kind == "count" else str(value)


def percent(rate_bp: int) -> str:
    """`500` hundredths of a per cent as `5 %`, `475` as `4.75 %`."""
    whole, rest = divmod(rate_bp, 100)
    return f"{whole}.{rest:02} %" if rest else f"{whole} %"


def many(count: int, thing: str) -> str:
    """`1 bettor`, `2 bettors`."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
