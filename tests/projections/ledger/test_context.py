"""Context and breaks: an amount that differs is posted as the event says and gets a name; what has no opening stops the books."""

from typing import Any

import pytest

from domain.event import table_stream
from domain.gaming_day import PolicyActivated
from domain.holdem import events as holdem
from domain.policy import SHIPPED
from infra.cursors import Mark, Move
from projections.ledger.halt import BooksHalted
from projections.ledger.ledger import Ledger
from tests.projections.ledger.house import DAY, Desk, House, Table, day


@pytest.fixture
def table() -> Table:
    table = Table(House(), "PK-07")
    table.open()
    for seat in (2, 5):
        table.sit(seat, f"P-{seat}", 1_000)
    table.start()
    return table


def breaks(table: Table) -> list[tuple[Any, ...]]:
    found = Desk().book(table.house.log).rows("breaks")
    told = [(row["type"], row["side_a"], row["side_b"], row["difference"], row["severity"], row["hand"]) for row in found]
    return sorted(told, key=repr)


HAND = f"PK-07/{DAY}/1"


def test_an_uncalled_bet_that_is_not_what_stands_alone(table: Table) -> None:
    table.bet(2, 300)
    table.bet(5, 100)
    table.returned(2, 150)
    assert breaks(table) == [("AMOUNT", 200, 150, -50, "report", HAND)]
    assert Desk().book(table.house.log).balances()["2120:PK-07", "HKD"] == -250


def test_a_refund_that_is_not_what_was_put_in_and_the_pot_that_it_leaves(table: Table) -> None:
    table.bet(2, 300)
    table.bet(5, 300)
    table.void({2: 300, 5: 299})
    assert breaks(table) == [("AMOUNT", 300, 299, -1, "report", HAND), ("UNCLEARED_HAND", 0, 1, 1, "critical", HAND)]


def test_a_base_of_commission_that_is_not_the_pot(table: Table) -> None:
    table.bet(2, 300)
    table.settle(310, 15, [({5: 285}, {})])
    assert breaks(table) == [("AMOUNT", 300, 310, 10, "report", HAND)]


def test_the_books_go_on_after_a_pot_that_was_not_cleared(table: Table) -> None:
    table.bet(2, 300)
    table.settle(300, 15, [({5: 284}, {})])
    table.start()
    table.bet(2, 100)
    table.settle(100, 5, [({5: 95}, {})])
    table.close()
    found = breaks(table)
    assert [row[0] for row in found] == ["UNCLEARED_HAND", "UNCLEARED_HAND"]
    assert {row[5] for row in found} == {HAND, None}, "the hand that left it, and the table that closed with it"
    assert {row[3] for row in found} == {1}


def test_a_stack_that_leaves_or_is_carried_over_with_another_amount(table: Table) -> None:
    table.stacks[2], table.stacks[5] = 1_001, 990
    table.leave(2, "chips")
    table.close()
    assert breaks(table) == [
        ("AMOUNT", -1, 0, 1, "report", None),
        ("AMOUNT", 1_000, 1_001, 1, "report", None),
        ("AMOUNT", 1_000, 990, -10, "report", None),
    ]


def test_a_break_keeps_its_id_in_every_run(table: Table) -> None:
    table.bet(2, 300)
    table.void({2: 299})
    first, second = (Desk().book(table.house.log, batch=size).rows("breaks") for size in (1, 500))
    assert first == second
    assert all(row["break"].startswith("BRK-") and len(row["break"]) == 16 for row in first)


def test_an_event_without_an_opening_stops_the_books(table: Table) -> None:
    house = House()
    house.record((table_stream("PK-09", 1), holdem.Checked(hand=1, seat=2, rule="MO-THP-2008 7(3)")))
    with pytest.raises(BooksHalted) as stop:
        Desk().book(house.log)
    assert stop.value.code == "not-opened"


def test_an_event_after_the_closing_stops_the_books(table: Table) -> None:
    table.close()
    table.say(holdem.ChipsAdded(seat=2, player="P-2", amount=100, source="cash"))
    with pytest.raises(BooksHalted) as stop:
        Desk().book(table.house.log)
    assert stop.value.code == "not-opened"


def test_an_event_of_an_earlier_session_stops_the_books(table: Table) -> None:
    earlier = table.stream
    table.close()
    table.open()
    table.house.record((earlier, holdem.ChipsAdded(seat=2, player="P-2", amount=100, source="cash")))
    with pytest.raises(BooksHalted) as stop:
        Desk().book(table.house.log)
    assert (stop.value.code, stop.value.record.stream) == ("not-opened", earlier)


def test_a_bet_from_a_seat_that_nobody_has_taken_stops_the_books(table: Table) -> None:
    table.stacks[9] = 100
    table.bet(9, 100)
    with pytest.raises(BooksHalted, match=r"nobody sits at seat 9 of PK-07; taken are \[2, 5\]") as stop:
        Desk().book(table.house.log)
    assert stop.value.code == "unknown-seat"


def test_the_context_is_empty_after_the_closing_and_whole_before(table: Table) -> None:
    table.bet(2, 300)
    desk = Desk().book(table.house.log)
    state = desk.rows("contexts")[0]["state"]
    assert state == (
        '{"chips":{"P-2":700,"P-5":1000},"currency":"HKD","gaming_day":"2026-11-30","hand":1,"pot":300,"pot_before":0,'
        '"put_in":{"2":300},"ruleset":"MO-THP-2008","seats":{"2":"P-2","5":"P-5"},"stream":"tables/PK-07/000001","table":"PK-07"}'
    )
    table.settle(300, 15, [({5: 285}, {})])
    table.close()
    assert Desk().book(table.house.log).rows("contexts") == [{"source": "/tables/PK-07", "state": "{}"}]


def test_an_entry_bears_the_policy_of_its_gaming_day_whatever_was_activated_since() -> None:
    house = House(DAY)
    table = Table(house, "PK-07")
    table.open()
    table.sit(2, "P-2", 100)
    for policy, first_day in (("LATER", "2026-12-05"), ("NEXT", "2026-12-01")):
        house.record((day(first_day), PolicyActivated(policy=policy, sha256="00", from_day=first_day)))
    desk = Desk().book(house.log)
    desk.ledger.forget()
    for gaming_day in (DAY, "2026-12-01", "2026-12-04", "2026-12-05"):
        house.gaming_day = gaming_day
        table.add(2, 1)
    desk.book(house.log[-4:])
    assert [entry["policy_version"] for entry in desk.rows("entries")] == [SHIPPED.name, SHIPPED.name, "NEXT", "NEXT", "LATER"]


def test_a_policy_that_another_lane_has_taken_in_holds_from_its_day_on() -> None:
    house = House(DAY)
    table = Table(house, "PK-07")
    table.open()
    table.sit(2, "P-2", 100)
    desk = Desk().book(house.log)
    house.record((day("2026-12-01"), PolicyActivated(policy="NEXT", sha256="00", from_day="2026-12-01")))
    with desk.books.write(Move(desk.key, house.log[-2].position, Mark(house.log[-1].position))) as writer:
        Ledger(1).project(house.log[-1:], writer)
    for gaming_day in (DAY, "2026-12-01"):
        house.gaming_day = gaming_day
        table.add(2, 1)
    desk.book(house.log[-2:])
    assert [entry["policy_version"] for entry in desk.rows("entries")] == [SHIPPED.name, SHIPPED.name, "NEXT"]
