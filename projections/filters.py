"""What a question may be narrowed to. A filter that a report does not know is an error, never an empty answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Column, ColumnElement


class FilterRefused(ValueError):
    """The message names the report, the filter, and those that it takes."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Days are gaming days, `from_day` and `to_day` included; `as_of` is a position of the log: what was known there."""

    gaming_day: str | None = None
    from_day: str | None = None
    to_day: str | None = None
    table: str | None = None
    currency: str | None = None
    player: str | None = None
    as_of: int | None = None

    def conditions(self, report: str, columns: Mapping[str, Column[str] | Column[int]]) -> list[ColumnElement[bool]]:
        """`columns`: the column for each filter that the report takes; `gaming_day` stands for the three filters of days."""
        if self.from_day and self.to_day and self.from_day > self.to_day:
            raise FilterRefused(f"{report}: from {self.from_day} to {self.to_day} holds no day; the first may not be after the last")
        found: list[ColumnElement[bool]] = []
        for name in self.__slots__:
            value = getattr(self, name)
            if value is None:
                continue
            column = columns.get("gaming_day" if name in ("from_day", "to_day") else name)
            if column is None:
                raise FilterRefused(f"{report} cannot be narrowed by {name}; it takes {', '.join(_taken(columns))}")
            found.append(_condition(name, column, value))
        return found


ALL = Filters()


def _condition(name: str, column: Column[str] | Column[int], value: str | int) -> ColumnElement[bool]:
    if name == "from_day":
        return column >= value
    if name in ("to_day", "as_of"):
        return column <= value
    return column == value


def _taken(columns: Mapping[str, object]) -> list[str]:
    days = ("gaming_day", "from_day", "to_day")
    return [name for name in Filters.__slots__ if ("gaming_day" if name in days else name) in columns]
