"""Fills and credits, HOUSE-FIN 3: chips that travel under a slip."""

from typing import Any

import pytest

from domain.cage.cage import Cage, Stock, opening
from domain.cage.commands import Credit, Fill, IssueChips, ReceiveCredit, ReceiveFill, VoidSlip
from domain.cage.counter import decide_issue_chips
from domain.cage.events import (
    CageOpened,
    Carried,
    ChipsIssued,
    CreditReceived,
    CreditSent,
    FillReceived,
    FillSent,
    SlipVoided,
)
from domain.cage.slips import decide_credit, decide_fill, decide_receive_credit, decide_receive_fill, decide_void_slip
from domain.event import Event
from domain.fields import BALANCE_MAX
from domain.rules import RuleBroken

PEOPLE: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
MOVE: dict[str, Any] = {"slip": "S-1", "table": "PK-07", "amount": 400, "currency": "HKD"}
ISSUED = ChipsIssued(amount=1_000, currency="HKD")


def cage_with(*events: Event) -> Cage:
    cage = Cage()
    for event in (opening("MAIN", "2026-11-30", None), *events):
        cage.evolve(event)
    return cage


def refusal(decide: Any, *args: Any, **given: Any) -> tuple[str, str | None, dict[str, Any] | None]:
    with pytest.raises(RuleBroken) as refused:
        decide(*args, **given)
    return refused.value.code, refused.value.rule, refused.value.allowed


def test_a_fill_is_sent_and_received() -> None:
    assert decide_fill(cage_with(ISSUED), Fill(**MOVE), slip_used=False) == [FillSent(**MOVE), FillReceived(**MOVE)]
    after = cage_with(ISSUED, FillSent(**MOVE), FillReceived(**MOVE))
    assert (after.stock("HKD"), after.slips) == (Stock(chips=600, kept=True), {})


def test_a_fill_in_transit_is_received_later() -> None:
    assert decide_fill(cage_with(ISSUED), Fill(**MOVE, in_transit=True), slip_used=False) == [FillSent(**MOVE)]
    on_the_way = cage_with(ISSUED, FillSent(**MOVE))
    assert on_the_way.stock("HKD").chips == 600
    assert decide_receive_fill(on_the_way, ReceiveFill(slip="S-1", amount=400)) == [FillReceived(**MOVE)]


def test_what_arrives_is_recorded_even_if_it_is_less() -> None:
    on_the_way = cage_with(ISSUED, FillSent(**MOVE))
    assert decide_receive_fill(on_the_way, ReceiveFill(slip="S-1", denominations={"100": 3})) == [
        FillReceived(**{**MOVE, "amount": 300}, denominations={"100": 3})
    ]


def test_a_credit_is_sent_and_received() -> None:
    assert decide_credit(cage_with(), Credit(**MOVE), slip_used=False) == [CreditSent(**MOVE), CreditReceived(**MOVE)]
    after = cage_with(CreditSent(**MOVE), CreditReceived(**MOVE))
    assert (after.stock("HKD"), after.slips) == (Stock(chips=400, kept=True), {})


def test_a_credit_in_transit_is_received_later() -> None:
    assert decide_credit(cage_with(), Credit(**MOVE, in_transit=True), slip_used=False) == [CreditSent(**MOVE)]
    on_the_way = cage_with(CreditSent(**MOVE))
    assert on_the_way.stock("HKD") == Stock()
    received = decide_receive_credit(on_the_way, ReceiveCredit(slip="S-1", amount=390))
    assert received == [CreditReceived(**{**MOVE, "amount": 390})]
    assert cage_with(CreditSent(**MOVE), *received).stock("HKD").chips == 390


@pytest.mark.parametrize(
    ("sent", "kind", "chips"),
    [(FillSent(**MOVE), "fill", 1_000), (CreditSent(**MOVE), "credit", 1_000)],
)
def test_a_voided_slip_undoes_its_sending(sent: Event, kind: Any, chips: int) -> None:
    voided = decide_void_slip(cage_with(ISSUED, sent), VoidSlip(slip="S-1", reason="wrong table", **PEOPLE))
    assert voided == [SlipVoided(**MOVE, kind=kind, reason="wrong table")]
    after = cage_with(ISSUED, sent, *voided)
    assert (after.stock("HKD").chips, after.slips) == (chips, {})


@pytest.mark.parametrize(("decide", "command"), [(decide_fill, Fill(**MOVE)), (decide_credit, Credit(**MOVE))])
def test_a_slip_number_is_used_once(decide: Any, command: Any) -> None:
    assert refusal(decide, cage_with(ISSUED), command, slip_used=True) == ("slip-used", "HOUSE-FIN 3", None)


def test_a_kept_cage_fills_no_more_than_it_holds() -> None:
    command = Fill(**{**MOVE, "amount": 1_001})
    assert refusal(decide_fill, cage_with(ISSUED), command, slip_used=False) == ("cage-short", "HOUSE-FIN 2", {"max": 1_000})


def test_a_first_fill_makes_the_stock_of_a_cage_kept() -> None:
    events = decide_fill(cage_with(), Fill(**MOVE), slip_used=False)
    assert cage_with(*events).stock("HKD") == Stock(chips=-400, kept=True)
    assert refusal(decide_fill, cage_with(*events), Fill(**MOVE), slip_used=False) == ("cage-short", "HOUSE-FIN 2", {"max": 0})


@pytest.mark.parametrize(
    ("decide", "command", "data"),
    [
        (decide_fill, Fill(**MOVE, denominations={"100": 3}), {"slip_used": False}),
        (decide_credit, Credit(**MOVE, denominations={"100": 3}), {"slip_used": False}),
        (decide_receive_fill, ReceiveFill(slip="S-1", amount=400, denominations={"100": 3}), {}),
    ],
)
def test_the_chips_make_the_amount(decide: Any, command: Any, data: dict[str, bool]) -> None:
    cage = cage_with(ISSUED, FillSent(**MOVE))
    assert refusal(decide, cage, command, **data) == ("denominations-differ", "HOUSE-FIN 3", {"amount": 300})


LATER: list[tuple[Any, Any]] = [
    (decide_receive_fill, ReceiveFill(slip="S-1", amount=400)),
    (decide_receive_credit, ReceiveCredit(slip="S-1", amount=400)),
    (decide_void_slip, VoidSlip(slip="S-1", reason="lost", **PEOPLE)),
]


@pytest.mark.parametrize(("decide", "command"), LATER)
def test_a_slip_that_nobody_sent_is_unknown(decide: Any, command: Any) -> None:
    assert refusal(decide, None, command) == ("no-such-slip", "HOUSE-FIN 3", None)


@pytest.mark.parametrize(("decide", "command"), LATER)
@pytest.mark.parametrize(
    "events",
    [
        (FillSent(**MOVE), FillReceived(**MOVE)),
        (CreditSent(**MOVE), CreditReceived(**MOVE)),
        (FillSent(**MOVE), SlipVoided(**MOVE, kind="fill", reason="lost")),
    ],
)
def test_a_slip_ends_once(events: tuple[Event, ...], decide: Any, command: Any) -> None:
    assert refusal(decide, cage_with(ISSUED, *events), command) == ("not-pending", "HOUSE-FIN 3", None)


def test_a_fill_is_no_credit() -> None:
    assert refusal(decide_receive_credit, cage_with(FillSent(**MOVE)), LATER[1][1])[0] == "no-such-slip"
    assert refusal(decide_receive_fill, cage_with(CreditSent(**MOVE)), LATER[0][1])[0] == "no-such-slip"


@pytest.mark.parametrize("people", [{}, {"actor": "E-1", "approver": "E-1"}])
def test_two_people_void_a_slip(people: dict[str, Any]) -> None:
    command = VoidSlip(slip="S-1", reason="lost", **people)
    assert refusal(decide_void_slip, cage_with(FillSent(**MOVE)), command) == ("two-people-needed", "HOUSE-FIN 3", None)


@pytest.mark.parametrize(
    ("sent", "decide", "command", "chips"),
    [
        (FillSent(**MOVE), decide_receive_fill, LATER[0][1], 600),
        (CreditSent(**MOVE), decide_receive_credit, LATER[1][1], 1_400),
        (FillSent(**MOVE), decide_void_slip, LATER[2][1], 1_000),
    ],
)
def test_a_slip_of_yesterday_moves_the_stock_of_today(sent: Event, decide: Any, command: Any, chips: int) -> None:
    today = Cage()
    today.evolve(opening("MAIN", "2026-12-01", cage_with(ISSUED, sent)))
    for event in decide(today, command):
        today.evolve(event)
    assert (today.stock("HKD").chips, today.slips) == (chips, {})


def full_but_for(room: int, *events: Event) -> Cage:
    cage = Cage()
    carried = Carried(currency="HKD", chips=BALANCE_MAX - room, cash=0, kept=True)
    for event in (CageOpened(cage="MAIN", gaming_day="2026-11-30", carried=(carried,)), *events):
        cage.evolve(event)
    return cage


def test_a_fill_can_always_be_voided() -> None:
    issue, credit = IssueChips(amount=1, currency="HKD", **PEOPLE), Credit(**{**MOVE, "slip": "S-2", "amount": 1})
    assert refusal(decide_issue_chips, full_but_for(0, FillSent(**MOVE)), issue)[0] == "balance-too-large"
    assert refusal(decide_credit, full_but_for(0, FillSent(**MOVE)), credit, slip_used=False)[0] == "balance-too-large"


@pytest.mark.parametrize("sent", [CreditSent(**MOVE), FillSent(**{**MOVE, "currency": "MOP"})])
def test_other_slips_on_the_way_take_no_room(sent: Event) -> None:
    assert decide_issue_chips(full_but_for(1, sent), IssueChips(amount=1, currency="HKD", **PEOPLE))


def test_a_credit_that_is_received_needs_room() -> None:
    assert decide_receive_credit(full_but_for(400, CreditSent(**MOVE)), ReceiveCredit(slip="S-1", amount=400))
    refused = refusal(decide_receive_credit, full_but_for(399, CreditSent(**MOVE)), ReceiveCredit(slip="S-1", amount=400))
    assert refused == ("balance-too-large", None, {"max": 399})
