"""Which shift something belongs to: counted from opener to closer, else a session of the table (docs/reports.md, Shifts)."""

from typing import Any, Literal

import pytest

from domain.baccarat.events import TableClosed, TableOpened
from domain.counting.events import TrayCounted
from projections.papers import Paper
from projections.shifts import OUTSIDE, Shift, TableShifts, shifts_of

DAYS = ("2026-11-30", "2026-12-01")


def paper(position: int, event: Any, day: str = DAYS[0]) -> Paper:
    return Paper(position, f"x@{position}", day, f"{day}T04:00:00.000000Z", "BA-12", "BA-12", "E-1", "E-2", event)


def opened(position: int, day: str = DAYS[0]) -> Paper:
    facts: dict[str, Any] = {"game": "baccarat", "ruleset": "MO-BAC-2004", "currency": "HKD", "rules": {}}
    return paper(position, TableOpened(table="BA-12", session=1, gaming_day=day, **facts), day)


def closed(position: int) -> Paper:
    return paper(position, TableClosed(carried=(), last_number=1))


def counted(position: int, kind: Literal["opener", "closer"], at_pos: int, amount: int = 0, day: str = DAYS[0]) -> Paper:
    return paper(position, TrayCounted(table="BA-12", kind=kind, currency="HKD", amount=amount, at_pos=at_pos), day)


def shifts(*papers: Paper) -> TableShifts:
    return shifts_of(sorted(papers))["BA-12", "HKD"]


def at(found: TableShifts, position: int, day: str = DAYS[0]) -> str | None:
    shift = found.of(position, day)
    return shift and f"{shift.gaming_day} {shift.name}"


def test_a_shift_begins_behind_its_opener_and_ends_with_its_closer() -> None:
    found = shifts(opened(5), counted(11, "opener", 10, 700), counted(31, "closer", 30, 900), closed(40))
    assert found.counted == [Shift("BA-12", "HKD", DAYS[0], "1", 10, 30, 700, 900)]
    assert [at(found, position) for position in (10, 11, 30, 31)] == [f"{DAYS[0]} {name}" for name in (OUTSIDE, "1", "1", OUTSIDE)]


def test_a_sheet_that_comes_late_belongs_where_it_was_counted() -> None:
    found = shifts(opened(5), counted(31, "closer", 20, 900), closed(40), counted(50, "opener", 6, 700))
    assert found.counted == [Shift("BA-12", "HKD", DAYS[0], "1", 6, 20, 700, 900)]


def test_who_takes_over_counts_what_the_other_has_left() -> None:
    found = shifts(counted(11, "opener", 10, 1), counted(21, "closer", 20, 2), counted(22, "opener", 20, 2), counted(31, "closer", 30, 3))
    assert [(shift.name, shift.begins, shift.ends) for shift in found.counted] == [("1", 10, 20), ("2", 20, 30)]
    assert [found.counted_at(20, kind) for kind in ("closer", "opener")] == ["1", "2"]


def test_an_opener_without_a_closer_lasts_until_the_next_one() -> None:
    found = shifts(counted(11, "opener", 10, 1), counted(21, "opener", 20, 2))
    assert [(shift.ends, shift.closer) for shift in found.counted] == [(20, None), (None, None)]
    assert at(found, 1_000) == f"{DAYS[0]} 2"


def test_a_tray_counted_again_at_the_same_moment_counts_once() -> None:
    found = shifts(counted(11, "opener", 10, 1), counted(21, "closer", 20, 2), counted(22, "closer", 20, 5))
    assert [(shift.opener, shift.closer) for shift in found.counted] == [(1, 5)]


def test_a_closer_without_an_opener_makes_no_shift() -> None:
    found = shifts(opened(5), counted(21, "closer", 20, 2), closed(30))
    assert found.counted == []
    assert at(found, 7) == f"{DAYS[0]} 1"


@pytest.mark.parametrize(
    ("position", "day", "wanted"),
    [
        (3, DAYS[0], f"{DAYS[0]} 1"),
        (15, DAYS[0], f"{DAYS[0]} 1"),
        (25, DAYS[0], f"{DAYS[0]} 1"),
        (25, DAYS[1], f"{DAYS[1]} 1"),
        (99, DAYS[0], f"{DAYS[1]} 1"),
    ],
)
def test_without_counts_what_moves_between_two_sessions_is_the_next_one_s_but_for_the_day(position: int, day: str, wanted: str) -> None:
    assert at(shifts(opened(10), closed(20), opened(30, DAYS[1]), closed(40)), position, day) == wanted


def test_two_sessions_of_a_day_are_its_two_shifts_and_a_counted_one_among_them_is_the_second() -> None:
    found = shifts(opened(10), closed(20), counted(25, "opener", 24), opened(30), closed(40), counted(45, "closer", 44), opened(50))
    assert [shift.name for shift in found.sessions] == ["1", OUTSIDE, "3"]
    assert [shift.name for shift in found.counted] == ["2"]


def test_a_table_that_was_never_opened_has_no_shift() -> None:
    assert TableShifts().of(5, DAYS[0]) is None
