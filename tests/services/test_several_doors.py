"""Several processes write to one house, and several threads in each: what one of them remembers is not what it decides by."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Event as Signal
from typing import Any

import pytest

from domain.event import Recorded
from domain.rules import RuleBroken
from infra.event_store import Append, StoreUnavailable
from services.commands import Contended
from tests.services.baccarat_pit import Pit
from tests.services.house import DAY, TABLE, TWO_PEOPLE, House, later

PATIENCE_S = 20
"""Nothing waits that long unless it is stuck."""


def test_nobody_is_refused_for_a_balance_that_was(pit: House) -> None:
    door = pit.beside()
    assert door.refused("withdraw", wallet="P-4", amount=100, currency="HKD", method="cash").code == "insufficient-funds"
    pit.do("deposit", wallet="P-4", amount=100, currency="HKD")

    assert door.do("withdraw", wallet="P-4", amount=100, currency="HKD", method="cash").events


def test_nobody_is_refused_for_a_table_that_has_been_opened_elsewhere(pit: House) -> None:
    door = pit.beside()
    assert door.refused("inspect", table=TABLE).code == "table-closed"
    pit.open({2: 5_000})
    assert door.state()["due"] == "start-hand"
    pit.do("leave-seat", table=TABLE, seat=2, to="chips")
    pit.do("close-table", table=TABLE)
    pit.open({4: 7_000})

    assert [seat["seat"] for seat in door.state()["seats"]] == [4]


def test_a_terminal_sees_what_another_process_has_stored(pit: House) -> None:
    pit.open({2: 5_000, 4: 5_000})
    door = pit.beside()
    assert door.state()["due"] == "start-hand"
    pit.do("start-hand", table=TABLE)

    assert door.state()["due"] == "deal"


def test_what_a_decision_has_only_looked_at_must_still_be_so_when_it_is_stored(pit: House) -> None:
    """A permit is revoked between the decision to open a table under it and the storing of that decision."""
    days = {"applied_on": "2026-11-30", "granted_on": "2026-12-02", "effective_on": "2026-12-03"}
    pit.do("register-permit", permit="PR-1", ruleset="MO-BAC-2004", articles=["2"], tables=["BA-12"], **days, **TWO_PEOPLE)
    pit.clock.now += timedelta(days=3)
    door = pit.beside()

    with interrupted(door, lambda: pit.do("revoke-permit", permit="PR-1", **TWO_PEOPLE)), pytest.raises(RuleBroken) as refused:
        Pit(door.send).open(day="2026-12-03", demo_rounds_max=3)

    assert refused.value.code == "permit-required"
    assert pit.store.version("tables/BA-12/000001") == 0


def test_a_cage_goes_on_in_the_day_that_another_process_has_begun(pit: House) -> None:
    """The last command of a day and the first of the next one pass each other: what was carried over must not be missing it."""
    funds = {"cage": "MAIN", "currency": "HKD", "from": "owner", **TWO_PEOPLE}
    pit.do("fund-cage", amount=1_000, **funds)
    late = pit.beside()
    late.do("fund-cage", amount=1_000, **funds)

    with interrupted(late, lambda: tomorrow(pit).do("fund-cage", amount=1_000, **funds)):
        late.do("fund-cage", amount=1_000, **funds)

    opened = [record for record in pit.store.read(0) if record.event.contract == "cage.cage-opened"]
    assert [record.stream for record in opened] == [f"cages/MAIN/{DAY}", "cages/MAIN/2026-12-01"]
    into_the_old_day = [record.position for record in pit.store.load(f"cages/MAIN/{DAY}")]
    assert max(into_the_old_day) < opened[1].position, "money came into a day that had been carried over"
    assert len(pit.store.read(0)) == 6


def tomorrow(pit: House) -> House:
    pit.clock.now += timedelta(days=1)
    return pit


@contextmanager
def interrupted(door: House, by: Callable[[], object]) -> Iterator[None]:
    """The next append of this door comes after something else has been stored."""
    append, first = door.store.append, [by]

    def late(*given: Any, **named: Any) -> list[Recorded]:
        if first:
            first.pop()()
        return append(*given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(door.store, "append", late)
        yield


class Slow:
    """Appends to streams of one name wait until they may go on."""

    def __init__(self, pit: House, name: str, patch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = Signal(), Signal()
        append = pit.store.append

        def wait(appends: Sequence[Append], *more: Any) -> list[Recorded]:
            if any(f"/{name}" in one.stream for one in appends):
                self.begun.set()
                assert self.go.wait(PATIENCE_S)
            return append(appends, *more)

        patch.setattr(pit.store, "append", wait)


def deposit(pit: House, player: str, amount: int = 100) -> list[str]:
    return [record.id for record in pit.do("deposit", wallet=player, amount=amount, currency="HKD").events]


def test_one_stream_is_stored_while_another_is_decided(pit: House, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(pit, "P-4", monkeypatch)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(deposit, pit, "P-4")
        assert slow.begun.wait(PATIENCE_S)
        assert deposit(pit, "P-5") == ["wallets/P-5@1"], "it must not wait for the wallet of another player"
        same = threads.submit(deposit, pit, "P-4")
        slow.go.set()

        assert {*first.result(PATIENCE_S), *same.result(PATIENCE_S)} == {"wallets/P-4@1", "wallets/P-4@2"}


def test_what_is_stored_in_one_piece_waits_for_what_is_on_its_way(pit: House, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(pit, "P-4", monkeypatch)

    def two_deposits() -> list[str]:
        with pit.commands.together():
            return deposit(pit, "P-4") + deposit(pit, "P-5")

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(deposit, pit, "P-4")
        assert slow.begun.wait(PATIENCE_S)
        whole = threads.submit(two_deposits)
        slow.go.set()

        assert first.result(PATIENCE_S) == ["wallets/P-4@1"]
        assert whole.result(PATIENCE_S) == ["wallets/P-4@2", "wallets/P-5@1"]


def test_a_command_whose_append_fails_leaves_its_streams_to_the_next_one(pit: House, monkeypatch: pytest.MonkeyPatch) -> None:
    deposit(pit, "P-4")
    with monkeypatch.context() as patch:
        patch.setattr(pit.store, "append", fails)
        with pytest.raises(StoreUnavailable):
            deposit(pit, "P-4")

    assert deposit(pit, "P-4") == ["wallets/P-4@2"]


def test_an_append_that_was_stored_though_its_answer_was_lost_is_seen_by_the_next_command(
    pit: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = pit.store.append

    def answer_lost(*given: Any) -> list[Recorded]:
        append(*given)
        raise StoreUnavailable("the store", "the connection was lost", "Try again.")

    with monkeypatch.context() as patch:
        patch.setattr(pit.store, "append", answer_lost)
        with pytest.raises(StoreUnavailable):
            deposit(pit, "P-4")

    assert pit.do("withdraw", wallet="P-4", amount=100, currency="HKD", method="cash").events
    assert deposit(pit, "P-4") == ["wallets/P-4@3"]


def test_who_waits_too_long_is_told_to_come_again(pit: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.commands.WAIT_S_MAX", 0)
    slow = Slow(pit, "P-4", monkeypatch)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(deposit, pit, "P-4")
        assert slow.begun.wait(PATIENCE_S)
        with pytest.raises(Contended, match="send this one again"):
            deposit(pit, "P-4")
        slow.go.set()
        first.result(PATIENCE_S)


def fails(*_given: Any) -> list[Recorded]:
    raise StoreUnavailable("the store", "it is away", "Try again.")


def test_time_runs_forward_in_a_stream_that_another_process_wrote(pit: House) -> None:
    door = pit.beside()
    deposit(door, "P-4")
    pit.do("deposit", wallet="P-4", amount=100, currency="HKD", at=later(60))

    assert door.refused("deposit", wallet="P-4", amount=100, currency="HKD", at=later(30)).code == "at-too-early"


def test_a_command_that_is_refused_by_its_own_effect_gets_its_answer(pit: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent twice at once: the second one looked for a receipt before the first one was stored, and decides after."""
    pit.open({})
    door = pit.beside()
    seat = {"table": TABLE, "seat": 4, "player": "P-4", "amount": 5_000, "source": "cash", "key": "k-1"}
    look, sent = door.store.receipt, Signal()
    first = []

    def late(actor: str, key: str) -> Any:
        found = look(actor, key)
        if not sent.is_set():
            sent.set()
            first.append(pit.do("take-seat", **seat))
        return found

    monkeypatch.setattr(door.store, "receipt", late)
    assert door.do("take-seat", **seat).events == first[0].events
