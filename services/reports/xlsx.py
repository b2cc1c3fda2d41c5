"""A report as a workbook: typed cells, amounts with decimals and the whole minor units beside them, totals proved by the sheet itself.

Nothing in it depends on a clock or on an order that may change: the same report gives the same bytes. No text becomes a formula.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any, NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from domain.money import EXPONENT
from services.reports.charts import bars_of
from services.reports.forms import TooLong
from services.reports.language import Language
from services.reports.report import Column, Report, display

ROWS_MAX = 1_000_000
"""A sheet has 1,048,576 lines; head and totals take some."""
_EXACT_MAX = 10**15
"""Below it the numbers of a sheet, which have 15 sure digits, show every minor unit."""
_TEXT_MAX = 32_767
_LONG_AGO = datetime(2000, 1, 1)  # noqa: DTZ001  the workbook says when it was made, and takes no zone
_WIDEST = 48


class Part(NamedTuple):
    """A column of the sheet: of a report's column, an amount is two, with decimals and in minor units."""

    column: Column
    minor: bool = False


@dataclass(slots=True)
class Formats:
    title: Format
    head: Format
    column: Format
    number_column: Format
    text: Format
    count: Format
    amount: Format
    total: Format
    total_count: Format
    total_amount: Format


def to_workbook(reports: Mapping[str, Report], language: Language) -> bytes:
    """A sheet a report, by its name; the first one gives the workbook its title. TooLong for more rows than a sheet holds."""
    out = BytesIO()
    workbook = Workbook(out, {"in_memory": True})
    formats = _formats(workbook)
    workbook.set_properties({"title": language.title(next(iter(reports.values()))), "created": _LONG_AGO})
    for name, report in reports.items():
        if len(report.rows) > ROWS_MAX:
            raise TooLong(f"a sheet holds {ROWS_MAX:,} rows, and this report has {len(report.rows):,}; csv and json hold them all")
        _Sheet(workbook, formats, name, report, language).write()
    workbook.close()
    return out.getvalue()


class _Sheet:
    """The sheet with the rows, and beside it one with what the charts show."""

    def __init__(self, workbook: Workbook, formats: Formats, name: str, report: Report, language: Language) -> None:
        self._workbook, self._report, self._language = workbook, report, language
        self._formats = formats
        self._sheet: Worksheet = workbook.add_worksheet(language.says(name))
        self._parts = list(_parts(report.used or list(report.columns)))
        self._widths = [len(self._name(part)) for part in self._parts]

    def write(self) -> None:
        header = self._head()
        self._header(header)
        first = header + 1
        for number, row in enumerate(self._report.rows, first):
            self._row(number, row, self._formats.text, self._formats.count, self._formats.amount)
        last = first + len(self._report.rows) - 1
        below = self._totals(last + 1)
        self._control(below, first, last)
        for number, width in enumerate(self._widths):
            self._sheet.set_column(number, number, min(width, _WIDEST) + 2)
        self._printed(header)
        self._charts()

    def _head(self) -> int:
        """The block above the table; where the table's header comes."""
        language, report = self._language, self._report
        self._sheet.write_string(0, 0, language.title(report), self._formats.title)
        lines = [language.days(report), *language.state(report)]
        for number, line in enumerate(lines, 1):
            self._sheet.write_string(number, 0, line, self._formats.head)
        return len(lines) + 2

    def _name(self, part: Part) -> str:
        title = self._language.says(part.column.title)
        return f"{title} ({self._language.says('minor units')})" if part.minor else title

    def _header(self, line: int) -> None:
        for number, part in enumerate(self._parts):
            form = self._formats.column if part.column.kind == "text" else self._formats.number_column
            self._sheet.write_string(line, number, self._name(part), form)
        self._sheet.freeze_panes(line + 1, 0)

    def _row(self, line: int, row: Mapping[str, Any], text: Format, count: Format, amount: Format) -> None:
        for number, (column, minor) in enumerate(self._parts):
            value = row.get(column.key)
            if column.kind == "text":
                self._text(line, number, "" if value is None else self._language.cell(column, row), text)
            elif value is None:
                self._sheet.write_blank(line, number, None, text)
            elif column.kind == "count" or minor:
                self._number(line, number, value, str(value), count)
            else:
                self._money(line, number, value, column.currency or str(row.get("currency")), amount)

    def _text(self, line: int, number: int, text: str, form: Format) -> None:
        self._sheet.write_string(line, number, text[:_TEXT_MAX], form)
        self._widths[number] = max(self._widths[number], *(len(part) for part in text[:_WIDEST].split("\n")))

    def _money(self, line: int, number: int, value: int, currency: str, form: Format) -> None:
        self._number(line, number, value, display(value, currency), form, 10 ** EXPONENT[currency])

    def _number(self, line: int, number: int, value: int, shown: str, form: Format, parts: int = 1) -> None:
        """A number that the sheet would round is written as text."""
        if abs(value) < _EXACT_MAX:
            self._sheet.write_number(line, number, value / parts if parts > 1 else value, form)
        else:
            self._sheet.write_string(line, number, shown, form)
        self._widths[number] = max(self._widths[number], len(shown) + 1)

    def _totals(self, line: int) -> int:
        """The report's own totals; the line below them."""
        formats = self._formats
        for total in self._report.totals:
            self._row(line, total, formats.total, formats.total_count, formats.total_amount)
            line += 1
        return line + 1

    def _control(self, line: int, first: int, last: int) -> None:
        """The sheet adds up the minor units itself, by currency: who changes, drops or adds a row sees it here."""
        counted = self._language.rows(self._report)
        currencies = self._currencies()
        for number, currency in enumerate(currencies or [""], line):
            words = (self._language.says("control total"), currency, counted)
            self._sheet.write_string(number, 0, " ".join(filter(None, words)), self._formats.total)
            if currency and last >= first:
                self._sums(number, first, last, currency)

    def _currencies(self) -> list[str]:
        if not any(part.column.key == "currency" for part in self._parts):
            return []
        return sorted({str(row["currency"]) for row in self._report.rows if row.get("currency") is not None})

    def _sums(self, line: int, first: int, last: int, currency: str) -> None:
        of_currency = next(number for number, part in enumerate(self._parts) if part.column.key == "currency")
        where = _span(first, last, of_currency)
        for number, (column, minor) in enumerate(self._parts):
            if minor and number:
                of_it = [row for row in self._report.rows if row.get("currency") == currency]
                total = sum(row.get(column.key) or 0 for row in of_it)
                formula = f'=SUMIFS({_span(first, last, number)},{where},"{currency}")'
                self._sheet.write_formula(line, number, formula, self._formats.total_count, total)

    def _printed(self, header: int) -> None:
        sheet = self._sheet
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(header)
        foot = " · ".join(self._language.state(self._report)[:2]).replace("&", "&&")  # which would be a command there
        sheet.set_footer(f"&L{foot}&R&P / &N")

    def _charts(self) -> None:
        """Bars that the sheet draws itself, over numbers that lie on a sheet of their own."""
        drawings = bars_of(self._report)
        if not drawings:
            return
        sheet = self._workbook.add_worksheet(self._language.says("chart"))
        sheet.set_column(0, 0, 24)
        line = 0
        for bars in drawings:
            title = f"{self._language.says(bars.title)} ({bars.currency})"
            sheet.write_string(line, 0, title, self._formats.column)
            for number, bar in enumerate(bars.bars, line + 1):
                sheet.write_string(number, 0, bar.label, self._formats.text)
                sheet.write_number(number, 1, bar.amount / 10 ** EXPONENT[bars.currency], self._formats.amount)
            span = (line + 1, line + len(bars.bars))
            sheet.insert_chart(line, 3, self._chart(sheet.get_name(), span, title))
            line += max(len(bars.bars), 18) + 2

    def _chart(self, name: str, span: tuple[int, int], title: str) -> Any:
        chart = self._workbook.add_chart({"type": "column"})
        first, last = span
        series = {"categories": [name, first, 0, last, 0], "values": [name, first, 1, last, 1], "invert_if_negative": False}
        chart.add_series(series)
        chart.set_title({"name": title})
        chart.set_legend({"none": True})
        return chart


def _parts(columns: Sequence[Column]) -> Iterator[Part]:
    for column in columns:
        yield Part(column)
        if column.kind == "amount":
            yield Part(column, minor=True)


def _span(first: int, last: int, column: int) -> str:
    ends = (xl_rowcol_to_cell(line, column, row_abs=True, col_abs=True) for line in (first, last))
    return ":".join(ends)


def _formats(workbook: Workbook) -> Formats:
    decimals, whole = {"num_format": "#,##0.00"}, {"num_format": "0"}
    top, shade = {"top": 1, "bold": True}, {"bold": True, "bottom": 1, "bg_color": "#E7ECEF"}
    right, wrapped = {"align": "right"}, {"text_wrap": True, "valign": "top"}
    forms = (
        {"bold": True, "font_size": 14},
        {"font_color": "#555555"},
        {**shade, "text_wrap": True, "valign": "top"},
        {**shade, **right, "text_wrap": True, "valign": "top"},
        wrapped,
        {**whole, **right, "valign": "top"},
        {**decimals, **right, "valign": "top"},
        top,
        {**top, **whole, **right},
        {**top, **decimals, **right},
    )
    return Formats(*(workbook.add_format(form) for form in forms))
