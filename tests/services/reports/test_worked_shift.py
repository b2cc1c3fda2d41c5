"""The shift of docs/reports.md to the unit: win by count and by events, what is over and short, tax, slips, certificate, restatement."""

from datetime import timedelta
from typing import Any

import pytest

from services.errors import NotFound
from tests.services.bookkeeper import Bookkeeper
from tests.services.house import DAY, NOON, TWO_PEOPLE, House
from tests.services.reports.reading import Desk
from tests.services.reports.shift import BRK, count, sign, work_shift

NEXT_DAY = "2026-12-01"
SHORT: dict[str, Any] = {"break": BRK, "explanation": "miscount", "counted": 47_700_000, "booked": 47_750_000}
IN_TWO_WAYS = {"fills": 20_000_000, "credits": 5_000_000, "drop_cash": 12_000_000, "drop_wallet": 12_000_000, "event_win": 6_750_000}


def log(house: House) -> Any:
    return house.store.read(0, house.store.last_position())


def closer(house: House, at_pos: int, amount: int = 47_700_000) -> None:
    count(house, "BA-12", "closer", amount, at_pos=at_pos)


def test_the_count_says_what_the_events_say_but_for_what_the_tray_is_short(floor: House, desk: Desk) -> None:
    at_pos = work_shift(floor)
    [pending] = desk.rows(log(floor), "win")
    assert (pending["status"], pending["opener"], pending["count_win"]) == ("pending", 50_000_000, None)
    assert {name: pending[name] for name in IN_TWO_WAYS} == IN_TWO_WAYS

    closer(floor, at_pos)
    [row] = desk.rows(log(floor), "win")
    assert {name: row[name] for name in IN_TWO_WAYS} == IN_TWO_WAYS
    assert (row["status"], row["closer"], row["count_win"], row["difference"]) == ("counted", 47_700_000, 6_700_000, -50_000)
    assert (row["shift"], row["adjusted"], row["hold_bp"]) == ("1", 0, 2_812)
    assert desk.rows(log(floor), "win", as_of=at_pos) == [pending]
    assert desk.rows(log(floor), "win", table="BA-13") == desk.rows(log(floor), "win", currency="MOP") == []
    [total] = desk.report(log(floor), "win").totals
    assert (total["count_win"], total["event_win"], total["difference"]) == (6_700_000, 6_750_000, -50_000)


def test_without_counts_the_session_is_the_shift(floor: House, desk: Desk) -> None:
    floor.do("issue-chips", amount=1_000_000, currency="HKD", **TWO_PEOPLE)
    for slip in ("S-1", "S-2"):
        floor.do("fill", table="PK-07", slip=slip, amount=50_000, currency="HKD")
        floor.open({1: 10_000, 2: 10_000} if slip == "S-1" else {})
        floor.do("close-table", table="PK-07")
    floor.do("credit", table="PK-07", slip="S-3", amount=30_000, currency="HKD")
    for word, slip in (("credit", "S-4"), ("fill", "S-5")):
        floor.do(word, table="PK-07", slip=slip, amount=1_000, currency="HKD", in_transit=True)
        floor.do("void-slip", slip=slip, reason="not needed", **TWO_PEOPLE)
    rows = desk.rows(log(floor), "win")
    columns = ("shift", "status", "fills", "credits", "drop_cash", "event_win")
    assert [[row[name] for name in columns] for row in rows] == [
        ["1", "pending", 50_000, 0, 20_000, 0],
        ["2", "pending", 50_000, 30_000, 0, 0],
    ]
    [total] = desk.report(log(floor), "win").totals
    assert (total["count_win"], total["fills"]) == (None, 100_000)


def test_a_difference_that_nobody_accepts_is_told_once_and_runs_have_one_sign(floor: House, desk: Desk) -> None:
    closer(floor, work_shift(floor))
    for kind, amount in (("opener", 47_700_000), ("closer", 47_690_000), ("opener", 47_695_000)):
        count(floor, "BA-12", kind, amount, slip=f"{kind}-{amount}", at_pos=floor.store.last_position())
    rows = desk.rows(log(floor), "over-short")
    columns = ("kind", "shift", "booked", "counted", "difference", "run", "month_to_date")
    assert [[row[name] for name in columns] for row in rows] == [
        ["closer", "1", 47_750_000, 47_700_000, -50_000, -1, -50_000],
        ["closer", "2", 47_750_000, 47_690_000, -10_000, -1, -60_000],
        ["opener", "3", 47_750_000, 47_695_000, 5_000, 1, -55_000],
    ]
    assert (rows[0]["actor"], rows[0]["approver"]) == ("E-2001", "E-3001")


def test_what_was_accepted_is_not_short_again(floor: House, desk: Desk) -> None:
    at_pos = work_shift(floor)
    closer(floor, at_pos)
    accept(floor, at_pos)
    count(floor, "BA-12", "opener", 47_700_000, slip="again")
    assert [row["kind"] for row in desk.rows(log(floor), "over-short")] == ["closer"]


def find(house: House, at_pos: int) -> None:
    """The closer's difference, as a run finds it."""
    books = house.finance
    assert isinstance(books, Bookkeeper)
    books.compare(BRK, "closer", "BA-12", "9220:BA-12", 47_700_000, at_pos, DAY)


def accept(house: House, at_pos: int) -> None:
    find(house, at_pos)
    house.do("assign-break", **{"break": BRK}, owner="E-2001", actor="E-2001")
    house.do("explain-break", **{"break": BRK}, explanation="miscount", text="two stacks", actor="E-2001")
    house.do("propose-resolution", **{"break": BRK}, resolution="accept it", actor="E-2001")
    house.do("accept-difference", **SHORT, at_pos=at_pos, actor="E-2002", approver="E-3001")


def test_tax_on_the_shift(floor: House, desk: Desk) -> None:
    work_shift(floor)
    day, month, year = desk.rows(log(floor), "tax", gaming_day=DAY)
    figures = {"ggr_mop": 6_952_500, "tax": 2_433_375, "fund": 139_050, "development": 208_575, "total": 2_781_000}
    for row, period, payable in ((day, "day", None), (month, "month to date", "2026-12-10"), (year, "year to date", None)):
        assert row == {"gaming_day": DAY, "period": period, **figures, "payable_by": payable}


def test_the_register_has_every_slip_and_the_numbers_that_are_missing(floor: House, desk: Desk) -> None:
    work_shift(floor, slip_of_fill="S-07")
    floor.do("fill", table="BA-12", slip="S-10", amount=100, currency="HKD", in_transit=True)
    floor.do("fill", table="BA-12", slip="S-11", amount=100, currency="HKD", in_transit=True)
    floor.do("receive-fill", slip="S-11", amount=90)
    sent = floor.store.last_position()
    floor.do("void-slip", slip="S-10", reason="wrong table", **TWO_PEOPLE)
    rows = desk.rows(log(floor), "slips", table="BA-12")
    columns = ("slip", "kind", "status", "sent", "received", "difference", "voided_by", "reason")
    assert [[row[name] for name in columns] for row in rows] == [
        ["S-1", "fill", "received", 50_000_000, 50_000_000, 0, None, None],
        ["S-07", "fill", "received", 20_000_000, 20_000_000, 0, None, None],
        ["S-3", "credit", "received", 5_000_000, 5_000_000, 0, None, None],
        ["S-10", "fill", "voided", 100, None, None, "E-2001, E-3001", "wrong table"],
        ["S-11", "fill", "received", 100, 90, -10, None, None],
    ]
    missing = [(gap["slip"], gap["missing"]) for gap in desk.rows(log(floor), "slips") if gap["kind"] == "gap"]
    assert missing == [("S-2", 1), ("S-04 to S-06", 3), ("S-08 to S-09", 2)]
    assert desk.rows(log(floor), "slips", as_of=sent)[3]["status"] == "on-the-way"


def test_a_certificate_says_who_and_what_was_carried_and_later_facts_restate(floor: House, desk: Desk) -> None:
    at_pos = work_shift(floor)
    closer(floor, at_pos)
    find(floor, at_pos)
    floor.do("carry-break", **{"break": BRK}, gaming_day=DAY, reason="the recording is looked at", **TWO_PEOPLE)
    with pytest.raises(NotFound, match="2026-11-30 is not signed"):
        desk.report(log(floor), "certificate", gaming_day=DAY)
    sign(floor)
    report = desk.report(log(floor), "certificate", gaming_day=DAY)
    [row] = report.rows
    assert (row["maker"], row["checker"], row["tax_accrued"], row["policy"]) == ("E-2001", "E-3001", 2_781_000, "FINANCE-2026")
    assert (row["breaks_carried"], row["carried"]) == (1, f"{BRK} (E-2001, E-3001: the recording is looked at)")
    assert report.head == {"proof": row["proof"]}
    assert desk.rows(log(floor), "restatements") == []

    floor.clock.now = NOON + timedelta(days=1)
    accept(floor, at_pos)
    rows = desk.rows(log(floor), "restatements")
    columns = ("account", "first", "restated", "difference")
    assert [[row[name] for name in columns] for row in rows] == [
        ["2131", 0, -50_000, -50_000],
        ["6920", 0, 50_000, 50_000],
        ["9220", 47_750_000, 47_700_000, -50_000],
        ["9290", 17_250_000, 17_300_000, 50_000],
    ]
    assert desk.rows(log(floor), "restatements", gaming_day=NEXT_DAY) == []
    [accepted] = [row for row in desk.rows(log(floor), "manual") if row["restates"]]
    assert (accepted["amount"], accepted["reason"], accepted["gaming_day"]) == (50_000, "miscount", NEXT_DAY)


def test_breaks_stand_with_their_people_and_their_age(floor: House, desk: Desk) -> None:
    at_pos = work_shift(floor)
    closer(floor, at_pos)
    accept(floor, at_pos)
    [row] = desk.rows(log(floor), "breaks", to_day="2026-12-03")
    assert (row["break"], row["status"], row["owner"], row["age"], row["ageing"]) == (BRK, "closed", "E-2001", 3, "2-3")
    assert (row["side_a"], row["side_b"], row["difference"], row["place"]) == (47_750_000, 47_700_000, -50_000, "BA-12")
    assert (row["explanation"], row["text"]) == ("miscount", "two stacks")
    assert row["resolved_by"].startswith("counts/BA-12@")
    assert desk.report(log(floor), "breaks").totals == []


def test_entries_of_people_have_both_names_and_a_reason(floor: House, desk: Desk) -> None:
    floor.do("issue-chips", amount=1_000, currency="HKD", **TWO_PEOPLE)
    floor.do("fund-cage", amount=500, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    floor.do("fill", table="PK-07", slip="S-1", amount=100, currency="HKD", in_transit=True)
    floor.do("void-slip", slip="S-1", reason="wrong table", **TWO_PEOPLE)
    rows = desk.rows(log(floor), "manual")
    columns = ("event", "amount", "actor", "approver", "reason")
    assert [[row[name] for name in columns] for row in rows] == [
        ["cage.chips-issued", 1_000, "E-2001", "E-3001", None],
        ["cage.cage-funded", 500, "E-2001", "E-3001", None],
        ["cage.slip-voided", 100, "E-2001", "E-3001", "wrong table"],
    ]


def test_the_regulator_gets_a_month_of_the_table(floor: House, desk: Desk) -> None:
    at_pos = work_shift(floor)
    closer(floor, at_pos)
    [row] = desk.rows(log(floor), "regulator")
    assert {name: row[name] for name in ("month", "table", "game", "hands", "voids")} == {
        "month": "2026-11",
        "table": "BA-12",
        "game": "baccarat",
        "hands": 4,
        "voids": 0,
    }
    assert (row["wagered_banker"], row["wagered_player"], row["wagered_tie"]) == (89_000_000, 33_500_000, 0)
    assert (row["won"], row["paid"], row["commission"], row["ggr"]) == (64_000_000, 58_500_000, 1_250_000, 6_750_000)
    assert (row["drop"], row["fills"], row["credits"]) == (24_000_000, 70_000_000, 5_000_000)
    assert (row["openers"], row["closers"], row["disputes"]) == (50_000_000, 47_700_000, 0)


def test_commission_by_shift_adds_up_to_the_commission_of_the_day(floor: House, desk: Desk) -> None:
    at_pos = work_shift(floor)
    closer(floor, at_pos)
    [row] = desk.rows(log(floor), "commission-by-shift")
    [whole] = desk.rows(log(floor), "commission")
    assert row == {**whole, "shift": "1"}


def test_revenue_to_date(floor: House, desk: Desk) -> None:
    work_shift(floor)
    [row] = desk.rows(log(floor), "ggr-to-date", to_day="2026-12-05")
    assert (row["ggr_day"], row["ggr_month"], row["ggr_year"], row["ggr_year_mop"]) == (0, 0, 6_750_000, 6_952_500)
    [row] = desk.rows(log(floor), "ggr-to-date")
    assert (row["ggr_day"], row["ggr_month"], row["ggr_day_mop"]) == (6_750_000, 6_750_000, 6_952_500)
