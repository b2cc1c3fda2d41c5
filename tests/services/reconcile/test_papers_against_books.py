"""Slips on paper and lines of a bank against the books: pairs, never guesses (R11, R16)."""

from dataclasses import replace
from typing import Any

import pytest

from services.reconcile.bank_file import StatementLine
from services.reconcile.run import Papers
from services.reconcile.slips_file import PaperSlip
from tests.services.house import DAY, TWO_PEOPLE
from tests.services.reconcile.floor import Floor

SLIP = PaperSlip("slips.csv:2", DAY, "S-1", "fill", "PK-07", "MAIN", "HKD", 500_000, False, 0)


@pytest.fixture
def sent(floor: Floor) -> Floor:
    floor.do("issue-chips", amount=5_000_000, currency="HKD", **TWO_PEOPLE)
    floor.do("fill", table="PK-07", slip="S-1", amount=500_000, currency="HKD")
    return floor


@pytest.mark.parametrize(
    ("slips", "told"),
    [
        ([SLIP], []),
        ([replace(SLIP, amount=500_100)], [("R11", "AMOUNT", 100)]),
        ([replace(SLIP, table="PK-08")], [("R11", "ACCOUNT", 0)]),
        ([replace(SLIP, kind="credit")], [("R11", "ACCOUNT", 0)]),
        ([replace(SLIP, currency="MOP")], [("R11", "CURRENCY", 0)]),
        ([replace(SLIP, voided=True)], [("R11", "SLIP_UNPAIRED", -500_000)]),
        ([SLIP, replace(SLIP, slip="S-2", amount=7)], [("R11", "SLIP_UNPAIRED", 7)]),
        ([replace(SLIP, slip="S-2")], [("R11", "SLIP_UNPAIRED", -500_000), ("R11", "SLIP_UNPAIRED", 500_000)]),
    ],
)
def test_slips_on_paper(sent: Floor, slips: list[PaperSlip], told: list[Any]) -> None:
    assert sorted(sent.told(papers=Papers(slips=slips))) == sorted(told)


def line(number: int, amount: int, reference: str | None = None, booked_on: str = DAY) -> StatementLine:
    return StatementLine(f"bank.csv:{number + 1}", "bank", "2026-11", number, booked_on, "HKD", amount, reference)


@pytest.fixture
def banked(floor: Floor) -> Floor:
    """Two deposits of one amount, one of another, and a payment to the bank without a reference."""
    for reference, amount in (("FT-1", 10_000), ("FT-2", 10_000), ("FT-3", 700)):
        floor.do("deposit", wallet="P-1", amount=amount, currency="HKD", method="bank", reference=reference)
    return floor


ALL = [line(1, 10_000, "FT-1"), line(2, 10_000, "FT-2"), line(3, 700, "FT-3")]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (ALL, []),
        ([*ALL[:2], line(3, 650, "FT-3")], [("R16", "AMOUNT", -50)]),
        ([*ALL[:2], line(3, 700)], []),
        ([line(1, 10_000), line(2, 10_000), ALL[2]], [("R16", "AMBIGUOUS", 10_000)] * 2),
        ([*ALL, line(4, 700, "FT-3")], [("R16", "AMBIGUOUS", 700)] * 2),
        (ALL[:2], [("R16", "TIMING", -700)]),
        ([*ALL, line(4, 55)], [("R16", "TIMING", 55)]),
        ([*ALL, line(4, 700, "FT-9")], [("R16", "TIMING", 700)]),
        ([*ALL, line(4, 55), line(5, 1, "X", "2026-12-10")], [("R16", "MISSING_ENTRY", 55), ("R16", "TIMING", 1)]),
        ([*ALL[:2], line(4, 1, "X", "2026-12-10")], [("R16", "ORPHAN_ENTRY", -700), ("R16", "TIMING", 1)]),
        ([*ALL[:2], line(3, 700, None, "2026-12-03")], []),
        ([*ALL[:2], line(3, 700, None, "2026-12-04")], [("R16", "ORPHAN_ENTRY", -700), ("R16", "TIMING", 700)]),
    ],
)
def test_lines_of_a_statement(banked: Floor, lines: list[StatementLine], told: list[Any]) -> None:
    assert sorted(banked.told(papers=Papers(bank=lines))) == sorted(told)


def test_what_was_not_given_makes_no_break(banked: Floor) -> None:
    result = banked.run()
    assert result.breaks == []
    assert {(one.rule, one.state) for one in result.missing} == {("R11", "not-given"), ("R16", "not-given")}
