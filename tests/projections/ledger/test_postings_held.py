"""The postings of bets that wait after a tie, and of rounds and shoes that end without a result: docs/finance.md, Postings."""

import pytest

from tests.domain.baccarat.scene import PLAYER, TIE
from tests.projections.ledger.pit import Pit
from tests.projections.ledger.test_postings_baccarat import balances, house_win, legs, table


@pytest.fixture
def pit() -> Pit:
    return table()


def test_a_held_bet_that_is_maintained_and_then_taken_off_comes_out_of_the_held_ones(pit: Pit) -> None:
    pit.play("a 1 banker 1000", TIE)
    pit.round()
    pit.decide("a maintain").accepted()
    pit.withdraw("a", 400).accepted()
    assert legs(pit, "BET_WITHDRAWN") == [("BET_WITHDRAWN", "2122:BA-12", "2110:BA-12:P-1", 400, "2", "P-1", "a")]
    pit.close().accepted()
    assert balances(pit, "2121:BA-12", "2122:BA-12") == [-600, 0]


def test_ties_after_ties_hold_a_bet_again_and_settle_it_once(pit: Pit) -> None:
    pit.play("a 1 player 1000", TIE)
    pit.play("b 2 banker 500", TIE)
    pit.play("", TIE)
    assert balances(pit, "2121:BA-12", "2122:BA-12") == [0, -1_500]
    pit.play("", PLAYER)
    assert len(legs(pit, "HELD")) == 5
    assert [leg[-1] for leg in legs(pit, "HELD_BACK_IN_PLAY")] == ["a", "a", "b", "a", "b"]
    assert [leg[-1] for leg in legs(pit, "STAKE_BACK")] == ["a"]
    assert balances(pit, "2121:BA-12", "2122:BA-12", "2110:BA-12:P-1", "2110:BA-12:P-2") == [0, 0, -51_000, -49_500]


@pytest.mark.parametrize("before_closing", [True, False])
def test_a_void_round_gives_back_every_bet_from_where_it_lies(pit: Pit, before_closing: bool) -> None:
    pit.play("a 1 banker 1000", TIE)
    pit.round("b 2 player-pair 30, c -7 tie 40, d 3 player 500")
    if not before_closing:
        pit.close().accepted()
    pit.void().accepted()
    lies = "2122:BA-12" if before_closing else "2121:BA-12"
    assert legs(pit, "VOID_REFUND") == [
        ("VOID_REFUND", lies, "2110:BA-12:P-1", 1_000, "10", "P-1", "a"),
        ("VOID_REFUND", "2121:BA-12", "2110:BA-12:P-2", 30, "10", "P-2", "b"),
        ("VOID_REFUND", "2121:BA-12", "2130", 40, "10", "P-7", "c"),
        ("VOID_REFUND", "2121:BA-12", "2110:BA-12:P-3", 500, "10", "P-3", "d"),
    ]
    assert balances(pit, "2121:BA-12", "2122:BA-12", "2130", "2110:BA-12:P-1") == [0, 0, 0, -50_000]
    assert house_win(pit) == 0


@pytest.mark.parametrize("ends", ["close-shoe", "close-table"])
def test_a_shoe_or_a_table_that_ends_on_a_tie_gives_the_held_bets_back(pit: Pit, ends: str) -> None:
    pit.play("a 1 banker 1000, b -7 player 300", TIE)
    pit.when(ends, **({"reason": "house"} if ends == "close-shoe" else {})).accepted()
    assert [leg[:4] for leg in legs(pit, "HELD_CANCELLED")] == [
        ("HELD_CANCELLED", "2122:BA-12", "2110:BA-12:P-1", 1_000),
        ("HELD_CANCELLED", "2122:BA-12", "2130", 300),
    ]
    assert balances(pit, "2122:BA-12", "2130", "2110:BA-12:P-1") == [0, 0, -50_000]


def test_held_bets_may_wait_for_the_next_shoe() -> None:
    pit = table(tie_carry_over_shoe=True)
    pit.play("a 1 player 1000", TIE)
    pit.when("close-shoe", reason="house").accepted()
    assert balances(pit, "2122:BA-12") == [-1_000]
    pit.shoe().accepted()
    pit.play("", PLAYER)
    assert balances(pit, "2122:BA-12", "2110:BA-12:P-1") == [0, -51_000]
