"""Standard output is for data; everything else goes to standard error."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.cli.exits import Exit, Failure
from services.reports.forms import WIDE, json_text, written
from services.reports.language import Language
from services.reports.report import Report
from services.reports.text_form import to_text

T = TypeVar("T")

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


def report(document: Report, form: str, out: Path | None = None, lang: str = "en") -> None:
    """`form` and `lang` as `form_of` has checked them; on a terminal a text is as wide as the terminal, and in colours."""
    if form == "text" and out is None:
        terminal = console()
        for part in to_text(document, terminal.width):
            terminal.print(part)
        terminal.print(f"as of position {document.as_of}", style="dim")
        return
    with sink(out) as write:
        write(written(document, form, Language(lang)))


@contextmanager
def sink(out: Path | None) -> Iterator[Callable[[bytes], object]]:
    """Takes data for standard output, or for a file that is there whole or not at all."""
    if out is None:
        sys.stdout.flush()
        yield sys.stdout.buffer.write
        return
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    with explaining(out), beside.open("xb") as file, ExitStack() as unfinished:
        unfinished.callback(beside.unlink, missing_ok=True)
        yield file.write
        file.close()
        beside.replace(out)


@contextmanager
def explaining(out: Path) -> Iterator[None]:
    """What the system says against writing there ends the command with a sentence that names the place."""
    try:
        yield
    except OSError as error:
        raise Failure(Exit.UNREACHABLE, f"{out} cannot be written: {error.strerror}") from error


def console() -> Console:
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
