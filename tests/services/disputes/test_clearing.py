"""R15 and R13: what a case explains, until when, and what a tray paid in it (docs/reconcile.md)."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from domain.disputes.events import DisputePaid
from domain.event import case_stream
from infra.books import Books
from services.reconcile.clearing import compare_clearing
from tests.services.disputes.cases import a_claim, a_hand, a_ruling
from tests.services.disputes.played import PLAYED
from tests.services.house import TABLE, TWO_PEOPLE, house
from tests.services.reconcile.floor import Floor


@pytest.fixture
def floor() -> Iterator[Floor]:
    """A hand that was settled anew: P-3 is owed 570, P-2 owes as much."""
    with house() as pit, closing(Books.memory()) as books:
        a_hand(pit)
        a_claim(pit)
        a_ruling(pit)
        yield Floor(pit, books)


def clearing(floor: Floor, gaming_day: str) -> Any:
    with floor.desk(gaming_day) as desk:
        return compare_clearing(desk)


def explained(floor: Floor, gaming_day: str) -> list[tuple[str, int, str]]:
    return [(one.place, one.amount, one.text) for one in clearing(floor, gaming_day).events if one.what == "2410"]


def test_a_case_explains_what_it_owes_until_it_is_due(floor: Floor) -> None:
    for day in ("2026-12-01", "2026-12-15"):
        assert clearing(floor, day).breaks == []
        assert explained(floor, day) == [("C-1:P-2", 570, "dispute C-1, due 2026-12-15"), ("C-1:P-3", -570, "dispute C-1, due 2026-12-15")]
    late = clearing(floor, "2026-12-16").breaks
    assert [(one.account, one.type, one.side_b) for one in late] == [("2410:C-1:P-2", "TIMING", 570), ("2410:C-1:P-3", "TIMING", -570)]


def test_what_is_paid_and_borne_needs_no_explanation(floor: Floor) -> None:
    floor.do("pay-dispute", case="C-1", player="P-3", amount=570, to="cash", **TWO_PEOPLE)
    floor.do("bear-dispute", case="C-1", player="P-2", amount=570, reason="he has left", **TWO_PEOPLE)
    assert explained(floor, "2026-12-01") == []
    assert clearing(floor, "2026-12-16").breaks == []


def test_money_of_a_case_that_nobody_opened_is_explained_by_nothing(floor: Floor) -> None:
    paid = {"case": "C-9", "hand": PLAYED, "table": TABLE, "player": "P-3", "amount": 5, "currency": "HKD", "to": "cash", "cage": "MAIN"}
    floor.plant_event(case_stream("C-9"), DisputePaid(**paid))  # type: ignore[arg-type]
    assert [one.account for one in clearing(floor, "2026-12-01").breaks] == ["2410:C-9:P-3"]


def test_chips_that_a_tray_paid_are_no_loss_of_the_table(floor: Floor) -> None:
    """Counted before and after, the tray is short of nothing."""
    floor.count(TABLE, "opener", 100_000)
    floor.do("pay-dispute", case="C-1", player="P-3", amount=570, to="chips", table=TABLE, **TWO_PEOPLE)
    floor.do("collect-dispute", case="C-1", player="P-2", amount=70, source="chips", table=TABLE, **TWO_PEOPLE)
    floor.count(TABLE, "closer", 99_500)
    told = [rule for rule, _type, _difference in floor.told("2026-11-30")]
    assert "R08" not in told
    assert "R13" not in told
    assert "R05" not in told
