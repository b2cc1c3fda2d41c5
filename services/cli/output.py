"""Standard output is for data; everything else goes to standard error."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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
_COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def say(message: str) -> None:
    """A message for the person at the terminal."""
    _messages.print(message, markup=False, soft_wrap=True)


def line(text: str = "") -> None:
    """One line of data."""
    sys.stdout.write(text.encode("utf-8", "backslashreplace").decode() + "\n")


def text(part: str) -> None:
    """Data that brings its own line ends."""
    sys.stdout.write(part)


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
    return Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=WIDE, no_color=True, force_terminal=False)


@contextmanager
def position_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function that shows how far along the log something has come: position, and where the log ends."""
    if not sys.stderr.isatty():
        yield lambda _position, _end: None
        return
    with Progress(*_COLUMNS, console=_messages, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda position, end: bar.update(task, completed=position, total=end)


def progress(items: Iterable[T], total: int | None, what: str) -> Iterator[T]:
    """Hand the items on and show how far it is, on a terminal alone, from the first second on."""
    if not sys.stderr.isatty():
        yield from items
        return
    with Progress(*_COLUMNS, console=_messages, transient=True) as bar:
        yield from bar.track(items, total=total, description=what)
