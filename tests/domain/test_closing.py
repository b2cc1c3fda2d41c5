"""The close of a gaming day and its tax, HOUSE-FIN 7."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.breaks.record import BreakRecord
from domain.closing import commands as c
from domain.closing import events as e
from domain.closing.decide import (
    Accrual,
    Month,
    accrual_of,
    check_may_prepare,
    days_of,
    decide_accrual,
    decide_cut_day,
    decide_lock_month,
    decide_prepare_close,
    decide_sign_close,
)
from domain.closing.tax import Tax, half_up, tax_due
from domain.event import Event
from domain.gaming_day import GamingDay, check_not_signed, check_open
from domain.policy import SHIPPED
from domain.questions import Found, Proof, Revenue, Unfinished
from domain.rules import RuleBroken
from domain.wallet import FundsWithdrawn

DAY = "2026-11-30"
CUT = e.GamingDayCut(gaming_day=DAY)
PREPARED = e.ClosePrepared(gaming_day=DAY, proof="aa", as_of=90, prepared_by="E-1")
SIGNED = e.CloseSigned(gaming_day=DAY, proof="aa", as_of=90, signed_by="E-2")
PEOPLE: dict[str, Any] = {"actor": "E-1", "approver": "E-2"}
PROOF = Proof(sha256="aa", as_of=90)


def day(*events: Event) -> GamingDay:
    made = GamingDay()
    for event in events:
        made.evolve(event)
    return made


def refusal(decide: Any, *args: Any, **given: Any) -> tuple[str, dict[str, Any] | None]:
    with pytest.raises(RuleBroken) as refused:
        decide(*args, **given)
    assert refused.value.rule == "HOUSE-FIN 7"
    return refused.value.code, refused.value.allowed


def test_a_day_goes_from_open_to_signed() -> None:
    states = [day(*(CUT, PREPARED, SIGNED)[:steps]).status for steps in range(4)]
    assert states == ["open", "cut", "prepared", "signed"]


@pytest.mark.parametrize(("events", "for_the_floor", "for_counts"), [((), 0, 0), ((CUT,), 1, 0), ((CUT, PREPARED), 1, 0)])
def test_a_cut_day_still_takes_its_counts(events: tuple[Event, ...], for_the_floor: int, for_counts: int) -> None:
    for check, refuses in ((check_open, for_the_floor), (check_not_signed, for_counts)):
        if refuses:
            assert refusal(check, day(*events), DAY)[0] == "day-closed"
        else:
            check(day(*events), DAY)


def test_a_signed_day_takes_nothing() -> None:
    for check in (check_open, check_not_signed):
        assert refusal(check, day(CUT, PREPARED, SIGNED), DAY)[0] == "day-closed"


def cut(*events: Event, today: str = DAY, **left: Any) -> list[Event]:
    return decide_cut_day(day(*events), c.CutDay(gaming_day=DAY), today=today, unfinished=Unfinished(**left))


def test_a_day_is_cut_once_everything_of_it_is_over() -> None:
    assert cut() == cut(today="2026-12-09") == [CUT]
    assert refusal(cut, today="2026-11-29") == ("day-not-begun", {"gaming_day": {"max": "2026-11-29"}})
    assert refusal(cut, CUT)[0] == refusal(cut, CUT, PREPARED, SIGNED)[0] == "day-cut"
    assert refusal(cut, tables=("BA-12",), slips=("S-1",)) == ("table-open", {"tables": ["BA-12"]})
    assert refusal(cut, slips=("S-1",)) == ("slip-on-the-way", {"slips": ["S-1"]})


def prepare(*events: Event, breaks: Any = (), actor: str | None = "E-1", **left: Any) -> str:
    command = c.PrepareClose(gaming_day=DAY, actor=actor)
    return check_may_prepare(day(*events), command, unfinished=Unfinished(**left), breaks=breaks)


def found(number: int, severity: Any) -> Found:
    return Found(break_id=f"BRK-{number}", rule="R09", type="COUNT_OVER", severity=severity, gaming_day=DAY, side_a=1, side_b=2)


def test_a_day_that_was_cut_may_be_prepared_and_prepared_again() -> None:
    assert prepare(CUT) == prepare(CUT, PREPARED) == "E-1"
    for events in ((), (CUT, PREPARED, SIGNED)):
        assert refusal(prepare, *events) == ("wrong-status", {"status": ["cut", "prepared"]})
    assert refusal(prepare, CUT, actor=None)[0] == "two-people-needed"
    assert refusal(prepare, CUT, tables=("BA-12",))[0] == "table-open"


def test_breaks_that_stand_against_it_are_named() -> None:
    breaks = [(BreakRecord(), found(3, "report")), (BreakRecord(), found(2, "minor")), (BreakRecord(), found(1, "critical"))]
    assert refusal(prepare, CUT, breaks=breaks) == ("breaks-open", {"breaks": ["BRK-1", "BRK-3"]})
    many = [(BreakRecord(), found(number, "report")) for number in range(100, 150)]
    assert len((refusal(prepare, CUT, breaks=many)[1] or {})["breaks"]) == 20


def test_the_proof_is_signed_by_another_person_as_it_was_prepared() -> None:
    command = c.PrepareClose(gaming_day=DAY, actor="E-1")
    assert decide_prepare_close(command, maker="E-1", proof=PROOF) == [PREPARED]

    def sign(*events: Event, actor: str | None = "E-2", proof: Proof = PROOF) -> list[Event]:
        return decide_sign_close(day(*events), c.SignClose(gaming_day=DAY, actor=actor), proof=proof)

    assert sign(CUT, PREPARED) == [SIGNED]
    assert refusal(sign, CUT, PREPARED, actor="E-1")[0] == "same-person"
    assert refusal(sign, CUT, PREPARED, actor=None)[0] == "two-people-needed"
    assert refusal(sign, CUT)[0] == refusal(sign, CUT, PREPARED, SIGNED)[0] == "wrong-status"
    for changed in (Proof(sha256="ab", as_of=90), Proof(sha256="aa", as_of=90, later=1)):
        assert refusal(sign, CUT, PREPARED, proof=changed)[0] == "proof-changed"
    again = e.ClosePrepared(gaming_day=DAY, proof="bb", as_of=95, prepared_by="E-2")
    assert refusal(sign, CUT, PREPARED, again)[0] == "same-person", "the last one who prepared it is the maker"


# Tax.


@pytest.mark.parametrize(
    ("ggr", "tax"),
    [
        ({"HKD": 6_750_000}, Tax(2_433_375, 139_050, 208_575)),
        ({"MOP": 933}, Tax(327, 19, 28)),
        ({"MOP": -400}, Tax()),
        ({"HKD": 100, "MOP": -103}, Tax()),
        ({"HKD": 1, "MOP": 0}, Tax()),
        ({"MOP": 25}, Tax(9, 1, 1)),
        ({}, Tax()),
    ],
)
def test_tax_is_one_fraction_of_the_revenue_of_all_currencies_rounded_half_up(ggr: dict[str, int], tax: Tax) -> None:
    assert tax_due(ggr, SHIPPED) == tax


@given(st.integers(-(10**15), 10**15), st.integers(1, 10**6))
def test_half_up_is_the_nearest_whole_number(above: int, below: int) -> None:
    amount = Fraction(above, below)
    assert Fraction(-1, 2) < half_up(amount) - amount <= Fraction(1, 2)


def accrue(on: GamingDay, accrual: Accrual, ggr: int, gaming_day: str = DAY) -> list[Event]:
    return decide_accrual(on, gaming_day, accrual=accrual, revenue=Revenue(as_of=7, ggr={"MOP": ggr}), policy=SHIPPED)


def test_a_day_accrues_what_the_month_has_not_accrued_before() -> None:
    """Day 1 brings 1,000, day 2 loses 400, day 3 brings 333."""
    days: dict[str, GamingDay] = {name: GamingDay() for name in days_of("2026-11")}
    taken = []
    for name, ggr in (("2026-11-01", 1_000), ("2026-11-02", 600), ("2026-11-03", 933)):
        accrual = accrual_of(name, days)
        assert (accrual.first_day, accrual.through) == ("2026-11-01", name)
        (event,) = accrue(days[name], accrual, ggr, name)
        assert isinstance(event, e.TaxAccrued)
        assert (event.as_of, event.policy, event.ggr) == (7, "FINANCE-2026", {"MOP": ggr})
        days[name].evolve(event)
        taken.append((event.tax, event.due_tax))
    assert taken == [(350, 350), (-140, 210), (117, 327)]
    assert accrual_of("2026-11-30", days).accrued == Tax(327, 19, 28)


def test_a_day_accrues_once_even_if_nothing_is_due_and_again_only_for_a_difference() -> None:
    nothing = Accrual("2026-11-01", DAY, Tax())
    (event,) = accrue(GamingDay(), nothing, 0)
    accrued = day(CUT, event)
    assert accrued.accrued == Tax()
    assert accrue(accrued, nothing, 0) == []
    (more,) = accrue(accrued, nothing, 100)
    assert isinstance(more, e.TaxAccrued)
    assert (more.tax, more.fund, more.development) == (35, 2, 3)


def test_a_day_that_is_closed_after_a_later_one_looks_as_far_as_that_one() -> None:
    later = day()
    later.evolve(e.TaxAccrued(**{**_TAX, "gaming_day": "2026-11-03", "through": "2026-11-03", "tax": 10}))
    assert accrual_of("2026-11-02", {"2026-11-02": GamingDay(), "2026-11-03": later}) == Accrual("2026-11-01", "2026-11-03", Tax(10))


_TAX: dict[str, Any] = {
    "gaming_day": DAY,
    "through": DAY,
    "as_of": 1,
    "policy": "FINANCE-2026",
    "ggr": {},
    "due_tax": 0,
    "due_fund": 0,
    "due_development": 0,
    "tax": 0,
    "fund": 0,
    "development": 0,
}


# The month.


def test_every_day_of_a_month_has_its_place() -> None:
    assert [len(days_of(month)) for month in ("2026-02", "2028-02", "2026-11", "2026-12")] == [28, 29, 30, 31]
    assert (days_of("2026-12")[0], days_of("2026-12")[-1]) == ("2026-12-01", "2026-12-31")


def lock(*events: Event, today: str = "2026-12-01", first_day: str | None = DAY, signed: Any = (DAY,), **people: Any) -> list[Event]:
    month = Month()
    for event in events:
        month.evolve(event)
    days = {name: day(CUT, PREPARED, SIGNED) if name in signed else GamingDay() for name in days_of("2026-11")}
    command = c.LockMonth(**{"month": "2026-11", **PEOPLE, **people})
    return decide_lock_month(month, command, days=days, today=today, first_day=first_day)


def test_a_month_is_locked_by_two_people_when_it_is_over_and_all_its_days_are_signed() -> None:
    locked = e.MonthLocked(month="2026-11")
    assert lock() == [locked]
    assert refusal(lock, locked)[0] == "month-locked"
    assert refusal(lock, approver="E-1")[0] == "two-people-needed"
    assert refusal(lock, today=DAY)[0] == "month-not-over"
    assert refusal(lock, signed=()) == ("days-open", {"gaming_days": [DAY]})
    assert refusal(lock, first_day="2026-11-29") == ("days-open", {"gaming_days": ["2026-11-29"]})


def test_events_of_others_are_no_part_of_a_month() -> None:
    with pytest.raises(TypeError, match="FundsWithdrawn is no event of a month"):
        Month().evolve(FundsWithdrawn(amount=1, currency="HKD", cage="MAIN"))
