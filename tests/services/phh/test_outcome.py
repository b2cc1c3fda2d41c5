"""The comparison with the file's finishing stacks, and what all hands together come to."""

from decimal import Decimal
from typing import Any

import pytest

from services.phh.outcome import Comparison, Summary, compare
from tests.services.phh.fields import DEALT, recorded

HAND = [*DEALT, "p3 f", "p1 f"]


@pytest.mark.parametrize(
    ("finishing", "stacks", "comparison"),
    [
        ([9_950, 10_050, 10_000], [9_950, 10_050, 10_000], Comparison(True)),
        ([9_950, 10_050, 10_000], [9_951, 10_049, 10_000], Comparison(False)),
        ([Decimal("9950.0"), 10_050, 10_000], [9_950, 10_050, 10_000], Comparison(True)),
        ([Decimal("9950.5"), Decimal("10049.5"), 10_000], [9_950, 10_050, 10_000], Comparison(True, half=True)),
        ([Decimal("9950.5"), Decimal("10049.5"), 10_000], [9_951, 10_049, 10_000], Comparison(True, half=True)),
        ([Decimal("9950.5"), Decimal("10049.5"), 10_000], [9_949, 10_051, 10_000], Comparison(False)),
        ([Decimal("9950.5"), 10_049, Decimal("10000.5")], [9_951, 10_050, 9_999], Comparison(False)),
        ([9_950, 10_045, 10_000], [9_950, 10_050, 10_000], Comparison(False, missing=Decimal(5))),
        ([9_950, Decimal("10047.5"), 10_000], [9_950, 10_050, 10_000], Comparison(False, missing=Decimal("2.5"))),
        ([9_950, 10_055, 10_000], [9_950, 10_050, 10_000], Comparison(False)),
        (None, [9_950, 10_050, 10_000], Comparison(None)),
    ],
)
def test_a_stack_agrees_to_the_chip_or_to_half_of_one_that_nobody_has(finishing: Any, stacks: list[int], comparison: Comparison) -> None:
    assert compare(recorded(*HAND, finishing_stacks=finishing), stacks) == comparison


def test_the_comparison_is_made_in_the_scale_of_the_hand() -> None:
    hand = recorded(*HAND, min_bet=Decimal("99.5"), finishing_stacks=[Decimal("9950.05"), Decimal("10049.95"), 10_000])

    assert hand.expected == tuple(map(Decimal, ("99500.5", "100499.5", "100000")))
    assert compare(hand, [99_500, 100_500, 100_000]) == Comparison(True, half=True)


def test_the_summary_counts_every_hand_once() -> None:
    summary = Summary()
    line: dict[str, Any] = {"file": "a.phhs", "stacks": [1, 2], "half": False}
    summary.add({**line, "hand": 1, "ok": True})
    summary.add({**line, "hand": 2, "ok": True, "half": True})
    summary.add({**line, "hand": 3, "ok": None})
    assert summary.all_fine

    summary.add({**line, "hand": 4, "ok": False})
    for number, code in ((5, "antes-not-supported"), (6, "antes-not-supported"), (7, "bad-card")):
        summary.add({"file": "a.phhs", "hand": number, "ok": False, "stacks": None, "error": {"code": code}})

    assert (summary.agreed, summary.half, summary.differ, summary.not_compared) == (1, [("a.phhs", 2)], [("a.phhs", 4)], 1)
    assert summary.refused == {"antes-not-supported": 2, "bad-card": 1}
    assert summary.played == 4
    assert not summary.all_fine


def test_a_refused_hand_alone_is_not_fine() -> None:
    summary = Summary()
    summary.add({"file": "a.phh", "hand": None, "ok": False, "stacks": None, "error": {"code": "not-toml"}})

    assert not summary.all_fine
