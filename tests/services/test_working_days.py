"""Macau's working days, as the government keeps them."""

from datetime import date, timedelta
from hashlib import sha256
from importlib.metadata import version

import pytest

from domain.permits import days_asked, earliest_use, latest_request
from domain.rules import RuleBroken
from services.working_days import BadOverride, WorkingDays


def working(macau: WorkingDays, first: str, days: int) -> list[str]:
    span = [(date.fromisoformat(first) + timedelta(days=step)).isoformat() for step in range(days)]
    off = macau.days_off(span).days
    return [day for day in span if day not in off]


def test_three_working_days_after_17_december_2026() -> None:
    assert working(WorkingDays(), "2026-12-18", 11) == ["2026-12-18", "2026-12-23", "2026-12-28"]


def test_half_days_are_working_days() -> None:
    assert working(WorkingDays(), "2026-12-30", 6) == ["2026-12-30", "2026-12-31", "2027-01-04"]
    assert working(WorkingDays(), "2027-02-05", 8) == ["2027-02-05", "2027-02-11", "2027-02-12"]


@pytest.mark.parametrize(
    ("effective_on", "latest"),
    [
        ("2026-12-11", "2026-12-07"),
        ("2026-12-13", "2026-12-09"),
        ("2026-12-14", "2026-12-09"),
        ("2026-12-28", "2026-12-17"),
        ("2027-01-05", "2026-12-30"),
        ("2027-02-15", "2027-02-05"),
    ],
)
def test_deadlines(effective_on: str, latest: str) -> None:
    off = WorkingDays().days_off(days_asked(latest, effective_on)).days
    assert latest_request(effective_on, off) == latest
    earliest = earliest_use(latest, off)
    assert earliest is not None
    assert earliest <= effective_on


def test_the_answer_says_who_gives_it() -> None:
    overrides = b"2026-12-23 off typhoon\n"
    assert WorkingDays().days_off([]).calendar == f"holidays {version('holidays')}"
    assert WorkingDays().days_off([]).overrides is None
    assert WorkingDays(overrides).days_off([]).overrides == sha256(overrides).hexdigest()


def test_the_house_may_correct_it() -> None:
    overrides = (
        "\ufeff# from the Official Gazette\r\n\r\n2026-12-23 off typhoon\r\n2026-12-24 work\r\n2026-12-26\twork # a Saturday".encode()
    )
    assert working(WorkingDays(overrides), "2026-12-18", 9) == ["2026-12-18", "2026-12-24", "2026-12-26"]


@pytest.mark.parametrize(
    "line", [b"2026-12-23", b"23.12.2026 off", b"2026-02-30 off", b"2026-12-23 closed", b"2026-12-23 offline", b"\xff"]
)
def test_a_correction_that_says_nothing_is_refused(line: bytes) -> None:
    with pytest.raises(BadOverride, match=r"line 2 .* such as `2026-12-23 off typhoon`"):
        WorkingDays(b"2026-12-24 work\n" + line)


def test_a_year_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RuleBroken) as refused:
        WorkingDays().days_off(["2101-01-03"])
    assert (refused.value.code, refused.value.rule) == ("calendar-unknown", None)
    assert refused.value.allowed is not None
    assert refused.value.allowed["year"]["max"] < 2101
