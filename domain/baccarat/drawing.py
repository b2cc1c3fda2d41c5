"""Points, pairs, and who gets the next card: articles 5, 6, 7(1), 9 and 11.

A third card that counts 0 is a card: `drew a ten` and `did not draw` are different cases.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from domain.cards import RANKS

Side = Literal["player", "banker"]
Result = Literal["player", "banker", "tie"]

SIDES: Final[tuple[Side, Side]] = ("player", "banker")

POINTS: Final = {rank: 0 if rank in "TJQK" else RANKS.index(rank) + 2 for rank in RANKS} | {"A": 1}
"""Article 5, by rank: court cards and tens are 0, an ace is 1."""

_DRAWS: Final = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset(range(10)) - {8},
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: frozenset[int](),
}
"""On which points of the player's third card the banker draws, by the banker's first two cards: 9(3)(1) to (5)."""
_DRAW_ARTICLES: Final = ("9(3)(1)", "9(3)(1)", "9(3)(1)", "9(3)(2)", "9(3)(3)", "9(3)(4)", "9(3)(5)")
_STAND_ARTICLES: Final = {3: "9(4)(1)", 4: "9(4)(2)", 5: "9(4)(3)", 6: "9(4)(4)", 7: "9(4)(5)"}
_STANDS_FROM: Final = 6
"""On 6 the player stands, and so does the banker when the player stood."""
_NATURAL: Final = 8


def points(cards: tuple[str, ...]) -> int:
    """0 to 9: the sum without its tens."""
    return sum(POINTS[card[0]] for card in cards) % 10


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of both sides, each in the order in which they lie."""

    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()

    def __len__(self) -> int:
        """0 to 6 cards."""
        return len(self.player) + len(self.banker)

    def of(self, side: Side) -> tuple[str, ...]:
        return self.player if side == "player" else self.banker

    def with_card(self, side: Side, card: str) -> "Hands":
        if side == "player":
            return Hands((*self.player, card), self.banker)
        return Hands(self.player, (*self.banker, card))

    def points(self, side: Side) -> int:
        return points(self.of(side))

    @property
    def natural(self) -> bool:
        """One side has 8 or 9 with its first two cards: nobody draws."""
        return len(self) >= 4 and any(points(self.of(side)[:2]) >= _NATURAL for side in SIDES)

    @property
    def result(self) -> Result:
        """Article 11: the higher total wins, equal ones are a tie."""
        player, banker = points(self.player), points(self.banker)
        if player == banker:
            return "tie"
        return "player" if player > banker else "banker"

    def pair(self, side: Side) -> bool:
        """The first two cards are of one rank (13(4)); a ten and a king are no pair."""
        first, second = self.of(side)[:2]
        return first[0] == second[0]


NO_CARDS: Final = Hands()


class Draw(NamedTuple):
    """The place of the next card: `ordinal` 1 to 3 on its side; `article` is what gives it."""

    side: Side
    ordinal: int
    article: str


def next_draw(hands: Hands) -> Draw | None:
    """Where the next card goes; None once the round has all its cards."""
    player, banker = hands.player, hands.banker
    if len(hands) < 4:
        side: Side = "player" if len(player) == len(banker) else "banker"
        return Draw(side, len(hands.of(side)) + 1, "7(1)")
    if len(banker) == 3 or hands.natural:
        return None
    stood = len(player) == 2
    if stood and points(player) < _STANDS_FROM:
        return Draw("player", 3, "9(1)")
    total = points(banker)
    if stood:
        return Draw("banker", 3, "9(3)(6)") if total < _STANDS_FROM else None
    if POINTS[player[2][0]] in _DRAWS[total]:
        return Draw("banker", 3, _DRAW_ARTICLES[total])
    return None


def forbids(hands: Hands) -> str:
    """The article that forbids a card too many, once a round has all its cards: the first one is judged as the player's if
    he has no third card, else as the banker's."""
    if len(hands.player) == 2:
        return "9(2)"
    if len(hands.banker) == 3:
        return "9"
    return _STAND_ARTICLES[points(hands.banker)]


def lay(hands: Hands, cards: Sequence[str]) -> Hands:
    """The next cards in their places, one by one; what comes after the round's last card is left out."""
    for card in cards:
        draw = next_draw(hands)
        if draw is None:
            break
        hands = hands.with_card(draw.side, card)
    return hands
