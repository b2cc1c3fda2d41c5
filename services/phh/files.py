"""Poker Hand History files on disk: `.phh` holds one hand, `.phhs` one numbered table for each hand; both are TOML.

What TOML gives is kept as it is: whole numbers stay whole, fractions become Decimal, the order is the file's.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from domain.rules import RuleBroken
from services.errors import NotFound

FILE_BYTES_MAX = 32 << 20
"""A file is read whole, and costs some twenty times its size in memory: this bounds it."""

_SUFFIXES = (".phh", ".phhs")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Source:
    """One hand as it stands in a file, or why there is none: exactly one of `fields` and `refusal` is set.

    `hand` is its number in the file, from 1; None where the refusal is about the whole file.
    """

    file: str
    hand: int | None
    fields: dict[str, Any] | None = field(default=None, repr=False)
    refusal: RuleBroken | None = None


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files to read, in the order of `paths`; a folder stands for its `.phh` and `.phhs` files, sorted, at any depth.

    Raises NotFound for a path that is missing, cannot be read, is neither file nor folder, or is a folder without hands.
    """
    return [file for path in paths for file in _files_of(path)]


def _files_of(path: Path) -> list[Path]:
    if not path.exists():
        raise NotFound(f"{path} does not exist; a path names a .phh or .phhs file, or a folder of them")
    found = _walk(path) if path.is_dir() else [path]
    if not found:
        raise NotFound(f"{path} holds no .phh or .phhs file")
    for file in found:
        if not file.is_file():
            raise NotFound(f"{file} is not a file")
        if not os.access(file, os.R_OK):
            raise NotFound(f"{file} cannot be read: permission denied")
    return found


def _walk(folder: Path) -> list[Path]:
    found = []
    for parent, _, names in os.walk(folder, onerror=_unreadable):
        found += [Path(parent, name) for name in names if name.lower().endswith(_SUFFIXES)]
    return sorted(found)


def _unreadable(error: OSError) -> None:
    raise NotFound(f"{error.filename} cannot be read: {error.strerror}")


def read_hands(path: Path) -> Iterator[Source]:
    """Every hand of the file in its order; a file that holds none is one refusal. Raises NotFound if it cannot be read."""
    name = os.fsencode(path).decode("utf-8", "backslashreplace")
    try:
        document = _document(path)
        if path.suffix.lower() != ".phhs":
            document = {"1": document}
        else:
            _check_tables(document)
    except RuleBroken as refusal:
        yield Source(name, None, refusal=refusal)
        return
    for number, fields in enumerate(document.values(), 1):
        yield Source(name, number, fields=fields)


def _check_tables(document: dict[str, Any]) -> None:
    for key, value in document.items():
        if not isinstance(value, dict):
            raise RuleBroken("not-phh", None, f"a .phhs file is one numbered table for each hand; `{key[:32]}` stands outside of them")


def _document(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise NotFound(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > FILE_BYTES_MAX:
        raise RuleBroken("file-too-large", None, f"a file of hands has up to {FILE_BYTES_MAX} bytes; split it")
    try:
        return tomllib.loads(data.removeprefix(_BOM).decode("utf-8"), parse_float=_fraction)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _not_toml(f"line {line} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error)) from None
    except ValueError:
        raise _not_toml("a number in it has thousands of digits") from None
    except RecursionError:
        raise _not_toml("its arrays or tables nest too deep") from None


def _fraction(text: str) -> Decimal:
    """`inf`, `nan` and exponents beyond Decimal's are kept as numbers that no amount accepts."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("nan")


def _not_toml(why: str) -> RuleBroken:
    return RuleBroken("not-toml", None, f"a file of hands is TOML in UTF-8: {why}")
