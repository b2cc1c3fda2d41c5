"""Chips conserved at baccarat tables: nothing is found on sound evenings; what was changed in the facts is found and named."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.baccarat import events as e
from domain.event import Recorded
from services.conserved import ConservedChips
from tests.domain.baccarat.scene import BANKER, TIE
from tests.projections.ledger.house import House
from tests.projections.ledger.pit import Pit
from tests.projections.ledger.play_baccarat import baccarat_evening


def items(log: list[Recorded]) -> list[str | None]:
    chips = ConservedChips()
    return [item for recorded in log for item in chips.take(recorded)]


@given(st.integers(0, 2**32))
def test_every_chip_is_somewhere_on_random_evenings(seed: int) -> None:
    log = baccarat_evening(seed).log
    found = items(log)
    assert [item for item in found if item is not None] == []
    over = sum(isinstance(recorded.event, e.RoundDecided | e.RoundVoided) for recorded in log)
    assert len(found) >= over


@pytest.fixture
def pit() -> Pit:
    """A tie with a bet of each kind of place; the next round decides; then a void one, and the table closes."""
    pit = Pit(House())
    for seat in (1, 2):
        pit.sit(seat, f"P-{seat}", 5_000).accepted()
    pit.shoe().accepted()
    pit.play("a 1 banker 1000, b -7 player 300, c 2 tie 100", TIE)
    pit.decide("b cancel").accepted()
    pit.round("d 2 player 400, f 2 player 50")
    pit.withdraw("d", 100).accepted()
    pit.close().accepted()
    pit.deal(BANKER).accepted()
    pit.round("g 1 banker 20")
    pit.void().accepted()
    pit.when("close-table").accepted()
    return pit


def test_an_item_for_each_bet_and_round_that_is_over_and_for_the_closing(pit: Pit) -> None:
    """Bets a to g without e, three rounds, one table."""
    assert items(pit.house.log) == [None] * (6 + 3 + 1)


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        (e.BetSettled, {"stake": 49}, ["bet f of 50 is settled as 49 and 0 came back, not 0", "1 of 1450 that was staked"]),
        (e.BetSettled, {"returned": 50}, ["bet f of 50 is settled as 50 and 50 came back, not 0", "{1: 5950, 2: 5450} is carried"]),
        (e.BetHeld, {"amount": 299}, ["bet b of 300 is held as 299", "1 of 1400 that was staked"]),
        (e.HeldBetDecided, {"refund": 999}, ["bet a: 1000 should be left of it, the movements left 1"]),
        (e.BetWithdrawn, {"amount": 101}, ["bet d: 300 should be left of it, the movements left 299"]),
        (e.RoundVoided, {"refunds": ()}, ["20 of 20 that was staked", "is carried over"]),
        (e.TableClosed, {"carried": ()}, ["is carried over", "of 10000 chips that were brought are nowhere"]),
        (e.CommissionTaken, {"amount": 49}, ["is carried over"]),
    ],
)
def test_a_fact_that_was_changed_is_found(pit: Pit, kind: type, fields: dict[str, Any], told: list[str]) -> None:
    log = pit.house.log
    at = max(number for number, recorded in enumerate(log) if type(recorded.event) is kind)
    log[at] = log[at]._replace(event=log[at].event.model_copy(update=fields))
    found = [item for item in items(log) if item is not None]
    assert len(found) >= len(told)
    for text in told:
        assert any(text in item for item in found), found


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (e.BetSettled, "bet f of an earlier round was never settled"),
        (e.BetPlaced, "20 came back of bet g, which does not lie there"),
        (e.SeatTaken, "seat 2 has -100 after tables/BA-12/000001@9"),
        (e.RoundVoided, "bet g lies on a closed table"),
    ],
)
def test_a_fact_that_is_missing_is_found(pit: Pit, kind: type, told: str) -> None:
    log = pit.house.log
    del log[max(number for number, recorded in enumerate(log) if type(recorded.event) is kind)]
    assert any(item is not None and told in item for item in items(log)), items(log)


def test_a_bet_settled_twice_is_found(pit: Pit) -> None:
    log = pit.house.log
    at = max(number for number, recorded in enumerate(log) if isinstance(recorded.event, e.BetSettled))
    log.insert(at, log[at])
    assert any(item is not None and "bet f is settled and does not lie there" in item for item in items(log))
