"""The bets on a table: what lies on each side, how far apart the sides are, what a bet may be (articles 13, 14 and 16)."""

from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple

from domain.baccarat.drawing import Side
from domain.baccarat.rules import HouseRules, Limits, On
from domain.money import floor_to

WINS_MOST: Final[dict[On, int]] = {"player": 1, "banker": 1, "tie": 8, "player-pair": 11, "banker-pair": 11, "lucky-six": 20}
"""The most that a bet may win, in stakes: article 17; Lucky 6 with three cards."""


class Bet(NamedTuple):
    """`seat` None: a standing bettor's. `held`: it waits after a tie and is not decided yet. `carried`: it was held and is
    decided: in this round a bet like any other, but never raised."""

    bet: str
    player: str
    seat: int | None
    on: On
    amount: int
    held: bool = False
    carried: bool = False

    @property
    def side(self) -> Side:
        """Of a bet on one of the two sides."""
        assert self.on == "player" or self.on == "banker"
        return self.on


def total(bets: Iterable[Bet], on: On) -> int:
    return sum(bet.amount for bet in bets if bet.on == on)


def gap(bets: Collection[Bet]) -> int:
    """Bets on the banker less bets on the player; tie and pairs are not in it."""
    return total(bets, "banker") - total(bets, "player")


def room(bets: Collection[Bet], side: Side, differential: int) -> int:
    """What the side may still take (4.1)."""
    ahead = gap(bets) if side == "banker" else -gap(bets)
    return max(differential - ahead, 0)


def may_stay(amount: int, limits: Limits) -> int:
    """The most of `amount` that the table would take as a bet, 0 if none."""
    whole = floor_to(amount, limits.step)
    return whole if whole >= limits.least else 0


def standing_after_default(bets: Iterable[Bet], house: HouseRules) -> list[Bet]:
    """The bets of the round if they were closed now: an undecided held bet is maintained if that is offered, else cancelled."""
    stays = default_choice(house) == "maintain"
    return [bet for bet in bets if stays or not bet.held]


def default_choice(house: HouseRules) -> Literal["maintain", "cancel"]:
    return "maintain" if "maintain" in house.tie_options else "cancel"


def too_much(bets: Iterable[Bet], house: HouseRules) -> dict[str, int]:
    """What must come off the heavier side before the bets may be closed, the last bet placed first: amount by bet.

    What is left of a bet is one that the table would take; otherwise the whole bet comes off.
    """
    standing = standing_after_default(bets, house)
    ahead = gap(standing)
    heavier: Side = "banker" if ahead > 0 else "player"
    excess, off = abs(ahead) - house.differential, {}
    for bet in reversed(standing):
        if excess > 0 and bet.on == heavier:
            off[bet.bet] = bet.amount - may_stay(max(bet.amount - excess, 0), house.limits(bet.on))
            excess -= off[bet.bet]
    return off


def holder(bets: Iterable[Bet], side: Side) -> int | None:
    """The seat with the largest sum on the side (16(2)), of equal ones that which bet first; None if nobody seated has bet."""
    by_seat: dict[int, int] = {}
    for bet in bets:
        if bet.on == side and bet.seat is not None:
            by_seat[bet.seat] = by_seat.get(bet.seat, 0) + bet.amount
    return max(by_seat, key=lambda seat: by_seat[seat], default=None)


def most_that_may_come(bets: Iterable[Bet], seat: int) -> int:
    """To a seat, if each of its bets won."""
    return sum(bet.amount * (1 + WINS_MOST[bet.on]) for bet in bets if bet.seat == seat)
