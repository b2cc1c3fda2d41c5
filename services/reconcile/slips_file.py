"""`slips.csv`: fills and credits as they were written on paper, a row a denomination; the rows of one number make one slip."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from domain.fields import Amount, Count, Currency, Day, Id, Moment, TableCode, Text
from services.reconcile.files import FileRow, Form, Given, check_day, check_product, same

_FORM: Final = Form(
    columns=(
        "gaming_day", "slip", "kind", "table", "cage", "currency", "denomination", "quantity", "amount", "sent_at", "sent_by",
        "received_at", "received_by", "voided", "reason",
    ),
    amounts=frozenset({"denomination", "amount"}),
    numbers=frozenset({"quantity"}),
)  # fmt: skip


class _Row(FileRow):
    gaming_day: Day
    slip: Id
    kind: Literal["fill", "credit"]
    table: TableCode
    cage: Id
    currency: Currency
    denomination: Amount | None
    quantity: Count | None
    amount: Amount
    sent_at: Moment
    sent_by: Id
    received_at: Moment | None
    received_by: Id | None
    voided: Literal["yes", "no"]
    reason: Text | None


@dataclass(frozen=True, slots=True)
class PaperSlip:
    """`amount` is what the slip says was sent. `position` is where the run stands: paper has none."""

    source: str
    gaming_day: str
    slip: str
    kind: str
    table: str
    cage: str
    currency: str
    amount: int
    voided: bool
    position: int


def read_slips(given: Given, gaming_day: str | None, position: int) -> list[PaperSlip]:
    """Every slip in the order of the file. FileRefused."""
    slips: dict[str, PaperSlip] = {}
    said: dict[str, dict[str, object]] = {}
    faces: set[tuple[str, int | None]] = set()
    for line, row in given.rows(_FORM, _Row):
        gaming_day = check_day(given, line, row.gaming_day, gaming_day)
        _check(given, line, row)
        about = row.model_dump(exclude={"denomination", "quantity", "amount"})
        before = slips.get(row.slip)
        if before is None:
            slips[row.slip], said[row.slip] = _slip(given, line, row, position), about
        else:
            same(given, line, said[row.slip], about, f"slip {row.slip}")
            if row.denomination is None or (row.slip, None) in faces or (row.slip, row.denomination) in faces:
                given.refuse(line, f"slip {row.slip}, or this denomination of it, stands in the file twice")
            slips[row.slip] = replace(before, amount=before.amount + row.amount)
        faces.add((row.slip, row.denomination))
    return list(slips.values())


def _check(given: Given, line: int, row: _Row) -> None:
    check_product(given, line, row.denomination, row.quantity, row.amount)
    if row.voided == "yes" and not row.reason:
        given.refuse(line, "reason: a voided slip has one")
    if (row.received_at is None) != (row.received_by is None):
        given.refuse(line, "received_at and received_by are both there or both empty")


def _slip(given: Given, line: int, row: _Row, position: int) -> PaperSlip:
    return PaperSlip(
        source=given.source(line),
        gaming_day=row.gaming_day,
        slip=row.slip,
        kind=row.kind,
        table=row.table,
        cage=row.cage,
        currency=row.currency,
        amount=row.amount,
        voided=row.voided == "yes",
        position=position,
    )
