"""Standard output is for data; everything else goes to standard error."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.reports.csv_form import to_csv
from services.reports.report import Report
from services.reports.text_form import to_table

T = TypeVar("T")

WIDE = 220
"""Columns of a table that goes to a file or a pipe, where nothing limits a line."""

_messages = Console(stderr=True, highlight=False)


def say(message: str) -> None:
    """A message for the person at the terminal."""
    _messages.print(message, markup=False, soft_wrap=True)


def line(text: str = "") -> None:
    """One line of data."""
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode() + "\n")


def json_line(value: Any) -> None:
    """One document on one line; a lone surrogate is written as its JSON escape."""
    line(json_text(value))


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def report(document: Report, form: str) -> None:
    """`form` is `text`, `json` or `csv`."""
    if form == "json":
        json_line(document.document())
    elif form == "csv":
        sys.stdout.write(to_csv(document))
    else:
        console = _console()
        console.print(to_table(document))
        console.print(f"as of position {document.as_of}", style="dim")


def _console() -> Console:
    """Colours and the terminal's width on a terminal; plain and wide elsewhere."""
    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=WIDE, no_color=True)


def progress(items: Iterable[T], total: int | None, what: str) -> Iterator[T]:
    """Hand the items on and show how far it is, on a terminal alone, from the first second on."""
    if not sys.stderr.isatty():
        yield from items
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_messages, transient=True) as bar:
        yield from bar.track(items, total=total, description=what)
