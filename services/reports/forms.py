"""The forms of a report, as bytes; the same report gives the same bytes. What takes a library of its own is imported when asked for."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from typing import Any

from services.reports.csv_form import to_csv
from services.reports.language import Language
from services.reports.report import Report

FORMS = ("text", "json", "csv", "xlsx", "pdf")
PAPER = ("xlsx", "pdf")
"""They are no text: a terminal cannot show them. They alone are in the reader's language."""

WIDE = 220
"""Columns of a text that goes to a file or a pipe, where nothing limits a line."""


class ExtraMissing(Exception):
    """A library that one form takes is not installed; the message says how it is."""


class TooLong(Exception):
    """A report has more rows than the form can hold; the message says which forms can."""


@contextmanager
def extra(form: str, name: str) -> Iterator[None]:
    """Around the import of what the extra `name` brings. ExtraMissing."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = f"{form} takes the library {error.name}, which is not installed"
        raise ExtraMissing(f"{missing}: install it with pip install 'pataca[{name}]'") from error


def written(report: Report, form: str, language: Language) -> bytes:
    """`form` is one of FORMS. ExtraMissing, TooLong."""
    if form == "pdf":
        with extra("pdf", "reports"):
            from services.reports.pdf import to_pdf
        return to_pdf(report, language)
    if form == "xlsx":
        return workbook({"report": report}, language)
    if form == "csv":
        return to_csv(report).encode()
    if form == "json":
        return json_bytes(report.document())
    return _plain(report).encode("utf-8", "backslashreplace")


def workbook(reports: Mapping[str, Report], language: Language) -> bytes:
    """An XLSX file with a sheet a report, by its name. ExtraMissing, TooLong."""
    with extra("xlsx", "reports"):
        from services.reports.xlsx import to_workbook
    return to_workbook(reports, language)


def json_bytes(value: Any) -> bytes:
    """One document on one line; a lone surrogate is written as its JSON escape."""
    return f"{json_text(value)}\n".encode("utf-8", "backslashreplace")


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def _plain(report: Report) -> str:
    from rich.console import Console

    from services.reports.text_form import to_text

    out = StringIO()
    console = Console(file=out, highlight=False, width=WIDE, no_color=True, force_terminal=False)
    for part in to_text(report, WIDE):
        console.print(part)
    console.print(f"as of position {report.as_of}")
    return out.getvalue()
