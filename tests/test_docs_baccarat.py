"""What the pages work out for baccarat comes out of the code: drawing, burns, last rounds, room, commission, roads, and one tie
from the table to the books."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.baccarat.bets import Bet, gap, room, too_much
from domain.baccarat.drawing import NO_CARDS, Hands, lay, next_draw
from domain.baccarat.odds import house_edge
from domain.baccarat.rules import On
from domain.given import Permit
from projections.ggr import rounded_half_up
from projections.roads import DERIVED, colours, outcomes, runs
from tests.cli.terminal import pataca
from tests.domain.baccarat.scene import BANKER, TIE, Scene
from tests.pages import Row, named, page, row_of, rows, section, worked

HAND_LIST = "pataca hand list [--gaming-day] [--table] [--player] [--currency]"
LATER = "MO-BAC-2018"
PERMIT = Permit(permit="DICJ-1", ruleset=LATER, articles=("2", "3", "7", "12", "18"))
SIX = "2c 6d 3h Ts 5c"
"""The banker wins with 6, on two cards."""


def tables_of(name: str, heading: str) -> list[list[Row]]:
    """The rows of each table of a section, heads and rules left out."""
    found = re.findall(r"(?:^\|.*\n?)+", section(name, heading), re.MULTILINE)
    return [rows(table)[2:] for table in found]


def permitted(**rules: Any) -> Scene:
    """A table under the later ruleset that may choose anything; somebody sits at seat 1."""
    return Scene(seats={1: 1_000_000}, ruleset=LATER, permits=(PERMIT,), **rules)


def test_the_drawing_matrix_is_that_of_the_rules() -> None:
    (matrix,) = tables_of("baccarat", "Drawing")
    thirds = rows(section("baccarat", "Drawing"))[0][2:]
    stood, drew = Hands(("6h", "Kh")), Hands(("2h", "Kh"))
    for two_cards, none, *draws in matrix:
        banker = (f"{'A23456789'[int(two_cards) - 1]}c" if int(two_cards) else "Kc", "Kd")
        assert (next_draw(Hands(stood.player, banker)) is not None) == (none == "D")
        for third, draw in zip(thirds, draws, strict=True):
            card = {"0": "Ts", "1": "As"}.get(third, f"{third}s")
            assert (next_draw(Hands((*drew.player, card), banker)) is not None) == (draw == "D"), f"{two_cards}, {third}"


@pytest.mark.parametrize("row", tables_of("baccarat", "A shoe")[0], ids=" ".join)
def test_the_burns_come_out_as_told(row: Row) -> None:
    method, packs, first, burned, removed = row
    name, _, fixed = method.replace("`", "").partition(", ")
    table = permitted(burn_method=name, decks=int(packs), **({"burn_fixed": int(fixed)} if fixed else {}))
    table.shoe(None)
    (event,) = table.when("burn", **({} if first == "-" else {"first_card": first})).accepted().events
    assert (event.burned, event.removed_total) == (int(burned), int(removed))  # type: ignore[attr-defined]
    assert (event.indicator_card is not None) == (name == "first-card-face")  # type: ignore[attr-defined]


@pytest.mark.parametrize("row", tables_of("baccarat", "A shoe")[1], ids=" ".join)
def test_the_last_rounds_come_out_as_told(row: Row) -> None:
    """Round 60 of the page is round 2 here."""
    when, after, before, last = row
    table = permitted(after_cut_card=after.strip("`"), **({"cut_before_first": before.strip("`")} if before else {}))
    table.shoe()
    table.play("", BANKER)
    if when.startswith("after a card"):
        table.round()
        table.close().accepted()
        table.deal("2h 3d").accepted()
    (event,) = table.when("cut-card").accepted().events
    assert (event.round, event.last_round) == (2, int(last) - 58)  # type: ignore[attr-defined]


@pytest.mark.parametrize("row", worked(section("baccarat", "Differential")), ids=lambda row: f"{row[0]} {row[1]}")
def test_the_room_comes_out_as_told(row: Row) -> None:
    banker, player, ahead, banker_room, player_room, off = row
    table = Scene(seats={}, differential=50_000)
    bets = [Bet("B", "P-1", None, "banker", int(banker)), Bet("P", "P-2", None, "player", int(player))]
    rooms = [room(bets, side, table.table.house.differential) for side in ("banker", "player")]
    assert [gap(bets), *rooms] == [int(ahead), int(banker_room), int(player_room)]
    assert too_much(bets, table.table.house) == ({} if off == "-" else {"B": int(off.split()[0])})


@pytest.mark.parametrize("row", tables_of("baccarat", "Commission")[0], ids=lambda row: f"{row[0]} unit {row[1]}")
def test_the_commissions_come_out_as_told(row: Row) -> None:
    stakes, unit, exact, amount, gets = row
    table = Scene(seats={1: 1_000}, unit=int(unit))
    table.shoe()
    bets = [f"b{number} 1 banker {stake}" for number, stake in enumerate(stakes.split(" + "))]
    taken = table.play(", ".join(bets), BANKER).events[-1]
    staked = sum(int(bet.split()[-1]) for bet in bets)
    assert (taken.exact_e4, taken.amount) == (round(float(exact) * 10_000), int(amount))  # type: ignore[attr-defined]
    assert table.stacks[1] == 1_000 - staked + int(gets)


@pytest.mark.parametrize("row", tables_of("baccarat", "Commission")[1], ids=lambda row: f"{row[0]} unit {row[1]}")
def test_without_commission_six_pays_as_told(row: Row) -> None:
    stake, unit, pays = map(int, row)
    table = permitted(unit=unit, commission="none-six-pays-half")
    table.shoe()
    table.play(f"b 1 banker {stake}", SIX)
    assert (table.won["b"], table.commission) == (pays, 0)


@pytest.mark.parametrize("row", tables_of("baccarat", "Bets")[0], ids=lambda row: f"{row[0]} {row[2]}")
def test_the_bets_pay_as_told(row: Row) -> None:
    bets, wins_if, pays, article = row
    for on in named(bets):
        table = permitted(lucky_six=True)
        table.shoe()
        cards = {"tie": TIE, "player": "9c 2d Kh Ks", "banker": BANKER, "player-pair": BANKER, "banker-pair": TIE}
        six = SIX if "two cards" in wins_if else "2c 6d 3h Ts 6h Th"
        table.play(f"b 1 {on} 100", cards.get(on, six))
        settled = next(event for event in table.events if event.contract == "baccarat.bet-settled")
        assert (settled.win, settled.rule) == (100 * int(pays.split()[0]), f"{LATER} {article}")  # type: ignore[attr-defined]


@pytest.mark.parametrize("row", tables_of("baccarat", "Roads")[0], ids=lambda row: row[0])
def test_the_roads_come_out_as_told(row: Row) -> None:
    results, *derived = (cell.strip("`") for cell in row)
    lengths = [run.length for run in runs(outcomes(results))[0]]
    assert [colours(lengths, back) for back in DERIVED.values()] == derived


@pytest.mark.parametrize("row", tables_of("baccarat", "Rounds")[0], ids=lambda row: row[0])
def test_the_rounds_come_out_as_told(row: Row) -> None:
    cards = row[0].strip("`").split()
    hands = lay(NO_CARDS, cards)
    assert (len(hands), next_draw(hands)) == (len(cards), None)
    assert row[1] == f"{hands.points('player')}-{hands.points('banker')}"


@pytest.mark.parametrize("row", tables_of("finance", "GGR")[0], ids=lambda row: row[0])
def test_the_edges_come_out_as_told(row: Row) -> None:
    bets: set[On] = named(row[0])  # type: ignore[assignment]
    for on in bets:
        edges = [house_edge(on, decks, six_pays_half="six pays half" in row[0]) for decks in (6, 8, 12)]
        assert [str(rounded_half_up(edge * 1_000_000)) for edge in edges] == row[1:]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the tie of the page was played."""
    folder = tmp_path_factory.mktemp("house")
    commands = "\n".join(line.strip() for line in section("baccarat", "Ties").splitlines() if line.startswith('    {"do"'))
    ended = pataca("run", "-", "--data", folder, stdin=commands.encode())
    assert ended.status == 0, ended.out
    return folder


@pytest.mark.parametrize("name", ["baccarat", "finance"])
def test_what_the_terminal_shows_of_the_tie_is_what_the_page_shows(name: str, house: Path) -> None:
    asked, shown = re.findall(r"^    \$ pataca (hand .*BA-12.*) --data house\n((?:    .*\n)+)", page(name), re.MULTILINE)[0]
    ended = pataca(*asked.split(), "--data", house)
    assert ended.status == 0, ended.err
    for part in re.split(r"^    \.\.\.\n", shown, flags=re.MULTILINE):
        assert re.sub("^    ", "", part, flags=re.MULTILINE) in ended.out


def test_the_gross_revenue_of_the_tie_is_what_the_page_says(house: Path) -> None:
    (row,) = pataca("report", "ggr", "--json", "--data", house).document()["rows"]
    told = section("finance", "GGR")
    for name in ("wagered", "won", "paid", "commission", "ggr"):
        assert re.search(rf"`{name}`:? {row[name]:,}\b", told), name


def test_every_field_of_a_round_in_the_list_is_told(house: Path) -> None:
    row = pataca("hand", "list", "--json", "--data", house).documents()[0]
    bettor = row["bettors"][0]
    told = named(section("contracts", "Rounds in the list")) | named(row_of(section("contracts", "Command line"), HAND_LIST)[1])
    assert {*row, *bettor, *bettor["bets"][0], row["status"]} - told == set()


def test_every_field_of_the_roads_is_told(house: Path) -> None:
    roads = pataca("table", "roads", "BA-12", "--json", "--data", house).document()
    assert {*roads} - named(row_of(section("contracts", "Command line"), "pataca table roads CODE [--columns N]")[1]) == set()


def test_every_column_of_the_handle_is_told_in_its_order(house: Path) -> None:
    columns = list(pataca("report", "handle", "--json", "--data", house).document()["rows"][0])
    assert re.findall(r"`(\w+)`", row_of(section("finance", "Reports and formats"), "report handle")[1]) == columns


def test_every_field_of_the_state_is_told() -> None:
    state = Scene(seats={1: 1_000}).state
    told = {name for row in rows(section("contracts", "State")) for name in named(row[0])}
    assert {*state} - told == set()
