"""I6, I7 and the roots: what the house earned, by day and table, and one hash for it all."""

from collections import defaultdict

import pytest

from domain.holdem.events import CommissionTaken
from projections.filters import FilterRefused
from projections.ledger.revenue import gross_revenue
from projections.ledger.roots import root_at, root_of_day
from projections.ledger.scope import Scope
from tests.projections.ledger.house import Desk
from tests.projections.ledger.play import DAYS, evening

HOUSE = evening(41, hands=20, days=3)
END = HOUSE.log[-1].position
CURRENCY = {"PK-07": "HKD", "PK-08": "MOP", "MAIN": "HKD"}


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk().book(HOUSE.log)


@pytest.mark.parametrize("days", [DAYS, DAYS[1:2]])
def test_hold_em_earns_its_commission_and_nothing_else(desk: Desk, days: tuple[str, ...]) -> None:
    taken: dict[tuple[str, str, str], int] = defaultdict(int)
    for recorded in HOUSE.log:
        if isinstance(recorded.event, CommissionTaken) and recorded.event.amount and recorded.meta.gaming_day in days:
            taken[recorded.meta.gaming_day, recorded.key, CURRENCY[recorded.key]] += recorded.event.amount
    with desk.read() as connection:
        earned = gross_revenue(connection, desk.ledger.tables, Scope(as_of=END, day_from=days[0], day_to=days[-1]))
    assert earned == taken
    assert earned


def test_revenue_cannot_be_narrowed_to_a_hand(desk: Desk) -> None:
    with desk.read() as connection, pytest.raises(FilterRefused):
        gross_revenue(connection, desk.ledger.tables, Scope(as_of=END, hand="PK-07/2026-11-30/1"))


def test_a_root_of_the_past_is_that_of_books_that_ended_there(desk: Desk) -> None:
    middle = HOUSE.log[len(HOUSE.log) // 2].position
    then = Desk().book(recorded for recorded in HOUSE.log if recorded.position <= middle)
    with desk.read() as now, then.read() as before:
        assert root_at(now, desk.ledger.tables, middle) == root_at(before, then.ledger.tables, middle)
        assert root_at(now, desk.ledger.tables, middle) != root_at(now, desk.ledger.tables, END)
        for day in DAYS:
            assert root_of_day(now, desk.ledger.tables, day, middle) == root_of_day(before, then.ledger.tables, day, middle)
        assert len({root_of_day(now, desk.ledger.tables, day, END) for day in DAYS}) == len(DAYS)
