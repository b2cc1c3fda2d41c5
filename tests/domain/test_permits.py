"""Permits, MO-BAC-2004 19: three working days, a grant, and what is in force for a table."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain import given as house_given
from domain.event import Event
from domain.permits import (
    DaysOff,
    PermitRecord,
    PermitRegistered,
    PermitRevoked,
    RegisterPermit,
    RevokePermit,
    as_given,
    days_asked,
    decide_register_permit,
    decide_revoke_permit,
    earliest_use,
    in_force,
    latest_request,
)
from domain.rules import RuleBroken

PEOPLE: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
HOLIDAYS = {"2026-12-08", "2026-12-21", "2026-12-22", "2026-12-24", "2026-12-25", "2027-01-01", "2027-02-08", "2027-02-09", "2027-02-10"}
NOVEMBER_TO_MARCH = [(date(2026, 11, 1) + timedelta(days=step)).isoformat() for step in range(150)]
OFF = [day for day in NOVEMBER_TO_MARCH if day in HOLIDAYS or date.fromisoformat(day).weekday() >= 5]
DAYS_OFF = DaysOff(days=tuple(OFF), calendar="by hand")


def register(**fields: Any) -> RegisterPermit:
    usual = {"permit": "PR-17", "ruleset": "MO-BAC-2004", "articles": ["2", "16"], "tables": ["BA-12", "BA-13"], **PEOPLE}
    days = {"applied_on": "2026-12-09", "granted_on": "2026-12-11", "effective_on": "2026-12-14"}
    return RegisterPermit.model_validate({**usual, **days, **fields})


REGISTERED = PermitRegistered(
    permit="PR-17",
    ruleset="MO-BAC-2004",
    articles=("2", "16"),
    tables=("BA-12", "BA-13"),
    applied_on="2026-12-09",
    granted_on="2026-12-11",
    effective_on="2026-12-14",
    working_days=("2026-12-09", "2026-12-10", "2026-12-11"),
    calendar="by hand",
)


def record_of(*events: Event) -> PermitRecord:
    record = PermitRecord()
    for event in events:
        record.evolve(event)
    return record


def refusal(record: PermitRecord, command: RegisterPermit) -> RuleBroken:
    with pytest.raises(RuleBroken) as refused:
        decide_register_permit(record, command, days_off=DAYS_OFF)
    return refused.value


def test_a_permit_is_registered_with_the_days_that_were_counted() -> None:
    assert decide_register_permit(PermitRecord(), register(), days_off=DAYS_OFF) == [REGISTERED]


LATEST = [
    ("2026-12-11", "2026-12-07"),  # the 7th, 9th and 10th; the 8th is a holiday
    ("2026-12-13", "2026-12-09"),  # a Sunday is a day of use like any other
    ("2026-12-14", "2026-12-09"),  # the 9th, 10th and 11th
    ("2026-12-28", "2026-12-17"),  # the 17th, 18th and 23rd
    ("2027-01-05", "2026-12-30"),  # the 30th, the half day of the 31st, the 4th
    ("2027-02-15", "2027-02-05"),  # the half day of the 5th, the 11th and 12th
]


@pytest.mark.parametrize(("effective_on", "latest"), LATEST)
def test_the_latest_day_for_a_request(effective_on: str, latest: str) -> None:
    assert latest_request(effective_on, OFF) == latest
    in_time = register(applied_on=latest, granted_on=latest, effective_on=effective_on)
    assert decide_register_permit(PermitRecord(), in_time, days_off=DAYS_OFF)


@pytest.mark.parametrize(("effective_on", "latest"), LATEST)
def test_a_day_later_is_too_late(effective_on: str, latest: str) -> None:
    applied_on = (date.fromisoformat(latest) + timedelta(days=1)).isoformat()
    refused = refusal(PermitRecord(), register(applied_on=applied_on, effective_on=effective_on))
    assert (refused.code, refused.rule) == ("permit-too-late", "MO-BAC-2004 19")
    assert refused.allowed is not None
    assert refused.allowed["applied_on"] == latest
    assert refused.allowed["effective_on"] > effective_on


def test_what_would_have_done_is_told() -> None:
    refused = refusal(PermitRecord(), register(applied_on="2026-12-10", effective_on="2026-12-14"))
    assert refused.allowed == {"applied_on": "2026-12-09", "effective_on": "2026-12-15"}


def test_a_request_on_a_day_off_counts_from_the_next_working_day() -> None:
    assert earliest_use("2026-12-08", OFF) == earliest_use("2026-12-09", OFF) == "2026-12-12"
    assert earliest_use("2026-12-07", OFF) == "2026-12-11"


def test_a_day_of_use_need_not_be_a_working_day() -> None:
    """Asked for on the 17th: the 17th, 18th and 23rd count, and tables play on the holiday of the 24th."""
    assert earliest_use("2026-12-17", OFF) == "2026-12-24"


def test_a_request_after_the_day_of_use_is_too_late() -> None:
    assert refusal(PermitRecord(), register(applied_on="2026-12-20")).code == "permit-too-late"


def test_nothing_is_promised_beyond_the_days_looked_at() -> None:
    closed = DaysOff(days=tuple(days_asked("2026-12-09", "2026-12-14")), calendar="by hand")
    with pytest.raises(RuleBroken) as refused:
        decide_register_permit(PermitRecord(), register(), days_off=closed)
    assert (refused.value.code, refused.value.allowed) == ("permit-too-late", None)


@pytest.mark.parametrize("granted_on", [None, "2026-12-08", "2026-12-15"], ids=["silence", "before the request", "after the day of use"])
def test_silence_is_no_permit(granted_on: str | None) -> None:
    refused = refusal(PermitRecord(), register(granted_on=granted_on))
    assert (refused.code, refused.rule) == ("permit-not-granted", "MO-BAC-2004 19")
    assert refused.allowed == {"granted_on": {"min": "2026-12-09", "max": "2026-12-14"}}


@pytest.mark.parametrize(
    "record", [record_of(REGISTERED), record_of(REGISTERED, PermitRevoked(permit="PR-17"))], ids=["registered", "revoked"]
)
def test_a_number_is_used_once(record: PermitRecord) -> None:
    refused = refusal(record, register())
    assert (refused.code, refused.rule) == ("permit-used", "HOUSE-FIN 5")


@pytest.mark.parametrize("people", [{"approver": None}, {"approver": "E-2001"}])
def test_two_people_register_and_revoke(people: dict[str, str | None]) -> None:
    assert refusal(PermitRecord(), register(**people)).code == "two-people-needed"
    with pytest.raises(RuleBroken, match="`revoke-permit` needs an `approver`"):
        decide_revoke_permit(record_of(REGISTERED), RevokePermit.model_validate({"permit": "PR-17", "actor": "E-2001", **people}))


def test_a_permit_is_in_force_for_its_tables_from_its_day_on() -> None:
    record = record_of(REGISTERED)
    assert [in_force(record, "BA-12", day) for day in ("2026-12-13", "2026-12-14", "2030-01-01")] == [False, True, True]
    assert not in_force(record, "BA-14", "2026-12-14")
    assert not in_force(PermitRecord(), "BA-12", "2026-12-14")


def test_a_revoked_permit_is_in_force_no_more() -> None:
    events = decide_revoke_permit(record_of(REGISTERED), RevokePermit(permit="PR-17", **PEOPLE))
    assert events == [PermitRevoked(permit="PR-17")]
    assert not in_force(record_of(REGISTERED, *events), "BA-12", "2026-12-14")


@pytest.mark.parametrize(
    ("record", "code"),
    [(PermitRecord(), "no-such-permit"), (record_of(REGISTERED, PermitRevoked(permit="PR-17")), "permit-revoked")],
)
def test_what_is_not_in_the_register_is_not_revoked(record: PermitRecord, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        decide_revoke_permit(record, RevokePermit(permit="PR-17", **PEOPLE))
    assert (refused.value.code, refused.value.rule) == (code, "HOUSE-FIN 5")


def test_the_rules_of_a_table_take_it_as_it_is_registered() -> None:
    permit = house_given.Permit(permit="PR-17", ruleset="MO-BAC-2004", articles=("2", "16"), effective_on=REGISTERED.effective_on)
    assert as_given(record_of(REGISTERED)) == permit


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("articles", []),
        ("articles", ["11(2)"]),
        ("articles", [11]),
        ("articles", "2"),
        ("tables", []),
        ("tables", ["BA 12"]),
        ("applied_on", "2026-02-30"),
        ("granted_on", "yesterday"),
        ("permit", "PR/17"),
    ],
)
def test_fields_are_read_strictly(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        register(**{field: value})


def test_the_days_asked_for_stay_within_the_calendar() -> None:
    assert days_asked("9999-12-31", "0001-01-01") == ["9999-12-31"]
    asked = days_asked("2026-12-09", "2026-12-14")
    assert (asked[0], asked[-1], len(asked)) == ("2026-11-13", "2027-01-08", 57)


days = st.dates(date(2026, 12, 1), date(2027, 1, 15)).map(date.isoformat)


@given(days, days, st.sets(days))
def test_three_working_days_lie_between_request_and_use(applied_on: str, effective_on: str, off: set[str]) -> None:
    asked = days_asked(applied_on, effective_on)
    counted = sum(applied_on <= day < effective_on and day not in off for day in asked)
    command = register(applied_on=applied_on, granted_on=applied_on, effective_on=effective_on)
    days_off = DaysOff(days=tuple(off), calendar="by hand")
    if counted < 3:
        with pytest.raises(RuleBroken):
            decide_register_permit(PermitRecord(), command, days_off=days_off)
    else:
        [event] = decide_register_permit(PermitRecord(), command, days_off=days_off)
        assert type(event).__pydantic_validator__.validate_json(event.body()) == event
