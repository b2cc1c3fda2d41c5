"""The steps of a close, and what each of them waits for (docs/close.md, The close of a day)."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from domain.catalogue import BY_TOPIC
from domain.closing import events as closing_events
from domain.questions import Revenue
from infra.event_store import EventStore
from tests.services.baccarat_pit import replayed
from tests.services.bookkeeper import BRK, MAKER, Floor, check_identities
from tests.services.house import DAY, TWO_PEOPLE, House, house

NEXT_DAY = "2026-12-01"
CHECKER = {"actor": "E-3001"}


@pytest.fixture
def floor() -> Iterator[Floor]:
    with house() as pit:
        yield Floor(pit)


def test_a_day_is_cut_once_and_not_before_it_has_begun(floor: Floor) -> None:
    assert floor.refused("cut-day", gaming_day=NEXT_DAY) == "day-not-begun"
    assert floor.do("cut-day", gaming_day=DAY).gaming_day == DAY
    assert floor.refused("cut-day", gaming_day=DAY) == "day-cut"
    assert floor.refused("open-day", gaming_day=DAY) == "day-exists"


def test_a_day_is_not_cut_over_an_open_table(floor: Floor) -> None:
    floor.pit.open({1: 100})
    refusal = floor.pit.refused("cut-day", gaming_day=DAY)
    assert (refusal.code, refusal.allowed) == ("table-open", {"tables": ["PK-07"]})
    floor.tomorrow()
    assert floor.do("cut-day", gaming_day=NEXT_DAY)
    floor.do("close-table", table="PK-07")
    floor.do("cut-day", gaming_day=DAY)


def test_a_day_is_not_cut_while_a_slip_is_on_the_way(floor: Floor) -> None:
    floor.do("issue-chips", amount=100, currency="HKD", **TWO_PEOPLE)
    floor.do("fill", table="PK-07", slip="S-1", amount=5, currency="HKD", in_transit=True)
    floor.tomorrow()
    floor.do("fill", table="PK-07", slip="S-2", amount=5, currency="HKD", in_transit=True)
    refusal = floor.pit.refused("cut-day", gaming_day=DAY)
    assert (refusal.code, refusal.allowed) == ("slip-on-the-way", {"slips": ["S-1"]})
    floor.do("receive-fill", slip="S-1", amount=5)
    floor.do("cut-day", gaming_day=DAY)
    assert floor.refused("cut-day", gaming_day=NEXT_DAY) == "slip-on-the-way"


def test_a_close_goes_step_by_step(floor: Floor) -> None:
    assert floor.refused("prepare-close", gaming_day=DAY, **MAKER) == "wrong-status"
    floor.do("cut-day", gaming_day=DAY)
    assert floor.refused("sign-close", gaming_day=DAY, **CHECKER) == "wrong-status"
    assert floor.refused("prepare-close", gaming_day=DAY) == "two-people-needed"
    first, second = (floor.do("prepare-close", gaming_day=DAY, **MAKER) for _ in range(2))
    assert (type(first), type(second)) == (closing_events.TaxAccrued, closing_events.ClosePrepared)
    assert floor.refused("sign-close", gaming_day=DAY) == "two-people-needed"
    floor.do("sign-close", gaming_day=DAY, **CHECKER)
    for word in ("prepare-close", "sign-close"):
        assert floor.refused(word, gaming_day=DAY, **MAKER) == "wrong-status"


def test_a_count_after_the_preparation_changes_the_proof_and_the_close_is_prepared_again(floor: Floor) -> None:
    floor.do("cut-day", gaming_day=DAY)
    for _ in range(2):
        floor.do("prepare-close", gaming_day=DAY, **MAKER)
    floor.count("PK-07", "closer", 0)
    assert floor.refused("sign-close", gaming_day=DAY, **CHECKER) == "proof-changed"
    again = floor.do("prepare-close", gaming_day=DAY, **MAKER)
    assert isinstance(again, closing_events.ClosePrepared), "no revenue has changed: nothing is accrued again"
    floor.do("sign-close", gaming_day=DAY, **CHECKER)
    assert floor.refused("count", place="PK-07", kind="closer", currency="HKD", amount=1, **TWO_PEOPLE) == "day-closed"
    assert floor.refused("remove-drop", table="PK-07", box="D-1", **TWO_PEOPLE) == "day-closed"


def test_tax_is_accrued_on_the_month_to_date_whatever_the_order_of_the_days(floor: Floor) -> None:
    """Day 1 brings 1,000, day 2 loses 400, day 3 brings 333: 350, -140, 117. Then day 1 gets 100 more."""
    by_day = {"2026-11-28": 1_000, "2026-11-29": -400, "2026-11-30": 333}
    floor.books.revenue = lambda first, through: _mop(sum(ggr for day, ggr in by_day.items() if first <= day <= through))  # type: ignore[method-assign]
    for day, tax in (("2026-11-28", 350), ("2026-11-29", -140), ("2026-11-30", 117)):
        floor.do("cut-day", gaming_day=day)
        assert floor.do("prepare-close", gaming_day=day, **MAKER).tax == tax
    by_day["2026-11-28"] += 100
    again = floor.do("prepare-close", gaming_day="2026-11-28", **MAKER)
    assert (again.through, again.due_tax, again.tax) == ("2026-11-30", 362, 35)
    assert [floor.books.balance(account, "MOP") for account in ("2310", "2320", "2330")] == [-362, -21, -31]


def _mop(ggr: int) -> Revenue:
    return Revenue(as_of=1, ggr={"MOP": ggr})


def test_a_month_is_locked_when_all_its_days_are_signed(floor: Floor) -> None:
    """The house's first day is the 30th."""
    assert floor.refused("lock-month", month="2026-11", **MAKER) == "two-people-needed"
    assert floor.refused("lock-month", month="2026-11", **TWO_PEOPLE) == "month-not-over"
    assert floor.refused("lock-month", month="2026-13", **TWO_PEOPLE) == "bad-month"
    floor.do("cut-day", gaming_day=DAY)
    for _ in range(2):
        floor.do("prepare-close", gaming_day=DAY, **MAKER)
    floor.tomorrow()
    assert floor.pit.refused("lock-month", month="2026-11", **TWO_PEOPLE).allowed == {"gaming_days": [DAY]}
    floor.do("sign-close", gaming_day=DAY, **CHECKER)
    assert floor.do("lock-month", month="2026-11", **TWO_PEOPLE).month == "2026-11"
    assert floor.refused("lock-month", month="2026-11", **TWO_PEOPLE) == "month-locked"
    assert replayed(floor.pit)[1] == []


def test_without_the_books_nothing_is_prepared(pit: House) -> None:
    pit.do("cut-day", gaming_day=DAY)
    assert pit.refused("prepare-close", gaming_day=DAY, actor="E-2001").code == "books-not-at-hand"
    assert pit.refused("assign-break", **{"break": BRK}, owner="E-1", actor="E-2001").code == "books-not-at-hand"


def test_whoever_writes_beside_the_cut_is_not_booked_into_the_cut_day(floor: Floor) -> None:
    """Another door has looked at the open day; its append finds the day cut, and it decides again."""
    other = floor.pit.beside()
    other.do("deposit", wallet="P-1", amount=1, currency="HKD")
    floor.do("cut-day", gaming_day=DAY)
    assert other.refused("deposit", wallet="P-1", amount=1, currency="HKD").code == "day-closed"


def test_on_postgresql_a_deposit_and_the_cut_of_its_day_do_not_pass_each_other(postgres: str) -> None:
    with house() as pit, closing(EventStore.postgres(postgres, BY_TOPIC)) as one, closing(EventStore.postgres(postgres, BY_TOPIC)) as two:
        first, second = (Floor(House(store, pit.vault, pit.attempts)) for store in (one, two))
        first.do("deposit", wallet="P-1", amount=500, currency="HKD")
        second.do("cut-day", gaming_day=DAY)
        assert first.refused("deposit", wallet="P-1", amount=1, currency="HKD") == "day-closed"
        assert first.count("PK-07", "closer", 0).at_pos == 2
        for _ in range(2):
            second.do("prepare-close", gaming_day=DAY, **MAKER)
        assert first.do("sign-close", gaming_day=DAY, **CHECKER).signed_by == "E-3001"
        assert second.refused("count", place="PK-07", kind="opener", currency="HKD", amount=0, **TWO_PEOPLE) == "day-closed"
        check_identities(first.books.log())
