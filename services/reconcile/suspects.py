"""Which posting of a tray or box could have made the difference: what was booked, and was not done, done twice, or done the wrong way.

A croupier who forgets to take in a lost bet of 50, pays winnings of 50 twice, or pays a lost bet of 25 leaves the tray 50 short:
the books know the bet, and so the hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from projections.ledger.counted import Posting
from projections.ledger.legs import LEGS


@dataclass(frozen=True, slots=True)
class Fit:
    """`line` fits the difference in the way that `why` tells; the smaller `rank`, the likelier."""

    line: str
    leg: str
    amount: int
    rank: int
    why: str


@dataclass(frozen=True, slots=True)
class Group:
    """The postings of one hand, or one that is of no hand. `net` is what they have moved there together."""

    hand: str | None
    postings: Sequence[Posting]
    fits: Sequence[Fit]

    @property
    def net(self) -> int:
        return sum(posting.amount for posting in self.postings)

    @property
    def rank(self) -> int:
        return min((fit.rank for fit in self.fits), default=_NONE)

    @property
    def last(self) -> int:
        return int(self.postings[-1].line.partition(".")[0])


_NONE: Final = 9
_WAYS: Final[Sequence[tuple[str, int, int, int]]] = (
    ("left out", -1, 1, 0),
    ("twice", 1, 1, 0),
    ("reversed", -2, 1, 1),
    ("half", -1, 2, 3),
    ("half more", 1, 2, 3),
)
"""Name, and the difference that it makes of an amount, as a fraction; then the rank."""

_WORDS: Final[Mapping[tuple[str, str], str]] = {
    ("LOST", "left out"): "the lost bet was not taken in",
    ("LOST", "twice"): "as much again was taken in with the lost bet",
    ("LOST", "reversed"): "the lost bet was paid as if it had won",
    ("LOST", "half"): "only half of the lost bet was taken in",
    ("WINNINGS", "left out"): "the winnings were not paid",
    ("WINNINGS", "twice"): "the winnings were paid twice",
    ("WINNINGS", "reversed"): "the winnings were taken in instead of paid",
    ("WINNINGS", "half"): "only half of the winnings was paid",
    ("WINNINGS", "half more"): "half as much again was paid",
    ("COMMISSION", "left out"): "the commission was not taken",
    ("COMMISSION", "twice"): "the commission was taken twice",
    ("COMMISSION", "reversed"): "the commission was paid out instead of taken",
    ("SEAT_FROM_CASH", "left out"): "the chips bought for cash were not given out",
    ("SEAT_FROM_CASH", "twice"): "the chips bought for cash were given out twice",
    ("SEAT_FROM_WALLET", "left out"): "the chips bought from the wallet were not given out",
    ("SEAT_FROM_WALLET", "twice"): "the chips bought from the wallet were given out twice",
    ("SEAT_TO_WALLET", "left out"): "the stack that went to the wallet was not taken in",
    ("FILL_RECEIVED", "left out"): "the fill was signed for and did not arrive",
    ("FILL_RECEIVED", "twice"): "twice the fill arrived",
    ("CREDIT_SENT", "left out"): "the credit was signed for and did not leave",
    ("CREDIT_SENT", "twice"): "twice the credit left",
}
_IN_GENERAL: Final[Mapping[str, str]] = {
    "left out": "booked, and not done with chips",
    "twice": "done twice with chips",
    "reversed": "done the wrong way round with chips",
    "half": "only half of it done with chips",
    "half more": "half as much again done with chips",
}


def suspects(postings: Sequence[Posting], stakes: Sequence[Posting], difference: int) -> list[Group]:
    """Every group, the likeliest first and of those the latest first. `stakes` are those of winning bets, which pass no tray."""
    hands: dict[str, list[Posting]] = {}
    for posting in postings:
        hands.setdefault(posting.hand or posting.line, []).append(posting)
    groups = [_group(mine, [stake for stake in stakes if stake.hand == mine[0].hand], difference) for mine in hands.values()]
    return sorted(groups, key=lambda group: (group.rank, -group.last))


def _group(postings: Sequence[Posting], stakes: Sequence[Posting], difference: int) -> Group:
    fits = [fit for posting in postings for fit in _fits(posting, difference)]
    fits += [fit for stake in stakes for fit in _fits_of_stake(stake, difference)]
    net = sum(posting.amount for posting in postings)
    hand = postings[0].hand
    if not fits and len(postings) > 1 and hand and net and difference in (net, -net):
        why = "nothing of the hand was done with chips" if difference == -net else "all of the hand was done twice with chips"
        fits.append(Fit(postings[-1].line, "", net, 4, why))
    return Group(hand, postings, sorted(fits, key=lambda fit: fit.rank))


def _fits(posting: Posting, difference: int) -> Iterator[Fit]:
    for way, numerator, denominator, rank in _WAYS:
        if difference * denominator == posting.amount * numerator:
            why = _WORDS.get((posting.leg, way)) or f"{LEGS[posting.leg].text}: {_IN_GENERAL[way]}"
            yield Fit(posting.line, posting.leg, posting.amount, rank, why)


def _fits_of_stake(stake: Posting, difference: int) -> Iterator[Fit]:
    if abs(difference) == stake.amount:
        why = "the winning bet was paid one to one too much" if difference < 0 else "the stake of the winning bet was taken in"
        yield Fit(stake.line, stake.leg, stake.amount, 2, why)
