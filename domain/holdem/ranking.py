"""What a hand is worth: articles 14 and 15, and article 10(1) for the best five of seven cards.

A strength is one whole number: the category, then up to five ranks, four bits each, in the order in which they decide.
So a bigger number is a better hand, an equal number is a tie, and the number alone tells what the hand is. Suits make
flushes and decide nothing else (article 14(1)).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cache
from typing import Final

from domain.cards import DECK, RANKS, SUITS


class Category(IntEnum):
    """The ten combinations of article 15, the best one highest."""

    HIGH_CARD = 1
    ONE_PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10

    @property
    def label(self) -> str:
        """`two-pair`. The regulation calls `high-card` five loose cards."""
        return self.name.lower().replace("_", "-")

    @property
    def item(self) -> str:
        """Where the regulation names it: `15(1)` for the royal flush to `15(10)` for five loose cards."""
        return f"15({11 - self})"


_ACE: Final = 14
_FLUSHES: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)

# What follows makes `strength` fast. A card's key is its rank's weight above nine bits for its suit, so that adding the
# keys of a hand counts its ranks and its suits at once, and one look at each sum replaces looking at the cards.

_SUIT_BITS: Final = 9
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
_SUIT_WEIGHTS: Final = (0, 1, 8, 64)
"""Three bits count a suit up to seven cards; the first suit is what the others leave of the hand."""

_RANK_WEIGHTS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Each is the smallest that gives no two choices of seven ranks, four of each at most, the same sum.

They stay below 2**21, so that a key stays in one digit of a Python integer, whose addition is the fast one.
"""

CARD_KEYS: Final = {
    card: _RANK_WEIGHTS[RANKS.index(card[0])] << _SUIT_BITS | _SUIT_WEIGHTS[SUITS.index(card[1])] for card in DECK
}
_RANK_OF: Final = {card: RANKS.index(card[0]) + 2 for card in DECK}


class Sums:
    """What a hand of `count` cards is worth, by the sum of its keys, as far as that can be said without the cards."""

    def __init__(self, count: int) -> None:
        self.is_flush: Final = [self._has_five(suits, count) for suits in range(1 << _SUIT_BITS)]
        self.by_ranks: Final[dict[int, int]] = {}
        """Sum of weights -> strength without a flush, filled as hands come up; 49,205 at most for seven cards."""

    @staticmethod
    def _has_five(suits: int, count: int) -> bool:
        others = (suits & 7, suits >> 3 & 7, suits >> 6)
        return max(*others, count - sum(others)) >= 5

    def strength(self, key: int, cards: Sequence[str]) -> int:
        """Strength of `cards`, whose keys add up to `key`."""
        if self.is_flush[key & _SUIT_MASK]:
            return _flush(cards)
        try:
            return self.by_ranks[key >> _SUIT_BITS]
        except KeyError:
            found = self.by_ranks[key >> _SUIT_BITS] = _without_flush([_RANK_OF[card] for card in cards])
            return found
