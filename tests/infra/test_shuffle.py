"""Whether shuffles are fair, asked with numbers: what finds shufflers that are known to be bad must find nothing in ours.

Each measure counts how often something came and tells, in standard deviations, how far all counts together lie from what fair
shuffles give. Too even is as suspect as too uneven. A fair shuffler exceeds ALARM in a measure once in ten thousand million runs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cmp_to_key
from itertools import cycle, pairwise, permutations
from math import factorial
from random import Random

import pytest

from domain.cards import DECK
from infra import randomness
from infra.randomness import Seeded, shuffled

ALARM = 6.5
FOUR = ("As", "Kd", "7c", "2h")
SHOE = tuple(f"{card}/{pack}" for pack in range(8) for card in DECK)
"""Eight packs whose cards can be told apart."""

Shuffle = Callable[[Sequence[str]], Sequence[str]]


# How uneven shuffles are.


def orders(shuffle: Shuffle) -> float:
    """Every order of four cards comes as often as any other."""
    came = Counter(tuple(shuffle(FOUR)) for _ in range(500 * factorial(4)))
    return chi_square((came[order] for order in permutations(FOUR)), 500, factorial(4) - 1)


def places(shuffle: Shuffle) -> float:
    """Every card of a pack comes to every place as often as to any other."""
    came = Counter(placed for _ in range(2_000) for placed in enumerate(shuffle(DECK)))
    counts = (came[place, card] for place in range(52) for card in DECK)
    return chi_square(counts, 2_000 / 52, 51**2, scale=51 / 52)


def neighbours(shuffle: Shuffle) -> float:
    """Behind a card comes each of the others as often as any other: a cut alone leaves them together, wherever it is made."""
    came = Counter(pair for _ in range(2_000) for pair in pairwise(shuffle(DECK)))
    return chi_square((came[pair] for pair in permutations(DECK, 2)), 2_000 / 52, 51**2)


def parts_of_a_shoe(shuffle: Shuffle) -> float:
    """From each pack of eight, as many cards come to each eighth of the shoe; both vary less than if cards were put back."""
    came: Counter[tuple[int, str]] = Counter()
    for _ in range(200):
        came.update((place // 52, card[-1]) for place, card in enumerate(shuffle(SHOE)))
    counts = (came[part, str(pack)] for part in range(8) for pack in range(8))
    return chi_square(counts, 200 * 52 / 8, 7**2, scale=415 / 416)


def chi_square(counts: Iterable[int], expected: float, freedom: int, scale: float = 1) -> float:
    """Pearson's sum, as a deviate of the normal distribution (Wilson and Hilferty 1931). `scale` makes up for counts that are
    bound to each other, so that fair shuffles give `freedom` on average."""
    distance = scale * sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * freedom)
    return float(((distance / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


MEASURES = [orders, places, neighbours, parts_of_a_shoe]


# Shufflers that are known to be bad.


def bad(seed: int) -> Mapping[str, Shuffle]:
    """The same every time."""
    chance, few, turns = Random(seed), Random(seed), cycle(permutations(FOUR))

    def swap_with_any_place(deck: Sequence[str]) -> list[str]:
        cards = list(deck)
        for place in range(len(cards)):
            other = chance.randrange(len(cards))
            cards[place], cards[other] = cards[other], cards[place]
        return cards

    def one_off(deck: Sequence[str]) -> list[str]:
        """Sattolo's: the last place left is never drawn, so no card stays where it was."""
        return randomness._shuffled(deck, lambda below: chance.randrange(below - 1))

    def sort_by_few_bits(deck: Sequence[str]) -> list[str]:
        return sorted(deck, key=lambda _card: chance.getrandbits(2))

    def sort_by_a_coin(deck: Sequence[str]) -> list[str]:
        return sorted(deck, key=cmp_to_key(lambda _one, _other: chance.choice((-1, 1))))

    def byte_modulo(deck: Sequence[str]) -> list[str]:
        """256 is no multiple of most numbers: low places are drawn too often, and of a shoe those from 256 on never."""
        return randomness._shuffled(deck, lambda below: chance.getrandbits(8) % below)

    def riffle_three_times(deck: Sequence[str]) -> list[str]:
        cards = list(deck)
        for _ in range(3):
            cards = riffled(cards, few)
        return cut(cards, few)

    def in_turn(deck: Sequence[str]) -> list[str]:
        """Every order of four cards, one after the other: as often as any other, and known beforehand."""
        order = next(turns)
        return [*order, *deck[4:]]

    found = (swap_with_any_place, one_off, sort_by_few_bits, sort_by_a_coin, byte_modulo, riffle_three_times, in_turn)
    return {shuffle.__name__: shuffle for shuffle in found} | {"one_cut": lambda deck: cut(deck, chance)}


def riffled(cards: Sequence[str], chance: Random) -> list[str]:
    """Cut about the middle, then card by card from either half, from each as likely as it has cards (Gilbert, Shannon, Reeds)."""
    middle = chance.getrandbits(len(cards)).bit_count()
    left, right = list(cards[:middle]), list(cards[middle:])
    together = []
    while left or right:
        half = left if chance.randrange(len(left) + len(right)) < len(left) else right
        together.append(half.pop(0))
    return together


def cut(cards: Sequence[str], chance: Random) -> list[str]:
    where = chance.randrange(len(cards))
    return [*cards[where:], *cards[:where]]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("ours", [shuffled, Seeded(20261130).shuffled], ids=["house", "seeded"])
def test_nothing_is_found_in_our_shuffles(measure: Callable[[Shuffle], float], ours: Shuffle) -> None:
    assert abs(measure(ours)) < ALARM


@pytest.mark.parametrize(
    ("shuffler", "measures"),
    [
        ("swap_with_any_place", [orders, places, parts_of_a_shoe]),
        ("one_off", [orders, places]),
        ("sort_by_few_bits", [orders, places, neighbours, parts_of_a_shoe]),
        ("sort_by_a_coin", [orders, places, parts_of_a_shoe]),
        ("byte_modulo", [parts_of_a_shoe]),
        ("riffle_three_times", [orders, neighbours]),
        ("one_cut", [orders, neighbours, parts_of_a_shoe]),
        ("in_turn", [orders]),
    ],
)
def test_every_bad_shuffler_is_found_by_these_measures(shuffler: str, measures: Sequence[Callable[[Shuffle], float]]) -> None:
    for measure in measures:
        assert abs(measure(bad(seed=1)[shuffler])) > ALARM, measure


@pytest.mark.parametrize("shuffler", bad(seed=1))
def test_every_bad_shuffler_keeps_its_cards_so_only_the_measures_tell(shuffler: str) -> None:
    assert sorted(bad(seed=1)[shuffler](FOUR)) == sorted(FOUR)


def test_a_thousand_shuffles_of_a_pack_are_all_different() -> None:
    """A shuffler with few seeds repeats itself: with 65,536 of them seven or eight of a thousand shuffles came before."""
    few = Random(1)
    assert repeated(lambda deck: Seeded(few.getrandbits(16)).shuffled(deck)) > 0
    assert repeated(shuffled) == 0


def repeated(shuffle: Shuffle) -> int:
    return 1_000 - len({tuple(shuffle(DECK)) for _ in range(1_000)})


@pytest.mark.parametrize("ours", [shuffled, Seeded(1).shuffled], ids=["house", "seeded"])
def test_eight_packs_stay_416_cards_each_of_them_eight_times(ours: Shuffle) -> None:
    packs = DECK * 8
    order = ours(packs)
    assert len(order) == 416
    assert Counter(order) == dict.fromkeys(DECK, 8)
    assert list(order) != list(packs)
