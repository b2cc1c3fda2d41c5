"""Chips by denomination: what is accepted, and that they agree with the amount."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from domain.denominations import DENOMINATIONS_MAX, Denominations, chips_total
from domain.fields import AMOUNT_MAX
from domain.rules import RuleBroken

FIELD: TypeAdapter[dict[str, int]] = TypeAdapter(Denominations)


def test_the_largest_face_comes_first() -> None:
    assert list(FIELD.validate_python({"500": 4, "10000": 5, "2500": 1})) == ["10000", "2500", "500"]


@pytest.mark.parametrize(
    "value",
    [
        {},
        [["10000", 5]],
        {"10000": 0},
        {"10000": True},
        {"10000": 1.0},
        {"10000": "5"},
        {10000: 5},
        {"0": 5},
        {"0100": 5},
        {"-100": 5},
        {"100.0": 5},
        {"\u0661\u0660\u0660": 5},
        {"1" * 14: 1},
        {str(face): 1 for face in range(1, DENOMINATIONS_MAX + 2)},
        None,
    ],
)
def test_what_is_no_pile_of_chips_is_refused(value: Any) -> None:
    with pytest.raises(ValidationError) as refused:
        FIELD.validate_python(value)
    [error] = refused.value.errors(include_url=False)
    assert error["type"] == "bad-amount"
    assert error["msg"].endswith('such as {"10000": 5}')


def test_the_amount_comes_from_the_chips() -> None:
    assert chips_total(None, {"10000": 5, "500": 4}, "HOUSE-FIN 3") == 52_000
    assert chips_total(52_000, {"10000": 5, "500": 4}, "HOUSE-FIN 3") == 52_000
    assert chips_total(52_000, None, "HOUSE-FIN 3") == 52_000


def test_an_amount_that_its_chips_do_not_make_is_refused() -> None:
    with pytest.raises(RuleBroken) as refused:
        chips_total(52_001, {"10000": 5, "500": 4}, "HOUSE-FIN 3")
    assert (refused.value.code, refused.value.rule, refused.value.allowed) == ("denominations-differ", "HOUSE-FIN 3", {"amount": 52_000})


def test_one_of_the_two_is_needed() -> None:
    with pytest.raises(RuleBroken) as refused:
        chips_total(None, None, "HOUSE-FIN 3")
    assert refused.value.code == "field-missing"


def test_chips_are_worth_no_more_than_a_command_may_move() -> None:
    assert chips_total(None, {str(AMOUNT_MAX): 1}, "HOUSE-FIN 3") == AMOUNT_MAX
    with pytest.raises(RuleBroken) as refused:
        chips_total(None, {str(AMOUNT_MAX): 1, "1": 1}, "HOUSE-FIN 3")
    assert refused.value.code == "bad-amount"
