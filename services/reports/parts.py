"""A table that is wider than its page or terminal, in several parts: what a row is of stands in front of each."""

from collections.abc import Sequence

from services.reports.report import Column

_OF_ROW = ("table", "currency")


def leading(columns: Sequence[Column]) -> list[int]:
    """The columns that say what a row is of."""
    return [number for number, column in enumerate(columns) if number == 0 or column.key in _OF_ROW]


def in_parts(columns: Sequence[Column], least: Sequence[float], room: float, gap: float) -> list[list[int]]:
    """The columns of each part; one part where all of them fit. `least`: what each column can do with."""
    in_front = leading(columns)
    parts = [list(in_front)]
    for number in range(len(columns)):
        if number in in_front:
            continue
        if _sum([least[one] for one in (*parts[-1], number)], gap) > room and len(parts[-1]) > len(in_front):
            parts.append(list(in_front))
        parts[-1].append(number)
    return [sorted(part) for part in parts] if len(parts) == 1 else parts


def _sum(widths: Sequence[float], gap: float) -> float:
    return sum(widths) + gap * (len(widths) - 1)
