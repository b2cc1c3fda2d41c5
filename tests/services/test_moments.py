"""When a command says that it was given: not before the last event of what it concerns, not far ahead of the clock."""

from datetime import timedelta

import pytest

from tests.services.house import DAY, NOON, TABLE, TWO_PEOPLE, House, later

SEAT = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "wallet"}


def test_a_table_takes_nothing_from_before_its_last_event(pit: House) -> None:
    pit.open({})
    pit.do("take-seat", **{**SEAT, "source": "cash"}, at=later(60))
    refusal = pit.refused("leave-seat", table=TABLE, seat=4, to="chips", at=later(59.999999))

    assert refusal.code == "at-too-early"
    assert refusal.allowed == {"at": {"min": "2026-11-30T04:01:00.000000Z"}}
    assert pit.do("leave-seat", table=TABLE, seat=4, to="chips", at=later(60)).events[0].meta.time == "2026-11-30T04:01:00.000000Z"


def test_each_wallet_and_table_keeps_its_own_time(pit: House) -> None:
    pit.open({}, table="PK-08")
    pit.do("deposit", wallet="P-4", amount=9_000, currency="HKD", at=later(120))

    assert pit.do("deposit", wallet="P-5", amount=9_000, currency="HKD", at=later(60)).events
    assert pit.do("close-table", table="PK-08", at=later(60)).events
    assert pit.refused("deposit", wallet="P-4", amount=9_000, currency="HKD", at=later(119)).code == "at-too-early"


@pytest.mark.parametrize(("table_at", "wallet_at", "accepted"), [(10, 20, False), (20, 10, False), (20, 20, True)])
def test_a_buy_in_is_after_the_last_event_of_both(pit: House, table_at: float, wallet_at: float, accepted: bool) -> None:
    pit.do("open-table", table=TABLE, game="holdem", ruleset="MO-THP-2008", currency="HKD", gaming_day=DAY, rules={"big_blind": 100})
    pit.do("take-seat", **{**SEAT, "seat": 1, "player": "P-1", "source": "cash"}, at=later(table_at))
    pit.do("deposit", wallet="P-4", amount=9_000, currency="HKD", at=later(wallet_at))

    if accepted:
        assert len(pit.do("take-seat", **SEAT, at=later(20)).events) == 2
    else:
        assert pit.refused("take-seat", **SEAT, at=later(15)).code == "at-too-early"


def test_a_table_that_opens_again_does_so_after_it_closed(pit: House) -> None:
    pit.open({})
    pit.do("close-table", table=TABLE, at=later(60))
    again = {"table": TABLE, "game": "holdem", "ruleset": "MO-THP-2008", "currency": "HKD", "gaming_day": DAY, "rules": {"big_blind": 100}}

    assert pit.refused("open-table", **again, at=later(30)).code == "at-too-early"
    assert pit.do("open-table", **again, at=later(60)).events


def test_a_cage_a_day_and_a_permit_keep_their_time_too(pit: House) -> None:
    pit.do("fund-cage", amount=100, currency="HKD", at=later(60), **TWO_PEOPLE, **{"from": "owner"})
    pit.do("activate-policy", policy="FINANCE-2026", from_day="2026-12-02", at=later(60), **TWO_PEOPLE)

    assert pit.refused("issue-chips", amount=100, currency="HKD", at=later(59), **TWO_PEOPLE).code == "at-too-early"
    assert pit.refused("activate-policy", policy="FINANCE-2026", from_day="2026-12-02", at=later(59), **TWO_PEOPLE).code == "at-too-early"


def test_five_minutes_ahead_are_taken_and_a_microsecond_more_is_not(pit: House) -> None:
    refusal = pit.refused("deposit", wallet="P-4", amount=1, currency="HKD", at=later(300.000001))

    assert refusal.code == "at-in-future"
    assert refusal.allowed == {"at": {"max": "2026-11-30T04:05:00.000000Z"}}
    assert pit.do("deposit", wallet="P-4", amount=1, currency="HKD", at=later(300)).events


def test_without_at_the_clock_says_when_and_never_goes_backwards_in_a_stream(pit: House) -> None:
    pit.do("deposit", wallet="P-4", amount=1, currency="HKD", at=later(300))
    pit.clock.now = NOON + timedelta(seconds=10)
    behind = pit.do("deposit", wallet="P-4", amount=1, currency="HKD").events[0]
    other = pit.do("deposit", wallet="P-5", amount=1, currency="HKD").events[0]

    assert behind.meta.time == "2026-11-30T04:05:00.000000Z"
    assert other.meta.time == "2026-11-30T04:00:10.000000Z"


@pytest.mark.parametrize(
    "at", ["2026-11-30T12:00:00+08:00", "2026-11-30T08:00:00+04:00", "2026-11-29t23:00:00-05:00", "2026-11-30T04:00:00Z"]
)
def test_an_offset_is_read_and_utc_is_kept(pit: House, at: str) -> None:
    recorded = pit.do("deposit", wallet="P-4", amount=1, currency="HKD", at=at).events[0]

    assert recorded.meta.time == "2026-11-30T04:00:00.000000Z"
    assert recorded.meta.gaming_day == DAY


@pytest.mark.parametrize(
    "at",
    [
        *("2026-11-30T12:00:00", "2026-11-30", "noon", "2026-02-30T12:00:00Z", "2026-11-30T24:00:01Z", "2026-11-30T12:00:00+99:00"),
        *("0001-01-01T00:00:00+08:00", "9999-12-31T23:59:59-08:00", 1_796_000_000, True, ""),
    ],
)
def test_anything_else_is_no_time(pit: House, at: object) -> None:
    assert pit.refused("deposit", wallet="P-4", amount=1, currency="HKD", at=at).code == "bad-time"


def test_null_is_as_good_as_no_time(pit: House) -> None:
    assert pit.do("deposit", wallet="P-4", amount=1, currency="HKD", at=None).events[0].meta.time == "2026-11-30T04:00:00.000000Z"


def test_the_day_turns_at_six_in_macau(pit: House) -> None:
    pit.clock.now = NOON + timedelta(days=1)
    before = pit.do("deposit", wallet="P-4", amount=1, currency="HKD", at="2026-12-01T05:59:59.999999+08:00").events[0]
    after = pit.do("deposit", wallet="P-4", amount=1, currency="HKD", at="2026-12-01T06:00:00+08:00").events[0]

    assert (before.meta.gaming_day, after.meta.gaming_day) == ("2026-11-30", "2026-12-01")
