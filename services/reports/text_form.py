"""A report as a table for the terminal: amounts with decimals, totals below a line."""

from rich import box
from rich.table import Table
from rich.text import Text

from services.reports.report import Report, cell


def to_table(report: Report) -> Table:
    """Columns without a value in any row or total are left out: a terminal is narrow."""
    title = f"{report.title} {report.subject}".strip()
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_footer=False, pad_edge=False)
    used = report.used
    for column in used:
        table.add_column(column.title, justify="left" if column.kind == "text" else "right", overflow="fold")
    for number, row in enumerate(report.rows, 1):
        table.add_row(*(Text(cell(column, row)) for column in used), end_section=number == len(report.rows))
    for total in report.totals:
        table.add_row(*(Text(cell(column, total)) for column in used), style="bold")
    return table
