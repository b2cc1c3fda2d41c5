"""Hands of seven cards ranked from texts, with the tables filled, which happens once in the life of a process."""

from random import Random

from phevaluator import evaluate_cards

from domain.cards import DECK
from domain.holdem.ranking import strength
from tests.bench.frame import Benchmark, Work

HANDS = 100_000


class Ranking(Benchmark):
    name = "ranking"
    unit = "hands/s"
    against = "phevaluator"
    goal = 900_000
    goal_of = "ours"

    def __init__(self) -> None:
        dealer = Random(7)
        self.hands = [dealer.sample(DECK, 7) for _ in range(HANDS)]

    def ours(self) -> Work:
        def rank() -> int:
            for hand in self.hands:
                strength(hand)
            return HANDS

        return rank

    def beside(self) -> Work:
        def rank() -> int:
            for hand in self.hands:
                evaluate_cards(*hand)
            return HANDS

        return rank
