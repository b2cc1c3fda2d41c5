"""One hand as the rules see it: who is in, what each has put in, which cards lie where, and how the betting stands."""

from dataclasses import dataclass, field
from typing import Final

STREETS: Final = ("preflop", "flop", "turn", "river")
BOARD_AT: Final = (0, 3, 4, 5)
"""How many board cards lie when the betting round of each street begins."""


@dataclass(slots=True, repr=False)
class Hand:
    """`order`: all seats dealt in, in dealing order, the indicator's holder last; `live`: those that have not folded;
    `able`: those of them that can still bet. `waiting`: who must act in the open betting round, the next one first; empty
    while none is open.

    `total`: what each put in during the hand, less what came back; `bets`: the part of it in the open betting round.
    `sealed`: hole cards as they are stored; `replaced`: how often the card of a place was replaced. `read`: a reader
    names the cards, else the house's deck deals (None before the first card), which has given `drawn` cards.

    `price` is what a seat must have put into the round to stay, `full` the last full bet or raise, which a raise must
    match (12(1)). With a fixed limit `level` is the total of the last full bet or raise, `raises` how many were made
    after the opening bet, `uncapped` whether their number is free (12(4)). `acted`: who has acted in the round.
    """

    number: int
    button: int
    big_blind_seat: int
    order: tuple[int, ...]
    live: tuple[int, ...]
    able: tuple[int, ...]
    total: dict[int, int]
    bets: dict[int, int]
    price: int
    full: int
    level: int
    street: int = 0
    raises: int = 0
    uncapped: bool = False
    acted: set[int] = field(default_factory=set)
    waiting: tuple[int, ...] = ()
    betting_over: bool = False
    read: bool | None = None
    drawn: int = 0
    holes_dealt: int = 0
    sealed: dict[int, tuple[str, ...]] = field(default_factory=dict)
    board: tuple[str, ...] = ()
    burns: int = 0
    replaced: dict[str, int] = field(default_factory=dict)
    shown: dict[int, tuple[str, str]] = field(default_factory=dict)

    def copy(self) -> "Hand":
        """Shares what is never written to: tuples, and `replaced` and `shown`, of which a change makes new ones."""
        new = Hand.__new__(Hand)
        new.number, new.button, new.big_blind_seat = self.number, self.button, self.big_blind_seat
        new.order, new.live = self.order, self.live
        new.able, new.waiting = self.able, self.waiting
        new.total, new.bets, new.acted = self.total.copy(), self.bets.copy(), self.acted.copy()
        new.price, new.full, new.level = self.price, self.full, self.level
        new.street, new.raises, new.uncapped = self.street, self.raises, self.uncapped
        new.betting_over, new.read, new.drawn = self.betting_over, self.read, self.drawn
        new.holes_dealt, new.sealed = self.holes_dealt, self.sealed.copy()
        new.board, new.burns = self.board, self.burns
        new.replaced, new.shown = self.replaced, self.shown
        return new

    @property
    def to_act(self) -> int | None:
        """Whose turn it is, None while no betting round is open."""
        return self.waiting[0] if self.waiting else None

    @property
    def dealt(self) -> bool:
        """Every seat has its two hole cards."""
        return self.holes_dealt == 2 * len(self.order)

    def clockwise(self, after: int) -> tuple[int, ...]:
        """The seats of the hand, the next one at the left of `after` first, `after` itself last."""
        left = self.order.index(after) + 1
        return self.order[left:] + self.order[:left]

    def spot(self, place: str) -> str:
        """`board/4`, once its card was replaced `board/4#2`: where a card lies, and which one of those that lay there."""
        times = self.replaced.get(place, 0)
        return f"{place}#{times + 1}" if times else place

    def spots(self) -> list[str]:
        """Every spot whose card is on record, replaced and folded ones too: no card may be named twice among them."""
        places = [f"seat/{seat}/{ordinal}" for seat, cards in self.sealed.items() for ordinal in range(1, len(cards) + 1)]
        places += [f"burn/{burn}" for burn in range(1, self.burns + 1)]
        places += [f"board/{ordinal}" for ordinal in range(1, len(self.board) + 1)]
        again = [f"{place}#{number}" for place, times in self.replaced.items() for number in range(2, times + 2)]
        return places + again
