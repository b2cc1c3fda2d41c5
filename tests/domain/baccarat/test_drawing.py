"""Articles 5, 7(1), 9, 11 and 13(4): points, the order of the cards, every cell of the drawing matrix, pairs, results."""

from itertools import product

import pytest

from domain.baccarat.drawing import NO_CARDS, Draw, Hands, forbids, lay, next_draw, points

MATRIX = """
    -  0 1 2 3 4 5 6 7 8 9
 0  D  D D D D D D D D D D
 1  D  D D D D D D D D D D
 2  D  D D D D D D D D D D
 3  D  D D D D D D D D S D
 4  D  S S D D D D D D S S
 5  D  S S S S D D D D S S
 6  S  S S S S S S D D S S
 7  S  S S S S S S S S S S
"""
"""Rows: the banker's first two cards; columns: the player's third card, `-` where the player stood."""
ROWS = [line.split() for line in MATRIX.strip("\n").splitlines()]
CELLS = [(int(row[0]), column, cell == "D") for row in ROWS[1:] for column, cell in zip(ROWS[0], row[1:], strict=True)]
DRAWS_BY = {3: "9(3)(2)", 4: "9(3)(3)", 5: "9(3)(4)", 6: "9(3)(5)"}
STANDS_BY = {3: "9(4)(1)", 4: "9(4)(2)", 5: "9(4)(3)", 6: "9(4)(4)", 7: "9(4)(5)"}


def card(value: int) -> str:
    return {0: "K", 1: "A"}.get(value, str(value)) + "h"


def two(total: int) -> tuple[str, str]:
    """Two cards of this total."""
    return card(total), "Qs"


@pytest.mark.parametrize(
    ("cards", "total"),
    [("Kh Qh", 0), ("4h 6d", 0), ("7h 8d", 5), ("9h 9d 2c", 0), ("Ah 8d", 9), ("Th Jh Qh", 0), ("Ah", 1), ("9h", 9), ("2h 3h 4h", 9)],
)
def test_points_are_what_the_faces_add_up_to_without_tens(cards: str, total: int) -> None:
    assert points(tuple(cards.split())) == total


def test_the_first_four_cards_go_from_the_player_alternately() -> None:
    hands, places = NO_CARDS, []
    for card_ in ("4h", "5h", "4d", "5d"):
        draw = next_draw(hands)
        assert draw is not None
        places.append(draw)
        hands = hands.with_card(draw.side, card_)
    assert places == [Draw("player", 1, "7(1)"), Draw("banker", 1, "7(1)"), Draw("player", 2, "7(1)"), Draw("banker", 2, "7(1)")]
    assert hands == Hands(("4h", "4d"), ("5h", "5d"))


@pytest.mark.parametrize(("player", "banker"), list(product(range(10), range(10))))
def test_the_player_draws_on_0_to_5_unless_a_natural_lies(player: int, banker: int) -> None:
    draw = next_draw(Hands(two(player), two(banker)))
    drawn = draw is not None and draw.side == "player"
    assert drawn == (player <= 5 and banker <= 7)
    if drawn:
        assert draw == Draw("player", 3, "9(1)")


def test_the_matrix_has_57_cells_in_which_the_banker_draws() -> None:
    assert len(CELLS) == 88
    assert sum(draws for _, _, draws in CELLS) == 57


@pytest.mark.parametrize(("banker", "third", "draws"), CELLS)
def test_every_cell_of_the_matrix(banker: int, third: str, draws: bool) -> None:
    players = [two(6), two(7)] if third == "-" else [(*two(total), card(int(third))) for total in range(6)]
    for player in players:
        draw = next_draw(Hands(player, two(banker)))
        article = "9(3)(6)" if third == "-" else DRAWS_BY.get(banker, "9(3)(1)")
        assert draw == (Draw("banker", 3, article) if draws else None)


@pytest.mark.parametrize(("banker", "third", "draws"), CELLS)
def test_a_card_too_many_breaks_the_rule_of_its_cell(banker: int, third: str, draws: bool) -> None:
    """The first card too many is judged as the player's where he has no third card, else as the banker's."""
    player = two(6) if third == "-" else (*two(2), card(int(third)))
    hands = Hands(player, two(banker))
    if draws:
        hands = hands.with_card("banker", "2c")
    assert next_draw(hands) is None
    if third == "-":
        assert forbids(hands) == "9(2)"
    else:
        assert forbids(hands) == ("9" if draws else STANDS_BY[banker])


@pytest.mark.parametrize(("player", "banker"), [(p, b) for p, b in product(range(10), range(10)) if p >= 8 or b >= 8])
def test_nobody_draws_against_a_natural(player: int, banker: int) -> None:
    hands = Hands(two(player), two(banker))
    assert hands.natural
    assert next_draw(hands) is None
    assert forbids(hands) == "9(2)"


def test_a_total_of_8_or_9_with_three_cards_is_no_natural() -> None:
    assert not Hands(("2h", "3h", "4d"), ("2d", "2s", "4c")).natural
    assert not Hands(("9h",), ("8h",)).natural


def test_a_third_card_worth_nothing_is_a_card() -> None:
    """The banker has 6: he stands when the player stood, and when the player drew a ten; a banker with 3 draws."""
    assert next_draw(Hands(("2h", "2d", "Tc"), two(6))) is None
    assert next_draw(Hands(("2h", "2d", "Tc"), two(3))) == Draw("banker", 3, "9(3)(2)")
    assert next_draw(Hands(two(7), two(4))) == Draw("banker", 3, "9(3)(6)")
    assert next_draw(Hands(("2h", "2d", "Tc"), two(4))) is None


@pytest.mark.parametrize(
    ("cards", "totals", "result", "used"),
    [
        ("2c 3d Th Ks Jh 5c", (2, 8), "banker", 6),
        ("2c 5d Th Ks Qh", (2, 5), "banker", 5),
        ("6c 2d Kh 3s 4c", (6, 9), "banker", 5),
        ("7c 6d Kh Ts", (7, 6), "player", 4),
        ("2c 6d 3h Ts 6c Ah", (1, 7), "banker", 6),
        ("2c 6d 3h Ts 5c", (0, 6), "banker", 5),
        ("2c 3d Th Ks 8c", (0, 3), "banker", 5),
        ("2c Kd Th 3s 9c 4h", (1, 7), "banker", 6),
        ("2c 4d Th Ks Ac", (3, 4), "banker", 5),
        ("2c 3d 3h 5s", (5, 8), "banker", 4),
        ("4c 9d 4h Ks", (8, 9), "banker", 4),
        ("Kc Td Kh Ks 7c 7h", (7, 7), "tie", 6),
        ("2c 8d 3h 2s 2d 5c", (7, 5), "player", 6),
    ],
)
def test_rounds_card_by_card(cards: str, totals: tuple[int, int], result: str, used: int) -> None:
    hands = lay(NO_CARDS, [*cards.split(), "Ah", "Ad"])
    assert len(hands) == used == len(cards.split())
    assert (hands.points("player"), hands.points("banker")) == totals
    assert hands.result == result


@pytest.mark.parametrize(
    ("player", "banker", "result"),
    [(two(7), two(6), "player"), (two(0), two(1), "banker"), (two(9), two(8), "player"), (two(6), two(6), "tie"), (two(0), two(0), "tie")],
)
def test_the_higher_total_wins(player: tuple[str, ...], banker: tuple[str, ...], result: str) -> None:
    assert Hands(player, banker).result == result


@pytest.mark.parametrize(
    ("first_two", "pair"),
    [("Kh Ks", True), ("Kh Qh", False), ("Kh Th", False), ("5h 5h", True), ("Jh Jd", True), ("Jh Qh", False), ("Ah Ac", True)],
)
def test_a_pair_is_the_first_two_cards_of_one_rank(first_two: str, pair: bool) -> None:
    cards = tuple(first_two.split())
    assert Hands(cards, ("2h", "3h")).pair("player") is pair
    assert Hands(("2h", "3h"), cards).pair("banker") is pair
    assert Hands(("2h", "3h", "3d"), ("2h", "3h", "3d")).pair("player") is False
