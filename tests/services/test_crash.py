"""A crash after the vault has sealed and before the events are stored, and commands that are stored together."""

from collections.abc import Callable

import pytest

from infra.vault import Vault
from tests.services.house import DAY, TABLE, House
from tests.services.meddling import Crash, crash, meddle

HOLE = "Ah Kh Ad Kd".split()


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
