"""A report on A4, to be signed: head, table, charts, two signatures; on every page its number and what the figures stand on.

The pages are laid out before the first is drawn, so each knows how many there are. No clock: the same report gives the same bytes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from services.reports.charts import Bars, bars_of
from services.reports.forms import TooLong
from services.reports.language import Language
from services.reports.pdf_chart import HEIGHT, draw_bars
from services.reports.pdf_layout import GAP, MARGIN, Cells, Layout, Part, layout_of
from services.reports.pdf_type import font_of, printable, width_of
from services.reports.report import Report

ROWS_MAX = 20_000
"""Some 400 pages; what is longer is read by programs."""
_INK, _GREY, _SHADE, _LINE = (HexColor(colour) for colour in ("#222222", "#5A6268", "#E7ECEF", "#D5DADD"))
_FOOT = 50.0
"""Points at the foot of a page, above the margin's half."""
_LINES_TOGETHER = 24
"""A row with more lines than this may go over the end of a page."""
_CHART = HEIGHT + 12
_SIGNATURES = 104.0
_ROOMY, _CLOSE = 1.35, 1.15
"""Points from line to line, to a point of the letters' size."""
_TAGS = {"en": "en", "zh": "zh-Hant-MO", "pt": "pt-MO"}

Draw = Callable[[float], None]
"""Draws below the given height."""


@dataclass(slots=True)
class _Page:
    blocks: list[tuple[float, Draw]] = field(default_factory=list)
    """Top and what is drawn below it."""


def to_pdf(report: Report, language: Language) -> bytes:
    """TooLong for more rows than anybody reads on paper."""
    if len(report.rows) > ROWS_MAX:
        raise TooLong(
            f"paper holds {ROWS_MAX:,} rows, and this report has {len(report.rows):,}; narrow it to fewer days, or take csv or xlsx"
        )
    layout = layout_of(report, language)
    out = BytesIO()
    canvas = Canvas(out, pagesize=layout.page, invariant=1, pageCompression=1, lang=_TAGS[language.code])
    canvas.setTitle(language.title(report))
    canvas.setAuthor("pataca")
    canvas.setSubject(" · ".join([language.days(report), *language.state(report)]))
    pages = _Paper(canvas, report, language, layout, _ROOMY).pages()
    if len(pages) == 2:  # what fits on one page when it is set closer is set closer
        close = _Paper(canvas, report, language, layout, _CLOSE).pages()
        pages = close if len(close) == 1 else pages
    for number, page in enumerate(pages, 1):
        for top, draw in page.blocks:
            draw(top)
        _footer(canvas, report, language, layout, language.says("page {page} of {pages}", page=number, pages=len(pages)))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Paper:
    """The blocks of the paper one below the other, and where a page ends."""

    def __init__(self, canvas: Canvas, report: Report, language: Language, layout: Layout, leading: float) -> None:
        self._canvas, self._report, self._language, self._layout = canvas, report, language, layout
        self._width = layout.page[0] - 2 * MARGIN
        self._leading = layout.size * leading
        self._bars = bars_of(report)
        self._pages = [_Page()]
        self._top = layout.page[1] - MARGIN

    def pages(self) -> Sequence[_Page]:
        self._put(68, self._title)
        parts = self._layout.parts
        for number, part in enumerate(parts, 1):
            if len(parts) > 1:
                self._room(80)  # of a table more than its header
                self._put(16, partial(self._caption, self._language.says("part {part} of {parts}", part=number, parts=len(parts))))
            self._table(part, last=number == len(parts) and not self._bars)
        for number, bars in enumerate(self._bars, 1):
            self._room(_CHART + (_SIGNATURES if number == len(self._bars) else 0))
            self._put(_CHART, partial(self._chart, bars))
        self._put(_SIGNATURES, self._signatures)
        return self._pages

    def _room(self, height: float) -> bool:
        """True if a new page had to begin to have so much of it."""
        new = self._top - height < MARGIN / 2 + _FOOT
        if new:
            self._pages.append(_Page())
            self._top = self._layout.page[1] - MARGIN
        return new

    def _put(self, height: float, draw: Draw) -> None:
        self._pages[-1].blocks.append((self._top, draw))
        self._top -= height

    def _title(self, top: float) -> None:
        report, language = self._report, self._language
        self._say("pataca", MARGIN, top - 8, 8, bold=True, colour=_GREY)
        self._say(language.title(report), MARGIN, top - 28, 16, bold=True)
        self._say(language.days(report), MARGIN, top - 44, 9.5)
        about = [language.says("as of position {as_of}", as_of=report.as_of), language.rows(report)]
        self._say(" · ".join(about), MARGIN, top - 57, 8, colour=_GREY)

    def _caption(self, text: str, top: float) -> None:
        self._say(text, MARGIN, top - 12, 8.5, colour=_GREY)

    def _chart(self, bars: Bars, top: float) -> None:
        title = f"{self._language.says(bars.title)} ({bars.currency})"
        draw_bars(self._canvas, bars, title, MARGIN, top - _CHART + HEIGHT, self._width)

    def _table(self, part: Part, *, last: bool) -> None:
        """The header stands on every page. The totals, and of the last table the signatures, come with at least one row."""
        header, rows = self._height(part.header), list(_short(part.rows))
        together = next((number for number, row in enumerate(rows) if row.bold), len(rows)) - 1
        self._room(header + 2 * self._leading)
        self._put(header, partial(self._cells, part, part.header, shade=True))
        for number, row in enumerate(rows):
            height = self._height(row)
            tail = sum(map(self._height, rows[number + 1 :])) + (_SIGNATURES if last else 0) if number == together else 0
            if self._room(height + tail):
                self._put(header, partial(self._cells, part, part.header, shade=True))
            rule = row.bold and number == together + 1
            self._put(height, partial(self._cells, part, row, rule=rule))
        if not rows:
            self._put(20, partial(self._caption, self._language.says("no rows")))
        self._top -= 6

    def _height(self, row: Cells) -> float:
        return row.lines * self._leading + 4

    def _cells(self, part: Part, row: Cells, top: float, *, shade: bool = False, rule: bool = False) -> None:
        canvas, height = self._canvas, self._height(row)
        wide = sum(part.widths) + GAP * (len(part.widths) - 1)
        if shade:
            canvas.setFillColor(_SHADE)
            canvas.rect(MARGIN - 3, top - height, wide + 6, height, stroke=0, fill=1)
        canvas.setStrokeColor(_INK if shade or rule else _LINE)
        canvas.setLineWidth(0.8 if shade or rule else 0.3)
        edge = top if rule else top - height
        canvas.line(MARGIN - 3, edge, MARGIN + wide + 3, edge)
        self._letters(part, row, top)

    def _letters(self, part: Part, row: Cells, top: float) -> None:
        """All cells as one piece of text: a paper has hundreds of thousands of them."""
        size, left, font = self._layout.size, MARGIN, ""
        text = self._canvas.beginText()
        text.setFillColor(_INK)
        for column, width, lines in zip(part.columns, part.widths, row.cells, strict=True):
            for number, line in enumerate(lines):
                if not line:
                    continue
                if font != (font := font_of(line, bold=row.bold)):
                    text.setFont(font, size)
                inset = 0.0 if column.kind == "text" else width - width_of(line, size, bold=row.bold)
                text.setTextOrigin(left + inset, top - 2 - size - number * self._leading)
                text.textOut(line)
            left += width + GAP
        self._canvas.drawText(text)

    def _say(self, text: str, left: float, baseline: float, size: float, *, bold: bool = False, colour: HexColor = _INK) -> None:
        text = printable(text)
        self._canvas.setFillColor(colour)
        self._canvas.setFont(font_of(text, bold=bold), size)
        self._canvas.drawString(left, baseline, text)

    def _signatures(self, top: float) -> None:
        """Two people, side by side: who prepared it and who checked it."""
        wide = min((self._width - 40) / 2, 300)
        for number, (english, name) in enumerate((("Prepared by", "prepared_by"), ("Checked by", "checked_by"))):
            left = MARGIN + number * (wide + 40)
            self._say(self._language.says(english), left, top - 24, 9, bold=True)
            for line, word in enumerate(("name in full", "signature", "date")):
                baseline = top - 46 - line * 24
                self._say(self._language.says(word), left, baseline, 7.5, colour=_GREY)
                if word == "name in full":
                    self._say(str(self._report.head.get(name) or ""), left + 70, baseline + 1, 9)
                self._canvas.setStrokeColor(_INK)
                self._canvas.setLineWidth(0.5)
                self._canvas.line(left + 66, baseline - 2, left + wide, baseline - 2)


def _short(rows: Sequence[Cells]) -> Iterator[Cells]:
    """Rows that fit on a page: one with a long text goes on in the next line of the table."""
    for row in rows:
        for first in range(0, row.lines, _LINES_TOGETHER):
            yield Cells([lines[first : first + _LINES_TOGETHER] for lines in row.cells], row.bold)


def _footer(canvas: Canvas, report: Report, language: Language, layout: Layout, page: str) -> None:
    """What the figures stand on, in full, and the page's number."""
    right, size = layout.page[0] - MARGIN, 6.5
    canvas.setStrokeColor(_LINE)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, MARGIN / 2 + _FOOT - 12, right, MARGIN / 2 + _FOOT - 12)
    canvas.setFillColor(_GREY)
    baseline = MARGIN / 2 + _FOOT - 22
    for text in _folded_parts([printable(part) for part in language.state(report)], right - MARGIN - width_of(page, size) - 16, size):
        canvas.setFont(font_of(text), size)
        canvas.drawString(MARGIN, baseline, text)
        baseline -= 9
    canvas.setFont(font_of(page), size)
    canvas.drawRightString(right, MARGIN / 2 + _FOOT - 22, page)


def _folded_parts(parts: Sequence[str], width: float, size: float) -> list[str]:
    """As many parts on a line as fit."""
    lines = [parts[0]]
    for part in parts[1:]:
        joined = f"{lines[-1]} · {part}"
        if width_of(joined, size) <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines
