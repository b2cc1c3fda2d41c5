"""A command is stored whole or not at all, in as many streams as it needs and whoever else writes there."""

import pytest

from domain.rules import RuleBroken
from services.commands import TRIES_MAX, Contended
from tests.services.house import DAY, TABLE, TWO_PEOPLE, House
from tests.services.meddling import meddle

BUY_IN = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "wallet"}


def ready(pit: House, money: int = 9_000) -> None:
    pit.open({})
    pit.do("deposit", wallet="P-4", amount=money, currency="HKD")


@pytest.mark.parametrize("other", ["wallet", "table"])
def test_a_buy_in_that_loses_the_race_in_either_stream_leaves_nothing_in_the_other(
    kept: House, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    ready(kept)
    monkeypatch.setattr("services.commands.TRIES_MAX", 1)
    busy = {"wallet": _deposits, "table": _sits_down}
    meddle(kept, monkeypatch, busy[other])
    before = kept.store.version("wallets/P-4"), kept.store.version(f"tables/{TABLE}/000001")

    with pytest.raises(Contended):
        kept.do("take-seat", **BUY_IN)

    after = kept.store.version("wallets/P-4"), kept.store.version(f"tables/{TABLE}/000001")
    assert after == (before[0] + (other == "wallet"), before[1] + (other == "table"))


def _deposits(beside: House) -> None:
    beside.do("deposit", wallet="P-4", amount=1, currency="HKD")


def _sits_down(beside: House) -> None:
    seat = len(beside.state()["seats"]) + 5
    beside.do("take-seat", table=TABLE, seat=seat, player=f"P-{seat}", amount=5_000, source="cash")


def test_a_conflict_is_decided_again_on_what_is_there_now(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(kept)
    meddle(kept, monkeypatch, _sits_down, TRIES_MAX - 1)
    answer = kept.do("take-seat", **BUY_IN)

    assert [record.version for record in answer.events] == [2, 1 + TRIES_MAX]
    assert len(kept.state()["seats"]) == TRIES_MAX


def test_what_somebody_else_has_spent_meanwhile_is_spent(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(kept)
    meddle(kept, monkeypatch, lambda beside: beside.do("withdraw", wallet="P-4", amount=4_001, currency="HKD"))

    with pytest.raises(RuleBroken) as refusal:
        kept.do("take-seat", **BUY_IN)
    assert refusal.value.code == "insufficient-funds"
    assert kept.state()["seats"] == []


def test_who_is_overtaken_each_time_is_told_to_come_again(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(kept)
    meddle(kept, monkeypatch, _sits_down, TRIES_MAX)

    with pytest.raises(Contended, match="send it again"):
        kept.do("take-seat", **BUY_IN)
    assert kept.store.version("wallets/P-4") == 1
    assert len(kept.do("take-seat", **BUY_IN).events) == 2


def test_chips_at_the_cage_and_money_of_the_wallet_move_in_one_piece(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.do("issue-chips", amount=90_000, currency="HKD", **TWO_PEOPLE)
    kept.do("deposit", wallet="P-4", amount=9_000, currency="HKD")
    chips = {"player": "P-4", "amount": 5_000, "currency": "HKD"}
    bought = kept.do("buy-chips", pay="wallet", **chips)
    redeemed = kept.do("redeem-chips", to="wallet", **chips)

    assert [record.event.contract for record in bought.events] == ["wallet.funds-moved-out", "cage.chips-sold"]
    assert [record.event.contract for record in redeemed.events] == ["cage.chips-redeemed", "wallet.funds-moved-in"]
    assert kept.refused("buy-chips", pay="wallet", **{**chips, "amount": 9_001}).code == "insufficient-funds"
    meddle(kept, monkeypatch, _deposits)
    assert [record.version for record in kept.do("buy-chips", pay="wallet", **chips).events] == [5, 5]


def test_the_same_key_sent_twice_at_once_is_carried_out_once(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(kept)
    meddle(kept, monkeypatch, lambda beside: beside.do("take-seat", **BUY_IN, key="k-1"))
    answer = kept.do("take-seat", **BUY_IN, key="k-1")

    assert answer.events == kept.store.span("wallets/P-4", 2, 2) + kept.store.span(f"tables/{TABLE}/000001", 2, 2)
    assert kept.store.version("wallets/P-4") == 2


def test_a_slip_that_is_sent_twice_at_once_is_sent_once(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.open({})
    for cage in ("MAIN", "VIP"):
        kept.do("issue-chips", cage=cage, amount=9_000, currency="HKD", **TWO_PEOPLE)
    fill = {"table": TABLE, "amount": 1_000, "currency": "HKD", "slip": "F-1"}
    meddle(kept, monkeypatch, lambda beside: beside.do("fill", cage="VIP", **fill))

    with pytest.raises(RuleBroken) as refusal:
        kept.do("fill", cage="MAIN", **fill)
    assert refusal.value.code == "slip-used"
    assert kept.store.taken("slip", "F-1") == f"cages/VIP/{DAY}"


def test_a_bank_reference_is_booked_once(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    money = {"amount": 1_000, "currency": "HKD", "method": "bank", "reference": "BNU/77 8"}
    meddle(kept, monkeypatch, lambda beside: beside.do("deposit", wallet="P-5", **money))

    with pytest.raises(RuleBroken) as refusal:
        kept.do("deposit", wallet="P-4", **money)
    assert refusal.value.code == "duplicate-reference"
    assert kept.store.version("wallets/P-4") == 0
