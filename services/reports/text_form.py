"""A report as a table for the terminal: amounts with decimals, totals below a line."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from services.reports.report import Column, Report, display


def to_table(report: Report) -> Table:
    """Columns without a value in any row or total are left out: a terminal is narrow."""
    used = [column for column in report.columns if any(row.get(column.key) is not None for row in [*report.rows, *report.totals])]
    table = Table(title=report.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_footer=False, pad_edge=False)
    for column in used:
        table.add_column(column.title, justify="left" if column.kind == "text" else "right", overflow="fold")
    for number, row in enumerate(report.rows, 1):
        table.add_row(*_cells(used, row), end_section=number == len(report.rows))
    for total in report.totals:
        table.add_row(*_cells(used, total), style="bold")
    return table


def _cells(columns: Sequence[Column], row: Mapping[str, Any]) -> list[Text]:
    return [Text(_cell(column, row.get(column.key), row.get("currency"))) for column in columns]


def _cell(column: Column, value: Any, currency: str | None) -> str:
    if value is None:
        return ""
    if column.kind == "amount":
        return display(value, column.currency or str(currency))
    if column.kind == "count":
        return f"{value:,}"
    return str(value)
