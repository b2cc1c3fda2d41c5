"""Tax over the days of a month, the minimum per table, and revenue up to a day (docs/reports.md, Tax, Minimum)."""

import pytest

from domain.policy import FIGURES_2026, SHIPPED, Policy
from infra.books import Books
from projections.filters import FilterRefused
from tests.domain.baccarat.scene import BANKER, PLAYER
from tests.projections.ledger.house import House, Table
from tests.projections.ledger.pit import Pit
from tests.services.reports.reading import Desk

NAMES = ("tax", "fund", "development")


def earn(house: House, day: str, amount: int, code: str = "BA-12", session: int = 1, currency: str = "MOP") -> None:
    """A day of a table whose bettors lose so much to it, or win it where below 0."""
    house.gaming_day = day
    pit = Pit(house, code, session=session, currency=currency, differential=10**12)
    pit.sit(1, f"P-{code}", 10 * abs(amount) + 1_000).accepted()
    pit.shoe().accepted()
    pit.when("open-round").accepted()
    pit.bet(f"x 1 player {abs(amount)}").accepted()
    pit.close().accepted()
    pit.when("deal", cards=(PLAYER if amount < 0 else BANKER).split()).accepted()
    pit.when("leave-seat", seat=1, to="chips").accepted()
    pit.when("close-table").accepted()


def test_the_days_of_a_month_add_up_to_what_is_due_on_it(desk: Desk) -> None:
    """Day 1 brings 1,000, day 2 loses 400, day 3 brings 333: 35 % is 350, -140, 117, and 327 on 933."""
    house = House()
    for session, (day, ggr) in enumerate((("2026-11-01", 1_000), ("2026-11-02", -400), ("2026-11-03", 333)), 1):
        earn(house, day, ggr, session=session)
    rows = desk.rows(house.log, "tax")
    by_period = {period: [row["tax"] for row in rows if row["period"] == period] for period in ("day", "month to date", "year to date")}
    assert by_period == {"day": [350, -140, 117], "month to date": [350, 210, 327], "year to date": [350, 210, 327]}
    assert [row["ggr_mop"] for row in rows if row["period"] == "month to date"] == [1_000, 600, 933]
    assert [row["tax"] for row in desk.rows(house.log, "tax", gaming_day="2026-11-03")] == [117, 327, 327]


def test_a_month_that_has_lost_owes_nothing_and_a_year_is_the_sum_of_its_months(desk: Desk) -> None:
    house = House()
    for session, (day, ggr) in enumerate((("2026-10-31", -5_000), ("2026-11-01", 1_000), ("2026-12-31", 10)), 1):
        earn(house, day, ggr, session=session)
    rows = {(row["gaming_day"], row["period"]): row for row in desk.rows(house.log, "tax")}
    assert [rows["2026-10-31", period]["total"] for period in ("day", "month to date", "year to date")] == [0, 0, 0]
    assert rows["2026-11-01", "year to date"]["total"] == 400
    assert (rows["2026-12-31", "year to date"]["ggr_mop"], rows["2026-12-31", "year to date"]["total"]) == (-3_990, 404)
    assert rows["2026-12-31", "month to date"]["payable_by"] == "2027-01-10"
    assert [rows["2026-12-31", "day"][name] for name in NAMES] == [4, 0, 0], "half up, each by itself: 3.5, 0.2, 0.3"


@pytest.mark.parametrize("narrowed", [{"currency": "HKD"}, {"table": "BA-12"}])
@pytest.mark.parametrize("name", ["tax", "minimum"])
def test_what_is_of_the_whole_house_cannot_be_narrowed(desk: Desk, name: str, narrowed: dict[str, str]) -> None:
    with pytest.raises(FilterRefused, match="whole house"):
        desk.report([], name, **narrowed)


def policy(**figures: object) -> Policy:
    return SHIPPED.model_copy(update={"figures": FIGURES_2026.model_copy(update=figures)})


def test_three_tables_and_334_days_of_the_year(books: Books) -> None:
    """Required MOP 19,216,438.35; with 15,000,000.00 earned 4,216,438.35 are missing."""
    house, desk = House(), Desk(books, policy(authorised_tables=("BA-12", "BA-13", "PK-07")))
    earn(house, "2026-11-30", 1_500_000_000)
    report = desk.report(house.log, "minimum")
    [total] = report.totals
    assert (total["days"], total["ggr_mop"], total["required"]) == (1_002, 1_500_000_000, 1_921_643_835)
    assert (total["shortfall"], total["difference"]) == (421_643_835, -421_643_835)
    assert total["average"] == 546_407_186, "15,000,000.00 x 365 / 1,002"
    assert [(row["table"], row["ggr_mop"], row["required"]) for row in report.rows] == [
        ("BA-12", 1_500_000_000, 640_547_945),
        ("BA-13", 0, 640_547_945),
        ("PK-07", 0, 640_547_945),
    ]


def test_where_the_policy_names_no_tables_those_that_were_opened_count_and_poker_by_its_weight(books: Books) -> None:
    house, desk = House(), Desk(books, policy(poker_weight=(1, 2)))
    earn(house, "2028-12-31", 1_500_000_000)
    table = Table(house, "PK-07")
    table.open()
    table.close()
    [total] = desk.report(house.log, "minimum").totals
    assert (total["required"], total["shortfall"]) == (1_050_000_000, 0), "a leap year, all of it"
    assert desk.report(house.log, "minimum", gaming_day="2027-01-01").rows == []


def test_revenue_to_date_is_by_day_month_and_year(desk: Desk) -> None:
    house = House()
    for session, (day, ggr) in enumerate((("2026-10-31", 100), ("2026-11-01", 20), ("2026-11-30", 3)), 1):
        earn(house, day, ggr, session=session, currency="HKD")
    earn(house, "2026-11-30", 7, "BA-13", currency="HKD")
    report = desk.report(house.log, "ggr-to-date")
    columns = ("table", "ggr_day", "ggr_month", "ggr_year", "ggr_year_mop")
    assert [[row[name] for name in columns] for row in report.rows] == [["BA-12", 3, 23, 123, 127], ["BA-13", 7, 7, 7, 7]]
    [total] = report.totals
    assert (total["ggr_year"], total["ggr_year_mop"]) == (130, 134), "133.9, rounded once"
