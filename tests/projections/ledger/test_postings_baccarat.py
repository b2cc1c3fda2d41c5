"""The postings of a baccarat table: docs/finance.md, Postings. Given these rounds, played by the real rules, these legs follow."""

from typing import Any

import pytest

from domain.cage import events as c
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE
from tests.projections.ledger.house import Desk, House, cage
from tests.projections.ledger.pit import Pit

SIX, SIX_IN_THREE = "2c 6d 3h Ts 5c", "2c 2d 2h Ks Ac 4h"
"""The banker wins with 6, of two cards and of three."""


@pytest.fixture
def pit() -> Pit:
    """BA-12 with players at seats 1 to 4, 50,000 each, and a shoe."""
    return table()


def table(**rules: Any) -> Pit:
    pit = Pit(House(), **rules)
    for seat in (1, 2, 3, 4):
        pit.sit(seat, f"P-{seat}", 50_000).accepted()
    pit.shoe().accepted()
    return pit


def legs(pit: Pit, *wanted: str) -> list[tuple[Any, ...]]:
    """Leg, debit, credit, amount, article, player, bet of every leg of these names."""
    lines = [line for line in Desk().book(pit.house.log).rows("lines") if line["leg"] in wanted]
    return [
        (*(one["leg"], one["account"], two["account"], one["amount"]), one["rule"].partition(" ")[2], one["player"], one["bet_or_pot"])
        for one, two in zip(lines[::2], lines[1::2], strict=True)
    ]


def balances(pit: Pit, *accounts: str) -> list[int]:
    desk = Desk().book(pit.house.log)
    assert desk.rows("breaks") == []
    found = desk.balances()
    return [found.get((account, pit.currency), 0) for account in accounts]


def house_win(pit: Pit) -> int:
    found = Desk().book(pit.house.log).balances()
    return -sum(amount for (account, _), amount in found.items() if account.startswith(("4020", "4111", "4112")))


def test_example_2_a_tie(pit: Pit) -> None:
    pit.round("a 1 banker 10000, b 2 player 4000, c 3 tie 500, d 4 banker-pair 200")
    assert balances(pit, "2121:BA-12", "2110:BA-12:P-1") == [-14_700, -40_000]
    pit.close().accepted()
    pit.deal(TIE).accepted()
    assert legs(pit, "STAKE_BACK", "WINNINGS", "HELD") == [
        ("HELD", "2121:BA-12", "2122:BA-12", 10_000, "12", "P-1", "a"),
        ("HELD", "2121:BA-12", "2122:BA-12", 4_000, "12", "P-2", "b"),
        ("STAKE_BACK", "2121:BA-12", "2110:BA-12:P-3", 500, "17(2)", "P-3", "c"),
        ("WINNINGS", "4112:BA-12:tie", "2110:BA-12:P-3", 4_000, "17(2)", "P-3", "c"),
        ("WINNINGS", "9290", "9220:BA-12", 4_000, "17(2)", "P-3", "c"),
        ("STAKE_BACK", "2121:BA-12", "2110:BA-12:P-4", 200, "17(3)", "P-4", "d"),
        ("WINNINGS", "4112:BA-12:banker-pair", "2110:BA-12:P-4", 2_200, "17(3)", "P-4", "d"),
        ("WINNINGS", "9290", "9220:BA-12", 2_200, "17(3)", "P-4", "d"),
    ]
    assert balances(pit, "2121:BA-12", "2122:BA-12") == [0, -14_000]
    assert house_win(pit) == -6_200
    pit.decide("a cancel").accepted()
    pit.round()
    pit.decide("b change 3000 banker").accepted()
    pit.close().accepted()
    pit.deal(BANKER).accepted()
    assert legs(pit, "HELD_CANCELLED", "HELD_REDUCED", "HELD_BACK_IN_PLAY", "COMMISSION") == [
        ("HELD_CANCELLED", "2122:BA-12", "2110:BA-12:P-1", 10_000, "12(1)", "P-1", "a"),
        ("HELD_REDUCED", "2122:BA-12", "2110:BA-12:P-2", 1_000, "12(3)(2)", "P-2", "b"),
        ("HELD_BACK_IN_PLAY", "2122:BA-12", "2121:BA-12", 3_000, "12(2)", "P-2", "b"),
        ("COMMISSION", "2110:BA-12:P-2", "4020:BA-12", 150, "18", "P-2", None),
        ("COMMISSION", "9220:BA-12", "9290", 150, "18", "P-2", None),
    ]
    assert balances(pit, "2121:BA-12", "2122:BA-12", "4112:BA-12:banker", "4020:BA-12") == [0, 0, 3_000, -150]
    assert balances(pit, "2110:BA-12:P-1", "2110:BA-12:P-2") == [-50_000, -52_850]
    assert house_win(pit) == -9_050


def test_entries_bear_the_round_and_a_bet_carried_over_is_booked_in_the_round_that_takes_it(pit: Pit) -> None:
    pit.play("a 1 banker 100", TIE)
    pit.round()
    pit.decide("a change 40").accepted()
    pit.close().accepted()
    desk = Desk().book(pit.house.log)
    hands = {entry["position"]: entry["hand"] for entry in desk.rows("entries")}
    booked = {line["leg"]: hands[line["position"]] for line in desk.rows("lines")}
    first, second = "BA-12/2026-11-30/1", "BA-12/2026-11-30/2"
    assert (booked["BET"], booked["HELD"]) == (first, first)
    assert (booked["HELD_REDUCED"], booked["HELD_BACK_IN_PLAY"]) == (second, second)
    assert booked["SEAT_FROM_CASH"] is None


def test_a_lost_bet_goes_into_the_tray_with_its_chips(pit: Pit) -> None:
    pit.play("a 1 banker 300, b 2 player-pair 20", PLAYER)
    assert legs(pit, "LOST") == [
        ("LOST", "2121:BA-12", "4111:BA-12:banker", 300, "11", "P-1", "a"),
        ("LOST", "9220:BA-12", "9290", 300, "11", "P-1", "a"),
        ("LOST", "2121:BA-12", "4111:BA-12:player-pair", 20, "11", "P-2", "b"),
        ("LOST", "9220:BA-12", "9290", 20, "11", "P-2", "b"),
    ]
    assert balances(pit, "9220:BA-12", "9290") == [320 - 200_000, 200_000 - 320]


def test_commission_is_one_for_all_that_a_bettor_won_on_the_banker_and_keeps_what_was_exact(pit: Pit) -> None:
    pit.play("a 1 banker 10, b 1 banker 10, c 2 banker 150, d 3 player 40", BANKER)
    lines = [line for line in Desk().book(pit.house.log).rows("lines") if line["leg"] == "COMMISSION"]
    assert [(line["account"], line["amount"], line["exact_e4"]) for line in lines] == [
        ("2110:BA-12:P-1", 1, None),
        ("4020:BA-12", -1, 10_000),
        ("9220:BA-12", 1, None),
        ("9290", -1, None),
        ("2110:BA-12:P-2", 7, None),
        ("4020:BA-12", -7, 75_000),
        ("9220:BA-12", 7, None),
        ("9290", -7, None),
    ]


def test_a_commission_of_0_is_a_fact_without_an_entry(pit: Pit) -> None:
    pit.play("a 1 banker 10", BANKER)
    assert pit.house.log[-1].event.contract == "baccarat.commission-taken"
    assert legs(pit, "COMMISSION") == []
    assert balances(pit, "2110:BA-12:P-1") == [-50_010]


def test_a_standing_bettor_s_chips_come_from_his_hand_and_go_back_to_it(pit: Pit) -> None:
    pit.play("a -7 banker 1000, b -8 player 400", BANKER)
    assert legs(pit, "BET", "STAKE_BACK", "COMMISSION") == [
        ("BET", "2130", "2121:BA-12", 1_000, "13(2)", "P-7", "a"),
        ("BET", "2130", "2121:BA-12", 400, "13(1)", "P-8", "b"),
        ("STAKE_BACK", "2121:BA-12", "2130", 1_000, "17(1)", "P-7", "a"),
        ("COMMISSION", "2130", "4020:BA-12", 50, "18", "P-7", None),
        ("COMMISSION", "9220:BA-12", "9290", 50, "18", "P-7", None),
    ]
    assert balances(pit, "2130") == [-(1_000 - 50 - 400)]


def test_a_bet_is_paid_where_it_came_from_even_if_its_bettor_sat_down_since(pit: Pit) -> None:
    pit.round("a -7 player 1000")
    pit.sit(5, "P-7", 100).accepted()
    pit.close().accepted()
    pit.deal(PLAYER).accepted()
    assert balances(pit, "2130", "2110:BA-12:P-7") == [-1_000, -100]


def test_a_bet_that_is_taken_off_in_part_and_then_whole(pit: Pit) -> None:
    pit.round("a 1 banker 1000, b -7 tie 90")
    pit.withdraw("a", 300).accepted()
    pit.withdraw("a").accepted()
    pit.withdraw("b").accepted()
    assert legs(pit, "BET_WITHDRAWN") == [
        ("BET_WITHDRAWN", "2121:BA-12", "2110:BA-12:P-1", 300, "2", "P-1", "a"),
        ("BET_WITHDRAWN", "2121:BA-12", "2110:BA-12:P-1", 700, "2", "P-1", "a"),
        ("BET_WITHDRAWN", "2121:BA-12", "2130", 90, "2", "P-7", "b"),
    ]
    assert balances(pit, "2121:BA-12", "2110:BA-12:P-1", "2130") == [0, -50_000, 0]


def test_without_commission_the_banker_s_six_pays_half() -> None:
    pit = table(ruleset="MO-BAC-2018", commission="none-six-pays-half")
    pit.play("a 1 banker 25", SIX)
    assert [leg[:5] for leg in legs(pit, "WINNINGS", "COMMISSION")] == [
        ("WINNINGS", "4112:BA-12:banker", "2110:BA-12:P-1", 13, "18(2)"),
        ("WINNINGS", "9290", "9220:BA-12", 13, "18(2)"),
    ]


@pytest.mark.parametrize(("cards", "win"), [(SIX, 1_200), (SIX_IN_THREE, 2_000)])
def test_lucky_six_has_revenue_accounts_of_its_own(cards: str, win: int) -> None:
    pit = table(ruleset="MO-BAC-2018", lucky_six=True)
    pit.play("a 1 lucky-six 100", cards)
    pit.play("b 1 lucky-six 70", PLAYER)
    assert balances(pit, "4112:BA-12:lucky-six", "4111:BA-12:lucky-six") == [win, -70]


def test_who_sits_when_the_table_closes_plays_on_at_its_next_opening(pit: Pit) -> None:
    pit.play("a 1 player 1000", PLAYER)
    pit.when("close-table").accepted()
    again = pit.again()
    again.shoe().accepted()
    again.play("a 1 player 1000", BANKER)
    assert balances(again, "2110:BA-12:P-1", "2121:BA-12") == [-50_000, 0]
    assert Desk().book(pit.house.log).rows("entries")[-1]["hand"] == "BA-12/2026-11-30/2"


def test_cards_shoes_and_demonstrations_post_nothing() -> None:
    pit = Pit(House(), demo_rounds_max=3)
    pit.shoe().accepted()
    pit.when("demonstrate", cards=TIE.split()).accepted()
    pit.when("cut-card").accepted()
    pit.play("", BANKER)
    pit.round()
    pit.when("report-error", kind="other").accepted()
    pit.correct("continue").accepted()
    pit.close().accepted()
    pit.deal(PLAYER).accepted()
    pit.when("close-shoe", reason="cut card").accepted()
    pit.when("close-table").accepted()
    assert Desk().book(pit.house.log).rows("entries") == []


def test_a_shift_is_won_by_events_what_it_is_won_by_count() -> None:
    """A worked shift, as the tray shows it."""
    pit = Pit(House(), differential=10**9)
    for leg, amount in (("fill", 50_000_000), ("fill", 20_000_000), ("credit", 5_000_000)):
        slip: Any = {"slip": f"{leg}-{amount}", "table": "BA-12", "amount": amount, "currency": "HKD"}
        pit.house.record((cage(), c.FillReceived(**slip) if leg == "fill" else c.CreditSent(**slip)))
    pit.sit(1, "P-1", 12_000_000, "cash").accepted()
    pit.sit(2, "P-2", 30_000_000, "wallet").accepted()
    pit.shoe().accepted()
    pit.play("a 2 banker 25000000", BANKER)
    pit.play("b 1 player 12000000", PLAYER)
    pit.play("c 1 player 21500000", PLAYER)
    pit.play("d 1 banker 28250000, e 2 banker 35750000", PLAYER)
    pit.when("leave-seat", seat=2, to="wallet").accepted()
    won, paid, commission = 64_000_000, 58_500_000, 1_250_000
    assert legs(pit, "SEAT_TO_WALLET")[0][3] == 18_000_000
    assert balances(pit, "4111:BA-12:banker", "4112:BA-12:banker", "4112:BA-12:player", "4020:BA-12") == [
        -won, 25_000_000, paid - 25_000_000, -commission,
    ]  # fmt: skip
    assert balances(pit, "9220:BA-12") == [47_750_000]
    by_count = 47_750_000 + 5_000_000 + (12_000_000 + 30_000_000 - 18_000_000) - 50_000_000 - 20_000_000
    assert house_win(pit) == won - paid + commission == by_count == 6_750_000
