"""Every event of the house is in the posting tables; every leg keeps to its accounts; few legs touch a tray (docs/finance.md, Postings)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain import wallet
from domain.catalogue import EVENTS
from projections.ledger import post as posting
from projections.ledger.accounts import ACCOUNTS, code_of
from projections.ledger.halt import BooksHalted
from projections.ledger.legs import LEGS
from projections.ledger.post import POSTING_RULES, rules_of
from tests.projections.ledger.house import Desk, House
from tests.projections.ledger.house import wallet as wallet_of
from tests.projections.ledger.play import evening
from tests.projections.ledger.play_baccarat import baccarat_evening
from tests.projections.ledger.play_disputes import disputed

AT_A_TRAY = {
    "SEAT_FROM_WALLET",
    "SEAT_FROM_CASH",
    "SEAT_TO_WALLET",
    "FILL_RECEIVED",
    "CREDIT_SENT",
    "SLIP_VOIDED",
    "LOST",
    "WINNINGS",
    "COMMISSION",
    "COUNT_DIFFERENCE",
    "DISPUTE_PAID",
    "DISPUTE_COLLECTED",
}
"""Sale and return of chips, fill, credit, voided credit; lost wagers, winnings and commission of baccarat; a difference of a count
that was accepted; chips of a dispute: nothing else moves what lies there."""


def test_every_event_of_the_house_is_posted_or_listed_as_posting_none() -> None:
    for rules in POSTING_RULES:
        listed = [*rules.at_table, *rules.at_cage, *rules.in_wallet, *rules.by_itself, *rules.nothing]
        assert len(listed) == len(set(listed)), "no event is listed twice"
        assert set(EVENTS) == set(listed)


def test_an_event_that_the_posting_rules_do_not_know_stops_the_books() -> None:
    class Newer(wallet.FundsDeposited):
        version = 2

    house = House()
    house.record((wallet_of("P-1"), Newer(amount=1, currency="HKD", method="cash", cage="MAIN")))
    desk = Desk()
    with pytest.raises(BooksHalted) as stop:
        desk.book(house.log)
    assert (stop.value.code, stop.value.defect, stop.value.record.id) == ("unknown-event", False, "wallets/P-1@1")
    assert desk.rows("entries") == []


def test_legs_keep_to_their_accounts_and_all_of_them_are_used() -> None:
    houses = [evening(seed, hands=30) for seed in range(4)] + [baccarat_evening(seed) for seed in range(12)]
    for seed, house in enumerate(houses):
        disputed(house, Random(seed))
    logs = [house.log for house in houses]
    lines = [line for log in logs for line in Desk().book(log).rows("lines")]
    used: dict[str, set[str]] = {}
    for line in lines:
        used.setdefault(line["leg"], set()).add(code_of(line["account"]))
    assert {leg: codes - LEGS[leg].accounts for leg, codes in used.items() if codes - LEGS[leg].accounts} == {}
    assert LEGS.keys() == used.keys()


def test_only_these_legs_touch_a_tray() -> None:
    assert {name for name, leg in LEGS.items() if "9220" in leg.accounts} == AT_A_TRAY


def test_no_leg_touches_a_reserved_account() -> None:
    codes = {code for leg in LEGS.values() for code in leg.accounts}
    assert not any(ACCOUNTS[code].reserved for code in codes)


def test_posting_rules_go_by_the_gaming_day(monkeypatch: pytest.MonkeyPatch) -> None:
    newer: Any = replace(POSTING_RULES[0], version=2, first_day="2027-01-01")
    monkeypatch.setattr(posting, "POSTING_RULES", (newer, *POSTING_RULES))
    assert [rules_of(day).version for day in ("2026-12-31", "2027-01-01", "2030-05-05")] == [1, 2, 2]
