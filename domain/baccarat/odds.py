"""What each bet is worth to the house before a card is dealt: exact counts over a full shoe, nothing simulated.

Counted are the ordered draws of six cards, as many as a round may take. What a round leaves in the shoe counts with every
card that it might be, so the draws of all results add up to all draws.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import Final

from domain.baccarat.bets import WINS_MOST
from domain.baccarat.choices import PACK
from domain.baccarat.drawing import POINTS, Hands, Result, next_draw
from domain.baccarat.rules import COMMISSION_BP, On
from domain.baccarat.settlement import LUCKY_SIX, SIX

_ROUND: Final = 6
_VALUES: Final = range(10)
_CARDS: Final = {value: f"{rank}h" for rank, value in POINTS.items()}
"""One card of each value: which one of them does not matter to a result."""
_TWO_CARDS: Final = tuple(combinations_with_replacement(_VALUES, 2))

_Ending = tuple[Result, int, int]
"""Who wins, the banker's points and the number of its cards."""


@dataclass(frozen=True, slots=True)
class Draws:
    """How many of all draws each side wins, and how many tie. `sixes`: the banker wins with 6, by the number of its cards."""

    player: int
    banker: int
    tie: int
    sixes: dict[int, int]

    @property
    def decided(self) -> int:
        """Those in which a bet on a side is settled."""
        return self.player + self.banker

    @property
    def total(self) -> int:
        return self.decided + self.tie


@cache
def draws(decks: int) -> Draws:
    """From a full shoe of so many packs; a fraction of a second the first time."""
    found: Counter[_Ending] = Counter()
    for player, banker in product(_TWO_CARDS, repeat=2):
        orders = len(set(player)) * len(set(banker))
        for more, ending in _endings(sum(player) % 10, sum(banker) % 10):
            found[ending] += orders * _ways((*player, *banker, *more), decks)
    results: Counter[Result] = Counter()
    sixes: Counter[int] = Counter()
    for (result, banker_points, banker_cards), ways in found.items():
        results[result] += ways
        if result == "banker" and banker_points == SIX:
            sixes[banker_cards] += ways
    return Draws(results["player"], results["banker"], results["tie"], dict(sixes))


def house_edge(on: On, decks: int, *, six_pays_half: bool = False) -> Fraction:
    """What the house keeps on average of one unit that is settled; exact.

    A tie settles no bet on a side: it waits for the round that decides. So the edges of the two sides are parts of what the
    draws with a winner settle, and larger than those of tables that count a tie as a bet won back. Commission is the exact
    five per cent and half a stake an exact half: the rounding to whole chips is in neither.
    """
    found = draws(decks)
    match on:
        case "player":
            return Fraction(found.banker - found.player, found.decided)
        case "banker":
            kept = Fraction(sum(found.sixes.values()), 2) if six_pays_half else Fraction(found.banker * COMMISSION_BP, 10_000)
            return Fraction(found.player - found.banker + kept, found.decided)
        case "tie":
            return 1 - Fraction(found.tie * (1 + WINS_MOST[on]), found.total)
        case "lucky-six":
            return 1 - Fraction(sum(ways * (1 + LUCKY_SIX[cards]) for cards, ways in found.sixes.items()), found.total)
    return 1 - Fraction(4 * decks - 1, PACK * decks - 1) * (1 + WINS_MOST[on])


@cache
def _endings(player: int, banker: int) -> tuple[tuple[tuple[int, ...], _Ending], ...]:
    """After two cards each of these totals: the values of the further cards, and what they come to."""
    return tuple(_dealt_out(Hands((_CARDS[0], _CARDS[player]), (_CARDS[0], _CARDS[banker])), ()))


def _dealt_out(hands: Hands, more: tuple[int, ...]) -> list[tuple[tuple[int, ...], _Ending]]:
    draw = next_draw(hands)
    if draw is None:
        return [(more, (hands.result, hands.points("banker"), len(hands.banker)))]
    return [ending for value in _VALUES for ending in _dealt_out(hands.with_card(draw.side, _CARDS[value]), (*more, value))]


def _ways(values: tuple[int, ...], decks: int) -> int:
    """In how many draws of six the first cards have these values, one after the other."""
    left = [16 * decks, *[4 * decks] * 9]
    ways = perm(PACK * decks - len(values), _ROUND - len(values))
    for value in values:
        ways *= left[value]
        left[value] -= 1
    return ways
