"""CSV: what is written is what is read back, and no text of it runs in a spreadsheet."""

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reports.csv_form import to_csv
from services.reports.report import Column, Report
from tests.csv_reader import read_csv

COLUMNS = [
    Column("reason", "reason"),
    Column("currency", "currency"),
    Column("amount", "amount", "amount"),
    Column("hands", "hands", "count"),
]


def written(*rows: dict[str, Any]) -> str:
    return to_csv(Report("voids", "Voids", 7, COLUMNS, rows))


def row(reason: str | None = None, amount: int | None = 0, hands: int | None = 1, currency: str = "HKD") -> dict[str, Any]:
    return {"reason": reason, "currency": currency, "amount": amount, "hands": hands}


def test_an_amount_is_an_integer_with_a_column_for_people_beside_it() -> None:
    assert written(row("misdeal", -1_234_567), row(None, 12_345_678_901, None, "MOP"), row("", None)) == (
        "reason,currency,exponent,amount,amount_display,hands\n"
        'misdeal,HKD,2,-1234567,"-12,345.67",1\n'
        ',MOP,2,12345678901,"123,456,789.01",\n'
        ",HKD,2,,,1\n"
    )


@pytest.mark.parametrize("text", ["=1+1", "+1", "-500", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0"])
def test_a_text_that_a_sheet_would_run_does_not(text: str) -> None:
    (cells,) = csv.DictReader(io.StringIO(written(row(text, -500)), newline=""))
    assert cells["reason"] == f"'{text}"
    assert cells["amount"] == "-500"


@pytest.mark.parametrize("text", ["a,b", 'say "fold"', "two\nlines", "作廢 🂡", "'", "''=1", "'=1", " =1", "a=1", "'quoted'"])
def test_any_other_text_comes_back(text: str) -> None:
    assert read_csv(written(row(text)))[0]["reason"] == text


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r"))
"""No text of the house has a carriage return: it is refused as `bad-text`."""


@given(st.lists(st.tuples(TEXTS, st.integers(-(2**63), 2**63), st.integers(0, 10**6)), max_size=4))
def test_everything_comes_back_as_it_was(rows: list[tuple[str, int, int]]) -> None:
    read = read_csv(written(*(row(reason, amount, hands) for reason, amount, hands in rows)))
    assert [(cells["reason"], int(cells["amount"]), int(cells["hands"])) for cells in read] == rows
