"""Files that people bring: read strictly, and refused whole with the line and what would be accepted there.

UTF-8 with commas and one exact header; a byte order mark and CRLF are read and change nothing. Amounts are whole minor units,
with `--decimal` such as `1,234.50`; neither ever passes through a float.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from domain.money import EXPONENT

BYTES_MAX: Final = 64 * 1024 * 1024
ROWS_MAX: Final = 1_000_000
_VERSION: Final = "1"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_WHOLE: Final = re.compile(r"-?(0|[1-9][0-9]{0,15})")
_DECIMAL: Final = re.compile(r"-?(0|[1-9][0-9]{0,13}|[1-9][0-9]{0,2}(,[0-9]{3}){1,4})\.[0-9]{2}")
_TWO_DIGITS: Final = 2
assert set(EXPONENT.values()) == {_TWO_DIGITS}, "amounts with decimals have two digits in every currency of the house"


class FileRefused(Exception):
    """Nothing of the file was taken. `line` counts from 1, the header; None where the file as a whole cannot be read."""

    def __init__(self, name: str, line: int | None, reason: str) -> None:
        super().__init__(f"{name}{f' line {line}' if line else ''}: {reason}; nothing of the file was taken")
        self.file = name
        self.line = line
        self.reason = reason


class FileTaken(Exception):
    """The counts of this very file are on record."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} was taken before: its counts are on record, and a run without --counts compares them")


class FileRow(BaseModel):
    """`amounts` are the columns that `--decimal` reads with decimals, `numbers` other whole numbers; all else are texts.

    An empty cell is None, and only a column that may be None takes it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


R = TypeVar("R", bound=FileRow)


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of file: its columns behind `version` in their order, and which of them are numbers."""

    columns: Sequence[str]
    amounts: frozenset[str]
    numbers: frozenset[str] = frozenset()
    signed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Given:
    """A file as it was given. `name` is the file's own, without its folder: results are the same wherever it lies."""

    name: str
    data: bytes
    decimal: bool = False

    @classmethod
    def at(cls, path: Path, decimal: bool) -> "Given":
        """OSError where it cannot be read."""
        with path.open("rb") as file:
            return cls(path.name, file.read(BYTES_MAX + 1), decimal)

    @property
    def sha256(self) -> str:
        return sha256(self.data).hexdigest()

    def refuse(self, line: int | None, reason: str) -> NoReturn:
        raise FileRefused(self.name, line, reason)

    def source(self, line: int) -> str:
        return f"{self.name}:{line}"

    def rows(self, form: Form, kind: type[R]) -> Iterator[tuple[int, R]]:
        """Line and row, one after the other. FileRefused."""
        found = 0
        for line, cells in self._lines():
            if found == 0:
                self._check_header(cells, ("version", *form.columns))
            else:
                yield line, self._row(line, cells, form, kind)
            found += 1
            if found > ROWS_MAX:
                self.refuse(line, f"it has more than {ROWS_MAX:,} lines")
        if found < 2:
            self.refuse(None, "it has no rows" if found else "it is empty")

    def _lines(self) -> Iterator[tuple[int, list[str]]]:
        if len(self.data) > BYTES_MAX:
            self.refuse(None, f"it has more than {BYTES_MAX // 1024**2} MiB")
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.refuse(self.data[: error.start].count(b"\n") + 1, "this is not UTF-8; save it as CSV UTF-8")
        reader = csv.reader(StringIO(text, newline=""), strict=True)
        first = 1
        try:
            for cells in reader:
                yield first, cells
                first = reader.line_num + 1
        except csv.Error as error:
            self.refuse(first, f"this is no CSV: {error}")

    def _check_header(self, cells: list[str], wanted: Sequence[str]) -> None:
        if cells == list(wanted):
            return
        if len(cells) == 1 and ";" in cells[0]:
            self.refuse(1, "columns are parted by commas, not by semicolons")
        missing = [name for name in wanted if name not in cells]
        unknown = [name for name in cells if name not in wanted]
        told = [f"the column {name} is missing" for name in missing] + [f"there is no column {name!r}" for name in unknown]
        self.refuse(1, f"{', '.join(told) or 'the columns stand in another order'}; the header is {','.join(wanted)}")

    def _row(self, line: int, cells: list[str], form: Form, kind: type[R]) -> R:
        if len(cells) != len(form.columns) + 1:
            self.refuse(line, f"{len(form.columns) + 1} columns are wanted, and {len(cells)} are there")
        version, *rest = cells
        if version != _VERSION:
            self.refuse(line, f"version is {version!r}, and {_VERSION} is what can be read")
        values = {name: self._value(line, name, cell, form) for name, cell in zip(form.columns, rest, strict=True)}
        try:
            return kind.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            empty = first["input"] is None
            self.refuse(line, f"{first['loc'][0]}: {'this may not be empty' if empty else first['msg']}")

    def _value(self, line: int, name: str, cell: str, form: Form) -> Any:
        if cell == "":
            return None
        if name in form.amounts or name in form.numbers:
            return self._number(line, name, cell, form)
        if cell.startswith(_FORMULA):
            self.refuse(line, f"{name}: a text that begins with {cell[0]!r} would be run by a spreadsheet")
        return cell

    def _number(self, line: int, name: str, cell: str, form: Form) -> int:
        decimal = self.decimal and name in form.amounts
        if not (_DECIMAL if decimal else _WHOLE).fullmatch(cell):
            wanted = "an amount with two decimals such as 1,234.50" if decimal else "a whole number, amounts in minor units"
            hint = "" if self.decimal or name not in form.amounts else "; --decimal reads amounts such as 1,234.50"
            self.refuse(line, f"{name}: {cell!r} is not {wanted}{hint}")
        number = int(re.sub(r"[,.]", "", cell))
        if (number < 0 and name not in form.signed) or (cell.startswith("-") and not number):
            self.refuse(line, f"{name}: {cell!r} is below 0")
        return number


def same(given: Given, line: int, before: Mapping[str, Any], now: Mapping[str, Any], what: str) -> None:
    """Rows of one sheet or slip say the same of it. FileRefused."""
    for name, value in now.items():
        if before[name] != value:
            given.refuse(line, f"{name}: {value!r} where the rows above of {what} have {before[name]!r}")


def check_product(given: Given, line: int, denomination: int | None, quantity: int | None, amount: int) -> None:
    """Both of them or neither, and the amount that they come to. FileRefused."""
    if (denomination is None) != (quantity is None):
        given.refuse(line, "denomination and quantity are both there or both empty")
    if denomination is not None and quantity is not None and denomination * quantity != amount:
        given.refuse(line, f"{quantity} x {denomination} is {quantity * denomination}, and the amount says {amount}")


def check_day(given: Given, line: int, gaming_day: str, wanted: str | None) -> str:
    """A file is about one gaming day, that of the run where it names one. FileRefused."""
    if wanted is not None and gaming_day != wanted:
        given.refuse(line, f"gaming_day: this is about {gaming_day}, not about {wanted}")
    return gaming_day
