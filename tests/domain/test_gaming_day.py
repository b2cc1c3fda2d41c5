"""The gaming day and the finance policy, HOUSE-FIN 5."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Event
from domain.gaming_day import (
    ActivatePolicy,
    GamingDay,
    GamingDayOpened,
    PolicyActivated,
    decide_activate_policy,
    decide_open_day,
    house_day,
    policy_on,
)
from domain.policy import POLICIES, SHIPPED, Policy
from domain.rules import RuleBroken

PEOPLE: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
TODAY = "2026-11-30"
NEW = Policy(name="FINANCE-2027", utc_offset_minutes=480, cut_off_minutes=420, mop_rates={"HKD": (103, 100)}, vip_tables=("BA-01",))
KNOWN = {SHIPPED.name: SHIPPED, NEW.name: NEW}


def day_with(*events: Event) -> GamingDay:
    day = GamingDay()
    for event in events:
        day.evolve(event)
    return day


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-12-01T05:59:59.999999+08:00", "2026-11-30"),
        ("2026-12-01T06:00:00+08:00", "2026-12-01"),
        ("2026-11-30T21:59:59.999999Z", "2026-11-30"),
        ("2026-11-30T22:00:00Z", "2026-12-01"),
        ("2026-11-30T17:59:59.999999-04:00", "2026-11-30"),
        ("2026-11-30T18:00:00-04:00", "2026-12-01"),
        ("2026-12-31T23:59:59+08:00", "2026-12-31"),
        ("2027-01-01T05:59:59+08:00", "2026-12-31"),
        ("2028-03-01T00:00:00+08:00", "2028-02-29"),
    ],
)
def test_a_day_begins_at_the_cut_off_in_macau(moment: str, day: str) -> None:
    assert house_day(moment, SHIPPED) == day


def test_the_policy_sets_the_cut_off() -> None:
    assert house_day("2026-12-01T06:59:59+08:00", NEW) == "2026-11-30"
    assert house_day("2026-12-01T07:00:00+08:00", NEW) == "2026-12-01"


@given(st.datetimes(datetime(1980, 1, 1), datetime(2100, 1, 1)))  # noqa: DTZ001  Hypothesis adds the zone below
def test_macau_keeps_one_offset_all_year(local: datetime) -> None:
    try:
        macau = ZoneInfo("Asia/Macau")
    except ZoneInfoNotFoundError:
        pytest.skip("this machine has no time zone database")
    moment = local.replace(tzinfo=macau)
    assert house_day(moment.isoformat(), SHIPPED) == (local - timedelta(hours=6)).date().isoformat()


def test_a_day_is_opened_once() -> None:
    events = decide_open_day(GamingDay(), TODAY)
    assert events == [GamingDayOpened(gaming_day=TODAY)]
    with pytest.raises(RuleBroken) as refused:
        decide_open_day(day_with(*events), TODAY)
    assert (refused.value.code, refused.value.rule) == ("day-exists", "HOUSE-FIN 5")


def activate(from_day: str = "2026-12-01", policy: str = NEW.name, people: dict[str, Any] = PEOPLE) -> ActivatePolicy:
    return ActivatePolicy(policy=policy, from_day=from_day, **people)


ACTIVATED = PolicyActivated(policy=NEW.name, sha256=NEW.sha256(), from_day="2026-12-01")


def test_a_policy_is_activated_with_its_hash() -> None:
    assert decide_activate_policy(GamingDay(), activate(), today=TODAY, known=KNOWN) == [ACTIVATED]
    assert decide_open_day(day_with(ACTIVATED), "2026-12-01") == [GamingDayOpened(gaming_day="2026-12-01")]


@pytest.mark.parametrize(
    ("day", "command", "code", "allowed"),
    [
        (GamingDay(), activate(TODAY), "not-future", {"from_day": {"after": TODAY}}),
        (GamingDay(), activate("2026-11-29"), "not-future", {"from_day": {"after": TODAY}}),
        (day_with(GamingDayOpened(gaming_day="2026-12-01")), activate(), "not-future", {"from_day": {"after": "2026-12-01"}}),
        (GamingDay(), activate(policy="FINANCE-1999"), "unknown-policy", {"policy": ["FINANCE-2026", "FINANCE-2027"]}),
        (GamingDay(), activate(people={"actor": "E-1"}), "two-people-needed", None),
        (GamingDay(), activate(people={"actor": "E-1", "approver": "E-1"}), "two-people-needed", None),
    ],
    ids=["today", "past", "opened before its time", "unknown", "alone", "the same person twice"],
)
def test_a_policy_is_refused(day: GamingDay, command: ActivatePolicy, code: str, allowed: dict[str, Any] | None) -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_activate_policy(day, command, today=TODAY, known=KNOWN)
    assert (refused.value.code, refused.value.rule, refused.value.allowed) == (code, "HOUSE-FIN 5", allowed)


def test_the_last_policy_that_has_begun_is_in_force() -> None:
    back = PolicyActivated(policy=SHIPPED.name, sha256=SHIPPED.sha256(), from_day="2026-12-05")
    in_force = {
        day: policy_on(day, [back, ACTIVATED], KNOWN).name for day in (TODAY, "2026-12-01", "2026-12-04", "2026-12-05", "2030-01-01")
    }
    assert in_force == {
        TODAY: SHIPPED.name,
        "2026-12-01": NEW.name,
        "2026-12-04": NEW.name,
        "2026-12-05": SHIPPED.name,
        "2030-01-01": SHIPPED.name,
    }


def test_a_policy_that_is_no_longer_what_was_activated_is_an_error() -> None:
    altered = NEW.model_copy(update={"cut_off_minutes": 480})
    for known in ({**KNOWN, NEW.name: altered}, POLICIES):
        with pytest.raises(ValueError, match="FINANCE-2027 activated from 2026-12-01"):
            policy_on("2026-12-01", [ACTIVATED], known)


def test_the_shipped_policy_is_what_it_was() -> None:
    """A policy in force is never changed: another one comes under a name of its own."""
    assert SHIPPED.sha256() == "81998fd4bdcd980cb26836b1e47c6db3b94c16264b78952f58f6127f67c244c8"
    assert POLICIES["FINANCE-2026.1"].sha256() == "286ac745fabe4c6a75573cee1dcd392e4903f9fe349f1defe4e99b63eec08af3"
    assert all(name == policy.name for name, policy in POLICIES.items())


def test_a_policy_without_figures_of_its_own_is_closed_by_those_of_2026() -> None:
    figures = SHIPPED.close
    assert SHIPPED.figures is None
    assert figures == POLICIES["FINANCE-2026.1"].figures
    assert (figures.tax_bp, figures.fund_bp, figures.development_bp, figures.minimum_mop) == (3_500, 200, 300, 700_000_000)
    assert (figures.large_mop, figures.structuring_mop, figures.tolerance, figures.transfers) == (50_000_000, 40_000_000, {}, False)
    assert (figures.rate("HKD", "MOP"), figures.rate("MOP", "HKD"), figures.rate("HKD", "HKD")) == ((103, 100), (100, 103), None)
    stricter = figures.model_copy(update={"tax_bp": 3_400})
    assert POLICIES["FINANCE-2026.1"].model_copy(update={"figures": stricter}).sha256() != POLICIES["FINANCE-2026.1"].sha256()


def test_tables_are_mass_unless_the_policy_says_otherwise() -> None:
    assert (NEW.segment("BA-01"), NEW.segment("PK-07"), SHIPPED.segment("BA-01")) == ("VIP", "mass", "mass")


def test_events_of_others_are_no_part_of_a_day() -> None:
    class Other(Event):
        contract = "test.other"

    with pytest.raises(TypeError, match="Other"):
        GamingDay().evolve(Other())
