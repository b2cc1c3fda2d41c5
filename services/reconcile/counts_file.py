"""`counts.csv`: what was counted, a row a denomination; the rows of one count make one sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from domain.counting.events import Kind
from domain.denominations import DENOMINATIONS_MAX
from domain.fields import Amount, Count, Currency, Day, Id, Moment, Position
from services.reconcile.files import FileRow, Form, Given, check_day, check_product, same

_FORM: Final = Form(
    columns=(
        "gaming_day", "shift", "place_type", "place", "kind", "currency", "denomination", "quantity", "amount", "counted_at", "at_pos",
        "counted_by", "witnessed_by", "slip",
    ),
    amounts=frozenset({"denomination", "amount"}),
    numbers=frozenset({"quantity", "at_pos"}),
)  # fmt: skip
_PLACE_TYPE: Final[Mapping[Kind, str]] = {
    "opener": "table",
    "closer": "table",
    "commission-box": "table",
    "drop": "box",
    "cage-chips": "cage",
    "cage-cash": "cage",
}
_KEY_OF_FILE: Final = 40
"""Hex digits of the file's hash in the key of a command, which has room for 64 characters."""


class _Row(FileRow):
    gaming_day: Day
    shift: Id | None
    place_type: Literal["table", "box", "cage"]
    place: Id
    kind: Kind
    currency: Currency
    denomination: Amount | None
    quantity: Count | None
    amount: Count
    counted_at: Moment
    at_pos: Position | None
    counted_by: Id
    witnessed_by: Id
    slip: Id | None


@dataclass(slots=True)
class CountedSheet:
    """One count of the file. `line` is that of its first row, `faces` its denominations, `chips` those of which there were any."""

    line: int
    source: str
    row: Mapping[str, Any]
    amount: int = 0
    faces: set[int] = field(default_factory=set)
    chips: dict[str, int] = field(default_factory=dict)

    def command(self, given: Given) -> dict[str, Any]:
        """`count`, with a key that the same row of the same file always has."""
        fields = {
            "do": "count",
            "key": key_of(given, self.line),
            "at": self.row["counted_at"],
            "actor": self.row["counted_by"],
            "approver": self.row["witnessed_by"],
            "amount": self.amount,
            "denominations": self.chips or None,
            **{name: self.row[name] for name in ("place", "kind", "currency", "at_pos", "gaming_day", "slip")},
        }
        return {name: value for name, value in fields.items() if value is not None}


def key_of(given: Given, line: int) -> str:
    return f"{given.sha256[:_KEY_OF_FILE]}.{line}"


def read_counts(given: Given, gaming_day: str | None) -> list[CountedSheet]:
    """Every sheet in the order of the file; `gaming_day` None: that of its first row. FileRefused."""
    sheets: dict[tuple[Any, ...], CountedSheet] = {}
    for line, row in given.rows(_FORM, _Row):
        gaming_day = check_day(given, line, row.gaming_day, gaming_day)
        _check(given, line, row)
        name = (row.place, row.kind, row.currency, row.counted_at, row.slip)
        about = row.model_dump(exclude={"denomination", "quantity", "amount"})
        sheet = sheets.setdefault(name, CountedSheet(line, given.source(line), about))
        same(given, line, sheet.row, about, "this count")
        _add(given, line, sheet, row)
    return list(sheets.values())


def _check(given: Given, line: int, row: _Row) -> None:
    wanted = _PLACE_TYPE[row.kind]
    if row.place_type != wanted:
        given.refuse(line, f"place_type: a {row.kind} is counted at a {wanted}, not at a {row.place_type}")
    if row.counted_by == row.witnessed_by:
        given.refuse(line, f"witnessed_by: {row.witnessed_by} has counted; another person witnesses")
    check_product(given, line, row.denomination, row.quantity, row.amount)


def _add(given: Given, line: int, sheet: CountedSheet, row: _Row) -> None:
    if sheet.line != line and (row.denomination is None or not sheet.faces or row.denomination in sheet.faces):
        given.refuse(line, "this count, or this denomination of it, stands in the file twice; two sheets have two slips")
    if row.denomination is not None:
        sheet.faces.add(row.denomination)
        if row.quantity:
            sheet.chips[str(row.denomination)] = row.quantity
    if len(sheet.faces) > DENOMINATIONS_MAX:
        given.refuse(line, f"a count has up to {DENOMINATIONS_MAX} denominations")
    sheet.amount += row.amount
