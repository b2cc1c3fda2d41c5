"""The cage's counter, HOUSE-FIN 2: chips issued, retired, sold and taken back, and the house's cash."""

from typing import Any

import pytest

from domain.cage.cage import Cage, Stock, opening
from domain.cage.commands import BuyChips, FundCage, IssueChips, MoveCash, RedeemChips, RetireChips
from domain.cage.counter import (
    cage_of,
    decide_buy_chips,
    decide_fund_cage,
    decide_issue_chips,
    decide_move_cash,
    decide_redeem_chips,
    decide_retire_chips,
)
from domain.cage.events import (
    CageFunded,
    CageOpened,
    Carried,
    CashMoved,
    ChipsIssued,
    ChipsRedeemed,
    ChipsRetired,
    ChipsSold,
    FillSent,
    SlipOnTheWay,
)
from domain.event import Event
from domain.fields import BALANCE_MAX
from domain.rules import RuleBroken

DAY = "2026-11-30"
PEOPLE: dict[str, Any] = {"actor": "E-2001", "approver": "E-3001"}
HKD_500: dict[str, Any] = {"amount": 500, "currency": "HKD"}
ISSUED = ChipsIssued(amount=1_000, currency="HKD")


def cage_with(*events: Event, name: str = "MAIN") -> Cage:
    cage = Cage()
    for event in (opening(name, DAY, None), *events):
        cage.evolve(event)
    return cage


def refusal(decide: Any, *args: Any, **given: Any) -> tuple[str, str | None, dict[str, Any] | None]:
    with pytest.raises(RuleBroken) as refused:
        decide(*args, **given)
    return refused.value.code, refused.value.rule, refused.value.allowed


def test_chips_are_issued_by_denomination() -> None:
    command = IssueChips(currency="HKD", denominations={"500": 4, "10000": 5}, **PEOPLE)
    assert decide_issue_chips(cage_with(), command) == [
        ChipsIssued(amount=52_000, currency="HKD", denominations={"10000": 5, "500": 4}),
    ]


def test_issued_chips_make_a_stock_that_is_kept() -> None:
    assert cage_with().stock("HKD") == Stock()
    assert cage_with(ISSUED).stock("HKD") == Stock(chips=1_000, kept=True)
    assert cage_with(ISSUED).stock("MOP") == Stock()


def test_chips_are_retired_from_what_the_cage_holds() -> None:
    assert decide_retire_chips(cage_with(ISSUED), RetireChips(**HKD_500, **PEOPLE)) == [ChipsRetired(**HKD_500)]
    assert cage_with(ISSUED, ChipsRetired(**HKD_500)).stock("HKD").chips == 500


@pytest.mark.parametrize(("cage", "most"), [(cage_with(ISSUED), 1_000), (cage_with(), 0)], ids=["kept", "not kept"])
def test_no_more_chips_are_retired_than_are_there(cage: Cage, most: int) -> None:
    command = RetireChips(amount=1_001, currency="HKD", **PEOPLE)
    assert refusal(decide_retire_chips, cage, command) == ("cage-short", "HOUSE-FIN 2", {"max": most})


@pytest.mark.parametrize(
    ("source", "event"),
    [
        ("owner", CageFunded(source="owner", **HKD_500)),
        ("bank", CageFunded(source="bank", bank="bank", **HKD_500)),
    ],
)
def test_the_cage_is_funded(source: str, event: CageFunded) -> None:
    command = FundCage.model_validate({"from": source, **HKD_500, **PEOPLE})
    assert decide_fund_cage(cage_with(), command) == [event]
    assert cage_with(event).stock("HKD") == Stock(cash=500)


def moved(source: str, to: str) -> MoveCash:
    return MoveCash.model_validate({"from": source, "to": to, **HKD_500, **PEOPLE})


def test_cash_moves_between_places() -> None:
    assert decide_move_cash(cage_with(), moved("MAIN", "vault")) == [CashMoved(source="MAIN", to="vault", **HKD_500)]


@pytest.mark.parametrize(
    ("source", "to", "recorded_by"),
    [
        ("VIP", "vault", "VIP"),
        ("bank-BNU", "VIP", "VIP"),
        ("VIP", "MAIN", "VIP"),
        ("vault", "bank", "MAIN"),
        ("banker", "Vault", "banker"),
    ],
)
def test_a_cage_records_the_move(source: str, to: str, recorded_by: str) -> None:
    assert cage_of(moved(source, to)) == recorded_by


@pytest.mark.parametrize(
    ("source", "to", "cash"), [("VIP", "vault", -500), ("vault", "VIP", 500), ("vault", "bank", 0), ("VIP", "MAIN", -500)]
)
def test_the_cage_that_records_it_gains_or_gives(source: str, to: str, cash: int) -> None:
    assert cage_with(CashMoved(source=source, to=to, **HKD_500), name="VIP").stock("HKD").cash == cash


@pytest.mark.parametrize("place", ["MAIN", "vault", "bank"])
def test_cash_does_not_move_to_where_it_is(place: str) -> None:
    assert refusal(decide_move_cash, cage_with(), moved(place, place)) == ("same-place", "HOUSE-FIN 2", None)


def buy(**fields: Any) -> BuyChips:
    return BuyChips(**{**HKD_500, "pay": "cash", **fields})


def test_chips_are_sold_for_cash_to_anybody() -> None:
    assert decide_buy_chips(cage_with(ISSUED), buy()) == [ChipsSold(pay="cash", **HKD_500)]
    assert cage_with(ISSUED, ChipsSold(pay="cash", **HKD_500)).stock("HKD") == Stock(chips=500, cash=500, kept=True)


def test_chips_are_sold_over_a_wallet() -> None:
    assert decide_buy_chips(cage_with(ISSUED), buy(pay="wallet", player="P-7")) == [ChipsSold(pay="wallet", player="P-7", **HKD_500)]
    assert cage_with(ISSUED, ChipsSold(pay="wallet", player="P-7", **HKD_500)).stock("HKD") == Stock(chips=500, kept=True)


def test_a_kept_cage_sells_no_more_than_it_holds() -> None:
    assert refusal(decide_buy_chips, cage_with(ISSUED), buy(amount=1_001)) == ("cage-short", "HOUSE-FIN 2", {"max": 1_000})


def test_a_cage_that_is_not_kept_shows_what_it_sold() -> None:
    [sold] = decide_buy_chips(cage_with(), buy())
    assert cage_with(sold).stock("HKD") == Stock(chips=-500, cash=500)
    assert decide_buy_chips(cage_with(sold), buy())


def redeem(**fields: Any) -> RedeemChips:
    return RedeemChips(**{**HKD_500, "to": "cash", **fields})


@pytest.mark.parametrize(
    ("fields", "stock"),
    [({"to": "cash"}, Stock(chips=500, cash=-500)), ({"to": "wallet", "player": "P-7"}, Stock(chips=500))],
)
def test_chips_are_taken_back(fields: dict[str, Any], stock: Stock) -> None:
    events = decide_redeem_chips(cage_with(), redeem(**fields))
    assert events == [ChipsRedeemed(**HKD_500, **fields)]
    assert cage_with(*events).stock("HKD") == stock


def test_a_wallet_has_a_player() -> None:
    assert refusal(decide_redeem_chips, cage_with(), redeem(to="wallet")) == ("player-needed", "HOUSE-FIN 2", None)
    assert refusal(decide_buy_chips, cage_with(), buy(pay="wallet")) == ("player-needed", "HOUSE-FIN 2", None)


@pytest.mark.parametrize("people", [{}, {"actor": "E-1"}, {"actor": "E-1", "approver": "E-1"}])
def test_two_people_issue_retire_fund_and_move(people: dict[str, Any]) -> None:
    alone: list[tuple[Any, Any]] = [
        (decide_issue_chips, IssueChips(**HKD_500, **people)),
        (decide_retire_chips, RetireChips(**HKD_500, **people)),
        (decide_fund_cage, FundCage.model_validate({"from": "owner", **HKD_500, **people})),
        (decide_move_cash, MoveCash.model_validate({"from": "MAIN", "to": "vault", **HKD_500, **people})),
    ]
    for decide, command in alone:
        assert refusal(decide, cage_with(ISSUED), command) == ("two-people-needed", "HOUSE-FIN 2", None)


def full(**stock: int) -> Cage:
    cage = Cage()
    carried = Carried(currency="HKD", chips=stock.get("chips", 0), cash=stock.get("cash", 0), kept=False)
    cage.evolve(CageOpened(cage="MAIN", gaming_day=DAY, carried=(carried,)))
    return cage


@pytest.mark.parametrize(
    ("decide", "command", "stock"),
    [
        (decide_issue_chips, IssueChips(**HKD_500, **PEOPLE), {"chips": BALANCE_MAX - 499}),
        (decide_redeem_chips, redeem(), {"chips": BALANCE_MAX - 499}),
        (decide_redeem_chips, redeem(), {"cash": -BALANCE_MAX + 499}),
        (decide_buy_chips, buy(), {"chips": -BALANCE_MAX + 499}),
        (decide_buy_chips, buy(), {"cash": BALANCE_MAX - 499}),
        (decide_fund_cage, FundCage.model_validate({"from": "owner", **HKD_500, **PEOPLE}), {"cash": BALANCE_MAX - 499}),
        (decide_move_cash, moved("vault", "MAIN"), {"cash": BALANCE_MAX - 499}),
        (decide_move_cash, moved("MAIN", "vault"), {"cash": -BALANCE_MAX + 499}),
    ],
)
def test_a_cage_holds_no_more_than_every_json_reader_can_tell(decide: Any, command: Any, stock: dict[str, int]) -> None:
    assert refusal(decide, full(**stock), command) == ("balance-too-large", None, {"max": 499})
    nearly = {name: amount - 1 if amount > 0 else amount + 1 for name, amount in stock.items()}
    assert decide(full(**nearly), command)


def test_the_next_day_begins_with_what_this_one_left() -> None:
    last = cage_with(
        ISSUED,
        ChipsSold(pay="cash", **HKD_500),
        CageFunded(source="owner", amount=70, currency="MOP"),
        FillSent(slip="F-1", table="PK-07", amount=200, currency="HKD"),
    )
    event = opening("MAIN", "2026-12-01", last)
    assert event == CageOpened(
        cage="MAIN",
        gaming_day="2026-12-01",
        carried=(
            Carried(currency="HKD", chips=300, cash=500, kept=True),
            Carried(currency="MOP", chips=0, cash=70, kept=False),
        ),
        slips=(SlipOnTheWay(slip="F-1", kind="fill", table="PK-07", amount=200, currency="HKD"),),
    )
    next_day = Cage()
    next_day.evolve(CageOpened.__pydantic_validator__.validate_json(event.body()))
    assert (next_day.name, next_day.gaming_day, next_day.stocks, next_day.slips) == ("MAIN", "2026-12-01", last.stocks, last.slips)


def test_events_of_others_are_no_part_of_a_cage() -> None:
    class Other(Event):
        contract = "test.other"

    with pytest.raises(TypeError, match="Other"):
        Cage().evolve(Other())
