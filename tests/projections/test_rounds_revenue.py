"""GGR, handle and voids of the banked game, from facts (docs/finance.md, GGR)."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.baccarat.odds import house_edge
from domain.policy import SHIPPED, Policy
from infra.books import Books
from projections.filters import FilterRefused, Filters
from projections.ggr import rounded_half_up, totals
from projections.handle import totals as handle_totals
from projections.regulator import Regulator
from services.projector import catch_up, live
from tests.projections.fake_log import FakeLog, log_of
from tests.projections.hand_log import fewer
from tests.projections.reading import asked, contents, project_in_batches
from tests.projections.round_log import Table, logs
from tests.projections.round_plans import Bet, Decision, Round

A, B, C, D = (
    Bet("P-1", 1, "banker", 10_000),
    Bet("P-2", 2, "player", 4_000),
    Bet("P-3", 3, "tie", 500),
    Bet("P-4", None, "banker-pair", 200),
)
TIED = Round((A, B, C, D), "tie", pairs=frozenset({"banker"}))
DECIDING = Round(decisions=(Decision("cancel", early=True), Decision("change", keep=75, other_side=True)))
SUMS = ("hands", "wagered", "won", "paid", "commission", "ggr")
HANDLE = ("bets", "handle", "won", "paid", "commission", "house_win")


def shipped(_day: str) -> Policy:
    return SHIPPED


def of(row: dict[str, Any], names: tuple[str, ...]) -> list[int]:
    return [row[name] for name in names]


def test_the_worked_tie_costs_the_house_9050() -> None:
    """Gross 9,200 paid, 150 of commission back; what is held or cancelled adds nothing."""
    with asked(Regulator, log_of(Table("BA-12", [TIED, DECIDING]))) as (regulator, connection):
        [row] = regulator.ggr(connection, shipped)

    assert of(row, SUMS) == [2, 500 + 200 + 3_000, 0, 4_000 + 2_200 + 3_000, 150, -9_050]
    assert (row["game"], row["segment"], row["rate"], row["ggr_mop"]) == ("baccarat", "mass", "103/100", -9_321)


def test_commission_is_in_ggr_once() -> None:
    plan = Round((Bet("P-1", 1, "banker", 1_000), Bet("P-2", 2, "player", 700)))
    with asked(Regulator, log_of(Table("BA-12", [plan]))) as (regulator, connection):
        [row] = regulator.ggr(connection, shipped)

    assert of(row, SUMS) == [1, 1_700, 700, 1_000, 50, -250]


def test_voids_demonstrations_open_rounds_and_held_bets_add_nothing() -> None:
    rounds = [Round((A, B), "tie"), Round((C,), "void"), Round((A,), "open")]
    with asked(Regulator, log_of(Table("BA-12", rounds))) as (regulator, connection):
        [row] = regulator.ggr(connection, shipped)
        [figures] = regulator.figures(connection)
        assert regulator.handle(connection) == []

    assert of(row, SUMS) == [1, 0, 0, 0, 0, 0]
    assert (figures["hands"], figures["voids"], figures["wagered"], figures["ggr"]) == (1, 1, 0, 0)


def test_handle_tells_each_kind_of_bet_and_a_held_bet_where_it_was_decided() -> None:
    with asked(Regulator, log_of(Table("BA-12", [TIED, DECIDING]))) as (regulator, connection):
        rows = regulator.handle(connection)

    assert {row["on"]: of(row, HANDLE) for row in rows} == {
        "banker": [1, 3_000, 0, 3_000, 150, -2_850],
        "tie": [1, 500, 0, 4_000, 0, -4_000],
        "banker-pair": [1, 200, 0, 2_200, 0, -2_200],
    }
    assert [row["on"] for row in rows] == ["banker", "tie", "banker-pair"]
    assert {row["on"]: (row["theoretical_win"], row["edge_ppm"]) for row in rows} == {
        "banker": (35, 11_692),
        "tie": (72, 143_596),
        "banker-pair": (21, 103_614),
    }
    assert {row["on"]: Fraction(row["edge"]) for row in rows} == {row["on"]: house_edge(row["on"], 8) for row in rows}
    [total] = handle_totals(rows)
    assert (total["handle"], total["house_win"]) == (3_700, -9_050)
    assert total["theoretical_win"] == rounded_half_up(sum(row["handle"] * house_edge(row["on"], 8) for row in rows))


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("half", [False, True])
def test_the_edge_is_that_of_the_tables_packs_and_commission(decks: int, half: bool) -> None:
    plan = Round((Bet("P-1", 1, "banker", 1_000_000),), six=3)
    with asked(Regulator, log_of(Table("BA-12", [plan], decks=decks, half=half))) as (regulator, connection):
        [row] = regulator.handle(connection)

    assert Fraction(row["edge"]) == house_edge("banker", decks, six_pays_half=half)
    assert of(row, HANDLE) == [1, 1_000_000, 0, *((500_000, 0, -500_000) if half else (1_000_000, 50_000, -950_000))]


def test_a_table_opened_again_with_other_packs_has_one_row_at_the_average_edge() -> None:
    plan = Round((Bet("P-1", 1, "player", 3_000),))
    tables = (Table("BA-12", [plan], decks=6), Table("BA-12", [plan, plan], session=2, first_number=2))
    with asked(Regulator, log_of(*tables)) as (regulator, connection):
        [row] = regulator.handle(connection)

    assert (row["bets"], row["handle"]) == (3, 9_000)
    assert Fraction(row["edge"]) == (house_edge("player", 6) + 2 * house_edge("player", 8)) / 3


def test_days_tables_and_currencies_are_apart() -> None:
    tables = (
        Table("BA-12", [Round((B,))]),
        Table("BA-13", [Round((B,))], currency="MOP"),
        Table("BA-12", [Round((B,))], session=2, gaming_day="2026-12-01"),
    )
    with asked(Regulator, log_of(*tables)) as (regulator, connection):
        rows = regulator.handle(connection)
        of_day = regulator.handle(connection, Filters(gaming_day="2026-11-30", currency="HKD"))

    assert [(row["gaming_day"], row["table"], row["currency"], row["house_win"]) for row in rows] == [
        ("2026-11-30", "BA-12", "HKD", 4_000),
        ("2026-11-30", "BA-13", "MOP", 4_000),
        ("2026-12-01", "BA-12", "HKD", 4_000),
    ]
    assert [row["table"] for row in of_day] == ["BA-12"]
    assert [(total["currency"], total["bets"], total["handle"]) for total in handle_totals(rows)] == [("HKD", 2, 8_000), ("MOP", 1, 4_000)]


def test_handle_takes_the_filters_of_the_regulator_alone() -> None:
    with asked(Regulator, FakeLog()) as (regulator, connection), pytest.raises(FilterRefused, match="by player"):
        regulator.handle(connection, Filters(player="P-1"))


def test_a_round_counts_from_its_last_settlement() -> None:
    plan = Round((Bet("P-1", 1, "banker", 1_000), Bet("P-2", 2, "banker", 400)))
    log = log_of(Table("BA-12", [plan, plan]))
    first, _, second, last = [record.position for record in log.records if record.event.contract == "baccarat.commission-taken"]
    first_end = next(record.position for record in log.records if record.position > first)
    with asked(Regulator, log) as (regulator, connection):
        known = [
            (regulator.ggr(connection, shipped, Filters(as_of=position)), regulator.handle(connection, Filters(as_of=position)))
            for position in (first, first_end, second, last)
        ]

    assert [[row["ggr"] for row in ggr] for ggr, _ in known] == [[], [-1_330], [-1_330], [-2_660]]
    assert [[row["house_win"] for row in handle] for _, handle in known] == [[], [-1_330], [-1_330], [-2_660]]


def test_a_void_names_its_bets_its_refunds_its_reason_and_its_people() -> None:
    held = Round((A, B), "tie")
    void = Round((C, Bet("P-1", 1, "tie", 300, off=100)), "void", decisions=(Decision("change", keep=50),), errors=("foul-shoe",))
    with asked(Regulator, log_of(Table("BA-12", [held, void]))) as (regulator, connection):
        [row] = regulator.voids(connection)

    assert (row["id"], row["game"], row["kind"], row["reason"]) == ("BA-12/2026-11-30/2", "baccarat", "foul-shoe", "a card too many")
    assert (row["actor"], row["approver"], row["rule"]) == ("C-7", "M-1", "MO-BAC-2004 10")
    assert (row["bets"], row["stakes"], row["refunds"]) == (4, 5_000 + 4_000 + 500 + 200, 9_700)


@pytest.mark.parametrize("name", ["bet-placed", "bet-settled", "commission-taken", "round-voided", "held-bet-decided"])
def test_what_belongs_to_no_round_in_play_is_set_aside(name: str) -> None:
    rounds = [Round((A, B), "tie"), Round((A,), decisions=(Decision("cancel"),)), Round((A,), "void")]
    log = log_of(Table("BA-12", rounds), Table("BA-13", [Round((A,))]))
    found = next(record for record in log.records if record.event.contract == f"baccarat.{name}")
    log.add(Table("BA-12", []), found.event, found.meta.subject)
    books = Books.memory()
    catch_up(log, books, [Regulator])

    with books.read() as connection:
        regulator = live(connection, Regulator)
        assert [(parked.source, parked.event_id) for parked in regulator.parked] == [("/tables/BA-12", log.records[-1].id)]
        assert [(row["table"], row["hands"], row["voids"]) for row in regulator.projection.figures(connection)] == [
            ("BA-12", 2, 1),
            ("BA-13", 1, 0),
        ]


@fewer
@given(logs(), st.lists(st.integers(1, 40), max_size=3), st.sampled_from((None, "BA-12")))
def test_any_batches_make_the_same_figures_and_they_are_what_was_played(
    found: tuple[list[Table], FakeLog], sizes: list[int], code: str | None
) -> None:
    tables, log = found
    at_once, in_batches = Books.memory(), Books.memory()
    project_in_batches(at_once, Regulator, log, [])
    project_in_batches(in_batches, Regulator, log, sizes)
    assert contents(in_batches, Regulator) == contents(at_once, Regulator)

    figures, handle, voids = expected([table for table in tables if code in (None, table.code)])
    narrowed = Filters(table=code)
    with in_batches.read() as connection:
        regulator = live(connection, Regulator).projection
        rows = [row for row in regulator.ggr(connection, shipped, narrowed) if row["game"] == "baccarat"]
        by_bet, void = regulator.handle(connection, narrowed), regulator.voids(connection, narrowed)
    assert {row["table"]: of(row, SUMS) for row in rows} == figures
    assert {(row["table"], row["on"]): of(row, HANDLE) for row in by_bet} == handle
    assert sorted((row["id"], row["bets"], row["stakes"], row["refunds"]) for row in void if row["bets"] is not None) == sorted(voids)
    assert sum(total["ggr"] for total in totals(rows, shipped)) == sum(row["house_win"] for row in by_bet)


def expected(tables: list[Table]) -> tuple[dict[str, list[int]], dict[tuple[str, str], list[int]], list[tuple[Any, ...]]]:
    """Figures by table, handle by table and kind of bet, voids; from the dealer's own books."""
    figures: dict[str, list[int]] = {}
    handle: dict[tuple[str, str], Counter[str]] = {}
    voids = []
    for table in tables:
        decided = [one for one in table.played() if one.decided]
        sums: Counter[str] = Counter()
        for one in decided:
            for (on, name), amount in one.handle.items():
                handle.setdefault((table.code, on), Counter())[name] += amount
                sums[name] += amount
        won = sum(one.sums["house_win"] for one in decided)
        if decided:
            figures[table.code] = [len(decided), *(sums[name] for name in ("handle", "won", "paid", "commission")), won]
        for one in table.played():
            if one.status == "void":
                voids.append((table.round_id(one.number), one.refunds, one.sums["refunded"], one.sums["refunded"]))
    by_bet = {key: [*(sums[name] for name in HANDLE[:-1]), sums["won"] - sums["paid"] + sums["commission"]] for key, sums in handle.items()}
    return figures, by_bet, voids
