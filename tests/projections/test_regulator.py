"""Hands, voids and GGR, from facts (docs/finance.md, GGR)."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.policy import SHIPPED, Policy
from infra.books import Books
from projections.filters import FilterRefused, Filters
from projections.ggr import rounded_half_up, totals
from projections.regulator import Regulator
from services.projector import catch_up, live
from tests.projections.hand_log import FakeLog, Plan, Table, fewer, log_of, logs
from tests.projections.reading import asked, contents, project_in_batches

GGR_COLUMNS = [
    "gaming_day", "game", "segment", "table", "currency", "hands", "wagered", "won", "paid", "commission", "ggr", "rate", "ggr_mop",
]  # fmt: skip


def shipped(_day: str) -> Policy:
    return SHIPPED


def pot(amount: int, **choices: Any) -> Plan:
    return Plan({1: amount // 2, 2: amount - amount // 2}, **choices)


def test_ggr_of_a_table_is_its_commission() -> None:
    hands = [Plan({3: 700, 5: 1700, 9: 100}, uncalled=(5, 1000), outcome="all-folded"), pot(900, outcome="void"), pot(700, outcome="open")]
    with asked(Regulator, log_of(Table("PK-07", hands))) as (regulator, connection):
        [row] = regulator.ggr(connection, shipped)

    assert list(row) == GGR_COLUMNS
    assert row == {
        "gaming_day": "2026-11-30",
        "game": "holdem",
        "segment": "mass",
        "table": "PK-07",
        "currency": "HKD",
        "hands": 1,
        "wagered": 1500,
        "won": 0,
        "paid": 0,
        "commission": 75,
        "ggr": 75,
        "rate": "103/100",
        "ggr_mop": 77,
    }


@pytest.mark.parametrize(("exact", "rounded"), [((5, 2), 3), ((-5, 2), -2), ((249, 100), 2), ((-251, 100), -3), ((7, 1), 7), ((0, 1), 0)])
def test_rounding_is_half_up_and_exact(exact: tuple[int, int], rounded: int) -> None:
    assert rounded_half_up(Fraction(*exact)) == rounded


def test_total_of_a_currency_is_rounded_once() -> None:
    """Twice 50 at 103/100 is 51.5 each, 103 together."""
    tables = (Table("PK-07", [pot(1_000)]), Table("PK-08", [pot(1_000)]), Table("PK-09", [pot(1_000)], currency="MOP"))
    with asked(Regulator, log_of(*tables)) as (regulator, connection):
        rows = regulator.ggr(connection, shipped)

    assert [(row["currency"], row["rate"], row["ggr_mop"]) for row in rows] == [
        ("HKD", "103/100", 52),
        ("HKD", "103/100", 52),
        ("MOP", "1/1", 50),
    ]
    assert [(total["currency"], total["hands"], total["ggr"], total["ggr_mop"]) for total in totals(rows, shipped)] == [
        ("HKD", 2, 100, 103),
        ("MOP", 1, 50, 50),
    ]


def test_segment_and_rate_are_those_of_the_days_policy() -> None:
    later = Policy(**{**SHIPPED.model_dump(), "name": "HOUSE-FIN-2027", "vip_tables": ("PK-07",), "mop_rates": {"HKD": (104, 100)}})
    tables = (Table("PK-07", [pot(10_000)]), Table("PK-07", [pot(10_000)], gaming_day="2026-12-01", session=2))
    with asked(Regulator, log_of(*tables)) as (regulator, connection):
        rows = regulator.ggr(connection, lambda day: later if day >= "2026-12-01" else SHIPPED)

    assert [(row["segment"], row["rate"], row["ggr_mop"]) for row in rows] == [("mass", "103/100", 515), ("VIP", "26/25", 520)]


def test_a_currency_without_a_rate_is_told() -> None:
    poor = Policy(**{**SHIPPED.model_dump(), "mop_rates": {"MOP": (1, 1)}})
    with (
        asked(Regulator, log_of(Table("PK-07", [pot(1_000)]))) as (regulator, connection),
        pytest.raises(ValueError, match=f"{SHIPPED.name} has no rate to MOP for HKD; it has MOP"),
    ):
        regulator.ggr(connection, lambda _day: poor)


def test_a_void_names_its_reason_its_kind_and_its_people() -> None:
    hands = [
        pot(500, errors=("wrong-order",)),
        Plan({1: 1000, 2: 2000, 3: 4000}, uncalled=(3, 2000), outcome="void", errors=("wrong-order", "foul-deck")),
    ]
    log = log_of(Table("PK-07", hands))
    with asked(Regulator, log) as (regulator, connection):
        [void] = regulator.voids(connection)
        [figures] = regulator.figures(connection)

    assert void["id"] == "PK-07/2026-11-30/2"
    assert (void["kind"], void["reason"], void["actor"], void["approver"]) == ("foul-deck", "a card too many", "C-7", "M-1")
    assert (void["stakes"], void["refunds"], void["time"], void["rule"]) == (7000, 5000, log.records[-1].meta.time, "MO-THP-2008 9(2)")
    assert (figures["hands"], figures["voids"], figures["wagered"], figures["commission"], figures["ggr"]) == (1, 1, 500, 25, 25)


def test_an_error_of_the_hand_before_is_not_the_reason_of_this_void() -> None:
    hands = [pot(500, errors=("foul-deck",)), pot(500, outcome="void")]
    with asked(Regulator, log_of(Table("PK-07", hands))) as (regulator, connection):
        assert [void["kind"] for void in regulator.voids(connection)] == [None]


def test_a_table_with_voids_alone_is_in_the_figures_and_not_in_ggr() -> None:
    with asked(Regulator, log_of(Table("PK-07", [pot(500, outcome="void")]))) as (regulator, connection):
        assert regulator.ggr(connection, shipped) == []
        assert [(row["hands"], row["voids"], row["ggr"]) for row in regulator.figures(connection)] == [(0, 1, 0)]


def test_as_of_a_position_shows_what_was_known_there() -> None:
    log = log_of(Table("PK-07", [pot(1_000), pot(2_000)]))
    first, second = [record.position for record in log.records if record.event.contract == "holdem.hand-ended"]
    with asked(Regulator, log) as (regulator, connection):
        known = [regulator.ggr(connection, shipped, Filters(as_of=position)) for position in (first - 1, first, second - 1, second)]

    assert [[row["ggr"] for row in rows] for rows in known] == [[], [50], [50], [150]]


def test_filter_that_the_reports_do_not_know_is_refused_by_name() -> None:
    with asked(Regulator, FakeLog()) as (regulator, connection):
        for question in (
            lambda: regulator.figures(connection, Filters(player="P")),
            lambda: regulator.voids(connection, Filters(player="P")),
        ):
            with pytest.raises(FilterRefused, match="player; it takes gaming_day, from_day, to_day, table, currency, as_of"):
                question()


def test_what_belongs_to_no_hand_in_play_is_set_aside() -> None:
    log = log_of(Table("PK-07", [pot(1_000)]), Table("PK-08", [pot(1_000)]))
    ended = next(record for record in log.records if record.key == "PK-07" and record.event.contract == "holdem.hand-ended")
    log.add(Table("PK-07", []), ended.event, ended.meta.subject)
    stray = log.records[-1]
    books = Books.memory()
    catch_up(log, books, [Regulator])

    with books.read() as connection:
        found = live(connection, Regulator)
        assert [(parked.source, parked.event_id) for parked in found.parked] == [("/tables/PK-07", stray.id)]
        assert [(row["table"], row["hands"]) for row in found.projection.figures(connection)] == [("PK-07", 1), ("PK-08", 1)]


@fewer
@given(logs(), st.lists(st.integers(1, 40), max_size=3), st.sampled_from((None, "PK-07")))
def test_any_batches_make_the_same_figures_and_they_are_what_was_played(
    found: tuple[list[Table], FakeLog], sizes: list[int], code: str | None
) -> None:
    tables, log = found
    at_once, in_batches = Books.memory(), Books.memory()
    project_in_batches(at_once, Regulator, log, [])
    project_in_batches(in_batches, Regulator, log, sizes)
    assert contents(in_batches, Regulator) == contents(at_once, Regulator)

    expected: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0] * 4)
    for table in tables:
        for plan in table.hands:
            if plan.outcome == "open" or code not in (None, table.code):
                continue
            void = plan.outcome == "void"
            sums = expected[table.gaming_day, table.code, table.currency]
            for index, value in enumerate((not void, void, plan.base * (not void), plan.commission)):
                sums[index] += value
    with in_batches.read() as connection:
        rows = live(connection, Regulator).projection.figures(connection, Filters(table=code))
    names = ("hands", "voids", "wagered", "commission")
    assert {(row["gaming_day"], row["table"], row["currency"]): [row[name] for name in names] for row in rows} == expected
