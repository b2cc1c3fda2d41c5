"""The postings of a Hold'em table: docs/finance.md, Postings. Given these facts, these legs follow."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.projections.ledger.house import Desk, House, Table

SEATS = (2, 5, 7, 9)


@pytest.fixture
def table() -> Table:
    """PK-07 with four players, 10,000 each."""
    table = Table(House(), "PK-07")
    table.open()
    for seat in SEATS:
        table.sit(seat, f"P-{seat}", 10_000)
    return table


def legs(table: Table, *wanted: str) -> list[tuple[Any, ...]]:
    """Leg, debit, credit, amount, rule, player of every leg of these names."""
    lines = [line for line in Desk().book(table.house.log).rows("lines") if line["leg"] in wanted]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return [(debit["leg"], debit["account"], credit["account"], debit["amount"], debit["rule"], debit["player"]) for debit, credit in pairs]


def balances(table: Table, *accounts: str) -> list[int]:
    found = Desk().book(table.house.log).balances()
    return [found.get((account, table.currency), 0) for account in accounts]


def test_a_seat_is_bought_with_money_of_the_wallet(table: Table) -> None:
    table.sit(1, "P-1", 700, "wallet")
    assert legs(table, "SEAT_FROM_WALLET") == [
        ("SEAT_FROM_WALLET", "2030", "2110:PK-07:P-1", 700, "HOUSE-FIN 2", "P-1"),
        ("SEAT_FROM_WALLET", "9290", "9220:PK-07", 700, "HOUSE-FIN 2", "P-1"),
    ]
    assert legs(table, "TO_PLACE") == [("TO_PLACE", "2010:P-1", "2030", 700, "HOUSE-FIN 1", "P-1")]
    assert balances(table, "2030") == [0]


def test_a_seat_is_bought_for_cash_and_chips_are_added_with_chips(table: Table) -> None:
    table.add(2, 300, "chips")
    assert legs(table, "SEAT_FROM_CASH")[:2] == [
        ("SEAT_FROM_CASH", "1310:PK-07", "2110:PK-07:P-2", 10_000, "HOUSE-FIN 2", "P-2"),
        ("SEAT_FROM_CASH", "9290", "9220:PK-07", 10_000, "HOUSE-FIN 2", "P-2"),
    ]
    assert legs(table, "SEAT_FROM_CHIPS") == [("SEAT_FROM_CHIPS", "2130", "2110:PK-07:P-2", 300, "HOUSE-FIN 2", "P-2")]


def test_a_stack_leaves_for_the_wallet_or_as_chips(table: Table) -> None:
    table.leave(2, "wallet")
    table.leave(5, "chips")
    assert legs(table, "SEAT_TO_WALLET", "FROM_PLACE") == [
        ("SEAT_TO_WALLET", "2110:PK-07:P-2", "2030", 10_000, "HOUSE-FIN 2", "P-2"),
        ("SEAT_TO_WALLET", "9220:PK-07", "9290", 10_000, "HOUSE-FIN 2", "P-2"),
        ("FROM_PLACE", "2030", "2010:P-2", 10_000, "HOUSE-FIN 1", "P-2"),
    ]
    assert legs(table, "SEAT_TO_CHIPS") == [("SEAT_TO_CHIPS", "2110:PK-07:P-5", "2130", 10_000, "HOUSE-FIN 2", "P-5")]


def test_an_empty_seat_leaves_no_entry(table: Table) -> None:
    table.stacks[2] = 0
    entries = len(Desk().book(table.house.log).rows("entries"))
    table.leave(2)
    assert len(Desk().book(table.house.log).rows("entries")) == entries


def test_raise_to_300_over_own_100_posts_200(table: Table) -> None:
    table.start()
    table.blind(7, 50, "small")
    table.blind(9, 100)
    table.bet(2, 100, "call")
    table.bet(2, 200, "raise", to=300)
    assert legs(table, "BLIND", "BET") == [
        ("BLIND", "2110:PK-07:P-7", "2120:PK-07", 50, "MO-THP-2008 5(1)", "P-7"),
        ("BLIND", "2110:PK-07:P-9", "2120:PK-07", 100, "MO-THP-2008 5(2)", "P-9"),
        ("BET", "2110:PK-07:P-2", "2120:PK-07", 100, "MO-THP-2008 11(3)", "P-2"),
        ("BET", "2110:PK-07:P-2", "2120:PK-07", 200, "MO-THP-2008 11(3)", "P-2"),
    ]


def test_example_1_four_players_three_tie_and_an_odd_chip(table: Table) -> None:
    _four_put_in(table)
    table.settle(1_000, 50, [({2: 318, 5: 316, 7: 316}, {2: 2})])
    assert legs(table, "COMMISSION") == [
        ("COMMISSION", "2120:PK-07", "4010:PK-07", 50, "MO-THP-2008 16", None),
        ("COMMISSION", "9230:PK-07", "9290", 50, "MO-THP-2008 16", None),
    ]
    assert legs(table, "POT_SHARE", "ODD_CHIP") == [
        ("POT_SHARE", "2120:PK-07", "2110:PK-07:P-2", 316, "MO-THP-2008 10(4)", "P-2"),
        ("ODD_CHIP", "2120:PK-07", "2110:PK-07:P-2", 2, "MO-THP-2008 10(5)", "P-2"),
        ("POT_SHARE", "2120:PK-07", "2110:PK-07:P-5", 316, "MO-THP-2008 10(4)", "P-5"),
        ("POT_SHARE", "2120:PK-07", "2110:PK-07:P-7", 316, "MO-THP-2008 10(4)", "P-7"),
    ]
    assert balances(table, "2120:PK-07", "4010:PK-07", "9230:PK-07", "2110:PK-07:P-2") == [0, -50, 50, -10_018]


def test_30_300_in_three_are_three_times_10_100(table: Table) -> None:
    for seat in (2, 5, 7):
        table.add(seat, 1_000)
    table.start()
    for seat in (2, 5, 7):
        table.bet(seat, 10_100)
    table.settle(30_300, 0, [({2: 10_100, 5: 10_100, 7: 10_100}, {})])
    assert [leg[3] for leg in legs(table, "POT_SHARE", "ODD_CHIP")] == [10_100] * 3
    assert balances(table, "2120:PK-07") == [0]


def test_an_odd_chip_cites_its_own_article_under_the_table_s_ruleset() -> None:
    table = Table(House(), "TDA-1", ruleset="CARDROOM-TDA")
    table.open()
    for seat in SEATS:
        table.sit(seat, f"P-{seat}", 10_000)
    table.start()
    for seat, amount in ((2, 300), (5, 300), (7, 401)):
        table.bet(seat, amount)
    table.settle(1_001, 0, [({2: 334, 5: 333, 7: 334}, {7: 1, 2: 1})])
    assert [(leg[0], leg[4], leg[3]) for leg in legs(table, "ODD_CHIP")] == [("ODD_CHIP", "CARDROOM-TDA 10(5)", 1)] * 2
    assert {leg[4] for leg in legs(table, "POT_SHARE")} == {"CARDROOM-TDA 10(4)"}


def test_two_pots_and_a_bet_that_nobody_called(table: Table) -> None:
    table.start()
    for seat, amount in ((2, 1_000), (5, 2_000), (7, 4_000)):
        table.bet(seat, amount)
    table.returned(7, 2_000)
    table.settle(5_000, 250, [({2: 2_850}, {}), ({5: 1_900}, {})])
    assert legs(table, "UNCALLED") == [("UNCALLED", "2120:PK-07", "2110:PK-07:P-7", 2_000, "MO-THP-2008 11(3)", "P-7")]
    shares = [line for line in Desk().book(table.house.log).rows("lines") if line["leg"] == "POT_SHARE" and line["amount"] > 0]
    assert [(line["player"], line["amount"], line["bet_or_pot"], line["rule"]) for line in shares] == [
        ("P-2", 2_850, "1", "MO-THP-2008 10(2)"),
        ("P-5", 1_900, "2", "MO-THP-2008 10(2)"),
    ]


def test_a_void_hand_gives_everything_back_folded_players_and_blinds_too(table: Table) -> None:
    _four_put_in(table)
    table.void({2: 300, 5: 300, 7: 300, 9: 100})
    assert [(leg[0], leg[2], leg[3], leg[4]) for leg in legs(table, "VOID_REFUND")] == [
        ("VOID_REFUND", f"2110:PK-07:P-{seat}", amount, "MO-THP-2008 9(2)") for seat, amount in ((2, 300), (5, 300), (7, 300), (9, 100))
    ]
    assert balances(table, "2120:PK-07", "4010:PK-07", "2110:PK-07:P-9") == [0, 0, -10_000]


def test_a_commission_of_0_is_a_fact_without_an_entry(table: Table) -> None:
    _four_put_in(table)
    before = len(table.house.log)
    table.settle(1_000, 0, [({2: 1_000}, {})])
    taken = table.house.log[before]
    assert taken.event.contract == "holdem.commission-taken"
    assert taken.id not in {entry["event_id"] for entry in Desk().book(table.house.log).rows("entries")}


@pytest.mark.parametrize(
    ("base", "bp", "charged", "forgone_e4"),
    [
        ((250,), 500, 12, 5_000),
        ((10_019,), 500, 500, 9_500),
        ((3_000, 2_000), 500, 100, 1_500_000),
        ((1_350, 1_200), 400, 102, 0),
        ((330,), 300, 9, 9_000),
        ((330,), 300, 5, 49_000),
    ],
)
def test_a_commission_line_keeps_what_was_exact(table: Table, base: Iterable[int], bp: int, charged: int, forgone_e4: int) -> None:
    table.add(2, 20_000)
    table.start()
    for pot in base:
        table.bet(2, pot)
    total = sum(base)
    table.settle(total, charged, [({5: total - charged}, {})], bp=bp)
    lines = [line for line in Desk().book(table.house.log).rows("lines") if line["exact_e4"] is not None]
    assert [(line["account"], line["amount"]) for line in lines] == [("4010:PK-07", -charged)]
    assert lines[0]["exact_e4"] - charged * 10_000 == forgone_e4


def test_who_was_carried_over_plays_on_with_what_he_has(table: Table) -> None:
    table.close()
    table.house.gaming_day = "2026-12-01"
    table.hand = 0
    table.open()
    table.start()
    table.bet(2, 400)
    desk = Desk().book(table.house.log)
    assert desk.balances()["2110:PK-07:P-2", "HKD"] == -9_600
    assert desk.rows("entries")[-1]["hand"] == "PK-07/2026-12-01/1"
    assert desk.rows("breaks") == []


def _four_put_in(table: Table) -> None:
    table.start()
    table.blind(7, 50, "small")
    table.blind(9, 100)
    table.bet(2, 300)
    table.bet(5, 300, "call")
    table.bet(7, 250, "call", to=300)
    table.fold(9)
