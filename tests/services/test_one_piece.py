"""A command is stored whole or not at all: in two streams, beside others, over a crash, and with those around it."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.rules import RuleBroken
from infra.vault import Vault
from services.commands import TRIES_MAX, Contended
from tests.services.house import DAY, TABLE, TWO_PEOPLE, House

BUY_IN = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "wallet"}
HOLE = "Ah Kh Ad Kd".split()


class Crash(Exception):
    pass


def meddle(pit: House, monkeypatch: pytest.MonkeyPatch, act: Callable[[House], Any], times: int = 1) -> None:
    """Before each of the next appends of this house somebody else does something in the same records."""
    append, left = pit.store.append, [times]

    def meddled(*arguments: Any) -> Any:
        if left[0] > 0:
            left[0], others = 0, left[0] - 1  # what the other one appends goes through untouched
            act(pit.beside())
            left[0] = others
        return append(*arguments)

    monkeypatch.setattr(pit.store, "append", meddled)


def crash(_pit: House) -> None:
    raise Crash


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


# A crash after the vault has sealed and before the events are stored.


def dealt(pit: House, cards: list[str] | None = None) -> None:
    pit.do("deal", table=TABLE, **({"cards": cards} if cards else {}))


def begin(pit: House) -> None:
    pit.open({2: 5_000, 4: 5_000})
    pit.do("start-hand", table=TABLE)


def test_cards_that_were_sealed_and_never_dealt_are_free_again(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(kept)
    meddle(kept, monkeypatch, crash)
    with pytest.raises(Crash):
        dealt(kept, HOLE)
    again = kept.beside()

    assert again.state()["due"] == "deal"
    dealt(again, ["Qs", "Kh", "2c", "Kd"])
    for seat in (4, 2):
        again.do("act", table=TABLE, seat=seat, action="call" if seat == 4 else "check")
    dealt(again, ["Ah", "Ad", "3c"])
    assert again.refused("deal", table=TABLE, cards=["Qs"]).code == "round-open"
    for _ in range(2):
        again.do("act", table=TABLE, seat=again.state()["to_act"], action="check")
    assert again.refused("deal", table=TABLE, cards=["Qs"]).code == "duplicate-card"


def test_after_a_crash_the_house_deals_the_same_deck(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(kept)
    meddle(kept, monkeypatch, crash)
    with pytest.raises(Crash):
        dealt(kept)
    order = kept.vault.deck(f"{TABLE}/{DAY}/1", kept.decks)
    again = kept.beside()
    dealt(again)
    for _ in (4, 2):
        again.do("act", table=TABLE, seat=again.state()["to_act"], action="all-in")
    again.show_all()

    assert kept.decks.shuffled == 1
    shown = [set(record.event.model_dump()["cards"]) for record in kept.store.read(0) if record.event.contract == "holdem.hand-shown"]
    assert set.union(*shown) == set(order[:4])


def test_a_crash_in_the_vault_stores_no_event(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(kept)
    monkeypatch.setattr(Vault, "_remember", lambda *_: crash(kept))
    end = kept.store.last_position()
    with pytest.raises(Crash):
        dealt(kept, HOLE)
    monkeypatch.undo()

    assert kept.store.last_position() == end
    dealt(kept, HOLE)


# Many commands in one piece.


def taken_back(pit: House, commands: Callable[[], None]) -> None:
    """What these commands do, and then something goes wrong."""

    def together() -> None:
        with pit.commands.together():
            commands()
            raise Crash

    with pytest.raises(Crash):
        together()


def test_commands_together_are_stored_together(kept: House) -> None:
    with kept.commands.together():
        begin(kept)
        dealt(kept, HOLE)
        assert kept.state()["hand"] == 1

    assert kept.beside().state()["hand"] == 1


def test_commands_that_leave_by_an_exception_were_never_given(kept: House) -> None:
    kept.open({})
    end = kept.store.last_position()

    def hand() -> None:
        kept.do("take-seat", table=TABLE, seat=2, player="P-2", amount=5_000, source="cash", key="k-1")
        kept.do("take-seat", table=TABLE, seat=4, player="P-4", amount=5_000, source="cash")
        kept.do("start-hand", table=TABLE)
        dealt(kept, HOLE)

    taken_back(kept, hand)

    assert kept.store.last_position() == end
    assert kept.state()["seats"] == []
    assert not kept.vault.named(f"{TABLE}/{DAY}/1", "Ah", ["seat/2/1", "seat/2/2", "seat/4/1", "seat/4/2"])
    kept.do("take-seat", table=TABLE, seat=3, player="P-4", amount=1_000, source="cash", key="k-1")
    assert [record.version for record in kept.store.load(f"tables/{TABLE}/000001")] == [1, 2]


def test_a_table_that_was_opened_in_what_was_taken_back_is_not_open(kept: House) -> None:
    taken_back(kept, lambda: kept.open({}))

    assert not kept.commands.known(TABLE)
    assert kept.refused("inspect", table=TABLE).code == "table-closed"
    kept.open({})
    assert kept.commands.known(TABLE)
