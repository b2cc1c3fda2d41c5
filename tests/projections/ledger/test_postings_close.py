"""The postings of exchange, counts, accepted differences and tax (docs/close.md, Postings)."""

from typing import Any

import pytest

from domain import wallet as w
from domain.closing import events as close
from domain.counting import events as n
from domain.event import Event, counts_stream, day_stream
from tests.projections.ledger.house import DAY, Desk, House, wallet

COUNTS = "HOUSE-FIN 4"
COUNTED: dict[str, Any] = {"currency": "HKD", "amount": 700, "at_pos": 1}


def legs(stream: str, event: Event) -> list[tuple[Any, ...]]:
    """Leg, debit, credit, amount, currency and rule of each leg."""
    house = House()
    house.record((stream, event))
    lines = Desk().book(house.log).rows("lines")
    return [
        (debit["leg"], debit["account"], credit["account"], debit["amount"], debit["currency"], debit["rule"])
        for debit, credit in zip(lines[::2], lines[1::2], strict=True)
    ]


def accepted(kind: Any, place: str, difference: int, book: Any = "CHIP") -> n.CountDifferenceAccepted:
    return n.CountDifferenceAccepted(
        break_id="BRK-0123456789ab",
        kind=kind,
        place=place,
        book=book,
        currency="HKD",
        counted=1_000 + difference,
        booked=1_000,
        difference=difference,
        at_pos=1,
        explanation="miscount",
    )


def test_an_exchange_is_two_legs_in_two_currencies() -> None:
    event = w.FundsExchanged(amount=101, currency="HKD", into_amount=104, into="MOP", num=103, den=100)
    assert legs(wallet("P-1"), event) == [
        ("FX_OUT", "2010:P-1", "7900", 101, "HKD", "HOUSE-FIN 1"),
        ("FX_IN", "7900", "2010:P-1", 104, "MOP", "HOUSE-FIN 1"),
    ]


@pytest.mark.parametrize("kind", ["opener", "closer"])
def test_a_count_of_a_tray_is_an_observation(kind: Any) -> None:
    assert legs(counts_stream("BA-12"), n.TrayCounted(table="BA-12", kind=kind, **COUNTED)) == []


@pytest.mark.parametrize("kind", ["cage-chips", "cage-cash"])
def test_a_count_of_a_cage_is_an_observation(kind: Any) -> None:
    assert legs(counts_stream("MAIN"), n.CageCounted(cage="MAIN", kind=kind, **COUNTED)) == []


def test_a_commission_box_goes_to_the_cage() -> None:
    event = n.CommissionBoxCounted(table="PK-07", cage="EAST", **COUNTED)
    assert legs(counts_stream("EAST"), event) == [("BOX_TO_CAGE", "9210:EAST", "9230:PK-07", 700, "HKD", COUNTS)]


def test_drop_leaves_its_table_by_currency_and_is_counted_into_the_vault() -> None:
    removed = n.DropRemoved(table="PK-07", box="D-1", booked={"HKD": 500, "MOP": 80}, session=1, session_cash=500)
    assert legs(counts_stream("PK-07"), removed) == [
        ("DROP_REMOVED", "1320:D-1", "1310:PK-07", 500, "HKD", COUNTS),
        ("DROP_REMOVED", "1320:D-1", "1310:PK-07", 80, "MOP", COUNTS),
    ]
    counted = n.DropCounted(table="PK-07", box="D-1", **COUNTED)
    assert legs(counts_stream("PK-07"), counted) == [("DROP_COUNTED", "1120", "1320:D-1", 700, "HKD", COUNTS)]


@pytest.mark.parametrize(
    ("kind", "place", "tray"),
    [
        ("opener", "BA-12", "9220:BA-12"),
        ("closer", "BA-12", "9220:BA-12"),
        ("commission-box", "PK-07", "9230:PK-07"),
        ("cage-chips", "MAIN", "9210:MAIN"),
    ],
)
def test_chips_short_are_owed_to_nobody_known_and_chips_over_are_the_exact_negation(kind: Any, place: str, tray: str) -> None:
    short = legs(counts_stream(place), accepted(kind, place, -50))
    assert short == [
        ("COUNT_DIFFERENCE", f"6920:{place}", f"2131:{place}", 50, "HKD", COUNTS),
        ("COUNT_DIFFERENCE", "9290", tray, 50, "HKD", COUNTS),
    ]
    over = legs(counts_stream(place), accepted(kind, place, 50))
    assert over == [(*leg[:3], -leg[3], *leg[4:]) for leg in short]


@pytest.mark.parametrize(("kind", "place", "cash"), [("drop", "D-1", "1320:D-1"), ("cage-cash", "MAIN", "1110:MAIN")])
def test_cash_short_is_the_house_s_loss_and_cash_over_the_exact_negation(kind: Any, place: str, cash: str) -> None:
    for difference in (-50, 50):
        event = accepted(kind, place, difference, "MONEY")
        assert legs(counts_stream(place), event) == [("CASH_DIFFERENCE", f"6910:{place}", cash, -difference, "HKD", COUNTS)]


def test_tax_and_contributions_are_accrued_in_patacas_each_under_its_rule() -> None:
    figures = {"due_tax": 0, "due_fund": 0, "due_development": 0, "tax": 350, "fund": -20, "development": 0}
    event = close.TaxAccrued(gaming_day=DAY, through=DAY, as_of=1, policy="FINANCE-2026", ggr={}, **figures)
    assert legs(day_stream(DAY), event) == [
        ("TAX", "6010", "2310", 350, "MOP", "MO-L16-2001 27(1)"),
        ("FUND", "6010", "2320", -20, "MOP", "HOUSE-FIN 7"),
    ]


def test_an_entry_says_which_day_it_restates_and_which_table_it_is_about() -> None:
    house = House()
    restating = accepted("closer", "BA-12", -50).model_copy(update={"restates": "2026-11-28"})
    house.record((counts_stream("BA-12"), restating), actor="E-1", approver="E-2")
    house.record((counts_stream("BA-12"), n.DropRemoved(table="BA-12", box="D-1", booked={"HKD": 1}, session=1, session_cash=1)))
    first, second = Desk().book(house.log).rows("entries")
    assert [(entry["restates"], entry["table"], entry["key"]) for entry in (first, second)] == [
        ("2026-11-28", "BA-12", "BA-12"),
        (None, "BA-12", "BA-12"),
    ]
