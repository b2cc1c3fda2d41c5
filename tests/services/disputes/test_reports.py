"""What a ruling changes in the reports of the day that it is booked in, and nothing elsewhere (docs/disputes.md, What the reports say)."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest

from domain.policy import FIGURES_2026, SHIPPED
from infra.books import Books
from tests.domain.baccarat.scene import BANKER, PLAYER
from tests.second.test_second_computation import agree
from tests.services.baccarat_pit import TABLE as BACCARAT
from tests.services.baccarat_pit import Pit
from tests.services.bookkeeper import Bookkeeper, Floor
from tests.services.disputes.cases import MISREAD, RULING, a_claim, a_hand, a_ruling
from tests.services.disputes.played import PLAYED
from tests.services.house import DAY, NOON, TABLE, TWO_PEOPLE, House
from tests.services.reports.reading import Desk

NEXT_DAY = "2026-12-01"
ROUND = f"{BACCARAT}/{DAY}/1"
SMALL = SHIPPED.model_copy(update={"figures": FIGURES_2026.model_copy(update={"large_mop": 500, "structuring_mop": 100})})
"""MOP 5.00 is large: HKD 4.85 and more."""


@pytest.fixture
def desk() -> Iterator[Desk]:
    with closing(Books.memory()) as books:
        yield Desk(books, SMALL)


@pytest.fixture
def tomorrow(pit: House) -> House:
    """A hand and a round were played; the case is decided on the day after."""
    a_hand(pit)
    table = Pit(pit.send)
    table.open()
    table.sit(1, 2)
    table.do("load-shoe", decks=8, cut_by="bettor", cut_depth=20)
    table.do("burn", first_card="Ac")
    table.do("open-round")
    table.bet("b-1", "banker", 1_000, 1)
    table.bet("b-2", "player", 400, 2)
    table.do("close-bets")
    table.do("deal", cards=BANKER.split())
    pit.clock.now = NOON + timedelta(days=1)
    return pit


def log(pit: House) -> Any:
    return Bookkeeper(pit.store).log()


def player_wins(pit: House) -> None:
    """The cards of the round were those of a round that the player wins."""
    a_claim(pit, "C-2", ROUND)
    sides = {"player": [0, 2, 4], "banker": [1, 3, 5]}
    cards = PLAYER.split()
    change = [
        {"change": "card", "spot": f"{side}/{ordinal}", "card": cards[place]}
        for side, places in sides.items()
        for ordinal, place in enumerate(places, 1)
        if place < len(cards)
    ]
    a_ruling(pit, "C-2", change)


def of_day(rows: list[dict[str, Any]], day: str, *names: str) -> list[list[Any]]:
    return [[row[name] for name in names] for row in rows if row["gaming_day"] == day]


def test_commission_of_the_day_of_booking_is_less(tomorrow: House, desk: Desk) -> None:
    """30 at 5 % becomes 18 at 3 %; no hand was played on that day."""
    before = desk.rows(log(tomorrow), "commission")
    a_claim(tomorrow)
    a_ruling(tomorrow, change=[{"change": "rule", "name": "commission_bp", "value": 300}])
    rows = desk.rows(log(tomorrow), "commission")
    assert of_day(rows, DAY, "table", "hands", "charged") == of_day(before, DAY, "table", "hands", "charged")
    assert of_day(rows, NEXT_DAY, "table", "hands", "base", "exact_e4", "charged") == [[TABLE, 0, 0, -120_000, -12]]
    assert of_day(desk.rows(log(tomorrow), "ggr"), NEXT_DAY, "table", "hands", "wagered", "commission", "ggr") == [[TABLE, 0, 0, -12, -12]]
    agree(log(tomorrow))


def test_revenue_and_handle_of_a_round_settled_anew(tomorrow: House, desk: Desk) -> None:
    """The house had won 400 and paid 1,000 less 50; it should have won 1,000 and paid 400."""
    player_wins(tomorrow)
    ggr = of_day(desk.rows(log(tomorrow), "ggr"), NEXT_DAY, "table", "hands", "wagered", "won", "paid", "commission", "ggr")
    assert ggr == [[BACCARAT, 0, 0, 600, -600, -50, 1_150]]
    handle = desk.rows(log(tomorrow), "handle", gaming_day=NEXT_DAY)
    assert [[row[name] for name in ("on", "bets", "handle", "house_win")] for row in handle] == [
        ["player", 0, 0, -800],
        ["banker", 0, 0, 1_950],
    ]
    agree(log(tomorrow))


def test_the_void_report_has_what_was_put_back(tomorrow: House, desk: Desk) -> None:
    a_claim(tomorrow)
    a_ruling(tomorrow)
    [row] = desk.rows(log(tomorrow), "voids")
    assert (row["id"], row["gaming_day"], row["dispute"], row["reason"]) == (PLAYED, NEXT_DAY, "C-1", RULING["reason"])
    assert (row["stakes"], row["refunds"], row["commission_back"], row["actor"], row["approver"]) == (600, 570, 30, *TWO_PEOPLE.values())
    [month] = [row for row in desk.rows(log(tomorrow), "regulator") if row["table"] == TABLE and row["month"] == "2026-12"]
    assert (month["voids"], month["disputes"]) == (0, 0)
    tomorrow.do("pay-dispute", case="C-1", player="P-3", amount=570, to="cash", **TWO_PEOPLE)
    [month] = [row for row in desk.rows(log(tomorrow), "regulator") if row["table"] == TABLE and row["month"] == "2026-12"]
    assert month["disputes"] == -570, "P-2 still owes this much"
    assert "RESETTLED" in {leg for row in desk.rows(log(tomorrow), "manual") for leg in row["legs"].split()}


def test_the_win_of_a_shift_stands_apart_from_what_disputes_changed(tomorrow: House, desk: Desk) -> None:
    player_wins(tomorrow)
    tomorrow.do("pay-dispute", case="C-2", player="P-2", amount=800, to="chips", table=BACCARAT, **TWO_PEOPLE)
    tomorrow.do("collect-dispute", case="C-2", player="P-1", amount=300, source="chips", table=BACCARAT, **TWO_PEOPLE)
    [row] = [row for row in desk.rows(log(tomorrow), "win") if row["table"] == BACCARAT]
    assert (row["event_win"], row["adjusted"], row["dispute_chips"]) == (-550, 1_150, 500)
    tray = Bookkeeper(tomorrow.store).balance(f"9220:{BACCARAT}")
    assert tray == -200_000 - 550 - 500


def test_large_bets_and_payouts_are_taken_back_and_there_anew(tomorrow: House, desk: Desk) -> None:
    columns = ("player", "direction", "amount", "gaming_day", "reversed_by")
    a_claim(tomorrow)
    before = desk.rows(log(tomorrow), "large", table=TABLE)
    reversal = a_ruling(tomorrow)[1]
    rows = [tuple(row[name] for name in columns) for row in desk.rows(log(tomorrow), "large", table=TABLE)]
    assert ("P-2", "payout", 570, DAY, reversal.id) in rows
    assert ("P-3", "payout", 570, NEXT_DAY, None) in rows
    assert len(rows) == len(before) + 1
    tomorrow.do("pay-dispute", case="C-1", player="P-3", amount=570, to="cash", **TWO_PEOPLE)
    paid = [tuple(row[name] for name in columns) for row in desk.rows(log(tomorrow), "large")]
    assert ("P-3", "out", 570, NEXT_DAY, None) in paid


def test_what_did_not_change_is_not_taken_back(tomorrow: House, desk: Desk) -> None:
    a_claim(tomorrow)
    before = desk.rows(log(tomorrow), "large")
    a_ruling(tomorrow, change=MISREAD)
    back = {(row["player"], row["direction"]) for row in desk.rows(log(tomorrow), "large") if row["reversed_by"]}
    assert back == {("P-2", "payout")}
    assert {row["id"] for row in before} <= {row["id"] for row in desk.rows(log(tomorrow), "large")}


def test_a_signed_day_is_shown_as_first_reported_and_restated(pit: House, desk: Desk) -> None:
    """Its own figures stay; 12 of the commission are owed to the winner, and paying them restates nothing."""
    a_hand(pit)
    pit.do("close-table", table=TABLE)
    floor = Floor(pit)
    for word, person in (("cut-day", "E-1"), ("prepare-close", "E-1"), ("prepare-close", "E-1"), ("sign-close", "E-2")):
        floor.do(word, gaming_day=DAY, actor=person)
    floor.tomorrow()
    a_claim(pit)
    reversal = a_ruling(pit, change=[{"change": "rule", "name": "commission_bp", "value": 300}])[1]
    pit.do("pay-dispute", case="C-1", player="P-2", amount=12, to="cash", **TWO_PEOPLE)
    columns = ("gaming_day", "account", "first", "restated", "difference", "entries")
    rows = [tuple(row[name] for name in columns) for row in desk.rows(log(pit), "restatements")]
    assert rows == [(DAY, "2410", 0, -12, -12, reversal.id), (DAY, "4010", -30, -18, 12, reversal.id)]
    assert of_day(desk.rows(log(pit), "ggr"), DAY, "ggr") == [[30]]
