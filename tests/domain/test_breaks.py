"""Breaks, HOUSE-FIN 7: `open -> assigned -> explained -> proposed -> approved | rejected -> closed`, each step by the right person."""

from typing import Any

import pytest

from domain.breaks import commands as b
from domain.breaks import events as e
from domain.breaks.decide import (
    decide_approve_resolution,
    decide_assign_break,
    decide_carry_break,
    decide_explain_break,
    decide_propose_resolution,
    decide_reject_resolution,
)
from domain.breaks.record import BreakRecord, Status, blocks, status_of
from domain.event import Event
from domain.questions import Found
from domain.rules import RuleBroken
from domain.wallet import FundsWithdrawn

BRK = "BRK-0123456789ab"
NAMED: dict[str, Any] = {"break": BRK}
FOUND = Found(
    break_id=BRK,
    rule="R08",
    type="COUNT_SHORT",
    severity="report",
    gaming_day="2026-11-30",
    currency="HKD",
    side_a=47_750_000,
    side_b=47_700_000,
    kind="closer",
    place="BA-12",
    at_pos=812,
)
ASSIGNED = e.BreakAssigned(break_id=BRK, owner="E-1")
EXPLAINED = e.BreakExplained(break_id=BRK, explanation="miscount", by="E-1")
PROPOSED = e.ResolutionProposed(break_id=BRK, resolution="accept", side_a="47750000", side_b="47700000", by="E-1")
REJECTED = e.ResolutionRejected(break_id=BRK, reason="count again", by="E-2")
APPROVED = e.ResolutionApproved(break_id=BRK, by="E-2")
PATHS: dict[str, tuple[Event, ...]] = {
    "open": (),
    "assigned": (ASSIGNED,),
    "explained": (ASSIGNED, EXPLAINED),
    "proposed": (ASSIGNED, EXPLAINED, PROPOSED),
    "rejected": (ASSIGNED, EXPLAINED, PROPOSED, REJECTED),
    "closed": (ASSIGNED, EXPLAINED, PROPOSED, APPROVED),
}
STEPS: dict[str, tuple[Any, Any, set[str]]] = {
    "assign": (decide_assign_break, b.AssignBreak(**NAMED, owner="E-1"), {"open", "assigned", "explained", "rejected"}),
    "explain": (
        decide_explain_break,
        b.ExplainBreak(**NAMED, explanation="miscount", actor="E-1"),
        {"assigned", "explained", "rejected"},
    ),
    "propose": (decide_propose_resolution, b.ProposeResolution(**NAMED, resolution="accept", actor="E-1"), {"explained", "rejected"}),
    "approve": (decide_approve_resolution, b.ApproveResolution(**NAMED, actor="E-2"), {"proposed"}),
    "reject": (decide_reject_resolution, b.RejectResolution(**NAMED, reason="count again", actor="E-2"), {"proposed"}),
    "carry": (
        decide_carry_break,
        b.CarryBreak(**NAMED, gaming_day="2026-11-30", reason="still looked at", actor="E-1", approver="E-2"),
        {"open", "assigned", "explained", "proposed", "rejected"},
    ),
}
FOLLOWS = {"assign": ASSIGNED, "explain": EXPLAINED, "propose": PROPOSED, "approve": APPROVED, "reject": REJECTED}


def record(status: str) -> BreakRecord:
    made = BreakRecord()
    for event in PATHS[status]:
        made.evolve(event)
    return made


def refusal(decide: Any, *args: Any, **given: Any) -> tuple[str, str | None, dict[str, Any] | None]:
    with pytest.raises(RuleBroken) as refused:
        decide(*args, **given)
    return refused.value.code, refused.value.rule, refused.value.allowed


@pytest.mark.parametrize("status", PATHS)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_taken_from_its_statuses_and_no_others(step: str, status: str) -> None:
    decide, command, accepted = STEPS[step]
    if status in accepted:
        (event,) = decide(record(status), command, found=FOUND)
        assert event == FOLLOWS.get(step, event)
        assert event.break_id == BRK
    else:
        code, rule, allowed = refusal(decide, record(status), command, found=FOUND)
        assert (code, rule) == ("wrong-status", "HOUSE-FIN 7")
        assert accepted <= set((allowed or {})["status"])


def test_the_record_says_how_people_left_it() -> None:
    assert [record(status).status for status in PATHS] == list(PATHS)
    closed = record("closed")
    assert (closed.owner, closed.settled) == ("E-1", ("47750000", "47700000"))


@pytest.mark.parametrize("step", STEPS)
def test_what_no_run_finds_and_nobody_has_touched_is_no_break(step: str) -> None:
    decide, command, _ = STEPS[step]
    assert refusal(decide, BreakRecord(), command, found=None)[:2] == ("no-such-break", "HOUSE-FIN 7")


def test_what_is_no_longer_found_may_still_be_brought_to_its_end() -> None:
    (proposed,) = decide_propose_resolution(record("explained"), STEPS["propose"][1], found=None)
    assert (proposed.side_a, proposed.side_b) == ("0", "0")  # type: ignore[attr-defined]
    assert decide_approve_resolution(record("proposed"), STEPS["approve"][1], found=None) == [APPROVED]


@pytest.mark.parametrize("people", [{"actor": "E-1"}, {"actor": "E-1", "approver": "E-1"}, {"actor": "E-2", "approver": "E-1"}])
def test_the_proposer_does_not_decide(people: dict[str, str]) -> None:
    for decide, command in (
        (decide_approve_resolution, b.ApproveResolution(**NAMED, **people)),
        (decide_reject_resolution, b.RejectResolution(**NAMED, reason="no", **people)),
    ):
        assert refusal(decide, record("proposed"), command, found=FOUND)[:2] == ("same-person", "HOUSE-FIN 7")


def test_the_approver_is_who_decides_where_one_is_named() -> None:
    command = b.ApproveResolution(**NAMED, actor="E-1", approver="E-2")
    assert decide_approve_resolution(record("proposed"), command, found=FOUND) == [APPROVED]


@pytest.mark.parametrize("step", ["explain", "propose", "approve", "reject", "carry"])
def test_nobody_is_not_a_person(step: str) -> None:
    decide, command, accepted = STEPS[step]
    nobody = command.model_copy(update={"actor": None, "approver": None})
    status = "proposed" if "proposed" in accepted else "explained"
    assert refusal(decide, record(status), nobody, found=FOUND)[0] == "two-people-needed"


def test_two_people_carry_a_break_into_one_day() -> None:
    decide, command, _ = STEPS["carry"]
    alone = command.model_copy(update={"approver": "E-1"})
    assert refusal(decide, record("open"), alone, found=FOUND)[0] == "two-people-needed"
    carried = BreakRecord()
    (event,) = decide(carried, command, found=FOUND)
    carried.evolve(event)
    assert (carried.status, carried.carried) == ("open", {"2026-11-30"})


@pytest.mark.parametrize(
    ("explanation", "more", "lacking"),
    [
        ("system-defect", {}, "number"),
        ("system-defect", {"text": "a defect"}, "number"),
        ("other", {}, "text"),
        ("other", {"text": " "}, "text"),
        ("system-defect", {"number": "T-9"}, None),
        ("other", {"text": "the lamp went out"}, None),
        ("counterfeit", {}, None),
    ],
)
def test_an_explanation_says_what_it_must(explanation: Any, more: dict[str, Any], lacking: str | None) -> None:
    command = b.ExplainBreak(**NAMED, explanation=explanation, **more, actor="E-1")
    if lacking is None:
        assert decide_explain_break(record("assigned"), command, found=FOUND) != []
    else:
        with pytest.raises(RuleBroken, match=f"needs the field '{lacking}'") as refused:
            decide_explain_break(record("assigned"), command, found=FOUND)
        assert refused.value.code == "field-missing"


@pytest.mark.parametrize(
    ("left", "found", "status"),
    [
        ("open", None, "auto-cleared"),
        ("open", FOUND, "open"),
        ("assigned", None, "assigned"),
        ("closed", None, "closed"),
        ("closed", FOUND, "closed"),
        ("closed", FOUND.model_copy(update={"side_b": 47_600_000}), "reopened"),
    ],
)
def test_a_run_says_what_became_of_a_break(left: str, found: Found | None, status: Status) -> None:
    assert status_of(record(left), found) == status


def test_a_reopened_break_begins_again() -> None:
    again = record("closed")
    found = FOUND.model_copy(update={"side_b": 1})
    (assigned,) = decide_assign_break(again, STEPS["assign"][1], found=found)
    again.evolve(assigned)
    assert status_of(again, found) == "assigned"


@pytest.mark.parametrize(
    ("status", "severity", "age", "carried", "blocked"),
    [
        ("open", "minor", 1, None, False),
        ("open", "minor", 2, None, True),
        ("open", "minor", 2, "2026-11-30", False),
        ("open", "report", 0, None, True),
        ("proposed", "regulator", 0, None, True),
        ("assigned", "report", 9, "2026-11-30", False),
        ("assigned", "report", 0, "2026-11-29", True),
        ("open", "critical", 0, "2026-11-30", True),
        ("closed", "critical", 9, None, False),
        ("closed", "regulator", 9, None, False),
    ],
)
def test_what_stands_against_the_close(status: str, severity: Any, age: int, carried: str | None, blocked: bool) -> None:
    made = record(status)
    if carried:
        made.evolve(e.BreakCarried(break_id=BRK, gaming_day=carried, reason="still looked at"))
    assert blocks(made, FOUND.model_copy(update={"severity": severity, "age": age}), "2026-11-30") == blocked


def test_events_of_others_are_no_part_of_a_break() -> None:
    with pytest.raises(TypeError, match="FundsWithdrawn is no event of a break"):
        BreakRecord().evolve(FundsWithdrawn(amount=1, currency="HKD", cage="MAIN"))
