"""Commission revenue, from facts (docs/finance.md, Commission)."""

from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.books import Books
from projections.commission import Commission, effective_bp, forgone_by_cap, is_below_lowest, totals
from projections.filters import FilterRefused, Filters
from services.projector import live
from tests.projections.hand_log import FakeLog, Plan, Table, fewer, log_of, logs
from tests.projections.reading import asked, contents, project_in_batches

COLUMNS = [
    "gaming_day", "game", "table", "currency", "hands", "base", "exact_e4", "charged", "forgone_by_rounding", "forgone_by_cap",
    "capped_hands", "hands_below_3", "effective_bp", "rule",
]  # fmt: skip


def pot(amount: int, **choices: Any) -> Plan:
    return Plan({1: amount // 2, 2: amount - amount // 2}, **choices)


@pytest.mark.parametrize(
    ("plan", "charged", "by_rounding", "by_cap", "below"),
    [
        (pot(250), 12, 5_000, 0, 0),
        (pot(10_019), 500, 0, 9_500, 0),
        (pot(10_000), 500, 0, 0, 0),
        (pot(5_000, cap=100), 100, 0, 1_500_000, 1),
        (pot(2_550, rate_bp=400, cap=250), 102, 0, 0, 0),
        (pot(330, rate_bp=300), 9, 9_000, 0, 1),
        (pot(330, rate_bp=300, unit=5), 5, 49_000, 0, 1),
        (pot(1_000, cap=None), 50, 0, 0, 0),
        (pot(1_000, waiver="no-flop"), 0, 500_000, 0, 1),
    ],
)
def test_exact_amount_is_what_was_charged_and_what_was_let_go(plan: Plan, charged: int, by_rounding: int, by_cap: int, below: int) -> None:
    with asked(Commission, log_of(Table("PK-07", [plan]))) as (commission, connection):
        [row] = commission.report(connection)

    assert list(row) == COLUMNS
    assert row["exact_e4"] == plan.base * plan.rate_bp == charged * 10_000 + by_rounding + by_cap
    assert (row["charged"], row["forgone_by_rounding"], row["forgone_by_cap"]) == (charged, by_rounding, by_cap)
    assert (row["hands"], row["capped_hands"], row["hands_below_3"]) == (1, int(by_cap > 0), below)
    assert row["effective_bp"] == charged * 10_000 // plan.base
    assert row["rule"] == "MO-THP-2008 16"


def test_three_per_cent_exactly_is_not_below() -> None:
    assert not is_below_lowest(30, 1_000)
    assert is_below_lowest(29, 1_000)
    assert is_below_lowest(30, 1_001)
    assert not is_below_lowest(0, 0)


def test_no_cap_forgoes_nothing_and_nothing_has_no_rate() -> None:
    assert forgone_by_cap(10**18, None) == 0
    assert forgone_by_cap(4_999_999, 500) == 0
    assert effective_bp(0, 0) == 0


def test_void_and_commission_free_hands_are_not_in_it() -> None:
    hands = [pot(500, outcome="void"), pot(500, no_commission=True), pot(500, outcome="open")]
    with asked(Commission, log_of(Table("PK-07", hands))) as (commission, connection):
        assert commission.report(connection) == []
        assert totals([]) == []


def test_a_row_for_each_day_table_currency_and_rule_and_a_total_for_each_currency() -> None:
    tables = (
        Table("PK-08", [pot(330, rate_bp=300), pot(1_000)]),
        Table("PK-07", [pot(1_000)], currency="MOP"),
        Table("PK-07", [pot(2_000)], ruleset="CARDROOM-TDA", session=2, first_number=2),
        Table("PK-07", [pot(4_000)], gaming_day="2026-12-01", session=3),
    )
    with asked(Commission, log_of(*tables)) as (commission, connection):
        rows = commission.report(connection)

    assert [(row["gaming_day"], row["table"], row["currency"], row["rule"], row["hands"], row["charged"]) for row in rows] == [
        ("2026-11-30", "PK-07", "HKD", "CARDROOM-TDA 16", 1, 100),
        ("2026-11-30", "PK-07", "MOP", "MO-THP-2008 16", 1, 50),
        ("2026-11-30", "PK-08", "HKD", "MO-THP-2008 16", 2, 59),
        ("2026-12-01", "PK-07", "HKD", "MO-THP-2008 16", 1, 200),
    ]
    assert [(total["currency"], total["hands"], total["base"], total["charged"], total["effective_bp"]) for total in totals(rows)] == [
        ("HKD", 4, 7_330, 359, 489),
        ("MOP", 1, 1_000, 50, 500),
    ]


def test_as_of_a_position_shows_what_was_known_there() -> None:
    log = log_of(Table("PK-07", [pot(1_000), pot(2_000)]))
    first, second = [record.position for record in log.records if record.event.contract == "holdem.commission-taken"]
    with asked(Commission, log) as (commission, connection):
        known = [commission.report(connection, Filters(as_of=position)) for position in (first - 1, first, second - 1, second)]

    assert [[row["charged"] for row in rows] for rows in known] == [[], [50], [50], [150]]


def test_hands_below_three_per_cent_are_named() -> None:
    tables = (Table("PK-07", [pot(1_000), pot(330, rate_bp=300)]), Table("PK-08", [pot(330, rate_bp=300, unit=5)]))
    with asked(Commission, log_of(*tables)) as (commission, connection):
        assert [(hand["id"], hand["charged"], hand["base"]) for hand in commission.below_lowest(connection)] == [
            ("PK-07/2026-11-30/2", 9, 330),
            ("PK-08/2026-11-30/1", 5, 330),
        ]
        assert [hand["id"] for hand in commission.below_lowest(connection, Filters(table="PK-08"))] == ["PK-08/2026-11-30/1"]


def test_filter_that_the_report_does_not_know_is_refused_by_name() -> None:
    with asked(Commission, FakeLog()) as (commission, connection), pytest.raises(FilterRefused, match=r"commission .* by player"):
        commission.report(connection, Filters(player="P-1"))


@fewer
@given(logs(), st.lists(st.integers(1, 40), max_size=3), st.sampled_from((None, "2026-12-01")), st.sampled_from((None, "HKD")))
def test_any_batches_make_the_same_report_and_it_is_what_was_played(
    found: tuple[list[Table], FakeLog], sizes: list[int], day: str | None, currency: str | None
) -> None:
    tables, log = found
    at_once, in_batches = Books.memory(), Books.memory()
    project_in_batches(at_once, Commission, log, [])
    project_in_batches(in_batches, Commission, log, sizes)
    assert contents(in_batches, Commission) == contents(at_once, Commission)

    expected: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0] * 5)
    for table in tables:
        for plan in table.hands:
            charged = plan.outcome in ("showdown", "all-folded") and not plan.no_commission
            if not charged or day not in (None, table.gaming_day) or currency not in (None, table.currency):
                continue
            over = plan.cap is not None and plan.base * plan.rate_bp > plan.cap * 10_000
            low = plan.commission * 10_000 < plan.base * 300
            sums = expected[table.gaming_day, table.code, table.currency]
            for index, value in enumerate((1, plan.base, plan.commission, over, low)):
                sums[index] += value
    with in_batches.read() as connection:
        rows = live(connection, Commission).projection.report(connection, Filters(gaming_day=day, currency=currency))
    names = ("hands", "base", "charged", "capped_hands", "hands_below_3")
    assert {(row["gaming_day"], row["table"], row["currency"]): [row[name] for name in names] for row in rows} == expected
    for row in rows:
        assert row["exact_e4"] == row["charged"] * 10_000 + row["forgone_by_rounding"] + row["forgone_by_cap"]
