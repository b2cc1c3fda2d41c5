"""One round, from its opening until it is decided or void."""

from dataclasses import dataclass


@dataclass(slots=True)
class Round:
    """`takes_bets` until they are closed; `burned`: the cards that the house burns in each round have been (article 8)."""

    number: int
    takes_bets: bool = True
    burned: bool = False

    def copy(self) -> "Round":
        return Round(self.number, self.takes_bets, self.burned)
