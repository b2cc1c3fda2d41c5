"""CSV as RFC 4180 with line feeds: integers for programs, a display column for people, no text that a sheet would run."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from domain.money import EXPONENT
from services.reports.report import Column, Report, display

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(report: Report) -> str:
    """One header line; an amount column is followed by `<key>_display`; `exponent` stands beside `currency`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(name for column in report.columns for name in _names(column))
    for row in report.rows:
        writer.writerow(cell for column in report.columns for cell in _cells(column, row.get(column.key), row.get("currency")))
    return out.getvalue()


def _names(column: Column) -> Iterator[str]:
    yield column.key
    if column.kind == "amount":
        yield f"{column.key}_display"
    elif column.key == "currency":
        yield "exponent"


def _cells(column: Column, value: Any, currency: str | None) -> Iterator[Any]:
    if column.kind == "text":
        yield guarded("" if value is None else str(value))
        if column.key == "currency":
            yield EXPONENT.get(str(value), "")
        return
    yield "" if value is None else value
    if column.kind == "amount":
        yield "" if value is None else display(value, column.currency or str(currency))


def guarded(text: str) -> str:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; a number never does.

    A text that has one already gets one more, so that who takes one off has the text again.
    """
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) else text
