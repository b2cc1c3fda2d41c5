"""Counts and drop boxes as commands: which stream, which day, and how often; transfers and exchange by the policy of the day."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from domain.policy import POLICIES, SHIPPED
from tests.services.baccarat_pit import replayed
from tests.services.bookkeeper import Bookkeeper, check_identities
from tests.services.house import DAY, NOON, TWO_PEOPLE, House, house, later

COUNT: dict[str, Any] = {"place": "PK-07", "kind": "closer", "currency": "HKD", "amount": 500, **TWO_PEOPLE}
NEXT_DAY = "2026-12-01"


@pytest.fixture
def pit() -> Iterator[House]:
    with house() as opened:
        yield opened


def ids(pit: House, word: str, **fields: Any) -> list[str]:
    return [record.id for record in pit.do(word, **fields).events]


def test_a_sheet_may_arrive_late_and_is_taken_once(pit: House) -> None:
    assert ids(pit, "count", **COUNT, at=later(60)) == ["counts/PK-07@1"]
    assert ids(pit, "count", **{**COUNT, "kind": "opener"}, at=later(-3_600)) == ["counts/PK-07@2"]
    assert pit.refused("count", **COUNT, at=later(60)).code == "counted-before"
    assert pit.refused("count", **{**COUNT, "amount": 499}, at=later(60)).code == "counted-before"
    for other in ({"slip": "C-2"}, {"currency": "MOP"}, {"place": "PK-08"}, {"kind": "opener"}):
        pit.do("count", **{**COUNT, **other}, at=later(60))
    pit.do("count", **COUNT, at=later(61))


def test_a_count_bears_the_house_s_day_unless_it_names_its_own(pit: House) -> None:
    pit.clock.now = NOON + timedelta(days=1)
    asked: tuple[dict[str, Any], ...] = ({}, {"gaming_day": DAY, "slip": "C-2"}, {"at": later(0)})
    days = [pit.do("count", **COUNT, **day).events[0].meta.gaming_day for day in asked]
    assert days == [NEXT_DAY, DAY, DAY]
    assert pit.refused("count", **COUNT, gaming_day="2026-12-02").code == "day-not-begun"
    assert pit.refused("remove-drop", table="PK-07", box="D-1", gaming_day="2026-12-02", **TWO_PEOPLE).code in (
        "day-not-begun",
        "no-such-table",
    )


def test_a_count_is_compared_at_a_position_that_is_there(pit: House) -> None:
    pit.do("deposit", wallet="P-1", amount=1, currency="HKD")
    assert pit.do("count", **COUNT).events[0].event.at_pos == 1  # type: ignore[attr-defined]
    assert pit.do("count", **COUNT, at_pos=0, slip="C-2").events[0].event.at_pos == 0  # type: ignore[attr-defined]
    assert pit.refused("count", **COUNT, at_pos=4).allowed == {"at_pos": {"max": 3}}
    assert pit.refused("count", **COUNT, at_pos=-1).code == "bad-position"


def test_a_drop_box_takes_the_cash_since_the_last_one_over_all_sessions(pit: House) -> None:
    pit.open({1: 10_000})
    assert pit.do("remove-drop", table="PK-07", box="D-1", **TWO_PEOPLE).events[0].event.booked == {"HKD": 10_000}  # type: ignore[attr-defined]
    assert pit.refused("remove-drop", table="PK-07", box="D-1", **TWO_PEOPLE).code == "box-used"
    pit.do("add-chips", table="PK-07", seat=1, amount=500, source="cash")
    pit.do("close-table", table="PK-07")
    pit.open({2: 700})
    second = pit.do("remove-drop", table="PK-07", box="D-2", **TWO_PEOPLE).events[0].event
    assert (second.booked, second.session, second.session_cash) == ({"HKD": 1_200}, 2, 700)  # type: ignore[attr-defined]
    assert pit.do("remove-drop", table="PK-07", box="D-3", **TWO_PEOPLE).events[0].event.booked == {}  # type: ignore[attr-defined]
    for box in ("D-1", "D-2"):
        assert ids(pit, "count", **{**COUNT, "place": box, "kind": "drop"})[0].startswith("counts/PK-07@")
        assert pit.refused("count", **{**COUNT, "place": box, "kind": "drop", "amount": 1}).code == "counted-before"
    assert pit.refused("count", **{**COUNT, "place": "D-9", "kind": "drop"}).code == "no-such-box"
    assert pit.refused("remove-drop", table="PK-99", box="D-9", **TWO_PEOPLE).code == "no-such-table"
    books = Bookkeeper(pit.store)
    balances = [books.balance(account) for account in ("1310:PK-07", "1320:D-1", "1320:D-2", "1120")]
    assert balances == [0, 9_500, 700, 1_000]
    assert replayed(pit)[1] == []


def test_a_box_removed_before_the_last_cash_came_is_refused(pit: House) -> None:
    pit.open({1: 10_000})
    assert pit.refused("remove-drop", table="PK-07", box="D-1", at=later(-1), **TWO_PEOPLE).code == "at-too-early"


def test_chips_of_a_commission_box_are_the_cage_s_to_give(pit: House) -> None:
    pit.do("issue-chips", amount=100, currency="HKD", **TWO_PEOPLE)
    pit.do("count", **{**COUNT, "kind": "commission-box", "amount": 40})
    assert pit.refused("fill", table="PK-07", slip="S-1", amount=141, currency="HKD").allowed == {"max": 140}
    pit.do("fill", table="PK-07", slip="S-1", amount=140, currency="HKD")
    pit.clock.now = NOON + timedelta(days=1)
    assert pit.refused("fill", table="PK-07", slip="S-2", amount=1, currency="HKD").allowed == {"max": 0}
    check_identities(Bookkeeper(pit.store).log())


def test_money_is_exchanged_at_the_policy_s_rate(pit: House) -> None:
    pit.do("deposit", wallet="P-1", amount=20_600, currency="MOP")
    event = pit.do("exchange", wallet="P-1", amount=10_301, currency="MOP", into="HKD").events[0].event
    assert (event.into_amount, event.num, event.den) == (10_000, 100, 103)  # type: ignore[attr-defined]
    assert pit.refused("exchange", wallet="P-1", amount=1, currency="MOP", into="MOP").code == "no-rate"
    assert pit.refused("exchange", wallet="P-1", amount=10_300, currency="MOP", into="HKD").code == "insufficient-funds"
    books = Bookkeeper(pit.store)
    assert [books.balance("7900", currency) for currency in ("MOP", "HKD")] == [-10_301, 10_000]
    assert replayed(pit)[1] == []


def test_a_transfer_waits_for_a_policy_that_has_them(pit: House, monkeypatch: pytest.MonkeyPatch) -> None:
    open_handed = SHIPPED.model_copy(update={"name": "FINANCE-T", "figures": SHIPPED.close.model_copy(update={"transfers": True})})
    monkeypatch.setitem(POLICIES, "FINANCE-T", open_handed)  # type: ignore[arg-type]
    pit.do("deposit", wallet="P-1", amount=500, currency="HKD")
    pit.do("activate-policy", policy="FINANCE-T", from_day=NEXT_DAY, **TWO_PEOPLE)
    transfer: dict[str, Any] = {"wallet": "P-1", "to": "P-2", "amount": 200, "currency": "HKD", **TWO_PEOPLE}
    assert pit.refused("transfer", **transfer).code == "transfers-off"
    pit.clock.now = NOON + timedelta(days=1)
    assert ids(pit, "transfer", **transfer) == ["wallets/P-1@2", "wallets/P-2@1"]
    assert pit.refused("transfer", **transfer | {"to": "P-1"}).code == "same-wallet"
    books = Bookkeeper(pit.store)
    assert [books.balance(account) for account in ("2010:P-1", "2010:P-2", "2030")] == [-300, -200, 0]
    check_identities(books.log())
    assert replayed(pit)[1] == []
