"""A gaming day from its shift to its signature: counts, an accepted difference, tax, two people (docs/close.md, The close of a day)."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.closing import events as closing_events
from domain.counting.events import CountDifferenceAccepted
from projections.ledger.identities import prove
from tests.domain.baccarat.scene import BANKER, PLAYER
from tests.services.baccarat_pit import Pit, replayed
from tests.services.bookkeeper import BRK, MAKER, Floor, check_identities
from tests.services.house import DAY, NOON, TWO_PEOPLE, house

NEXT_DAY = "2026-12-01"
CHECKER = {"actor": "E-3001"}
SHORT: dict[str, Any] = {"break": BRK, "explanation": "miscount", "counted": 47_700_000, "booked": 47_750_000}


@pytest.fixture
def floor() -> Iterator[Floor]:
    with house() as pit:
        yield Floor(pit)


def play(table: Pit, bets: str, cards: str) -> None:
    """`a 2 banker 25000000`: bet, seat, what on, amount."""
    table.do("open-round")
    for bet in bets.split(", "):
        name, seat, on, amount = bet.split()
        table.bet(name, on, int(amount), int(seat))
    table.do("close-bets")
    table.do("deal", cards=cards.split())


@pytest.fixture
def shift(floor: Floor) -> Floor:
    """The worked shift of BA-12, up to its closer, which is 50,000 short of the 47,750,000 that the books expect."""
    do = floor.do
    do("issue-chips", amount=500_000_000, currency="HKD", **TWO_PEOPLE)
    do("deposit", wallet="P-2", amount=30_000_000, currency="HKD")
    floor.do("fill", table="BA-12", slip="S-1", amount=50_000_000, currency="HKD")
    assert floor.count("BA-12", "opener", 50_000_000).at_pos == floor.pit.store.last_position() - 1
    do("fill", table="BA-12", slip="S-2", amount=20_000_000, currency="HKD")
    do("credit", table="BA-12", slip="S-3", amount=5_000_000, currency="HKD")
    table = Pit(floor.pit.send)
    table.open(differential=10**9)
    table.do("take-seat", seat=1, player="P-1", amount=12_000_000, source="cash")
    table.do("take-seat", seat=2, player="P-2", amount=30_000_000, source="wallet")
    table.do("load-shoe", decks=8, cut_by="bettor", cut_depth=20)
    table.do("burn", first_card="Ac")
    play(table, "a 2 banker 25000000", BANKER)
    play(table, "b 1 player 12000000", PLAYER)
    play(table, "c 1 player 21500000", PLAYER)
    play(table, "d 1 banker 28250000, e 2 banker 35750000", PLAYER)
    table.do("leave-seat", seat=2, to="wallet")
    table.do("close-table")
    at_pos = floor.pit.store.last_position()
    floor.count("BA-12", "closer", 47_700_000, at_pos=at_pos)
    floor.books.compare(BRK, "closer", "BA-12", "9220:BA-12", 47_700_000, at_pos, DAY)
    return floor


def test_the_worked_shift_to_the_unit(shift: Floor) -> None:
    books = shift.books
    at_pos = books.found[BRK].at_pos
    assert (books.found[BRK].side_a, books.balance("9220:BA-12")) == (47_750_000, 47_750_000), "a count books nothing"
    ggr = books.revenue(DAY, DAY).ggr
    assert ggr == {"HKD": 6_750_000}

    removed = shift.do("remove-drop", table="BA-12", box="D-1", **TWO_PEOPLE)
    assert removed.booked == {"HKD": 12_000_000}
    shift.count("D-1", "drop", 12_000_000)
    assert [books.balance(account) for account in ("1310:BA-12", "1320:D-1", "1120")] == [0, 0, 12_000_000]

    shift.do("cut-day", gaming_day=DAY, **MAKER)
    assert shift.refused("prepare-close", gaming_day=DAY, **MAKER) == "breaks-open"
    shift.proposed()
    accepted = shift.do("accept-difference", **SHORT, at_pos=at_pos, **TWO_PEOPLE | {"actor": "E-2002"})
    assert isinstance(accepted, CountDifferenceAccepted)
    assert (accepted.difference, accepted.restates) == (-50_000, None)
    accounts = ("6920:BA-12", "2131:BA-12", "9220:BA-12")
    assert [books.balance(account) for account in accounts] == [50_000, -50_000, 47_700_000]
    assert books.revenue(DAY, DAY).ggr == ggr, "a short tray is not less revenue"

    tax = shift.do("prepare-close", gaming_day=DAY, **MAKER)
    assert (tax.tax, tax.fund, tax.development) == (2_433_375, 139_050, 208_575)
    assert [books.balance(account, "MOP") for account in ("6010", "2310", "2320", "2330")] == [2_781_000, -2_433_375, -139_050, -208_575]
    prepared = shift.do("prepare-close", gaming_day=DAY, **MAKER)
    assert isinstance(prepared, closing_events.ClosePrepared)
    assert shift.refused("sign-close", gaming_day=DAY, **MAKER) == "same-person"
    signed = shift.do("sign-close", gaming_day=DAY, **CHECKER)
    assert (signed.proof, signed.signed_by) == (prepared.proof, "E-3001")
    check_identities(books.log())
    commands, differences = replayed(shift.pit)
    assert commands > 30
    assert differences == []


def test_every_proof_of_the_books_holds_after_counts_and_accepted_differences(floor: Floor) -> None:
    """A Hold'em table: tray, commission box, drop and cage are counted, each with a difference that is accepted."""
    pit, do = floor.pit, floor.do
    do("issue-chips", amount=1_000_000, currency="HKD", **TWO_PEOPLE)
    do("fill", table="PK-07", slip="S-1", amount=500_000, currency="HKD")
    pit.open({1: 10_000, 2: 10_000, 3: 10_000})
    pit.play()
    pit.do("close-table", table="PK-07")
    do("remove-drop", table="PK-07", box="D-1", **TWO_PEOPLE)
    box = floor.books.balance("9230:PK-07")
    assert box > 0
    for place, kind, account, difference in (
        ("PK-07", "closer", "9220:PK-07", 700),
        ("PK-07", "commission-box", "9230:PK-07", -3),
        ("D-1", "drop", "1320:D-1", -500),
        ("MAIN", "cage-chips", "9210:MAIN", -1_000),
        ("MAIN", "cage-cash", "1110:MAIN", 20),
    ):
        name, at_pos = f"BRK-{kind}", pit.store.last_position()
        found = floor.books.compare(name, kind, place, account, floor.books.balance(account) + difference, at_pos, DAY)
        floor.count(place, kind, int(found.side_b), at_pos=at_pos)
        floor.proposed(name)
        seen = {"counted": found.side_b, "booked": found.side_a, "at_pos": at_pos, "explanation": "miscount"}
        do("accept-difference", **{"break": name}, **seen, actor="E-2002", approver="E-3001")
    balances = floor.books.balances()
    assert [balances.get((account, "HKD"), 0) for account in ("9230:PK-07", "1320:D-1", "1110:MAIN", "1120")] == [0, 0, 20, 29_500]
    assert [balances[f"6920:{place}", "HKD"] for place in ("PK-07", "MAIN")] == [-697, 1_000]
    cage = balances["9210:MAIN", "HKD"]
    assert cage == 500_000 + box - 3 - 1_000
    assert pit.refused("retire-chips", amount=cage + 1, currency="HKD", **TWO_PEOPLE).allowed == {"max": cage}

    desk = floor.books.desk()
    with desk.read() as connection:
        verdicts = prove(connection, desk.ledger.tables, floor.books.log())
    assert [str(difference) for verdict in verdicts for difference in verdict.differences] == []
    check_identities(floor.books.log())
    assert replayed(pit)[1] == []


@pytest.mark.parametrize(
    ("word", "fields"),
    [
        ("deposit", {"wallet": "P-2", "amount": 1, "currency": "HKD"}),
        ("withdraw", {"wallet": "P-2", "amount": 1, "currency": "HKD"}),
        ("exchange", {"wallet": "P-2", "amount": 100, "currency": "HKD", "into": "MOP"}),
        ("transfer", {"wallet": "P-2", "to": "P-3", "amount": 100, "currency": "HKD", **TWO_PEOPLE}),
        ("settle-withdrawal", {"withdrawal": "", "outcome": "paid"}),
        ("buy-chips", {"amount": 1, "currency": "HKD", "pay": "cash"}),
        ("issue-chips", {"amount": 1, "currency": "HKD", **TWO_PEOPLE}),
        ("fill", {"table": "BA-12", "amount": 1, "currency": "HKD", "slip": "S-9"}),
        ("open-table", {"table": "BA-13", "game": "baccarat", "ruleset": "MO-BAC-2004", "currency": "HKD", "gaming_day": DAY}),
    ],
)
def test_a_cut_day_takes_nothing_of_the_floor(shift: Floor, word: str, fields: dict[str, Any]) -> None:
    held = shift.do("withdraw", wallet="P-2", amount=1, currency="HKD", method="bank").withdrawal
    shift.do("cut-day", gaming_day=DAY)
    if word == "settle-withdrawal":
        fields = {**fields, "withdrawal": held}
    if word == "open-table":
        fields = {**fields, "rules": {"differential": 1_000_000}}
    at = {"at": NOON.isoformat()}
    assert shift.refused(word, **fields, **at) == "day-closed"
    shift.tomorrow()
    if word not in ("open-table", "transfer"):
        shift.do(word, **fields)


def test_what_is_accepted_after_the_signature_is_booked_in_an_open_day_and_restates(shift: Floor) -> None:
    at_pos = shift.books.found[BRK].at_pos
    shift.do("cut-day", gaming_day=DAY)
    shift.do("carry-break", **{"break": BRK}, gaming_day=DAY, reason="the recording is looked at", **TWO_PEOPLE)
    for _ in range(2):
        shift.do("prepare-close", gaming_day=DAY, **MAKER)
    shift.do("sign-close", gaming_day=DAY, **CHECKER)
    shift.proposed()
    shift.tomorrow()
    shift.do("accept-difference", **SHORT, at_pos=at_pos, **TWO_PEOPLE | {"actor": "E-2002"})
    entry = shift.books.desk().rows("entries")[-1]
    assert (entry["gaming_day"], entry["restates"], entry["event_type"]) == (NEXT_DAY, DAY, "finance.count-difference-accepted")
