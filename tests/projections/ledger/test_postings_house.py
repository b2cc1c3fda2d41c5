"""The postings of wallets and cages (docs/finance.md, Postings)."""

from typing import Any

import pytest

from domain import wallet as w
from domain.cage import events as c
from domain.event import Event
from tests.projections.ledger.house import Desk, House, cage, wallet

SUM = {"amount": 700, "currency": "MOP"}
SLIP = {"slip": "S-1", "table": "PK-07", **SUM}
WALLETS, CAGE, SLIPS = "HOUSE-FIN 1", "HOUSE-FIN 2", "HOUSE-FIN 3"


def legs(*facts: tuple[str, Event]) -> list[tuple[Any, ...]]:
    """Leg, debit, credit, amount, rule and player of the last event's legs."""
    house = House()
    for fact in facts:
        house.record(fact)
    lines = Desk().book(house.log).rows("lines")
    mine = [line for line in lines if line["position"] == house.log[-1].position]
    assert {line["currency"] for line in mine} == {"MOP"}
    return [
        (debit["leg"], debit["account"], credit["account"], debit["amount"], debit["rule"], debit["player"])
        for debit, credit in zip(mine[::2], mine[1::2], strict=True)
    ]


@pytest.mark.parametrize(
    ("event", "leg"),
    [
        (w.FundsDeposited(method="cash", cage="MAIN", **SUM), ("DEPOSIT", "1110:MAIN", "2010:P-1")),
        (w.FundsDeposited(method="bank", bank="bank", reference="R", **SUM), ("DEPOSIT", "1510:bank", "2010:P-1")),
        (w.FundsWithdrawn(cage="EAST", **SUM), ("WITHDRAWAL", "2010:P-1", "1110:EAST")),
        (w.WithdrawalHeld(withdrawal="W", bank="bank", **SUM), ("WITHDRAWAL_HELD", "2010:P-1", "2020:P-1")),
        (w.WithdrawalPaid(withdrawal="W", bank="bank-BNU", **SUM), ("WITHDRAWAL_PAID", "2020:P-1", "1510:bank-BNU")),
        (w.WithdrawalReturned(withdrawal="W", **SUM), ("WITHDRAWAL_RETURNED", "2020:P-1", "2010:P-1")),
        (w.FundsMovedOut(place="/tables/PK-07", **SUM), ("TO_PLACE", "2010:P-1", "2030")),
        (w.FundsMovedIn(place="/tables/PK-07", **SUM), ("FROM_PLACE", "2030", "2010:P-1")),
    ],
)
def test_a_wallet(event: Event, leg: tuple[str, str, str]) -> None:
    assert legs((wallet("P-1"), event)) == [(*leg, 700, WALLETS, "P-1")]


@pytest.mark.parametrize(
    ("event", "leg"),
    [
        (c.ChipsIssued(**SUM), ("CHIPS_ISSUED", "9210:MAIN", "9200")),
        (c.ChipsRetired(**SUM), ("CHIPS_RETIRED", "9200", "9210:MAIN")),
        (c.CageFunded(source="owner", **SUM), ("CAGE_FUNDED", "1110:MAIN", "3010")),
        (c.CageFunded(source="bank", bank="bank", **SUM), ("CAGE_FUNDED", "1110:MAIN", "1510:bank")),
        (c.CashMoved(source="MAIN", to="vault", **SUM), ("CASH_MOVED", "1120", "1110:MAIN")),
        (c.CashMoved(source="bank-BNU", to="EAST", **SUM), ("CASH_MOVED", "1110:EAST", "1510:bank-BNU")),
    ],
)
def test_a_cage(event: Event, leg: tuple[str, str, str]) -> None:
    assert legs((cage(), event)) == [(*leg, 700, CAGE, None)]


@pytest.mark.parametrize(("pay", "account"), [("cash", "1110:MAIN"), ("wallet", "2030")])
def test_chips_sold_and_redeemed_move_a_debt_and_a_pile(pay: Any, account: str) -> None:
    assert legs((cage(), c.ChipsSold(player="P-1", pay=pay, **SUM))) == [
        ("CHIPS_SOLD", account, "2130", 700, CAGE, "P-1"),
        ("CHIPS_SOLD", "9290", "9210:MAIN", 700, CAGE, "P-1"),
    ]
    assert legs((cage(), c.ChipsRedeemed(to=pay, **SUM))) == [
        ("CHIPS_REDEEMED", "2130", account, 700, CAGE, None),
        ("CHIPS_REDEEMED", "9210:MAIN", "9290", 700, CAGE, None),
    ]


def test_a_fill_and_a_credit_go_over_their_slip() -> None:
    assert legs((cage(), c.FillSent(**SLIP))) == [("FILL_SENT", "9240:S-1", "9210:MAIN", 700, SLIPS, None)]
    assert legs((cage(), c.FillReceived(**SLIP))) == [("FILL_RECEIVED", "9220:PK-07", "9240:S-1", 700, SLIPS, None)]
    assert legs((cage(), c.CreditSent(**SLIP))) == [("CREDIT_SENT", "9240:S-1", "9220:PK-07", 700, SLIPS, None)]
    assert legs((cage(), c.CreditReceived(**SLIP))) == [("CREDIT_RECEIVED", "9210:MAIN", "9240:S-1", 700, SLIPS, None)]


@pytest.mark.parametrize(("sent", "kind"), [(c.FillSent, "fill"), (c.CreditSent, "credit")])
def test_a_voided_slip_negates_the_lines_that_sent_it_even_on_another_day(sent: type[Event], kind: Any) -> None:
    house = House()
    house.record((cage(), c.FillSent(**{**SLIP, "slip": "S-0"})))
    sending = house.record((cage(), sent(**SLIP)))[0]
    house.gaming_day = "2026-12-01"
    voided = house.record((cage(day="2026-12-01"), c.SlipVoided(kind=kind, reason="torn", **SLIP)))[0]
    desk = Desk().book(house.log[:-1])
    desk.ledger.forget()
    lines = desk.book(house.log[-1:]).rows("lines")
    before, after = ([line for line in lines if line["position"] == one.position] for one in (sending, voided))
    assert [(line["account"], -line["amount"], line["book"]) for line in after] == [
        (line["account"], line["amount"], line["book"]) for line in before
    ]
    assert [line["reverses"] for line in after] == [f"{sending.position}.1", f"{sending.position}.2"]
    assert {line["leg"] for line in after} == {"SLIP_VOIDED"}
