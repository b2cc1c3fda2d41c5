"""Eight packs shuffled with the operating system's randomness, as for a shoe; beside it the library's shuffle from a seed."""

from random import Random

from domain.cards import DECK
from infra.randomness import shuffled
from tests.bench.frame import Benchmark, Work

PACKS = DECK * 8
SHOES = 200


class ShuffleEightPacks(Benchmark):
    name = "shuffle-eight-packs"
    unit = "shoes/s"
    against = "random.shuffle"
    goal = 0.1

    def ours(self) -> Work:
        def shuffle() -> int:
            for _ in range(SHOES):
                shuffled(PACKS)
            return SHOES

        return shuffle

    def beside(self) -> Work:
        chance = Random(1)

        def shuffle() -> int:
            for _ in range(SHOES):
                chance.shuffle(list(PACKS))
            return SHOES

        return shuffle
