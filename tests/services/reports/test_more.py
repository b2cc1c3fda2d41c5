"""What else the reports must say: breaks that the books found, permits and changed rules, shortages of every kind of count."""

from datetime import timedelta

from domain.holdem.events import TableOpened
from projections.breaks_by_age import age_group
from tests.projections.ledger.house import House as Facts
from tests.projections.ledger.house import Table
from tests.services.house import DAY, NOON, TWO_PEOPLE, House
from tests.services.reports.reading import Desk
from tests.services.reports.shift import count
from tests.services.reports.test_worked_shift import log


def test_ages_are_those_of_the_page() -> None:
    groups = [age_group(age) for age in (0, 1, 2, 3, 4, 7, 8, 30, 31)]
    assert groups == ["same day", "1", "2-3", "2-3", "4-7", "4-7", "8-30", "8-30", "over 30"]


def test_a_break_that_the_books_found_is_open_until_somebody_settles_it(desk: Desk) -> None:
    house = Facts()
    table = Table(house, "PK-07")
    table.open()
    table.sit(1, "P-1", 1_000)
    table.sit(2, "P-2", 1_000)
    table.stacks[1] = 1_100
    table.leave(1, to="chips")
    [row] = desk.rows(house.log, "breaks")
    assert (row["rule"], row["type"], row["status"], row["age"]) == ("R07", "AMOUNT", "open", 0)
    assert (row["side_a"], row["side_b"], row["difference"]) == (1_000, 1_100, 100)
    assert desk.report(house.log, "breaks").totals == [{"ageing": "same day", "breaks": 1}]
    [old] = desk.rows(house.log, "breaks", to_day="2026-12-31")
    assert (old["age"], old["ageing"]) == (31, "over 30")
    assert desk.rows(house.log, "breaks", table="PK-08") == desk.rows(house.log, "breaks", from_day="2026-12-01") == []


def test_the_regulator_gets_permits_in_force_and_rules_that_changed(floor: House, desk: Desk) -> None:
    floor.open({})
    floor.do("close-table", table="PK-07")
    permit = {"permit": "DICJ-1", "ruleset": "MO-THP-2008", "articles": ["16"], "tables": ["PK-07"]}
    days = {"applied_on": "2026-11-20", "granted_on": "2026-11-25", "effective_on": "2026-12-01"}
    floor.do("register-permit", **permit, **days, **TWO_PEOPLE)
    floor.do("activate-policy", policy="FINANCE-2026.1", from_day="2026-12-02", **TWO_PEOPLE)
    floor.clock.now = NOON + timedelta(days=1)
    rules = {"unit": 1, "small_blind": 50, "big_blind": 200, "structure": "no-limit"}
    opening = {"game": "holdem", "ruleset": "MO-THP-2008", "currency": "HKD", "gaming_day": "2026-12-01"}
    floor.do("open-table", table="PK-07", **opening, rules=rules)
    november, december = desk.rows(log(floor), "regulator")
    assert (november["month"], november["permits"], november["rules"]) == ("2026-11", None, None)
    assert december["permits"] == "DICJ-1 (MO-THP-2008 16)"
    assert "2026-12-01 big_blind 100 to 200" in december["rules"]
    assert december["rules"].endswith("2026-12-02 policy FINANCE-2026.1")
    assert isinstance(log(floor)[0].event, TableOpened)


def test_every_kind_of_count_is_set_beside_its_own_account(floor: House, desk: Desk) -> None:
    floor.do("issue-chips", amount=1_000_000, currency="HKD", **TWO_PEOPLE)
    floor.do("fund-cage", amount=70_000, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    floor.do("fill", table="PK-07", slip="S-1", amount=500_000, currency="HKD")
    floor.open({1: 10_000, 2: 10_000})
    floor.play()
    floor.do("close-table", table="PK-07")
    box = next(row["charged"] for row in desk.rows(log(floor), "commission"))
    floor.do("remove-drop", table="PK-07", box="D-1", **TWO_PEOPLE)
    for place, kind, amount in (
        ("PK-07", "closer", 480_001),
        ("PK-07", "commission-box", box - 2),
        ("D-1", "drop", 20_003),
        ("MAIN", "cage-chips", 500_000 + box - 2),
        ("MAIN", "cage-cash", 69_996),
    ):
        count(floor, place, kind, amount)
    rows = desk.rows(log(floor), "over-short")
    assert [[row[name] for name in ("kind", "place", "booked", "difference", "run")] for row in rows] == [
        ["closer", "PK-07", 480_000, 1, 1],
        ["commission-box", "PK-07", box, -2, -1],
        ["drop", "PK-07", 20_000, 3, 1],
        ["cage-cash", "MAIN", 70_000, -4, -1],
    ]
    [total] = desk.report(log(floor), "over-short").totals
    assert total == {"currency": "HKD", "difference": -2}
    assert {row["kind"] for row in desk.rows(log(floor), "over-short", table="PK-07")} == {"closer", "commission-box", "drop"}
    assert desk.rows(log(floor), "over-short", gaming_day="2026-12-01") == []
    assert {row["gaming_day"] for row in rows} == {DAY}


def test_a_run_ends_with_a_count_that_agrees_and_a_month_with_its_last_day(floor: House, desk: Desk) -> None:
    for day, counted in enumerate((-1, -2, -2, -3, -4)):
        floor.clock.now = NOON + timedelta(days=day)
        count(floor, "MAIN", "cage-cash", max(0, 100 + counted) if day else 99, slip=str(day))
        if not day:
            floor.do("fund-cage", amount=100, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    rows = desk.rows(log(floor), "over-short")
    assert [(row["gaming_day"], row["difference"], row["run"], row["month_to_date"]) for row in rows] == [
        ("2026-11-30", 99, 1, 99),
        ("2026-12-01", -101, -1, -101),
        ("2026-12-03", -1, -1, -102),
        ("2026-12-04", -1, -2, -103),
    ]
