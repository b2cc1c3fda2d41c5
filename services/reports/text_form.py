"""A report as text for the terminal: amounts with decimals, totals below a line; a table that is too wide comes in parts."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from services.reports.parts import in_parts
from services.reports.report import Column, Report, cell

_GAP = 3
_TEXT_LEAST = 12
"""A column of text may be folded to it; a figure is never folded."""


def to_text(report: Report, width: int) -> Iterator[RenderableType]:
    """What is printed one below the other, for this many columns of letters."""
    title = f"{report.title} {report.subject}".strip()
    used = report.used
    if not used:
        yield Text(title, style="bold")
        yield Text("nothing to show")
        return
    parts = in_parts(used, [_least(report, column) for column in used], width - _GAP, _GAP)
    for number, part in enumerate(parts):
        yield _table(report, [used[one] for one in part], title if number == 0 else None)


def _table(report: Report, columns: Sequence[Column], title: str | None) -> Table:
    """Columns without a value in any row or total are left out: a terminal is narrow."""
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, show_footer=False, pad_edge=False)
    for column in columns:
        figures = column.kind != "text"
        table.add_column(
            column.title,
            justify="right" if figures else "left",
            overflow="fold",
            min_width=_least(report, column) if figures else None,
        )
    for number, row in enumerate(report.rows, 1):
        table.add_row(*(Text(cell(column, row)) for column in columns), end_section=number == len(report.rows))
    for total in report.totals:
        table.add_row(*(Text(cell(column, total)) for column in columns), style="bold")
    return table


def _least(report: Report, column: Column) -> int:
    head = max(map(cell_len, column.title.split(" ")))
    inside = max((cell_len(cell(column, row)) for row in (*report.rows, *report.totals)), default=0)
    return max(head, inside if column.kind != "text" else min(inside, _TEXT_LEAST))
