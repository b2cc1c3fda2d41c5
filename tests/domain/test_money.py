"""Amounts are whole, and what is divided is never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.money import ceil_to, floor_to, split_even, split_in_proportion

amounts = st.integers(0, 10**15)
units = st.integers(1, 10**4)


def test_down_and_up_to_whole_chips() -> None:
    assert [floor_to(amount, 25) for amount in (0, 24, 25, 26, 50)] == [0, 0, 25, 25, 50]
    assert [ceil_to(amount, 25) for amount in (0, 24, 25, 26, 50)] == [0, 25, 25, 50, 50]


@pytest.mark.parametrize(("unit", "share", "rest"), [(1, 316, 2), (5, 315, 5), (25, 300, 50), (1_000, 0, 950)])
def test_equal_shares_of_950_for_three(unit: int, share: int, rest: int) -> None:
    assert split_even(950, 3, unit) == (share, rest)


@given(amounts, st.integers(1, 22), units)
def test_shares_and_rest_make_the_amount(amount: int, parts: int, unit: int) -> None:
    share, rest = split_even(amount, parts, unit)
    assert share * parts + rest == amount
    assert share % unit == 0
    assert 0 <= rest < parts * unit


@pytest.mark.parametrize(
    ("amount", "weights", "unit", "parts"),
    [
        (250, [3_000, 2_000], 1, [150, 100]),
        (102, [1_350, 1_200], 1, [54, 48]),
        (17, [200, 140], 1, [10, 7]),
        (27, [200, 150, 200], 1, [10, 7, 10]),
        (2, [21, 26], 1, [1, 1]),
        (1, [50, 50], 1, [1, 0]),
        (500, [21_000, 18_000, 9_000, 10_000], 1, [181, 155, 78, 86]),
        (50, [1_000, 20], 25, [50, 0]),
        (75, [1_000, 1_000], 25, [50, 25]),
        (100, [88, 84, 80], 100, [88, 12, 0]),
        (0, [0, 0], 1, [0, 0]),
    ],
)
def test_in_proportion_by_largest_remainder(amount: int, weights: list[int], unit: int, parts: list[int]) -> None:
    """What is missing goes in steps to the largest remainder, the earlier one first, never more than the weight."""
    assert split_in_proportion(amount, weights, unit) == parts


@given(st.data(), st.lists(amounts, min_size=1, max_size=21), units)
def test_parts_make_the_amount_and_none_is_above_its_weight(data: st.DataObject, weights: list[int], unit: int) -> None:
    amount = data.draw(st.integers(0, sum(weights)))
    parts = split_in_proportion(amount, weights, unit)
    assert sum(parts) == amount
    assert all(0 <= part <= weight for part, weight in zip(parts, weights, strict=True))


@pytest.mark.parametrize("amount", [-1, 6])
def test_more_than_there_is_cannot_be_spread(amount: int) -> None:
    with pytest.raises(ValueError, match="cannot spread"):
        split_in_proportion(amount, [2, 3], 1)
