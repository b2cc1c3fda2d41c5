"""Counts with errors: each fault found by the first count that shows it, with its sign, by its own rule and by no other."""

from typing import Any

import pytest

from services.reconcile.life import Standing
from tests.services.house import DAY, TWO_PEOPLE
from tests.services.reconcile.floor import Floor

NEXT_DAY = "2026-12-01"
TRAY = "PK-07"


@pytest.fixture
def tray(floor: Floor) -> Floor:
    """A tray with 5,000.00 by a fill, and an opener that agrees."""
    floor.do("issue-chips", amount=5_000_000, currency="HKD", **TWO_PEOPLE)
    floor.do("fill", table=TRAY, slip="S-1", amount=500_000, currency="HKD")
    floor.count(TRAY, "opener", 500_000)
    assert floor.told() == []
    return floor


def settle(floor: Floor, one: Standing, **fields: Any) -> None:
    name = {"break": one.id}
    floor.do("assign-break", **name, owner="E-1", actor="E-1")
    floor.do("explain-break", **name, explanation="miscount", actor="E-1")
    floor.do("propose-resolution", **name, resolution="accept it", actor="E-1")
    figures = {"counted": one.found.side_b, "booked": one.found.side_a, "at_pos": one.found.at_pos}
    floor.do("accept-difference", **name, explanation="miscount", **figures, actor="E-1", approver="E-2", **fields)


@pytest.mark.parametrize(
    ("counted", "kind", "severity"),
    [
        (499_950, "COUNT_SHORT", "minor"),
        (550_000, "COUNT_OVER", "minor"),
        (550_001, "COUNT_OVER", "report"),
        (1_000_001, "COUNT_OVER", "regulator"),
    ],
)
def test_a_closer_against_the_tray(tray: Floor, counted: int, kind: str, severity: str) -> None:
    """Limits of 500.00 and 5,000.00."""
    tray.count(TRAY, "closer", counted)
    (one,) = tray.breaks()
    assert (one.found.rule, one.found.type, one.found.difference, one.severity) == ("R08", kind, counted - 500_000, severity)
    assert (one.found.side_a, one.found.side_b, one.found.table, one.found.shift) == (500_000, counted, TRAY, "1")
    assert tray.run().win[0]["left"] == 0, "R13: what the closer lacks explains the win"


def test_what_is_missing_is_found_once_and_carries_no_further(tray: Floor) -> None:
    """The next opener and closer miss the same 50.00: they agree with the count before them."""
    tray.count(TRAY, "closer", 495_000)
    tray.tomorrow()
    tray.count(TRAY, "opener", 495_000)
    tray.do("fill", table=TRAY, slip="S-2", amount=100_000, currency="HKD")
    tray.count(TRAY, "closer", 595_000)
    assert tray.told() == [("R08", "COUNT_SHORT", -5_000)]
    (one,) = tray.breaks()
    settle(tray, one)
    assert tray.told() == []
    tray.count(TRAY, "opener", 595_000)
    assert tray.told() == [], "accepted since the last count: not missing once more"


def test_an_opener_that_is_not_the_closer_before_it(tray: Floor) -> None:
    tray.count(TRAY, "closer", 500_000)
    tray.tomorrow()
    tray.count(TRAY, "opener", 500_300)
    assert tray.told() == [("R12", "OPENER_CLOSER", 300)]


def test_an_opener_of_the_same_total_in_other_chips(tray: Floor) -> None:
    tray.do("count", place=TRAY, kind="closer", currency="HKD", denominations={"10000": 40, "5000": 20}, **TWO_PEOPLE)
    tray.do("count", place=TRAY, kind="opener", currency="HKD", denominations={"10000": 39, "5000": 22}, **TWO_PEOPLE)
    assert sorted(tray.told()) == [("R12", "OPENER_CLOSER", -10_000), ("R12", "OPENER_CLOSER", 10_000)]


def test_a_tray_counted_again_at_the_same_moment(tray: Floor) -> None:
    at_pos = tray.end
    tray.count(TRAY, "closer", 495_000, at_pos=at_pos)
    tray.count(TRAY, "closer", 500_000, at_pos=at_pos)
    result = tray.run()
    assert result.breaks == []
    assert [one.state for one in result.compared if one.rule == "R08"] == ["matched", "counted-again", "matched"]


def test_a_tray_that_nobody_has_kept_begins_with_its_first_count(floor: Floor) -> None:
    floor.pit.open({1: 10_000})
    floor.count(TRAY, "opener", 700_000)
    assert floor.told() == []
    floor.count(TRAY, "closer", 699_000)
    assert floor.told() == [("R08", "COUNT_SHORT", -1_000)]


def test_a_count_of_a_table_that_is_not_there(floor: Floor) -> None:
    floor.count("PK-70", "opener", 700_000)
    assert floor.told() == [("R08", "INPUT", 700_000)]


def test_a_commission_box_twice_short_of_the_same_chips(floor: Floor) -> None:
    floor.pit.open({1: 10_000, 2: 10_000, 3: 10_000})
    floor.pit.play()
    floor.count(TRAY, "commission-box", 12)
    assert floor.told() == [("R09", "COUNT_SHORT", -3)]
    floor.pit.play()
    floor.count(TRAY, "commission-box", 15)
    assert floor.told() == [("R09", "COUNT_SHORT", -3)], "the second box has what came since the first"


def test_a_drop_box(floor: Floor) -> None:
    floor.pit.open({1: 10_000, 2: 5_000})
    floor.do("remove-drop", table=TRAY, box="D-1", **TWO_PEOPLE)
    result = floor.run()
    assert ([one.found for one in result.breaks], [one.amount for one in result.events]) == ([], [15_000])
    assert [one.state for one in result.missing if one.rule == "R09"] == ["not-counted"]
    floor.count("D-1", "drop", 15_020)
    assert floor.told() == [("R09", "COUNT_OVER", 20)]
    (one,) = floor.breaks()
    settle(floor, one)
    assert floor.told() == []


def test_a_drop_box_that_nobody_counts(floor: Floor) -> None:
    floor.pit.open({1: 10_000})
    floor.do("remove-drop", table=TRAY, box="D-1", **TWO_PEOPLE)
    floor.tomorrow()
    floor.do("deposit", wallet="P-1", amount=1, currency="HKD")
    (one,) = floor.breaks()
    assert (one.found.rule, one.found.type, one.found.difference, one.age) == ("R15", "TIMING", 10_000, 1)
    floor.count("D-1", "drop", 10_000)
    assert floor.told() == [], "it clears by itself"


@pytest.mark.parametrize(("kind", "expected"), [("cage-chips", 4_500_000), ("cage-cash", 0)])
def test_a_cage(tray: Floor, kind: str, expected: int) -> None:
    tray.count("MAIN", kind, expected + 40)
    assert tray.told() == [("R10", "COUNT_OVER", 40)]
    tray.tomorrow()
    tray.count("MAIN", kind, expected + 40)
    assert tray.told() == [("R10", "COUNT_OVER", 40)]


def test_a_slip_that_brought_something_else(tray: Floor) -> None:
    """20,000 sent and 2,000 booked: both numbers are shown."""
    tray.do("fill", table=TRAY, slip="S-2", amount=20_000, currency="HKD", in_transit=True)
    (one,) = tray.breaks()
    assert (one.found.rule, one.found.type, one.found.difference) == ("R11", "TIMING", -20_000)
    tray.do("receive-fill", slip="S-2", amount=2_000)
    (one,) = tray.breaks()
    assert (one.found.type, one.found.side_a, one.found.side_b, one.found.difference) == ("SLIP_UNPAIRED", 20_000, 2_000, -18_000)


def test_a_slip_that_is_on_the_way_at_the_cut(tray: Floor) -> None:
    tray.do("fill", table=TRAY, slip="S-2", amount=20_000, currency="HKD", in_transit=True)
    tray.tomorrow()
    tray.do("void-slip", slip="S-2", reason="not needed", **TWO_PEOPLE)
    tray.do("cut-day", gaming_day=DAY, actor="E-1")
    assert tray.told() == []


@pytest.mark.parametrize(("slip", "missing", "name"), [("S-3", 1, "S-2"), ("S-9", 7, "S-2 to S-8")])
def test_a_number_that_is_missing(tray: Floor, slip: str, missing: int, name: str) -> None:
    tray.do("fill", table=TRAY, slip=slip, amount=1, currency="HKD")
    (one,) = tray.breaks()
    assert (one.found.rule, one.found.type, one.found.key, one.found.difference) == ("R11", "SLIP_GAP", name, -missing)


def test_without_an_owner_a_break_climbs_one_step_a_day(tray: Floor) -> None:
    tray.count(TRAY, "closer", 499_950)
    seen = []
    for day in range(4):
        tray.tomorrow(day)
        tray.do("deposit", wallet="P-1", amount=1, currency="HKD")
        seen.append([(one.severity, one.age) for one in tray.breaks()])
    assert seen == [[("minor", 0)], [("report", 1)], [("regulator", 2)], [("regulator", 3)]]
    tray.do("assign-break", **{"break": tray.breaks()[0].id}, owner="E-1", actor="E-1")
    assert [(one.severity, one.record.owner) for one in tray.breaks()] == [("minor", "E-1")]


def test_five_minor_ones_of_one_sign_are_reported(tray: Floor) -> None:
    for number in range(1, 6):
        tray.count(TRAY, "closer", 500_000 - number, at_pos=tray.end)
        severities = [one.severity for one in tray.breaks()]
        assert severities == ["minor" if number < 5 else "report"] * number


def test_a_closed_break_stays_closed_and_is_opened_again_by_other_figures(tray: Floor) -> None:
    tray.do("fill", table=TRAY, slip="S-2", amount=20_000, currency="HKD", in_transit=True)
    name = {"break": tray.breaks()[0].id}
    tray.do("assign-break", **name, owner="E-1", actor="E-1")
    tray.do("explain-break", **name, explanation="late-slip", actor="E-1")
    tray.do("propose-resolution", **name, resolution="wait", actor="E-1")
    assert tray.pit.refused("approve-resolution", **name, actor="E-1").code == "same-person"
    tray.do("approve-resolution", **name, actor="E-2")
    assert [(one.status, one.counts) for one in tray.breaks()] == [("closed", False)]
    assert tray.run().outcome == "matched"


def test_the_day_of_a_run_leaves_out_what_came_later(tray: Floor) -> None:
    tray.count(TRAY, "closer", 499_950)
    as_of = tray.end
    tray.tomorrow()
    tray.count(TRAY, "opener", 499_950)
    tray.count(TRAY, "closer", 499_900)
    assert tray.told(DAY) == [("R08", "COUNT_SHORT", -50)]
    assert sorted(tray.told(NEXT_DAY)) == [("R08", "COUNT_SHORT", -50)] * 2
    assert tray.told(None, as_of=as_of) == [("R08", "COUNT_SHORT", -50)]
