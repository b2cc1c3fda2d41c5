"""What the bars of a chart are, before they are drawn, and the scale that they stand on."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reports.charts import BARS_MAX, bars_of
from services.reports.pdf_chart import _ticks
from services.reports.report import Chart
from tests.services.papers import revenue, wide


def test_a_bar_is_the_sum_of_the_rows_with_its_label() -> None:
    report = revenue(-500, 700)
    twice = replace(report, rows=[*report.rows, {**report.rows[1], "ggr_mop": 6}, {**report.rows[0], "ggr_mop": None}])
    (bars,) = bars_of(twice)
    assert (bars.title, bars.currency) == ("Gross gaming revenue by day", "MOP")
    assert list(bars.bars) == [("2026-11-01", -1000), ("2026-11-02", 1406)]


def test_currencies_never_share_a_scale() -> None:
    report = wide(1, 2)
    rows = [*report.rows, *({**row, "currency": "MOP", "amount_0": 5} for row in report.rows)]
    found = bars_of(replace(report, rows=rows, charts=[Chart("Differences by table", "table", "amount_0")]))
    assert [(bars.currency, [bar.amount for bar in bars.bars]) for bars in found] == [("HKD", [10**9, 10**9 + 100]), ("MOP", [5, 5])]


@pytest.mark.parametrize(("days", "charts"), [(0, 0), (1, 0), (2, 1), (BARS_MAX, 1), (BARS_MAX + 1, 0)])
def test_one_bar_is_no_chart_and_too_many_are_none(days: int, charts: int) -> None:
    assert len(bars_of(revenue(*range(1, days + 1)))) == charts


@given(st.lists(st.integers(-(10**14), 10**14), min_size=1, max_size=9))
def test_the_scale_is_round_and_holds_0_and_every_bar(amounts: list[int]) -> None:
    ticks = _ticks(amounts)
    step = ticks[1] - ticks[0]
    assert 0 in ticks
    assert ticks[0] <= min(0, *amounts)
    assert max(0, *amounts) <= ticks[-1]
    assert len(ticks) <= 8
    assert str(step).rstrip("0") in ("1", "2", "5")
    assert [later - sooner for sooner, later in pairwise(ticks)] == [step] * (len(ticks) - 1)
