"""Counts and drop boxes, HOUSE-FIN 4: given what was counted before, when something is counted, then this fact or this refusal."""

from typing import Any

import pytest

from domain.counting.commands import Count, RemoveDrop
from domain.counting.counts import Counts, Taken
from domain.counting.decide import counted_at, decide_count, decide_remove_drop
from domain.counting.events import (
    CageCounted,
    CommissionBoxCounted,
    CountDifferenceAccepted,
    DropCounted,
    DropRemoved,
    TrayCounted,
)
from domain.event import Event
from domain.fields import BALANCE_MAX
from domain.rules import RuleBroken
from domain.wallet import FundsWithdrawn

PEOPLE: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
REMOVED = DropRemoved(table="BA-12", box="D-1", booked={"HKD": 500}, session=2, session_cash=300)


def counts_with(*events: Event) -> Counts:
    counts = Counts()
    for event in events:
        counts.evolve(event)
    return counts


def count(counts: Counts | None = None, *, counted_before: bool = False, **fields: Any) -> list[Event]:
    command = Count(**{"place": "BA-12", "kind": "closer", "currency": "HKD", "amount": 700, **PEOPLE, **fields})
    at_pos = 90 if command.at_pos is None else command.at_pos
    return decide_count(counts, command, counted_before=counted_before, at_pos=at_pos, last_position=90)


def remove(counts: Counts, *sessions: Taken, box_used: bool = False, **fields: Any) -> list[Event]:
    command = RemoveDrop(**{"table": "BA-12", "box": "D-2", **PEOPLE, **fields})
    return decide_remove_drop(counts, command, box_used=box_used, sessions=list(sessions))


def refusal(decide: Any, *args: Any, **given: Any) -> tuple[str, str | None, dict[str, Any] | None]:
    with pytest.raises(RuleBroken) as refused:
        decide(*args, **given)
    return refused.value.code, refused.value.rule, refused.value.allowed


SAID: dict[str, Any] = {"currency": "HKD", "amount": 700, "at_pos": 90}


@pytest.mark.parametrize(
    ("asked", "fact", "where"),
    [
        ({"kind": "opener"}, TrayCounted(table="BA-12", kind="opener", **SAID), "BA-12"),
        ({"kind": "closer", "slip": "C-1"}, TrayCounted(table="BA-12", kind="closer", slip="C-1", **SAID), "BA-12"),
        ({"kind": "commission-box"}, CommissionBoxCounted(table="BA-12", cage="MAIN", **SAID), "MAIN"),
        ({"kind": "commission-box", "cage": "VIP"}, CommissionBoxCounted(table="BA-12", cage="VIP", **SAID), "VIP"),
        ({"kind": "cage-chips", "place": "MAIN"}, CageCounted(cage="MAIN", kind="cage-chips", **SAID), "MAIN"),
        ({"kind": "cage-cash", "place": "VIP"}, CageCounted(cage="VIP", kind="cage-cash", **SAID), "VIP"),
    ],
)
def test_each_kind_of_count_is_a_fact_of_its_place(asked: dict[str, Any], fact: Event, where: str) -> None:
    assert count(Counts(), **asked) == [fact]
    assert counted_at(Count(**{"place": "BA-12", "currency": "HKD", **asked})) == where


def test_a_drop_box_is_counted_where_it_was_removed_and_once_in_each_currency() -> None:
    removed = counts_with(REMOVED)
    counted = DropCounted(table="BA-12", box="D-1", **SAID)
    assert count(removed, kind="drop", place="D-1") == [counted]
    again = {"kind": "drop", "place": "D-1"}
    assert refusal(count, counts_with(REMOVED, counted), **again)[:2] == ("counted-before", "HOUSE-FIN 4")
    assert count(counts_with(REMOVED, counted), **again, currency="MOP") != []


@pytest.mark.parametrize("counts", [None, Counts(), counts_with(REMOVED)])
def test_a_box_that_was_not_removed_is_not_counted(counts: Counts | None) -> None:
    assert refusal(count, counts, kind="drop", place="D-9")[0] == "no-such-box"


@pytest.mark.parametrize("people", [{"approver": None}, {"approver": "E-2001"}, {"actor": None, "approver": None}])
def test_a_count_is_witnessed(people: dict[str, Any]) -> None:
    assert refusal(count, Counts(), **people)[:2] == ("two-people-needed", "HOUSE-FIN 4")
    assert refusal(remove, Counts(), Taken(1, "HKD", 1), **people)[0] == "two-people-needed"


def test_denominations_are_counted_and_agree_with_the_amount() -> None:
    (fact,) = count(Counts(), amount=None, denominations={"100": 5, "50": 4})
    assert (fact.amount, fact.denominations) == (700, {"100": 5, "50": 4})  # type: ignore[attr-defined]
    assert refusal(count, Counts(), denominations={"100": 6}) == ("denominations-differ", "HOUSE-FIN 4", {"amount": 600})
    assert refusal(count, Counts(), amount=None)[0] == "field-missing"


def test_an_empty_tray_is_a_count_too() -> None:
    (fact,) = count(Counts(), amount=0)
    assert fact.amount == 0  # type: ignore[attr-defined]


def test_a_count_is_taken_once() -> None:
    assert refusal(count, Counts(), counted_before=True)[:2] == ("counted-before", "HOUSE-FIN 4")


def test_nothing_is_compared_with_a_position_that_is_not_there() -> None:
    assert refusal(count, Counts(), at_pos=91) == ("position-ahead", "HOUSE-FIN 4", {"at_pos": {"max": 90}})
    assert count(Counts(), at_pos=90) == count(Counts())


def test_a_tray_and_a_commission_box_are_those_of_a_table() -> None:
    for kind in ("opener", "closer", "commission-box"):
        assert refusal(count, Counts(), kind=kind, place="BA_12")[0] == "bad-id"


def test_the_cash_since_the_last_removal_is_booked_over_all_sessions() -> None:
    """Session 2 had taken 300 when box D-1 went; 50 came later, then a session in patacas, then one without cash."""
    sessions = (Taken(2, "HKD", 350), Taken(3, "MOP", 80), Taken(4, "HKD", 0))
    assert remove(counts_with(REMOVED), *sessions) == [
        DropRemoved(table="BA-12", box="D-2", booked={"HKD": 50, "MOP": 80}, session=4, session_cash=0)
    ]
    assert remove(Counts(), Taken(1, "HKD", 70))[0].booked == {"HKD": 70}  # type: ignore[attr-defined]


def test_a_box_that_has_taken_nothing_is_removed_all_the_same() -> None:
    (fact,) = remove(counts_with(REMOVED), Taken(2, "HKD", 300))
    assert (fact.booked, fact.session_cash) == ({}, 300)  # type: ignore[attr-defined]


def test_a_box_has_a_number_of_its_own_and_a_table() -> None:
    assert refusal(remove, Counts(), Taken(1, "HKD", 1), box_used=True)[:2] == ("box-used", "HOUSE-FIN 4")
    assert refusal(remove, Counts())[:2] == ("no-such-table", "HOUSE-FIN 4")


def test_what_counts_bring_to_a_cage_is_its_stock() -> None:
    accepted: dict[str, Any] = {
        "break_id": "BRK-1",
        "place": "MAIN",
        "book": "CHIP",
        "currency": "HKD",
        "counted": 690,
        "booked": 700,
        "difference": -10,
        "at_pos": 1,
        "explanation": "miscount",
    }
    counts = counts_with(
        CommissionBoxCounted(table="PK-07", cage="MAIN", **SAID),
        CountDifferenceAccepted(kind="cage-chips", **accepted),
        CountDifferenceAccepted(kind="closer", **accepted),
        CageCounted(cage="MAIN", kind="cage-chips", **SAID),
    )
    assert counts.chips == {"HKD": 690}
    full = counts_with(CommissionBoxCounted(table="PK-07", cage="MAIN", currency="HKD", amount=BALANCE_MAX, at_pos=1))
    assert refusal(count, full, kind="commission-box")[0] == "balance-too-large"


def test_events_of_others_are_no_part_of_counts() -> None:
    with pytest.raises(TypeError, match="FundsWithdrawn is no event of a count"):
        Counts().evolve(FundsWithdrawn(amount=1, currency="HKD", cage="MAIN"))
