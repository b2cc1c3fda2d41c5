"""How a table lies on A4: upright or across, how large its letters are, how wide its columns; where it is too wide, in several parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.pagesizes import A4, landscape

from services.reports.language import Language
from services.reports.parts import in_parts
from services.reports.pdf_type import folded, printable, width_of
from services.reports.report import Column, Report

MARGIN = 36.0
GAP = 8.0
"""Points between two columns, at the least."""
_LOOSE = 28.0
"""Points that a column may be wider than it would like, where the page has them."""
_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5)
"""Points; letters below the last are no longer read without effort."""
_TEXT_LEAST, _TEXT_MOST = 64.0, 220.0
"""A column of text may be folded to the first, and needs no more than the second to be read with ease."""

Lines = list[str]
"""A cell, folded."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A row, cell by cell; `bold` for totals."""

    cells: Sequence[Lines]
    bold: bool = False

    @property
    def lines(self) -> int:
        return max(len(lines) for lines in self.cells)


@dataclass(frozen=True, slots=True)
class Part:
    """As many columns as fit side by side, with their widths in points, the table's header and its rows."""

    columns: Sequence[Column]
    widths: Sequence[float]
    header: Cells
    rows: Sequence[Cells]


@dataclass(frozen=True, slots=True)
class Layout:
    page: tuple[float, float]
    size: float
    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class _Need:
    """What a column would like to have, and what it can do with."""

    wanted: float
    least: float


def layout_of(report: Report, language: Language) -> Layout:
    columns = report.used or list(report.columns)
    table = _texts(report, columns, language)
    for page in (A4, landscape(A4)):
        room = page[0] - 2 * MARGIN
        for size in _SIZES[:2] if page == A4 else _SIZES:
            needs = _needs(columns, table, size)
            if _sum([need.wanted for need in needs]) <= room:
                return Layout(page, size, [_part(range(len(columns)), columns, needs, table, size, room)])
    parts = in_parts(columns, [need.least for need in needs], room, GAP)
    return Layout(page, size, [_part(taken, columns, needs, table, size, room) for taken in parts])


@dataclass(frozen=True, slots=True)
class _Table:
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    totals: Sequence[Sequence[str]]


def _texts(report: Report, columns: Sequence[Column], language: Language) -> _Table:
    rows, totals = (
        [[printable(language.cell(column, row)) for column in columns] for row in some] for some in (report.rows, report.totals)
    )
    return _Table([printable(language.says(column.title)) for column in columns], rows, totals)


def _needs(columns: Sequence[Column], table: _Table, size: float) -> list[_Need]:
    needs = []
    for number, column in enumerate(columns):
        head = max(width_of(word, size, bold=True) for word in table.header[number].split(" "))
        cells = {row[number] for row in table.rows}
        inside = max((width_of(line, size) for cell in cells for line in cell.split("\n")), default=0.0)
        inside = max([inside, *(width_of(row[number], size, bold=True) for row in table.totals)])
        wanted, least = (min(inside, _TEXT_MOST), min(inside, _TEXT_LEAST)) if column.kind == "text" else (inside, inside)
        needs.append(_Need(max(head, wanted), max(head, least)))
    return needs


def _sum(widths: Sequence[float]) -> float:
    return sum(widths) + GAP * (len(widths) - 1)


def _part(taken: Sequence[int], columns: Sequence[Column], needs: Sequence[_Need], table: _Table, size: float, room: float) -> Part:
    widths = _widths([needs[number] for number in taken], room)

    def folds(texts: Sequence[str], *, bold: bool = False) -> Cells:
        cells = [folded(texts[number], width + 0.01, size, bold=bold) for number, width in zip(taken, widths, strict=True)]
        return Cells(cells, bold)

    rows = [*(folds(row) for row in table.rows), *(folds(row, bold=True) for row in table.totals)]
    return Part([columns[number] for number in taken], widths, folds(table.header, bold=True), rows)


def _widths(needs: Sequence[_Need], room: float) -> list[float]:
    """Each as it would like where that fits, and a little more; else what is left over the least goes to those that would like more."""
    spare = max(room - _sum([need.least for need in needs]), 0.0)
    missing = sum(need.wanted - need.least for need in needs)
    if missing > spare:
        return [need.least + (need.wanted - need.least) * spare / missing for need in needs]
    loose = min((spare - missing) / len(needs), _LOOSE)
    return [need.wanted + loose for need in needs]
