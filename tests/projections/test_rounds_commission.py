"""Commission of the banker's win, from facts: one bettor and round at a time (docs/finance.md, Commission)."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.books import Books
from projections.commission import Commission, totals
from projections.filters import Filters
from services.projector import live
from tests.projections import hand_log
from tests.projections.fake_log import FakeLog, log_of
from tests.projections.hand_log import fewer
from tests.projections.reading import asked, contents, project_in_batches
from tests.projections.round_log import Table, logs
from tests.projections.round_plans import Bet, Round


def banker(player: str, amount: int, seat: int | None = None) -> Bet:
    return Bet(player, seat, "banker", amount)


@pytest.mark.parametrize(
    ("bets", "unit", "charged", "forgone"),
    [
        ((banker("P-1", 1_000),), 1, 50, 0),
        ((banker("P-1", 150),), 1, 7, 5_000),
        ((banker("P-1", 150),), 5, 5, 25_000),
        ((banker("P-1", 10), banker("P-1", 10)), 1, 1, 0),
        ((banker("P-1", 10), banker("P-4", 10)), 1, 0, 10_000),
        ((banker("P-1", 10),), 1, 0, 5_000),
    ],
)
def test_commission_is_of_all_that_one_bettor_won_rounded_down(bets: tuple[Bet, ...], unit: int, charged: int, forgone: int) -> None:
    with asked(Commission, log_of(Table("BA-12", [Round(bets)], unit=unit))) as (commission, connection):
        [row] = commission.report(connection)

    base = sum(bet.amount for bet in bets)
    assert (row["game"], row["rule"], row["hands"]) == ("baccarat", "MO-BAC-2004 18", 1)
    assert (row["base"], row["exact_e4"], row["charged"], row["forgone_by_rounding"]) == (base, base * 500, charged, forgone)
    assert (row["forgone_by_cap"], row["capped_hands"], row["hands_below_3"]) == (0, 0, 0)
    assert row["effective_bp"] == charged * 10_000 // base


def test_hands_are_rounds_with_commission_however_many_bettors_won() -> None:
    won = Round((banker("P-1", 1_000, 1), banker("P-2", 400, 2), banker("P-4", 20)))
    others = [Round((banker("P-1", 500),), outcome) for outcome in ("player", "tie", "void")]
    with asked(Commission, log_of(Table("BA-12", [won, *others, won]))) as (commission, connection):
        [row] = commission.report(connection)

    assert (row["hands"], row["base"], row["charged"]) == (2, 2 * 1_420 + 500 * 0, 2 * 71)


def test_a_table_where_six_pays_half_takes_none() -> None:
    with asked(Commission, log_of(Table("BA-12", [Round((banker("P-1", 1_000),), six=2)], half=True))) as (commission, connection):
        assert commission.report(connection) == []


def test_both_games_stand_in_one_report_and_one_total() -> None:
    tables = (Table("BA-12", [Round((banker("P-1", 1_000),))]), hand_log.Table("PK-07", [hand_log.Plan({1: 500, 2: 500})]))
    with asked(Commission, log_of(*tables)) as (commission, connection):
        rows = commission.report(connection)
        low = commission.below_lowest(connection)

    assert [(row["game"], row["table"], row["charged"]) for row in rows] == [("baccarat", "BA-12", 50), ("holdem", "PK-07", 50)]
    assert [(total["currency"], total["hands"], total["charged"]) for total in totals(rows)] == [("HKD", 2, 100)]
    assert low == []


@fewer
@given(logs(), st.lists(st.integers(1, 40), max_size=3), st.sampled_from((None, "2026-12-01")))
def test_any_batches_make_the_same_report_and_it_is_what_was_played(
    found: tuple[list[Table], FakeLog], sizes: list[int], day: str | None
) -> None:
    tables, log = found
    at_once, in_batches = Books.memory(), Books.memory()
    project_in_batches(at_once, Commission, log, [])
    project_in_batches(in_batches, Commission, log, sizes)
    assert contents(in_batches, Commission) == contents(at_once, Commission)

    expected: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0] * 3)
    for table in tables:
        for one in table.played() if day in (None, table.gaming_day) else ():
            if one.exact_e4:
                sums = expected[table.gaming_day, table.code, table.currency]
                for index, value in enumerate((1, one.exact_e4.total(), one.charged.total())):
                    sums[index] += value
    with in_batches.read() as connection:
        rows = live(connection, Commission).projection.report(connection, Filters(gaming_day=day))
    of_baccarat = [row for row in rows if row["game"] == "baccarat"]
    names = ("hands", "exact_e4", "charged")
    assert {(row["gaming_day"], row["table"], row["currency"]): [row[name] for name in names] for row in of_baccarat} == expected
    for row in of_baccarat:
        assert row["exact_e4"] == row["charged"] * 10_000 + row["forgone_by_rounding"]
