"""Two JSON objects beside each other, line by line, with a mark where they part."""

import json
from difflib import SequenceMatcher
from itertools import zip_longest

from rich import box
from rich.table import Table
from rich.text import Text

from services.cli.output import console

_MARK = "≠"


def print_side_by_side(recorded: str, decided: str) -> None:
    """`recorded` is what is stored, `decided` what the rules give now; both are JSON."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("recorded")
    table.add_column("")
    table.add_column("decided again")
    for left, mark, right in lined_up(recorded, decided):
        style = "bold red" if mark else ""
        table.add_row(Text(left, style=style), Text(mark, style=style), Text(right, style=style))
    console().print(table)


def lined_up(recorded: str, decided: str) -> list[tuple[str, str, str]]:
    """Line of the one, a mark where they differ, line of the other; a line that only one has stands beside nothing."""
    left, right = _lines(recorded), _lines(decided)
    found = []
    for word, i1, i2, j1, j2 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        mark = "" if word == "equal" else _MARK
        found += [(one, mark, other) for one, other in zip_longest(left[i1:i2], right[j1:j2], fillvalue="")]
    return found


def _lines(text: str) -> list[str]:
    return json.dumps(json.loads(text), ensure_ascii=False, indent=2).splitlines()
