"""A second baccarat, written from the tables of payouts and nothing else: thresholds, fractions, no events.

It knows neither the engine's code nor its data; what the two agree on is right or wrong twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

HIGHEST_ON_WHICH_BANKER_DRAWS = [3, 3, 4, 4, 5, 5, 6, 6, 2, 3]
"""By the value of the player's third card."""
PAYS = {"player": 1, "banker": 1, "tie": 8, "player-pair": 11, "banker-pair": 11}


class Coup(NamedTuple):
    player: list[str]
    banker: list[str]

    @property
    def totals(self) -> tuple[int, int]:
        return worth(self.player), worth(self.banker)

    @property
    def used(self) -> list[str]:
        """In dealing order."""
        first = [self.player[0], self.banker[0], self.player[1], self.banker[1]]
        return first + self.player[2:] + self.banker[2:]

    @property
    def winner(self) -> str:
        player, banker = self.totals
        return "tie" if player == banker else max(("player", player), ("banker", banker), key=lambda side: side[1])[0]


def worth(cards: Iterable[str]) -> int:
    """Aces to nines by their number, everything else nothing."""
    numbers = ["A23456789".find(card[0]) + 1 for card in cards]
    return sum(numbers) % 10


def play(cards: Sequence[str]) -> Coup:
    """What becomes of a shoe's next cards, at least six of them."""
    rest = list(cards)
    player, banker = [rest[0], rest[2]], [rest[1], rest[3]]
    del rest[:4]
    p, b = worth(player), worth(banker)
    if max(p, b) < 8:
        highest = 5
        if p < 6:
            player.append(rest.pop(0))
            highest = HIGHEST_ON_WHICH_BANKER_DRAWS[worth(player[2:])]
        if b <= highest:
            banker.append(rest.pop(0))
    return Coup(player, banker)


class Stake(NamedTuple):
    bettor: str
    on: str
    amount: int


def returned(stake: Stake, coup: Coup, unit: int, *, half_on_six: bool = False) -> int | None:
    """All that comes back before commission; None: the bet waits after a tie."""
    if coup.winner == "tie" and stake.on in ("player", "banker"):
        return None
    pairs = {"player-pair": coup.player, "banker-pair": coup.banker}
    if stake.on in pairs:
        one, other = pairs[stake.on][:2]
        wins = one[:-1] == other[:-1]
    elif stake.on == "lucky-six":
        wins = coup.winner == "banker" and worth(coup.banker) == 6
    else:
        wins = stake.on == coup.winner
    if not wins:
        return 0
    if stake.on == "lucky-six":
        return stake.amount * (21 if len(coup.banker) == 3 else 13)
    if half_on_six and stake.on == "banker" and coup.totals[1] == 6:
        return stake.amount + ceil(Fraction(stake.amount, 2) / unit) * unit
    return stake.amount * (PAYS[stake.on] + 1)


def commission(stakes: Mapping[str, Stake], coup: Coup, unit: int) -> dict[str, int]:
    """By bettor: a twentieth of what he won on the banker, in whole chips; 0 too where he won."""
    won: dict[str, int] = {}
    for stake in stakes.values():
        if stake.on == coup.winner == "banker":
            won[stake.bettor] = won.get(stake.bettor, 0) + stake.amount
    return {bettor: floor(Fraction(amount, 20 * unit)) * unit for bettor, amount in won.items()}
