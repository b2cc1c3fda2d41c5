"""Which hand wins: the strength of five to seven cards, the five of them that play, and how one says it.

Cards are checked where they enter the house; here they are valid and distinct.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from domain.cards import DECK, RANKS, SUITS
from domain.holdem.combinations import ACE, Category, category, deciding_ranks, of_ranks, of_suited, pack

__all__ = ["Category", "best_five", "category", "describe", "strength", "without_quads_kicker"]

_RANK_OF: Final = {card: RANKS.index(card[0]) + 2 for card in DECK}

# A card's key is a weight for its rank above nine bits for its suit. Adding the keys of a hand counts its ranks and its
# suits at once, and one look at each sum replaces looking at the cards.

_SUIT_BITS: Final = 9
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
_SUIT_WEIGHTS: Final = (0, 1, 8, 64)
"""Three bits count the cards of a suit; the first suit is what the other three leave of the hand."""

_RANK_WEIGHTS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""No two choices of seven ranks, four of each at most, have the same sum; nor have two of six, or of five.

Small enough for every key to be one digit of a Python integer: those add fastest.
"""

CARD_KEYS: Final = {card: _RANK_WEIGHTS[RANKS.index(card[0])] << _SUIT_BITS | _SUIT_WEIGHTS[SUITS.index(card[1])] for card in DECK}


class Sums:
    """What hands of `count` cards are worth, by the sum of their keys."""

    def __init__(self, count: int) -> None:
        self.flush_suit: Final = [_flush_suit(suits, count) for suits in range(1 << _SUIT_BITS)]
        self.by_ranks: Final[dict[int, int]] = {}
        """Sum of rank weights to strength without a flush, filled as hands come up: at most 49,205 of seven cards."""

    def strength(self, key: int, cards: Iterable[str]) -> int:
        """Strength of `cards`, whose keys add up to `key`."""
        if suit := self.flush_suit[key & _SUIT_MASK]:
            return _of_flush(cards, suit)
        ranks = key >> _SUIT_BITS
        if ranks not in self.by_ranks:
            self.by_ranks[ranks] = of_ranks([_RANK_OF[card] for card in cards])
        return self.by_ranks[ranks]


def _flush_suit(suits: int, count: int) -> str:
    """The suit that has five of `count` cards, by the sum of their suit weights; empty if none has."""
    held = [suits & 7, suits >> 3 & 7, suits >> 6]
    held.insert(0, count - sum(held))
    return next((suit for suit, cards in zip(SUITS, held, strict=True) if cards >= 5), "")


def _of_flush(cards: Iterable[str], suit: str) -> int:
    return _of_suited(frozenset([_RANK_OF[card] for card in cards if card[1] == suit]))


_of_suited: Final = cache(of_suited)

SUMS: Final = {count: Sums(count) for count in (5, 6, 7)}
_FLUSH_SUIT: Final = SUMS[7].flush_suit
_BY_RANKS: Final = SUMS[7].by_ranks


def strength(cards: Sequence[str]) -> int:
    """How good the best five of five, six or seven distinct cards are; bigger is better, equal is a tie (10(1), 15).

    Any other number of cards is a ValueError. Seven cards, the case of every showdown, are looked up right here.
    """
    if len(cards) != 7:
        return _of_fewer(cards)
    a, b, c, d, e, f, g = cards
    key = CARD_KEYS[a] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d] + CARD_KEYS[e] + CARD_KEYS[f] + CARD_KEYS[g]
    if suit := _FLUSH_SUIT[key & _SUIT_MASK]:
        return _of_flush(cards, suit)
    try:
        return _BY_RANKS[key >> _SUIT_BITS]
    except KeyError:
        return SUMS[7].strength(key, cards)


def _of_fewer(cards: Sequence[str]) -> int:
    if len(cards) not in SUMS:
        raise ValueError(f"a hand is ranked from 5, 6 or 7 cards, not from {len(cards)}")
    return SUMS[len(cards)].strength(sum(CARD_KEYS[card] for card in cards), cards)


def without_quads_kicker(strength: int) -> int:
    """The strength with the fifth card of four of a kind left out of account: `quads_kicker: ignored`, 15(3)."""
    if category(strength) is not Category.FOUR_OF_A_KIND:
        return strength
    return pack(Category.FOUR_OF_A_KIND, deciding_ranks(strength)[0])


_PLAYING: Final = {
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.ONE_PAIR: (2, 1, 1, 1),
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
}
"""How many cards play of each deciding rank. Of the other categories the top rank says all."""


def best_five(cards: Sequence[str]) -> tuple[str, ...]:
    """The five cards that play, the most important first: the three before the two; 5 4 3 2 A in that straight.

    Where more cards of a rank are held than play, those first in `DECK` do; the order of `cards` makes no difference.
    """
    best = strength(cards)
    if category(best) in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        ((suit, _),) = Counter(card[1] for card in cards).most_common(1)
        cards = [card for card in cards if card[1] == suit]
    of_rank: dict[str, list[str]] = {}
    for card in sorted(cards, reverse=True):  # as texts the cards of one rank stand in the order of the deck
        of_rank.setdefault(card[0], []).append(card)
    return tuple([of_rank[rank].pop() for rank in _five_ranks(best)])


@cache
def _five_ranks(strength: int) -> str:
    """The ranks that play, in the order of `best_five`: `JJJ44`."""
    ranks = deciding_ranks(strength)
    if category(strength) in _PLAYING:
        playing = [rank for rank, count in zip(ranks, _PLAYING[category(strength)], strict=True) for _ in range(count)]
    else:
        playing = [rank if rank > 1 else ACE for rank in range(ranks[0], ranks[0] - 5, -1)]
    return "".join([RANKS[rank - 2] for rank in playing])


_NAMES: Final = dict(enumerate("two three four five six seven eight nine ten jack queen king ace".split(), start=2))


def describe(strength: int) -> str:
    """In words: `two pair, tens and sixes, five kicker`; `straight flush, nine high`; `royal flush`."""
    kind = category(strength)
    title = kind.label.replace("-", " ")
    names = [_NAMES[rank] for rank in deciding_ranks(strength)]
    if kind is Category.ROYAL_FLUSH:
        return title
    if kind not in _PLAYING:
        return f"{title}, {names[0]} high"
    grouped = sum(count > 1 for count in _PLAYING[kind])
    if not grouped:
        return f"{title}, {_listed(names)}"
    groups = (" over " if kind is Category.FULL_HOUSE else " and ").join(map(_plural, names[:grouped]))
    kickers = names[grouped:]
    if not kickers:
        return f"{title}, {groups}"
    return f"{title}, {groups}, {_listed(kickers)} {'kickers' if len(kickers) > 1 else 'kicker'}"


def _plural(name: str) -> str:
    return "sixes" if name == "six" else f"{name}s"


def _listed(names: Sequence[str]) -> str:
    """`nine, seven and six`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
