"""Shuffles are whole, fair, and can be had again where they must."""

from collections import Counter
from itertools import permutations

import pytest

from infra import randomness
from infra.randomness import Seeded, shuffled

DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def test_a_shuffle_has_every_card_once_and_leaves_the_deck_alone():
    before = list(DECK)
    order = shuffled(DECK)
    assert sorted(order) == sorted(DECK)
    assert before == DECK
    assert order != shuffled(DECK)  # alike once in 52! times


def test_every_order_comes_from_exactly_one_run_of_draws():
    """Fisher and Yates: over all the draws there are, each order comes out once; fair draws make fair orders."""
    orders = Counter()
    for third in range(3):
        for second in range(2):
            drawn = {3: third, 2: second}
            orders[tuple(randomness._shuffled(["As", "Kd", "7c"], drawn.__getitem__))] += 1
    assert orders == Counter(permutations(["As", "Kd", "7c"]))


def test_the_draws_are_the_operating_systems(monkeypatch):
    asked = []
    monkeypatch.setattr(randomness, "randbelow", lambda below: asked.append(below) or 0)
    shuffled(DECK)
    assert asked == list(range(52, 1, -1))


def test_a_seed_gives_its_shuffles_again_one_after_the_other():
    one, two = Seeded(7), Seeded(7)
    first, second = one.shuffled(DECK), one.shuffled(DECK)
    assert [two.shuffled(DECK), two.shuffled(DECK)] == [first, second]
    assert first != second
    assert Seeded(8).shuffled(DECK) != first


def test_a_seed_gives_the_same_in_every_release():
    assert " ".join(Seeded(1).shuffled(DECK)[:8]) == "Qs Jc Kh Jd 4c Ah 8d Kc"


@pytest.mark.parametrize("few", [[], ["As"]])
def test_nothing_to_shuffle(few):
    assert shuffled(few) == few
