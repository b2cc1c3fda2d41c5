"""The reports of docs/reports.md at the command line: their columns as the page has them, every form, and those of a signed day."""

import csv
import io
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from domain.baccarat.rules import On
from services.cli.reports import REPORTS
from tests.cli.evening import DAY
from tests.cli.terminal import pataca
from tests.csv_reader import read_csv
from tests.pages import named, row_of, rows, section

PAGE = {name.removeprefix("report ") for row in rows(section("reports", "Reports")) for name in named(row[0]) if name.startswith("report ")}
ANOTHER_WAY = {"commission-by-shift", "structuring"}
"""Reports whose columns the page tells by those of another one."""
UNDER_ROWS = {"breaks", "rows", "shortfall"}


def document(data: Path, *words: str) -> Any:
    ended = pataca("report", *words, "--json", "--data", data)
    assert (ended.status, ended.err) == (0, "")
    return ended.document()


def test_the_page_has_every_report_that_finance_has_not() -> None:
    others = {"commission", "ggr", "handle", "voids", "liability", "exceptions"}
    assert set(REPORTS) - others <= PAGE


@pytest.mark.parametrize("name", sorted(PAGE - ANOTHER_WAY))
def test_columns_are_those_of_the_page(played: Path, name: str) -> None:
    header = next(csv.reader(io.StringIO(pataca("report", name, "--format", "csv", "--data", played).out)))
    columns = {key for key in header if key != "exponent" and not key.endswith("_display")} - UNDER_ROWS
    told = re.sub(r" \(.*?\)", "", row_of(section("reports", "Reports"), f"report {name}")[1])
    assert columns - {f"wagered_{on.replace('-', '_')}" for on in get_args(On)} == named(told) - {"wagered_player"}
    assert all(row.keys() == columns for row in document(played, name)["rows"])


def test_commission_by_shift_has_the_columns_of_commission(played: Path) -> None:
    [row, *_] = document(played, "commission-by-shift")["rows"]
    [whole, *_] = document(played, "commission")["rows"]
    assert row == {**whole, "shift": "1"}


@pytest.mark.parametrize("name", sorted(PAGE))
def test_csv_and_text_have_as_many_rows_as_json(played: Path, name: str) -> None:
    found = document(played, name)
    written = pataca("report", name, "--format", "csv", "--data", played)
    assert len(read_csv(written.out)) == len(found["rows"])
    text = pataca("report", name, "--data", played)
    assert (text.status, text.out.splitlines()[-1]) == (0, f"as of position {found['as_of']}")


@pytest.mark.parametrize("name", sorted(PAGE))
def test_an_empty_house_has_no_rows(tmp_path: Path, name: str) -> None:
    found = document(tmp_path, name)
    assert (found["report"], found["rows"], found["totals"]) == (name, [], [])


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["win", "--as-reported"], 2, "name it with --gaming-day"),
        (["win", "--restated", "--as-reported", "--gaming-day", DAY], 2, "ask for different things"),
        (["win", "--as-reported", "--gaming-day", DAY, "--as-of", "3"], 2, "leave --as-of out"),
        (["win", "--as-reported", "--gaming-day", DAY], 3, f"gaming day {DAY} is not signed"),
        (["certificate", "--gaming-day", DAY], 3, f"gaming day {DAY} is not signed"),
        (["tax", "--currency", "HKD"], 2, "whole house"),
        (["win", "--table", "PK-99"], 3, "no table PK-99"),
    ],
)
def test_what_cannot_be_asked(played: Path, words: list[str], status: int, said: str) -> None:
    ended = pataca("report", *words, "--data", played)
    assert ended.status == status
    assert said in ended.err


def test_a_signed_day_as_it_was_reported_and_as_it_is_now(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert pataca("demo", "--hands", "2", "--seed", "5", "--data", data).status == 0
    day = pataca("hand", "list", "--json", "--data", data).documents()[0]["gaming_day"]
    for step, actor in (("--cut", "E-1"), ("--prepare", "E-1"), ("--sign", "E-2")):
        assert pataca("close-day", "--gaming-day", day, step, "--actor", actor, "--data", data).status == 0
    [row] = document(data, "certificate", "--gaming-day", day)["rows"]
    assert (row["maker"], row["checker"], row["breaks_carried"]) == ("E-1", "E-2", 0)
    assert row["tax_accrued"] == document(data, "tax", "--gaming-day", day)["rows"][1]["total"]

    reported = document(data, "win", "--gaming-day", day, "--as-reported")
    restated = document(data, "win", "--gaming-day", day, "--restated")
    assert (reported["form"], reported["proof"], reported["as_of"]) == ("as-reported", row["proof"], row["proof_as_of"])
    assert (restated["form"], restated["proof"]) == ("restated", row["proof"])
    assert restated["as_of"] > reported["as_of"]
    assert restated["rows"] == reported["rows"] != []
