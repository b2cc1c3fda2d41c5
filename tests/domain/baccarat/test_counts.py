"""Every ordered draw of six cards from a fresh shoe, by the values of the cards: the product's drawing rules, no simulation."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from domain.baccarat.drawing import Hands, next_draw

CARDS = ["Kh", "Ah", *(f"{number}h" for number in range(2, 10))]
"""One card of each value, 0 to 9."""
COUNTS = {
    6: {"banker": 403_095_751_234_560, "player": 392_220_492_728_832, "tie": 83_552_962_932_288},
    8: {"banker": 2_292_252_566_437_888, "player": 2_230_518_282_592_256, "tie": 475_627_426_473_216},
}


def endings(hands: Hands, more: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str]]:
    """The values of the further cards and the result, for each way in which the round may end."""
    draw = next_draw(hands)
    if draw is None:
        yield more, hands.result
        return
    for value, card in enumerate(CARDS):
        yield from endings(hands.with_card(draw.side, card), (*more, value))


def orders(values: Sequence[int], decks: int) -> int:
    """In how many orders six cards begin with cards of these values."""
    left = [16 * decks, *[4 * decks] * 9]
    ways, cards = 1, 52 * decks
    for value in values:
        ways *= left[value]
        left[value] -= 1
        cards -= 1
    for _ in range(6 - len(values)):
        ways *= cards
        cards -= 1
    return ways


def test_all_draws_of_six_cards() -> None:
    """Which of a side's two cards came first changes nothing, so each two are looked at once."""
    counts: dict[int, Counter[str]] = {decks: Counter() for decks in COUNTS}
    twos = list(combinations_with_replacement(range(10), 2))
    for player, banker in product(twos, twos):
        alike = (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
        first = Hands((CARDS[player[0]], CARDS[player[1]]), (CARDS[banker[0]], CARDS[banker[1]]))
        for more, result in endings(first):
            for decks, found in counts.items():
                found[result] += alike * orders((*player, *banker, *more), decks)
    assert counts == COUNTS
    for decks, found in counts.items():
        assert found.total() == orders((), decks)
