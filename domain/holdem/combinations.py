"""Articles 14 and 15 as they read: the ten combinations, and which ranks decide between two of the same kind.

A strength is one whole number: the category, then up to five ranks, four bits each, in the order in which they decide.
So a bigger number is a better hand, equal numbers are a tie, and the number alone tells what the hand is. Suits make
flushes and decide nothing else (article 14(1)). Ranks are 2 to 14, the ace 14.
"""

from collections import Counter
from collections.abc import Collection
from enum import IntEnum
from functools import cache, cached_property
from typing import Final

ACE: Final = 14


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

    @cached_property
    def label(self) -> str:
        """`two-pair`; `high-card` is what the regulation calls five loose cards."""
        return self.name.lower().replace("_", "-")

    @property
    def item(self) -> str:
        """Where the regulation has it: `15(1)` for the royal flush to `15(10)` for five loose cards."""
        return f"15({11 - self})"


_CATEGORIES: Final = {int(kind): kind for kind in Category}


@cache
def pack(category: Category, *ranks: int) -> int:
    """The strength of a combination that `ranks`, at most five, decide in this order.

    Cached so that each of the 7,462 strengths is one object, and tables of them stay small in memory.
    """
    packed = int(category)
    for rank in ranks:
        packed = packed << 4 | rank
    return packed << 4 * (5 - len(ranks))


def category(strength: int) -> Category:
    return _CATEGORIES[strength >> 20]


def deciding_ranks(strength: int) -> list[int]:
    """The ranks as they were packed: two for a full house, one for a straight, five for a flush."""
    nibbles = (strength >> shift & 15 for shift in (16, 12, 8, 4, 0))
    return [rank for rank in nibbles if rank]


def of_ranks(ranks: Collection[int]) -> int:
    """The best five of five to seven ranks, if no five cards share a suit."""
    counts = Counter(ranks)
    first, second, *rest = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = counts[first], counts[second]
    if shape[0] == 4:
        return pack(Category.FOUR_OF_A_KIND, first, max([second, *rest]))
    if shape[0] == 3 and shape[1] >= 2:
        return pack(Category.FULL_HOUSE, first, second)
    if top := _straight_top(counts):
        return pack(Category.STRAIGHT, top)
    if shape[0] == 3:
        return pack(Category.THREE_OF_A_KIND, first, second, rest[0])
    if shape == (2, 2):
        return pack(Category.TWO_PAIR, first, second, max(rest))
    if shape[0] == 2:
        return pack(Category.ONE_PAIR, first, second, *rest[:2])
    return pack(Category.HIGH_CARD, first, second, *rest[:3])


def of_suited(ranks: Collection[int]) -> int:
    """The best five of five to seven cards of one suit.

    Two more cards cannot make them four of a kind or a full house, so a flush is the best that seven cards hold.
    """
    top = _straight_top(ranks)
    if top == ACE:
        return pack(Category.ROYAL_FLUSH, top)
    if top:
        return pack(Category.STRAIGHT_FLUSH, top)
    return pack(Category.FLUSH, *sorted(ranks, reverse=True)[:5])


def _straight_top(ranks: Collection[int]) -> int:
    """Top rank of the best straight, 0 without one. In 5 4 3 2 A the ace counts low, article 14(3)."""
    held = {*ranks, 1} if ACE in ranks else {*ranks}
    return next((top for top in range(ACE, 4, -1) if held.issuperset(range(top - 4, top + 1))), 0)
