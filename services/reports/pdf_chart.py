"""Bars on paper: drawn as lines and areas, with figures that are made from digits."""

from collections.abc import Sequence

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from services.reports.charts import Bar, Bars
from services.reports.pdf_type import REGULAR, font_of, printable, width_of
from services.reports.report import display

HEIGHT = 190.0
_INK, _GRID = HexColor("#222222"), HexColor("#D5DADD")
_ABOVE, _BELOW = HexColor("#2F6F8F"), HexColor("#B5483A")
_STEPS_MAX = 5
_FIGURES_MAX = 14
"""With more bars there is no room for a figure at each."""
_SMALL = 6.5


def draw_bars(canvas: Canvas, bars: Bars, title: str, left: float, top: float, width: float) -> None:
    """In the `HEIGHT` points below `top`."""
    canvas.setFillColor(_INK)
    canvas.setFont(font_of(title, bold=True), 9)
    canvas.drawString(left, top - 10, title)
    ticks = _ticks([bar.amount for bar in bars.bars])
    axis = max(width_of(display(tick, bars.currency), _SMALL) for tick in ticks) + 6
    high, low = top - 26, top - HEIGHT + 26
    scale = (high - low) / (ticks[-1] - ticks[0])
    for tick in ticks:
        _gridline(canvas, display(tick, bars.currency), left, left + axis, left + width, low + (tick - ticks[0]) * scale)
    zero = low - ticks[0] * scale
    slot = (width - axis) / len(bars.bars)
    every = max(1, round(max(width_of(bar.label, _SMALL) for bar in bars.bars) / slot + 0.6))
    for number, bar in enumerate(bars.bars):
        middle = left + axis + slot * (number + 0.5)
        _bar(canvas, bar, middle, zero, slot, bar.amount * scale)
        if len(bars.bars) <= _FIGURES_MAX:
            _figure(canvas, display(bar.amount, bars.currency), middle, zero + bar.amount * scale, above=bar.amount >= 0)
        if number % every == 0:
            canvas.setFillColor(_INK)
            label = printable(bar.label)
            canvas.setFont(font_of(label), _SMALL)
            canvas.drawCentredString(middle, low - 19, label)


def _gridline(canvas: Canvas, figure: str, left: float, axis: float, right: float, height: float) -> None:
    canvas.setStrokeColor(_INK if figure.strip("0.") == "" else _GRID)
    canvas.setLineWidth(0.5)
    canvas.line(axis, height, right, height)
    canvas.setFillColor(_INK)
    canvas.setFont(REGULAR, _SMALL)
    canvas.drawRightString(axis - 4, height - 2, figure)


def _bar(canvas: Canvas, bar: Bar, middle: float, zero: float, slot: float, height: float) -> None:
    wide = min(slot * 0.6, 48)
    canvas.setFillColor(_ABOVE if bar.amount >= 0 else _BELOW)
    canvas.rect(middle - wide / 2, zero, wide, height, stroke=0, fill=1)


def _figure(canvas: Canvas, figure: str, middle: float, end: float, *, above: bool) -> None:
    canvas.setFillColor(_INK)
    canvas.setFont(REGULAR, _SMALL)
    canvas.drawCentredString(middle, end + 3 if above else end - 8, figure)


def _ticks(amounts: Sequence[int]) -> list[int]:
    """From the first multiple of a round step below all amounts and 0 to the first above; the bars stand on 0."""
    low, high = min(0, *amounts), max(0, *amounts)
    step = 1
    while (high - low) > step * _STEPS_MAX:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first, last = low // step, max(-(-high // step), low // step + 1)
    return [step * number for number in range(first, last + 1)]
