"""Commands: what a terminal asks for, in the imperative. One class a word; the field names are the contract's."""

from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.fields import Amount, Currency, Day, Id, Moment, TableCode, Text


class Command(BaseModel):
    """`key` makes a repetition harmless; `at` is UTC text after reading; `approver` is a second person."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    do: ClassVar[str]

    key: Id | None = None
    at: Moment | None = None
    actor: Id | None = None
    approver: Id | None = None


class TableCommand(Command):
    table: TableCode


Cards = tuple[str, ...]
"""Cards in dealing order; the card itself is checked when its place is known, so that no error repeats it."""


class OpenTable(TableCommand):
    do = "open-table"
    game: str
    ruleset: str
    currency: Currency
    gaming_day: Day
    rules: dict[str, Any] = {}


class TakeSeat(TableCommand):
    do = "take-seat"
    seat: int
    player: Id
    amount: Amount
    source: Literal["wallet", "cash", "chips"]


class AddChips(TableCommand):
    do = "add-chips"
    seat: int
    amount: Amount
    source: Literal["wallet", "cash", "chips"]


class LeaveSeat(TableCommand):
    do = "leave-seat"
    seat: int
    to: Literal["wallet", "chips"]


class CloseTable(TableCommand):
    do = "close-table"


class Inspect(TableCommand):
    do = "inspect"


class ReportError(TableCommand):
    do = "report-error"
    kind: str
    note: Text | None = None


class CorrectError(TableCommand):
    """`how` `replace-card` names the place: a hole card by `seat` and `ordinal` 1 or 2, a board card by `ordinal` alone."""

    do = "correct-error"
    how: str
    seat: int | None = None
    ordinal: int | None = None
    cards: Cards | None = Field(default=None, strict=False)
    note: Text | None = None
