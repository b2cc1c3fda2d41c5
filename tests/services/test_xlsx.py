"""The workbook: typed cells, exact amounts, no text that runs, a total that the sheet proves, the same bytes each time."""

import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from services.reports import xlsx
from services.reports.forms import TooLong, written
from services.reports.language import Language
from services.reports.report import Report
from tests.services.papers import HEAD, ROOT, reasons, revenue


def made(report: Report, lang: str = "en") -> bytes:
    return written(report, "xlsx", Language(lang))


def sheet(report: Report, lang: str = "en") -> Any:
    return load_workbook(BytesIO(made(report, lang))).worksheets[0]


def table(report: Report) -> tuple[Any, list[str], int]:
    """The sheet, the names in its header, and the line of the header."""
    found = sheet(report)
    header = int(re.sub(r"\D", "", found.freeze_panes)) - 1
    return found, [cell.value for cell in found[header]], header


def test_an_amount_is_a_number_with_two_decimals_and_its_minor_units_beside_it() -> None:
    found, names, header = table(revenue(-1_234_567, 12_345_678_901))
    assert names == [
        "gaming day",
        "game",
        "currency",
        "hands",
        "ggr",
        "ggr (minor units)",
        "ggr in MOP",
        "ggr in MOP (minor units)",
    ]
    rows = [[cell.value for cell in row] for row in found.iter_rows(min_row=header + 1, max_row=header + 2)]
    assert rows == [
        ["2026-11-01", "baccarat", "HKD", 1, -12345.67, -1_234_567, -24691.34, -2_469_134],
        ["2026-11-02", "baccarat", "HKD", 2, 123456789.01, 12_345_678_901, 246913578.02, 24_691_357_802],
    ]
    assert [found.cell(header + 1, column).number_format for column in (5, 6)] == ["#,##0.00", "0"]


def test_what_a_sheet_would_round_is_written_as_text() -> None:
    found, _names, header = table(revenue(2**53 - 1))
    assert [found.cell(header + 1, column).value for column in (5, 6)] == ["90,071,992,547,409.91", "9007199254740991"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-500", "@SUM(A1)", "=cmd|' /C calc'!A0", "http://example.org", "007", "作廢 é"])
def test_a_text_stays_a_text(text: str) -> None:
    found, names, header = table(reasons(text))
    cell = found.cell(header + 1, names.index("reason") + 1)
    assert (cell.value, cell.data_type, cell.hyperlink) == (text, "s", None)


def test_the_head_says_what_the_figures_stand_on() -> None:
    found, _names, header = table(revenue(1, 2))
    assert [found.cell(line, 1).value for line in range(1, header)] == [
        "Gross gaming revenue",
        "gaming days 2026-11-01 to 2026-11-30",
        "as of position 4711",
        f"root {ROOT}",
        "policy FINANCE-2026",
        "posting rules 1",
        "report version 1",
        None,
    ]


def test_the_sheet_adds_up_the_rows_itself() -> None:
    found, names, header = table(revenue(-500, 700))
    total = [cell.value for cell in found[header + 3]]
    assert [total[names.index(name)] for name in ("currency", "hands", "ggr", "ggr (minor units)")] == ["HKD", 3, 2, 200]
    control = [cell.value for cell in found[header + 5]]
    assert control[0] == "control total HKD 2 rows"
    first, last = header + 1, header + 2
    assert control[names.index("ggr (minor units)")] == f'=SUMIFS($F${first}:$F${last},$C${first}:$C${last},"HKD")'
    cached = load_workbook(BytesIO(made(revenue(-500, 700))), data_only=True).worksheets[0]
    assert cached.cell(header + 5, names.index("ggr (minor units)") + 1).value == 200


def test_a_chart_stands_over_its_own_numbers() -> None:
    book = load_workbook(BytesIO(made(revenue(-500, 700))))
    numbers = book.worksheets[1]
    assert [[cell.value for cell in row[:2]] for row in numbers.iter_rows(min_row=2, max_row=3)] == [
        ["2026-11-01", -10],
        ["2026-11-02", 14],
    ]
    assert "xl/charts/chart1.xml" in ZipFile(BytesIO(made(revenue(-500, 700)))).namelist()


def test_without_rows_there_is_a_header_and_a_control_total() -> None:
    found, names, header = table(revenue())
    assert names[0] == "gaming day"
    assert found.cell(header + 2, 1).value == "control total 0 rows"


def test_the_same_report_gives_the_same_bytes_and_no_clock_is_in_them() -> None:
    first = made(revenue(-500, 700))
    assert first == made(revenue(-500, 700))
    assert first != made(revenue(-500, 701))
    archive = ZipFile(BytesIO(first))
    assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", archive.read("docProps/core.xml").decode())) == {"2000-01-01T00:00:00Z"}


@pytest.mark.parametrize(
    ("lang", "title", "day", "game"), [("zh", "博彩毛收入", "博彩日", "百家樂"), ("pt", "Receita bruta do jogo", "dia de jogo", "bacará")]
)
def test_it_is_in_the_readers_language(lang: str, title: str, day: str, game: str) -> None:
    found = sheet(revenue(1, 2), lang)
    assert (found.cell(1, 1).value, found.cell(9, 1).value, found.cell(10, 2).value) == (title, day, game)


def test_more_rows_than_a_sheet_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "ROWS_MAX", 2)
    assert made(revenue(1, 2))
    with pytest.raises(TooLong, match="a sheet holds 2 rows, and this report has 3"):
        made(revenue(1, 2, 3))


def test_a_policy_with_an_ampersand_stands_as_it_is_at_the_foot_of_a_printed_sheet() -> None:
    report = Report("x", "X & Y", 7, [], [], (), {**HEAD, "root": "A&B"})
    assert sheet(report).oddFooter.left.text == "as of position 7 · root A&&B"
