"""Whatever a cage is asked, in whatever order, and however often the day changes: no chip is lost, none given twice."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.cage.cage import Cage, opening
from domain.cage.commands import BuyChips, Credit, Fill, IssueChips, ReceiveCredit, ReceiveFill, RedeemChips, RetireChips, VoidSlip
from domain.cage.counter import decide_buy_chips, decide_issue_chips, decide_redeem_chips, decide_retire_chips
from domain.cage.events import (
    CageOpened,
    ChipsIssued,
    ChipsRedeemed,
    ChipsRetired,
    ChipsSold,
    CreditReceived,
    CreditSent,
    FillSent,
    SlipVoided,
)
from domain.cage.slips import decide_credit, decide_fill, decide_receive_credit, decide_receive_fill, decide_void_slip
from domain.event import Event
from domain.rules import RuleBroken

PEOPLE: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
amounts = st.integers(1, 1_000)
currencies = st.sampled_from(["HKD", "MOP"])
numbers = st.sampled_from(["S-1", "S-2", "S-3"])
asked = st.one_of(
    st.tuples(st.sampled_from(["issue", "retire", "buy", "redeem"]), amounts, currencies, st.none()),
    st.tuples(st.sampled_from(["fill", "credit", "fill-later", "credit-later"]), amounts, currencies, numbers),
    st.tuples(st.sampled_from(["receive-fill", "receive-credit", "void"]), amounts, st.none(), numbers),
    st.tuples(st.just("next-day"), st.none(), st.none(), st.none()),
)


def answer(cage: Cage, used: set[str], ask: tuple[str, Any, Any, Any]) -> list[Event]:
    word, amount, currency, slip = ask
    chips = {"amount": amount, "currency": currency}
    move = {**chips, "slip": slip, "table": "PK-07", "in_transit": word.endswith("-later")}
    known = cage if slip in used else None
    match word:
        case "issue":
            return decide_issue_chips(cage, IssueChips(**chips, **PEOPLE))
        case "retire":
            return decide_retire_chips(cage, RetireChips(**chips, **PEOPLE))
        case "buy":
            return decide_buy_chips(cage, BuyChips(**chips, pay="cash"))
        case "redeem":
            return decide_redeem_chips(cage, RedeemChips(**chips, to="cash"))
        case "fill" | "fill-later":
            return decide_fill(cage, Fill(**move), slip_used=slip in used)
        case "credit" | "credit-later":
            return decide_credit(cage, Credit(**move), slip_used=slip in used)
        case "receive-fill":
            return decide_receive_fill(known, ReceiveFill(slip=slip, amount=amount))
        case "receive-credit":
            return decide_receive_credit(known, ReceiveCredit(slip=slip, amount=amount))
        case "void":
            return decide_void_slip(known, VoidSlip(slip=slip, reason="lost", **PEOPLE))
    return [opening("MAIN", f"{cage.gaming_day}+", cage)]


SIGN: dict[type[Event], int] = {ChipsIssued: 1, ChipsRetired: -1, ChipsSold: -1, ChipsRedeemed: 1, FillSent: -1, CreditReceived: 1}


def booked(facts: list[Event], currency: str) -> int:
    """Chips of the cage by a plain sum over all days: the account 9210."""
    total = 0
    for event in facts:
        if getattr(event, "currency", None) == currency:
            back = isinstance(event, SlipVoided) and event.kind == "fill"
            total += (1 if back else SIGN.get(type(event), 0)) * event.amount  # type: ignore[attr-defined]
    return total


@given(st.lists(asked, max_size=25))
def test_a_cage_never_gives_what_it_does_not_hold(asks: list[tuple[str, Any, Any, Any]]) -> None:
    day: list[Event] = [opening("MAIN", "2026-11-30", None)]
    cage, facts, used = Cage(), list[Event](), set[str]()
    cage.evolve(day[0])
    for ask in asks:
        before = deepcopy(cage)
        try:
            made = answer(cage, used, ask)
        except RuleBroken:
            made = []
        assert cage == before, "deciding changes nothing"
        for event in made:
            if isinstance(event, CageOpened):
                cage, day = Cage(), []
            cage.evolve(event)
            day.append(event)
            facts.append(event)
            if isinstance(event, FillSent | CreditSent):
                used.add(event.slip)
        for currency in ("HKD", "MOP"):
            chips = cage.stock(currency).chips
            assert chips == booked(facts, currency)
            if before.stock(currency).kept:
                assert cage.stock(currency).kept
                assert chips >= min(before.stock(currency).chips, 0)
    read_back = Cage()
    for event in day:
        read_back.evolve(type(event).__pydantic_validator__.validate_json(event.body()))
    assert read_back == cage
