"""The five scoreboard roads: drawn from results, read in a terminal, and kept for every shoe."""

import json
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.event import Event
from domain.given import Permit
from infra.books import Books
from projections.roads import (
    DERIVED,
    ROWS,
    Outcome,
    Tail,
    Win,
    ask_road,
    bead_plate,
    big_road,
    colours,
    derived_road,
    laid_out,
    outcomes,
    runs,
)
from projections.roads_text import LEGEND, as_text, boards, rows
from projections.scoreboards import Scoreboards
from tests.domain.baccarat.scene import BANKER, PLAYER, TIE, Scene
from tests.projections.hand_log import FakeLog, fewer, log_of
from tests.projections.reading import asked, contents, project_in_batches

CASES = Path(__file__).parents[3] / "shared" / "cases" / "baccarat-roads.json"
VECTORS = [
    ("BBPBPPPBBBBPPBPBTBPPTTPB", "BRBRBRRBBRBBRBBRBB", "BBRBBRRBRBBBBBBRB", "RBBBRRBBBBBRRBRB"),
    ("BBBBBBBBPPPPPPPBPBBPP", "RRRRRRBBRBBR", "BBBBB", "BRBB"),
    ("BBBPPPBBBPPPB", "RRRRRRRRR", "RRRRRR", "RRR"),
    ("TBPBPBPBPBP", "RRRRRRRR", "RRRRRRR", "RRRRRR"),
    ("BBBBBBBBBBBB", "", "", ""),
    ("PPPPPPPPBPPPPPPPPBBBBBBBB", "BBRRRRRRBRRRRRRR", "RRRRRRRRBRRRRRR", "RRRRRRR"),
    ("TTT", "", "", ""),
    ("", "", "", ""),
]
letters = st.text("BBBPPPT", max_size=90)


def lengths(results: str) -> list[int]:
    return [run.length for run in runs(outcomes(results))[0]]


def drawn(places: list[Any]) -> str:
    """The cells as rows of text."""
    width = max(column for column, _ in places) + 1
    return "\n".join("".join("x" if (column, row) in places else "." for column in range(width)).rstrip(".") for row in range(ROWS))


# Drawing.


@pytest.mark.parametrize(("results", "big_eye", "small", "cockroach"), VECTORS)
def test_the_derived_roads(results: str, big_eye: str, small: str, cockroach: str) -> None:
    assert [colours(lengths(results), back) for back in DERIVED.values()] == [big_eye, small, cockroach]
    assert ["".join(mark.colour for mark in derived_road(outcomes(results), back)) for back in DERIVED.values()] == [
        big_eye,
        small,
        cockroach,
    ]


def test_the_shared_vectors() -> None:
    if not CASES.exists():
        pytest.skip("no shared cases beside this repository")
    vectors = json.loads(CASES.read_text(encoding="utf-8"))
    assert len(vectors) >= 6
    for vector in vectors:
        results = outcomes(vector["results"])
        found, before = runs(results)
        assert [[run.winner, run.length, list(run.ties)] for run in found] == vector["streaks"]
        assert before == vector["lead_ties"]
        assert [list(win.place) for win in big_road(results)] == vector["big_road"]
        derived = [vector[name] for name in ("big_eye", "small", "cockroach")]
        assert [colours([run.length for run in found], back) for back in DERIVED.values()] == derived


def test_runs_drop_the_ties_and_keep_their_number() -> None:
    found, before = runs(outcomes("TTBTBTTPT"))
    assert before == 2
    assert [(run.winner, run.ties) for run in found] == [("B", (1, 2)), ("P", (1,))]


def test_the_bead_plate_has_every_result_column_by_column() -> None:
    plate = bead_plate([Outcome("B", banker_pair=True), *outcomes("PTBPBT")])
    assert [bead.place for bead in plate] == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 0)]
    assert plate[0].outcome == Outcome("B", banker_pair=True)


def test_ties_lie_on_the_last_win_and_early_ones_on_the_first() -> None:
    assert big_road(outcomes("TBTTPPT")) == [Win((0, 0), "B", 3), Win((1, 0), "P", 0), Win((1, 1), "P", 1)]
    assert big_road(outcomes("TT")) == []


@pytest.mark.parametrize(
    ("of", "tail", "picture"),
    [
        ([1, 1, 2], "stay", "xxx\n..x\n\n\n\n"),
        ([8], "stay", "x\nx\nx\nx\nx\nxxx"),
        ([8, 7], "stay", "xx\nxx\nxx\nxx\nxxxx\nxxx"),
        ([8, 1, 8, 8], "stay", "xxxx\nx.xx\nx.xx\nx.xxxxxx\nx.xxxx\nxxx"),
        ([8, 8], "stay", "xx\nxx\nxx\nxx\nxxxxx\nxxx"),
        ([8, 8], "drop", "xx\nxx\nxx\nxx\nxxxx\nxxxx"),
    ],
)
def test_tails_turn_right_where_they_can_go_no_further(of: list[int], tail: Tail, picture: str) -> None:
    assert drawn(laid_out(of, tail)) == picture


def test_a_run_begins_in_the_next_free_column() -> None:
    """Twenty long runs: each tail lies above the one before it, until one runs along the first row."""
    places = laid_out([40, 39, 38, 37, 36, 35, 3])
    assert len(set(places)) == len(places)
    assert places[-3][1] == 0
    assert places[-3][0] > 5


@given(st.lists(st.integers(1, 14), max_size=40), st.sampled_from(["stay", "drop"]))
def test_every_picture_is_one(of: list[int], tail: Tail) -> None:
    places = laid_out(of, tail)
    assert len(set(places)) == len(places) == sum(of)
    assert all(0 <= row < ROWS for _, row in places)
    at, start = 0, -1
    for length in of:
        run = places[at : at + length]
        assert run[0][1] == 0
        assert run[0][0] > start
        assert all((b[0] - a[0], b[1] - a[1]) in ((0, 1), (1, 0)) for a, b in pairwise(run))
        at, start = at + length, run[0][0]


@given(letters, st.sampled_from([1, 2, 3]))
def test_the_colours_are_those_of_columns_that_never_turn(results: str, back: int) -> None:
    """The rule as it is told at the tables: look left by so many columns, and compare cells or the heights of columns."""
    columns = [len(list(run)) for _, run in groupby(letter for letter in results if letter != "T")]
    marks = ""
    for column, height in enumerate(columns):
        for row in range(height):
            if row == 0 and column - 1 - back >= 0:
                marks += "R" if columns[column - 1] == columns[column - 1 - back] else "B"
            elif row and column - back >= 0:
                there, above = row < columns[column - back], row - 1 < columns[column - back]
                marks += "R" if there == above else "B"
    assert colours(columns, back) == marks


@given(letters)
def test_what_would_come_next_is_what_comes(results: str) -> None:
    for winner in ("B", "P"):
        for name, mark in ask_road(outcomes(results), winner).items():
            before, then = (colours(lengths(text), DERIVED[name]) for text in (results, results + winner))
            assert then == before + (mark or "")


def test_the_ask_road() -> None:
    assert ask_road(outcomes("BBPBPPPBBBBPPBPBTBPPTTPB"), "B") == {"big-eye-boy": "R", "small-road": "R", "cockroach-road": "B"}
    assert ask_road(outcomes("BB"), "P") == {"big-eye-boy": None, "small-road": None, "cockroach-road": None}


# In a terminal.


def test_a_shoe_in_a_terminal() -> None:
    results = [Outcome("T"), Outcome("B", banker_pair=True), *outcomes("BTTP"), Outcome("P", True, True)]
    text = as_text(results)
    plate, road = text.split("\n\n")[1:3]
    assert text.startswith("7 rounds: banker 2, player 2, tie 3\n")
    assert plate.splitlines() == ["bead plate", "  T  P:", "  B' .", "  B  .", "  T  .", "  T  .", "  P  ."]
    assert road.splitlines() == ["big road", "  B/ P", "  B2 P", "  .  .", "  .  .", "  .  .", "  .  ."]
    assert text.endswith(LEGEND)
    assert "if player is next: big eye boy B, small road none, cockroach road none" in text


def test_an_empty_scoreboard() -> None:
    assert as_text([]).startswith("0 rounds: banker 0, player 0, tie 0\n\nbead plate\n  .\n")


@given(letters)
def test_a_full_board_loses_its_first_column(results: str) -> None:
    for board in boards(outcomes(results)):
        last = max((column for column, _ in board.signs), default=0)
        shown = rows(board, 10)
        assert len(shown) == ROWS
        assert {len(row) for row in shown} == {min(10, last + 1)}
        assert [row[-1] for row in shown] == [board.signs.get((last, row)) for row in range(ROWS)]
    assert max(len(line) for line in as_text(outcomes(results)).splitlines()[:-4]) <= 80


@given(st.lists(st.builds(Outcome, st.sampled_from("BPT"), st.booleans(), st.booleans()), max_size=90))
def test_colours_for_those_who_have_them(results: list[Outcome]) -> None:
    plate, road, *derived = boards(results)
    assert all(sign.colour == {"B": "red", "P": "blue", "T": "green"}[sign.text[0]] for sign in plate.signs.values())
    assert all(sign.colour == {"B": "red", "P": "blue"}[sign.text[0]] for sign in road.signs.values())
    assert all(sign.colour == {"R": "red", "B": "blue"}[sign.text] for board in derived for sign in board.signs.values())
    assert all(1 <= len(sign.text) <= 2 for board in (plate, road, *derived) for sign in board.signs.values())


# Kept for every shoe.


class Told:
    """A scene's facts as a table session."""

    gaming_day = "2026-11-30"

    def __init__(self, scene: Scene, stream: str = "tables/BA-12/000001") -> None:
        self.stream = stream
        self._events = scene.events

    def events(self) -> list[tuple[str, Event]]:
        return [("BA-12", event) for event in self._events]


def evening() -> Scene:
    """A demonstration, three results and a void round; then a second shoe with one."""
    scene = Scene(seats={}, demo_rounds_max=1, permits=[Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("2", "7"))])
    scene.shoe()
    scene.when("demonstrate", cards=PLAYER.split()).accepted()
    for cards in (BANKER, TIE, PLAYER):
        scene.play("", cards)
    scene.round()
    scene.void().accepted()
    scene.when("close-shoe", reason="house").accepted()
    return scene


def board(log: FakeLog, table: str = "BA-12") -> Any:
    with asked(Scoreboards, log) as (scoreboards, connection):
        return scoreboards.latest(connection, table)


def test_results_of_the_last_shoe() -> None:
    scene = evening()
    found = board(log_of(Told(scene)))
    assert (found.table, found.gaming_day, found.shoe) == ("BA-12", "2026-11-30", 1)
    assert found.results == [Outcome("B", False, True), Outcome("T", True, False), Outcome("P", False, False)]
    scene.shoe()
    assert board(log_of(Told(scene))).results == []
    scene.play("", BANKER)
    again = board(log_of(Told(scene)))
    assert (again.shoe, again.results) == (2, [Outcome("B", False, True)])


def test_a_table_opened_again_begins_anew_and_others_are_apart() -> None:
    first, second = evening(), Scene(seats={})
    assert board(log_of(Told(first), Told(second, "tables/BA-12/000002"))).results != []
    second.shoe()
    assert board(log_of(Told(first), Told(second, "tables/BA-12/000002"))).results == []
    assert board(log_of(Told(first)), "BA-13") is None
    assert board(log_of(Told(Scene(seats={})))) is None


def test_a_continuous_shuffler_has_one_scoreboard_an_opening() -> None:
    permit = Permit(permit="PR-1", ruleset="MO-BAC-2004", articles=("2", "7"))
    scene = Scene(seats={}, deal_mode="csm", permits=[permit])
    for cards in (BANKER, PLAYER):
        scene.when("load-shoe", decks=8).accepted()
        scene.play("", cards)
        scene.when("close-shoe", reason="service").accepted()
    found = board(log_of(Told(scene)))
    assert (found.shoe, [outcome.winner for outcome in found.results]) == (1, ["B", "P"])


@fewer
@given(st.lists(st.integers(1, 9), max_size=6))
def test_pages_of_any_size_make_the_same(sizes: list[int]) -> None:
    log = log_of(Told(evening()))
    whole, paged = Books.memory(), Books.memory()
    project_in_batches(whole, Scoreboards, log, [])
    project_in_batches(paged, Scoreboards, log, sizes)
    assert contents(whole, Scoreboards) == contents(paged, Scoreboards)
    whole.close()
    paged.close()
