"""What the charts of a report show: bars made from its rows, in whole minor units, before anything is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from services.reports.report import Chart, Column, Report

BARS_MAX = 62
"""More than two months of days cannot be told apart on a page; a report with more has its table alone."""


class Bar(NamedTuple):
    label: str
    amount: int


@dataclass(frozen=True, slots=True)
class Bars:
    """One chart in one currency: currencies never stand on one scale."""

    title: str
    currency: str
    bars: Sequence[Bar]


def bars_of(report: Report) -> list[Bars]:
    """Every chart of the report with two bars or more, currency by currency, bars in the order of their labels."""
    drawings = []
    for chart in report.charts:
        column = next(column for column in report.columns if column.key == chart.value)
        for currency, sums in sorted(_sums(report.rows, chart, column).items()):
            if 2 <= len(sums) <= BARS_MAX:
                drawings.append(Bars(chart.title, currency, [Bar(*one) for one in sorted(sums.items())]))
    return drawings


def _sums(rows: Sequence[Mapping[str, Any]], chart: Chart, column: Column) -> dict[str, dict[str, int]]:
    """By currency and label."""
    sums: dict[str, dict[str, int]] = {}
    for row in rows:
        if row.get(chart.value) is not None:
            of_currency = sums.setdefault(column.currency or str(row["currency"]), {})
            label = str(row[chart.label])
            of_currency[label] = of_currency.get(label, 0) + row[chart.value]
    return sums
