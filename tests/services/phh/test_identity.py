"""Which records are the same hand."""

import datetime
import tomllib
from decimal import Decimal
from typing import Any

import pytest

from services.phh.identity import own_text, table_code
from tests.services.phh.fields import DEALT, fields


def test_the_code_of_a_table_comes_from_the_hands_own_text() -> None:
    code = table_code(fields())

    assert code == "PHH-" + code.removeprefix("PHH-").lower()
    assert len(code) == 16
    assert set(code.removeprefix("PHH-")) <= set("0123456789abcdef")


def test_the_code_of_a_hand_never_changes() -> None:
    assert own_text(fields(hand=7)) == (
        '{"actions":["d dh p1 AsKs","d dh p2 2c7d","d dh p3 QhQd","p3 f","p1 f"],"antes":["0","0","0"],'
        '"blinds_or_straddles":["50","100","0"],"finishing_stacks":["9950","10050","10000"],"hand":"7",'
        '"min_bet":"100","starting_stacks":["10000","10000","10000"],"variant":"NT"}'
    )
    assert table_code(fields(hand=7)) == "PHH-3883d39dbfa3"


@pytest.mark.parametrize(
    "changes",
    [
        {"players": ["A", "B", "C"], "author": "D", "venue": "E", "seats": [1, 2, 3], "currency": "USD", "_source": "x/1"},
        {"min_bet": Decimal("100.00"), "blinds_or_straddles": [50, Decimal("1e2"), 0]},
        {"actions": [*DEALT, "", "p3  f # tired", "# silence", " p1 f"]},
    ],
)
def test_the_same_hand_written_differently_is_the_same_hand(changes: dict[str, Any]) -> None:
    assert table_code(fields(**changes)) == table_code(fields())


def test_the_order_of_the_fields_does_not_matter() -> None:
    assert table_code(dict(reversed(fields().items()))) == table_code(fields())


@pytest.mark.parametrize(
    "changes",
    [
        {"variant": "FT"},
        {"starting_stacks": [10_000, 10_000, 10_001]},
        {"finishing_stacks": None},
        {"actions": [*DEALT, "p3 f", "p1 cc"]},
        {"hand": 7},
        {"event": "another evening"},
        {"time": datetime.time(20, 15)},
        {"table": Decimal("inf")},
    ],
)
def test_another_hand_is_another_hand(changes: dict[str, Any]) -> None:
    assert table_code(fields(**changes)) != table_code(fields())


@pytest.mark.parametrize("value", ["inf", "nan", "1e999999", "0x" + "f" * 5_000, "{a = 1}", "[[1], ['a', {b = 2020-01-01}]]", "true"])
def test_any_value_of_toml_may_stand_beside_the_hand(value: str) -> None:
    beside = tomllib.loads(f"table = {value}", parse_float=Decimal)

    assert table_code(fields(**beside)) != table_code(fields())
