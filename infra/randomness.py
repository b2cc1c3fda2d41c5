"""Where the house's shuffles come from."""

import random
from collections.abc import Callable, Sequence
from secrets import randbelow

Below = Callable[[int], int]  # a number from 0 up to, and not including, the one given; each as likely


def shuffled(deck: Sequence[str]) -> list[str]:
    """The cards in an order drawn from the operating system's randomness."""
    return _shuffled(deck, randbelow)


class Seeded:
    """Shuffles that can be had again, one after the other, for demos and tests. Never for a real table."""

    def __init__(self, seed: int) -> None:
        self._below = random.Random(seed).randrange  # noqa: S311 - to be had again is what it is for

    def shuffled(self, deck: Sequence[str]) -> list[str]:
        """The cards in the next order of this seed."""
        return _shuffled(deck, self._below)


def _shuffled(deck: Sequence[str], below: Below) -> list[str]:
    """Fisher and Yates: every order is as likely as any other if `below` is fair."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards
