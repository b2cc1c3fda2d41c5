"""Every one of the 133,784,560 seven-card hands, in some minutes: `make test-all`, or `pytest -m on_demand`."""

from collections import Counter
from itertools import combinations
from math import comb
from multiprocessing import Pool

import pytest
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from domain.cards import DECK
from domain.holdem.ranking import CARD_KEYS, SUMS, Category, category

SEVEN_CARD_COUNTS = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}

PAIRS_AFTER = [[(CARD_KEYS[f] + CARD_KEYS[g], (f, g)) for f, g in combinations(DECK[place + 1 :], 2)] for place in range(len(DECK))]
"""For each place in the deck: sum of keys and the cards of every pair behind it."""


def count_strengths(start: tuple[int, int]) -> Counter[int]:
    """How many hands have each strength, of those whose two first cards stand at `start` in the deck."""
    of_seven = SUMS[7].strength
    found: Counter[int] = Counter()
    for places in combinations(range(start[1] + 1, len(DECK)), 3):
        head = tuple(DECK[place] for place in (*start, *places))
        base = sum(CARD_KEYS[card] for card in head)
        found.update([of_seven(base + key, head + pair) for key, pair in PAIRS_AFTER[places[-1]]])
    return found


@pytest.mark.on_demand
def test_all_133784560_seven_card_hands_have_the_published_counts(capfd):
    starts = list(combinations(range(len(DECK)), 2))
    columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
    found: Counter[int] = Counter()
    with capfd.disabled(), Progress(*columns, console=Console(stderr=True)) as progress, Pool(2) as pool:
        hands = progress.add_task("seven-card hands", total=comb(52, 7))
        for part in pool.imap_unordered(count_strengths, starts):
            found.update(part)
            progress.advance(hands, part.total())
    counts: Counter[Category] = Counter()
    for strength, times in found.items():
        counts[category(strength)] += times
    assert found.total() == 133_784_560
    assert counts == SEVEN_CARD_COUNTS
    assert len(found) == 4_824
