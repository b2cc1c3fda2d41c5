"""Differences of counts that two people accept, HOUSE-FIN 4: with the figures that they have seen, and by the right two."""

from typing import Any

import pytest

from domain.breaks import commands as b
from domain.breaks.decide import decide_accept_difference
from domain.counting.events import CountDifferenceAccepted
from domain.questions import Found
from domain.rules import RuleBroken
from tests.domain.test_breaks import APPROVED, BRK, FOUND, NAMED, record, refusal

SEEN: dict[str, Any] = {"explanation": "miscount", "counted": 47_700_000, "booked": 47_750_000, "at_pos": 812}


def accept(status: str = "proposed", found: Found | None = FOUND, restates: str | None = None, **fields: Any) -> Any:
    command = b.AcceptDifference(**NAMED, **{**SEEN, "actor": "E-3", "approver": "E-2", **fields})
    return decide_accept_difference(record(status), command, found=found, restates=restates)


def test_a_difference_is_accepted_as_the_two_people_have_seen_it() -> None:
    approved, accepted = accept(restates="2026-11-30")
    assert approved == [APPROVED]
    assert accepted == [
        CountDifferenceAccepted(
            break_id=BRK,
            kind="closer",
            place="BA-12",
            book="CHIP",
            currency="HKD",
            difference=-50_000,
            restates="2026-11-30",
            **SEEN,
        )
    ]


@pytest.mark.parametrize(
    ("kind", "book"),
    [("opener", "CHIP"), ("commission-box", "CHIP"), ("cage-chips", "CHIP"), ("drop", "MONEY"), ("cage-cash", "MONEY")],
)
def test_chips_and_cash_are_in_books_of_their_own(kind: Any, book: str) -> None:
    _, (accepted,) = accept(found=FOUND.model_copy(update={"kind": kind}))
    assert accepted.book == book


@pytest.mark.parametrize("other", [{"counted": 47_700_001}, {"booked": 47_750_001}, {"at_pos": 813}])
def test_other_figures_than_the_run_s_are_stale(other: dict[str, int]) -> None:
    now = {"booked": 47_750_000, "counted": 47_700_000, "at_pos": 812}
    with pytest.raises(RuleBroken) as refused:
        accept(**other)
    assert (refused.value.code, refused.value.allowed) == ("stale", now)


def test_what_is_no_longer_found_is_not_accepted() -> None:
    assert refusal(accept, found=None)[0] == "stale"


@pytest.mark.parametrize("status", ["open", "assigned", "explained", "rejected", "closed"])
def test_only_what_was_proposed_is_accepted(status: str) -> None:
    assert refusal(accept, status)[0] == "wrong-status"


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ({"approver": None}, "two-people-needed"),
        ({"approver": "E-3"}, "two-people-needed"),
        ({"approver": "E-1"}, "same-person"),
    ],
)
def test_another_than_the_proposer_accepts(people: dict[str, Any], code: str) -> None:
    assert refusal(accept, **people)[0] == code


def test_a_break_of_no_count_is_not_accepted_as_one() -> None:
    assert refusal(accept, found=FOUND.model_copy(update={"kind": None}))[0] == "not-a-count"
