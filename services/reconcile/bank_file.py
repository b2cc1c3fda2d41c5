"""`bank.csv`: the lines of bank statements. An amount is + where the house's account was credited."""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import PlainValidator
from pydantic_core import PydanticCustomError

from domain.fields import AMOUNT_MAX, Currency, Day, Id, Text
from domain.house import is_cage
from services.reconcile.files import FileRow, Form, Given

_FORM: Final = Form(
    columns=("account", "statement", "booked_on", "value_on", "currency", "amount", "reference", "text"),
    amounts=frozenset({"amount"}),
    signed=frozenset({"amount"}),
)


def _signed(value: Any) -> int:
    if type(value) is not int or not 1 <= abs(value) <= AMOUNT_MAX:
        raise PydanticCustomError("bad-amount", f"an amount is a whole number of minor units, not 0, up to {AMOUNT_MAX}")
    return value


class _Row(FileRow):
    account: Id
    statement: Id
    booked_on: Day
    value_on: Day
    currency: Currency
    amount: Annotated[int, PlainValidator(_signed)]
    reference: Text | None
    text: Text | None


@dataclass(frozen=True, slots=True)
class StatementLine:
    """`number` counts the lines of the same bank and statement, from 1."""

    source: str
    bank: str
    statement: str
    number: int
    booked_on: str
    currency: str
    amount: int
    reference: str | None


def read_bank(given: Given) -> list[StatementLine]:
    """Every line in the order of the file. FileRefused."""
    lines: list[StatementLine] = []
    seen: set[_Row] = set()
    numbers: dict[tuple[str, str], int] = {}
    for line, row in given.rows(_FORM, _Row):
        if is_cage(row.account) or row.account == "vault":
            given.refuse(line, f"account: {row.account!r} is no bank; a bank is `bank`, or `bank-` and its name")
        if row.reference is not None and row in seen:
            given.refuse(line, f"this line of statement {row.statement} with the reference {row.reference} stands in the file twice")
        seen.add(row)
        number = numbers[row.account, row.statement] = numbers.get((row.account, row.statement), 0) + 1
        lines.append(
            StatementLine(given.source(line), row.account, row.statement, number, row.booked_on, row.currency, row.amount, row.reference)
        )
    return lines
