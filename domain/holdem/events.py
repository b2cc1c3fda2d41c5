"""The facts of a Hold'em table, in the order in which a hand makes them.

Amounts are minor units of the table's currency. `rule` is the rule reference that made the fact due. A hole card and a
burned one appear only sealed; the sealed text is the one thing that differs when the same hand is played twice.
"""

from typing import Literal

from domain import seating
from domain.event import Event, Value

Street = Literal["preflop", "flop", "turn", "river"]


class TableOpened(seating.TableOpened):
    contract = "holdem.table-opened"


class SeatTaken(seating.SeatTaken):
    contract = "holdem.seat-taken"


class ChipsAdded(seating.ChipsAdded):
    contract = "holdem.chips-added"


class SeatLeft(seating.SeatLeft):
    contract = "holdem.seat-left"


class TableClosed(seating.TableClosed):
    contract = "holdem.table-closed"


class DealtIn(Value):
    """A seat that plays the hand, with the stack it begins with."""

    seat: int
    player: str
    stack: int


class HandStarted(Event):
    """`seats` in dealing order (6(1)): the first player left of the indicator comes first, its holder last."""

    contract = "holdem.hand-started"
    hand: int
    button: int
    small_blind_seat: int
    big_blind_seat: int
    seats: tuple[DealtIn, ...]
    card_source: str
    cut: bool
    rule: str


class BlindPosted(Event):
    """`amount` is what was put in, less than the blind where the stack was shorter."""

    contract = "holdem.blind-posted"
    hand: int
    seat: int
    blind: Literal["small", "big"]
    amount: int
    all_in: bool
    rule: str


class CardDealt(Event):
    """A hole card has `seat`, `ordinal` 1 or 2 and `sealed`; a board card has no seat, `ordinal` 1 to 5 and `card`.
    `read`: a reader named the card; else the house's deck dealt it."""

    contract = "holdem.card-dealt"
    hand: int
    seat: int | None
    ordinal: int
    card: str | None = None
    sealed: str | None = None
    read: bool = False
    rule: str


class CardsBurned(Event):
    """`burn` counts the burned cards of the hand: 1 before the flop, 2 before the turn, 3 before the river."""

    contract = "holdem.cards-burned"
    hand: int
    burn: int
    sealed: str
    rule: str


class BetPlaced(Event):
    """`amount` is what was added, `to` the seat's total on this street; `all_in`: nothing is left behind."""

    contract = "holdem.bet-placed"
    hand: int
    seat: int
    action: Literal["bet", "call", "raise"]
    amount: int
    to: int
    all_in: bool
    declared: Literal["verbal", "chips"] | None = None
    rule: str


class Checked(Event):
    contract = "holdem.checked"
    hand: int
    seat: int
    rule: str


class Folded(Event):
    """`at_showdown`: thrown away after the betting, where the ruleset allows it."""

    contract = "holdem.folded"
    hand: int
    seat: int
    at_showdown: bool = False
    rule: str


class Pot(Value):
    """`pot` counts from 1, the main pot; `amount` before commission."""

    pot: int
    amount: int
    eligible: tuple[int, ...]


class BettingRoundClosed(Event):
    contract = "holdem.betting-round-closed"
    hand: int
    street: Street
    pots: tuple[Pot, ...]
    rule: str


class BetReturned(Event):
    """The part of a bet that nobody called."""

    contract = "holdem.bet-returned"
    hand: int
    seat: int
    amount: int
    rule: str


class HandShown(Event):
    """`best` and `category` (article 15) once the board is complete."""

    contract = "holdem.hand-shown"
    hand: int
    seat: int
    cards: tuple[str, str]
    best: tuple[str, ...] | None = None
    category: str | None = None
    rule: str


class CommissionTaken(Event):
    """`exact_e4` is base x rate in ten-thousandths of a minor unit; `cap` in minor units, None without one;
    `per_pot` from the main pot up; `waiver` names the house choice that took nothing."""

    contract = "holdem.commission-taken"
    hand: int
    base: int
    rate_bp: int
    exact_e4: int
    cap: int | None
    amount: int
    per_pot: tuple[int, ...]
    waiver: str | None = None
    rule: str


class Share(Value):
    seat: int
    amount: int


class PotSplit(Event):
    """One a pot, with one winner too. `amount` is what is divided, the sum of `shares`; `odd` is inside the shares."""

    contract = "holdem.pot-split"
    hand: int
    pot: int
    amount: int
    shares: tuple[Share, ...]
    odd: tuple[Share, ...] = ()
    rule: str


class HandEnded(Event):
    contract = "holdem.hand-ended"
    hand: int
    reason: Literal["all-folded", "showdown"]
    rule: str


class HandVoided(Event):
    """`refunds`: contribution less what had come back, of every seat that put in anything, folded ones too."""

    contract = "holdem.hand-voided"
    hand: int
    reason: str
    refunds: tuple[Share, ...]
    rule: str


class DealErrorReported(seating.DealErrorReported):
    contract = "holdem.deal-error-reported"


class DealErrorCorrected(Event):
    """`replace-card` names the place and both cards, a hole card's sealed; the old one stays out of play."""

    contract = "holdem.deal-error-corrected"
    number: int | None
    how: Literal["continue", "replace-card"]
    seat: int | None = None
    ordinal: int | None = None
    old_card: str | None = None
    old_sealed: str | None = None
    card: str | None = None
    sealed: str | None = None
    note: str | None = None
    rule: str


EVENTS: tuple[type[Event], ...] = (
    *(TableOpened, SeatTaken, ChipsAdded, SeatLeft, TableClosed),
    *(HandStarted, BlindPosted, CardDealt, CardsBurned),
    *(BetPlaced, Checked, Folded, BettingRoundClosed, BetReturned),
    *(HandShown, CommissionTaken, PotSplit, HandEnded, HandVoided),
    *(DealErrorReported, DealErrorCorrected),
)
