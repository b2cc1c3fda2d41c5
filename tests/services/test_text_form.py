"""A report on a terminal: no figure is folded, what a row is of stands in front of every part, and what is empty says so."""

import io

import pytest
from rich.console import Console

from services.reports.columns import moments
from services.reports.report import Report, cell
from services.reports.text_form import to_text
from tests.services.papers import reasons, revenue, wide


def printed(report: Report, width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), record=True, no_color=True)
    for part in to_text(report, width):
        console.print(part)
    return console.export_text().splitlines()


@pytest.mark.parametrize("width", [60, 80, 240])
def test_figures_are_whole_and_every_part_says_what_its_rows_are_of(width: int) -> None:
    report = wide(12, 3)
    lines = printed(report, width)
    words = [word for line in lines for word in line.split()]
    for row in report.rows:
        assert all(cell(column, row) in words for column in report.columns)
    of_rows = [line.split() for line in lines if line.split()[:1] and line.split()[0].startswith("T-")]
    assert all(len(line) > 2 and line[1] == "HKD" for line in of_rows)
    parts, rest = divmod(len(of_rows), len(report.rows))
    assert (parts > 1, rest) == (width < 240, 0)
    assert all(len(line) <= width for line in lines)


def test_a_text_is_folded_before_the_table_is_parted() -> None:
    lines = printed(reasons("a long reason " * 10), 60)
    assert sum(line.strip().startswith("BA-0") for line in lines) == 1


def test_a_report_without_rows_says_so() -> None:
    assert printed(revenue(), 80) == ["Gross gaming revenue", "nothing to show"]


def test_moments_are_read_to_the_second() -> None:
    [column] = moments(time="time (UTC)")
    assert cell(column, {"time": "2026-11-30T14:18:09.337436Z"}) == "2026-11-30 14:18:09"
