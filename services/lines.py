"""Commands as JSON Lines: bytes in, one JSON object a line out; whatever is not one is a refusal under its number."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, BinaryIO

from domain.rules import RuleBroken

LINE_BYTES_MAX = 1 << 20
DEPTH_MAX = 10
_BOM = b"\xef\xbb\xbf"
_DIGITS_MAX = 40


@dataclass(frozen=True, slots=True)
class Line:
    """`number` counts from 1, empty lines too. Exactly one of `command` and `refusal` is set."""

    number: int
    command: dict[str, Any] | None = None
    refusal: RuleBroken | None = None


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """One Line for every line that is not empty; nothing beyond it is read before the next one is asked for."""
    number = 0
    while raw := stream.readline(len(_BOM) + LINE_BYTES_MAX + 2):
        number += 1
        if number == 1:
            raw = raw.removeprefix(_BOM)
        text = raw.removesuffix(b"\n").removesuffix(b"\r") if raw.endswith(b"\n") else raw
        if len(text) > LINE_BYTES_MAX:
            _skip_rest(stream, raw)
            yield Line(number, refusal=_bad_line(f"it is longer than {LINE_BYTES_MAX} bytes"))
        elif text.strip(b" \t"):
            yield _parse(number, text)


def _skip_rest(stream: BinaryIO, raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(LINE_BYTES_MAX)


def _parse(number: int, text: bytes) -> Line:
    try:
        return Line(number, command=parse_object(text))
    except RuleBroken as refusal:
        return Line(number, refusal=refusal)


def parse_object(text: bytes) -> dict[str, Any]:
    """One JSON object; `bad-line` if the text is anything else. A number with a fraction becomes a Decimal, never a float."""
    try:
        value = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=_fraction,
            parse_int=_whole,
            parse_constant=_constant,
        )
    except UnicodeDecodeError:
        raise _bad_line("it is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise _bad_line(f"{error.msg} at column {error.colno}") from None
    except RecursionError:
        raise _bad_line(f"it nests deeper than {DEPTH_MAX}") from None
    if not isinstance(value, dict):
        raise _bad_line("it is not a JSON object")
    if _nests_deeper(value, DEPTH_MAX):
        raise _bad_line(f"it nests deeper than {DEPTH_MAX}")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad_line(f"it names the field {twice[:64]!r} twice")
    return result


def _whole(digits: str) -> int:
    """Longer numbers than any amount are cut to one that no field accepts, before they cost time."""
    return int(digits[:_DIGITS_MAX])


def _fraction(digits: str) -> Decimal:
    return Decimal(digits) if len(digits) <= _DIGITS_MAX else Decimal("0.5")


def _constant(name: str) -> None:
    raise _bad_line(f"{name} is not a JSON value")


def _nests_deeper(value: Any, levels: int) -> bool:
    """Goes no deeper than it must: what the parser has taken may be nested too deep for Python's own stack."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_nests_deeper(one, levels - 1) for one in inner)


def _bad_line(why: str) -> RuleBroken:
    return RuleBroken("bad-line", None, f"a line is one JSON object in UTF-8: {why}")
