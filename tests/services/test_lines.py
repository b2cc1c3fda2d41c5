"""Bytes to commands: what is a line, and what is refused as none, under its number."""

import json
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lines import LINE_BYTES_MAX, Line, read_lines

BOM = b"\xef\xbb\xbf"


def read(data: bytes) -> list[Line]:
    return list(read_lines(BytesIO(data)))


def commands(data: bytes) -> list[tuple[int, Any]]:
    return [(line.number, line.command) for line in read(data)]


def refused(data: bytes, number: int = 1) -> str:
    """The message of the one refusal in it."""
    (line,) = [line for line in read(data) if line.refusal is not None]
    assert line.command is None
    assert line.refusal is not None
    assert (line.number, line.refusal.code) == (number, "bad-line")
    return line.refusal.message


def padded(length: int) -> bytes:
    """An object of so many bytes."""
    return b'{"a": "' + b"x" * (length - 9) + b'"}'


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("begin", [b"", BOM])
def test_lines_end_with_either_and_the_last_with_neither(begin: bytes, end: bytes, last: bool) -> None:
    data = begin + b'{"a": 1}' + end + b'{"b": 2}' + (end if last else b"")
    assert commands(data) == [(1, {"a": 1}), (2, {"b": 2})]


def test_empty_lines_are_counted_and_passed_over() -> None:
    assert commands(b'\n\r\n{"a": 1}\n \t \n\n{"b": 2}\n\n') == [(3, {"a": 1}), (6, {"b": 2})]


@pytest.mark.parametrize("data", [b"", b"\n", BOM, BOM + b"\n", b"\r\n\r\n"])
def test_nothing_is_no_command(data: bytes) -> None:
    assert read(data) == []


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\r"])
def test_nothing_else_separates_lines(separator: str) -> None:
    (line,) = read(f'{{"a": 1}}{separator}{{"a": 2}}'.encode())
    assert line.refusal is not None
    assert line.number == 1


def test_separators_inside_a_text_are_text() -> None:
    assert commands('{"note": "a\u2028b\u0085c"}\n'.encode()) == [(1, {"note": "a\u2028b\u0085c"})]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"nonsense", "Expecting value"),
        (b'{"do": "inspect"', "delimiter"),
        (b'{"do": "inspect"} {"do": "inspect"}', "Extra data"),
        (b"{'do': 1}", "double quotes"),
        (b'["do"]', "not a JSON object"),
        (b"7", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b'"text"', "not a JSON object"),
        (b'{"a": NaN}', "NaN is not a JSON value"),
        (b'{"a": -Infinity}', "-Infinity is not a JSON value"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8"),
        (b'{"a": "\x00"}', "control character"),
        (b'{"a": 01}', "delimiter"),
        (b'{"do": 1, "table": 2, "do": 1}', "'do' twice"),
        (b'{"do": 1, "rules": {"unit": 1, "unit": 2}}', "'unit' twice"),
        (b'{"do": 1, "d\\u006f": 2}', "'do' twice"),
        (BOM + BOM + b'{"a": 1}', ""),
    ],
)
def test_what_is_not_one_object_is_refused_under_its_number(data: bytes, says: str) -> None:
    assert says in refused(data)
    assert says in refused(b'{"a": 1}\n\n' + data, 3)


def test_a_byte_order_mark_is_skipped_at_the_beginning_alone() -> None:
    assert refused(b'{"a": 1}\n' + BOM + b'{"b": 2}', 2)


def nested(depth: int, inner: str = "1") -> bytes:
    """`depth` objects and lists, one in the other."""
    pairs = [("[", "]") if level % 2 else ('{"a": ', "}") for level in range(depth)]
    return ("".join(begin for begin, _ in pairs) + inner + "".join(end for _, end in reversed(pairs))).encode()


def test_ten_levels_are_read_and_eleven_are_not() -> None:
    assert read(nested(10))[0].command is not None
    assert read(nested(10, '"a"'))[0].command is not None
    assert "deeper than 10" in refused(nested(11))


@pytest.mark.parametrize("depth", [100, *range(300, 1_000, 20), 5_000, 150_000])
def test_however_deep_it_is_a_refusal(depth: int) -> None:
    assert "deeper than 10" in refused(nested(depth))
    assert "deeper than 10" in refused(b'{"a": ' + b"[" * depth + b"]" * depth + b"}")


@pytest.mark.parametrize("begin", [b"", BOM])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_of_one_mebibyte_is_read_and_one_byte_more_is_not(begin: bytes, end: bytes) -> None:
    following = b'{"b": 2}' if end else b""
    longest = commands(begin + padded(LINE_BYTES_MAX) + end + following)
    assert [number for number, _ in longest] == ([1, 2] if end else [1])
    assert all(command is not None for _, command in longest)

    assert f"longer than {LINE_BYTES_MAX}" in refused(begin + padded(LINE_BYTES_MAX + 1) + end + following)


@pytest.mark.parametrize("excess", [1, 2, 3, 100, LINE_BYTES_MAX, 3 * LINE_BYTES_MAX + 1])
def test_after_a_line_that_is_too_long_the_next_one_is_read(excess: int) -> None:
    lines = read(b'{"a": 1}\n' + padded(LINE_BYTES_MAX + excess) + b'\n{"b": 2}')
    assert [(line.number, line.command) for line in lines] == [(1, {"a": 1}), (2, None), (3, {"b": 2})]


def test_a_fraction_never_becomes_a_float_and_a_long_number_costs_no_time() -> None:
    (line,) = read(b'{"a": 0.1, "b": 1e3, "c": ' + b"9" * 5_000 + b', "d": -1, "e": 1e' + b"9" * 400 + b"}")
    assert line.command is not None
    assert (line.command["a"], line.command["b"], line.command["d"]) == (Decimal("0.1"), Decimal("1e3"), -1)
    assert isinstance(line.command["e"], Decimal)
    assert line.command["c"] > 10**12


def test_nothing_behind_a_line_is_read_before_it_is_asked_for() -> None:
    stream = BytesIO(b'{"a": 1}\n{"b": 2}\n')
    lines = read_lines(stream)
    next(lines)
    assert stream.tell() == len(b'{"a": 1}\n')


@given(st.binary(max_size=200))
def test_any_bytes_are_lines_or_refusals(data: bytes) -> None:
    numbers = [line.number for line in read(data)]
    assert numbers == sorted(set(numbers))
    assert all((line.command is None) != (line.refusal is None) for line in read(data))


@given(st.lists(st.dictionaries(st.text(), st.one_of(st.integers(-(10**15), 10**15), st.text(), st.booleans(), st.none())), max_size=5))
def test_objects_come_back_as_they_were_written(objects: list[dict[str, Any]]) -> None:
    data = "\n".join(json.dumps(one, ensure_ascii=True) for one in objects).encode()
    assert [line.command for line in read(data)] == objects
