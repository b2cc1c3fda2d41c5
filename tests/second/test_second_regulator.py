"""The regulator's report and the minimum of each table against a second, plain program, to the unit, on random shifts of both games."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from infra.books import Books
from projections.regulator_months import SUMS
from tests.projections.hand_log import fewer
from tests.projections.ledger.house import DAY
from tests.projections.ledger.shift import shift
from tests.second import plain_regulator as plain
from tests.services.reports.reading import Desk

SEEDS = st.integers(0, 2**32)


def facts(log: Any) -> Any:
    return [(record.meta.gaming_day, record.stream, record.event.topic(), record.body) for record in log]


@fewer
@given(SEEDS)
def test_the_report_for_the_regulator(seed: int) -> None:
    log = shift(seed).log
    report = Desk(Books.memory()).report(log, "regulator")
    reckoned = plain.of_months(facts(log))
    assert {(row["month"], row["table"], row["currency"]): row["game"] for row in report.rows} == {
        key: game for key, (game, _) in reckoned.items()
    }
    for row in report.rows:
        sums = reckoned[row["month"], row["table"], row["currency"]][1]
        names = ("hands", "voids", *SUMS)
        assert {name: row[name] for name in names} == {name: sums[name] for name in names}, row["table"]
    for total in report.totals:
        rows = [row for row in report.rows if row["currency"] == total["currency"]]
        assert {name: total[name] for name in SUMS} == {name: sum(row[name] for row in rows) for name in SUMS}


@fewer
@given(SEEDS)
def test_the_minimum_of_each_table(seed: int) -> None:
    """On the 334th day of a year."""
    log = shift(seed).log
    report = Desk(Books.memory()).report(log, "minimum", gaming_day=DAY)
    earned = {(table, currency): sums["ggr"] for (_, table, currency), (_, sums) in plain.of_months(facts(log)).items()}
    tables = sorted({table for table, _ in earned})
    reckoned = plain.minimum(earned, tables, 334, 365, 700_000_000)
    assert {row["table"]: (row["ggr_mop"], row["required"], row["average"]) for row in report.rows} == reckoned
    assert all(row["difference"] == row["ggr_mop"] - row["required"] and row["days"] == 334 for row in report.rows)
    [total] = report.totals
    assert total["required"] == 700_000_000 * 334 * len(tables) // 365
    assert total["shortfall"] == max(0, total["required"] - total["ggr_mop"])
    assert abs(total["ggr_mop"] - sum(one for one, *_ in reckoned.values())) <= len(tables)
