"""Exact odds of a full shoe: the published counts, and edges that are what the table's own settlement pays on average."""

from fractions import Fraction
from math import perm

import pytest

from domain.baccarat.bets import WINS_MOST
from domain.baccarat.odds import draws, house_edge

PUBLISHED = {
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    8: (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
}
SIXES = {2: 186_173_936_904_192, 3: 83_058_367_551_488}


@pytest.mark.parametrize("decks", PUBLISHED)
def test_counts_are_the_published_ones(decks: int) -> None:
    found = draws(decks)
    assert (found.player, found.banker, found.tie) == PUBLISHED[decks]


def test_banker_wins_with_six_from_eight_packs() -> None:
    assert draws(8).sixes == SIXES


@pytest.mark.parametrize("decks", range(6, 13))
def test_every_draw_has_a_result(decks: int) -> None:
    assert draws(decks).total == perm(52 * decks, 6)


@pytest.mark.parametrize(
    ("on", "edge"),
    [
        ("player", "0.013650"),
        ("banker", "0.011692"),
        ("tie", "0.143596"),
        ("player-pair", "0.103614"),
        ("banker-pair", "0.103614"),
        ("lucky-six", "0.166836"),
    ],
)
def test_edges_of_eight_packs(on: str, edge: str) -> None:
    """Of settled bets; of a tie counted too the sides have the better known 1.2351 % and 1.0579 %."""
    assert round(house_edge(on, 8), 6) == Fraction(edge)


def test_edges_of_the_sides_with_ties_counted_are_the_well_known_ones() -> None:
    found = draws(8)
    decided = Fraction(found.decided, found.total)
    assert [round(house_edge(on, 8) * decided, 6) for on in ("player", "banker")] == [Fraction("0.012351"), Fraction("0.010579")]


@pytest.mark.parametrize("decks", [6, 8, 12])
def test_edges_are_what_all_draws_bring_the_house(decks: int) -> None:
    """Twenty units on each bet in every draw: the house keeps the stakes that lose, less what it pays, plus five per cent."""
    player, banker, tie, sixes = draws(decks).player, draws(decks).banker, draws(decks).tie, draws(decks).sixes
    kept = {
        "player": 20 * banker - 20 * player,
        "banker": 20 * player - 19 * banker,
        "tie": 20 * (player + banker) - 8 * 20 * tie,
        "lucky-six": 20 * (player + banker + tie - sixes[2] - sixes[3]) - 20 * 12 * sixes[2] - 20 * 20 * sixes[3],
    }
    settled = {"player": player + banker, "banker": player + banker, "tie": draws(decks).total, "lucky-six": draws(decks).total}
    assert {on: house_edge(on, decks) for on in kept} == {on: Fraction(kept[on], 20 * settled[on]) for on in kept}
    half = 20 * player - 20 * (banker - sixes[2] - sixes[3]) - 10 * (sixes[2] + sixes[3])
    assert house_edge("banker", decks, six_pays_half=True) == Fraction(half, 20 * (player + banker))
    assert house_edge("player", decks, six_pays_half=True) == house_edge("player", decks)


@pytest.mark.parametrize("decks", [6, 8])
def test_edge_of_a_pair_is_of_two_cards_of_one_rank(decks: int) -> None:
    pair = Fraction(4 * decks - 1, 52 * decks - 1)
    assert house_edge("player-pair", decks) == (1 - pair) - 11 * pair == house_edge("banker-pair", decks)


@pytest.mark.parametrize("on", WINS_MOST)
def test_the_house_has_an_edge_on_every_bet(on: str) -> None:
    assert all(0 < house_edge(on, decks) < Fraction(1, 5) for decks in range(6, 13))
