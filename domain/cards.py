"""Cards as texts of two characters, rank then suit: `As Kd Th 7c`; `??` stands for a card that is not to be known.

A text is enough: it is what terminals send, what events hold and what a reader of either wants to see.
"""

from typing import Final

RANKS: Final = "23456789TJQKA"
"""Ascending, article 14(2) of the regulation."""

SUITS: Final = "cdhs"
"""Clubs, diamonds, hearts, spades: an order for listing alone, no suit beats another (article 14(1))."""

DECK: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The pack of 52, article 1(1)(3): clubs from the two to the ace, then diamonds, hearts and spades.

Seeded shuffles start from this order, so it never changes.
"""

UNKNOWN: Final = "??"

_CARDS: Final = frozenset(DECK)


def is_card(text: str) -> bool:
    """Whether `text` names one of the 52 cards; `??` names none."""
    return text in _CARDS
