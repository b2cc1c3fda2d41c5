"""What cannot be built: a line that does not say why, an entry that does not sum to 0 (docs/finance.md, Lines)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.ledger.entry import Entry, Head, Line, Movements, NotBookable, Unbalanced, chips_gap

HEAD = Head(
    event_id="tables/PK-07/000001@4",
    position=9,
    event_type="holdem.bet-placed",
    event_version=1,
    body_hash="00",
    key="PK-07",
    table="PK-07",
    hand="PK-07/2026-11-30/1",
    gaming_day="2026-11-30",
    restates=None,
    occurred_at="2026-11-30T04:00:00.000000Z",
    actor="C-7",
    approver=None,
    correlation="cmd-1",
    policy_version="P",
    posting_rules_version=1,
)


def line(n: int = 1, account: str = "2120:PK-07", amount: Any = 300, leg: str = "BET", rule: str = "R 11", currency: str = "HKD") -> Line:
    return Line(n, account, currency, amount, leg, rule)


@pytest.mark.parametrize("missing", [{"leg": ""}, {"rule": ""}, {"amount": 0}])
def test_a_line_without_leg_rule_or_amount_cannot_be_built(missing: dict[str, Any]) -> None:
    with pytest.raises(NotBookable):
        line(**missing)


@pytest.mark.parametrize("amount", [1.0, 0.1, "1", True, None])
def test_an_amount_is_a_whole_number_and_nothing_else(amount: Any) -> None:
    with pytest.raises(NotBookable):
        line(amount=amount)


def test_an_entry_without_event_or_lines_cannot_be_built() -> None:
    with pytest.raises(NotBookable):
        Entry(HEAD, ())
    with pytest.raises(NotBookable):
        Entry(HEAD._replace(event_id=""), (line(), line(2, amount=-300)))


def test_one_minor_unit_is_too_much() -> None:
    with pytest.raises(Unbalanced, match=r"BET .* out by 1 HKD in book MONEY"):
        Entry(HEAD, (line(), line(2, "2110:PK-07:P-1", -299)))


@pytest.mark.parametrize(
    "second",
    [line(2, amount=-300, leg="BLIND"), line(2, amount=-300, currency="MOP"), line(2, "9290", amount=-300)],
    ids=["legs", "currencies", "books"],
)
def test_legs_currencies_and_books_are_never_netted(second: Line) -> None:
    with pytest.raises(Unbalanced):
        Entry(HEAD, (line(), second))


@given(st.lists(st.tuples(st.sampled_from(["BET", "COMMISSION"]), st.integers(-(2**53), 2**53)), min_size=1, max_size=6))
def test_movements_always_balance_and_a_part_of_0_makes_no_line(legs: list[tuple[str, int]]) -> None:
    moves = Movements("HKD")
    for name, amount in legs:
        moves.leg(name, "R 16", "2120:PK-07", "4010:PK-07", amount)
    assert len(moves.lines) == 2 * sum(amount != 0 for _, amount in legs)
    assert [one.n for one in moves.lines] == list(range(1, len(moves.lines) + 1))
    if moves.lines:
        assert Entry(HEAD, tuple(moves.lines)).lines == tuple(moves.lines)


def test_a_debt_in_chips_without_the_chips_is_a_gap() -> None:
    moves = Movements("HKD")
    moves.leg("COMMISSION", "R 16", "2120:PK-07", "4010:PK-07", 50)
    assert chips_gap(tuple(moves.lines)) == {"HKD": 50}
    moves.leg("COMMISSION", "R 16", "9230:PK-07", "9290", 50)
    assert chips_gap(tuple(moves.lines)) == {}
