"""The facts of a baccarat table and its rounds, in the order in which a round makes them; those of the shoe stand apart.

Amounts are minor units of the table's currency, `round` is the number within the gaming day. `rule` is the rule
reference that made the fact due. A card stands in a fact once it lies on the table, or was named in a correction.
"""

from typing import Literal

from domain import seating
from domain.baccarat import shoe_events
from domain.baccarat.drawing import Result, Side
from domain.baccarat.rules import On
from domain.baccarat.shoe_events import CardsBySide
from domain.event import Event, Value


class TableOpened(seating.TableOpened):
    contract = "baccarat.table-opened"


class SeatTaken(seating.SeatTaken):
    contract = "baccarat.seat-taken"


class ChipsAdded(seating.ChipsAdded):
    contract = "baccarat.chips-added"


class SeatLeft(seating.SeatLeft):
    contract = "baccarat.seat-left"


class TableClosed(seating.TableClosed):
    contract = "baccarat.table-closed"


class HeldBet(Value):
    bet: str
    on: Side
    amount: int


class RoundOpened(Event):
    """`deciding`: bets of a tie are `held` for it."""

    contract = "baccarat.round-opened"
    round: int
    shoe: int
    deciding: bool
    held: tuple[HeldBet, ...] = ()
    rule: str


class BetPlaced(Event):
    """From the chips of a `seat`, or of a `standing` bettor's hand; it is paid where it came from."""

    contract = "baccarat.bet-placed"
    round: int
    bet: str
    player: str
    seat: int | None
    standing: bool
    on: On
    amount: int
    layout: int | None = None
    rule: str


class BetWithdrawn(Event):
    """`amount` went back, `left` stays."""

    contract = "baccarat.bet-withdrawn"
    round: int
    bet: str
    amount: int
    left: int


class HeldBetDecided(Event):
    """`amount` stays, `on` this side; `refund` went back. `round` takes the bet from now on; before it is open, and where
    there will be none, it is the round that was tied."""

    contract = "baccarat.held-bet-decided"
    round: int
    bet: str
    choice: Literal["cancel", "maintain", "change"]
    on: Side
    amount: int
    refund: int
    by: Literal["bettor", "default", "shoe-closed"]
    rule: str


class Holders(Value):
    """The seat that opens a side's cards; None: the croupier does."""

    player: int | None
    banker: int | None


class BetsClosed(Event):
    """`totals` by what the bets are on, 0 where there are none."""

    contract = "baccarat.bets-closed"
    round: int
    totals: dict[On, int]
    holders: Holders
    rule: str


class CardDealt(Event):
    """`ordinal` 1 to 3 on its side. `face_up`: it came out of the shoe so. `read`: a reader named it, else the shoe was known
    or the house's own."""

    contract = "baccarat.card-dealt"
    round: int
    side: Side
    ordinal: int
    card: str
    face_up: bool
    read: bool = False
    rule: str


class RoundDecided(Event):
    """`player` and `banker` are the totals."""

    contract = "baccarat.round-decided"
    round: int
    player: int
    banker: int
    result: Result
    natural: bool
    player_pair: bool
    banker_pair: bool
    cards: CardsBySide
    rule: str


class BetSettled(Event):
    """Before commission: `returned` is stake and win, or nothing."""

    contract = "baccarat.bet-settled"
    round: int
    bet: str
    on: On
    stake: int
    result: Literal["won", "lost"]
    win: int
    returned: int
    rule: str


class BetHeld(Event):
    """A tie: the bet waits for the deciding round."""

    contract = "baccarat.bet-held"
    round: int
    bet: str
    on: Side
    amount: int
    rule: str


class CommissionTaken(Event):
    """Of all that one bettor won on the banker in one round: `base` x rate is `exact_e4`, in ten-thousandths of a minor unit.
    `seat` pays it; None: it comes from the chips in his hand."""

    contract = "baccarat.commission-taken"
    round: int
    player: str
    seat: int | None
    base: int
    rate_bp: int
    exact_e4: int
    amount: int
    rule: str


class Refund(Value):
    bet: str
    amount: int


class RoundVoided(Event):
    """Every bet goes back, held ones of the tie before too."""

    contract = "baccarat.round-voided"
    round: int
    reason: str
    refunds: tuple[Refund, ...]
    rule: str


class DealErrorReported(seating.DealErrorReported):
    contract = "baccarat.deal-error-reported"


class DealErrorCorrected(Event):
    """`cards` were burned, dealt to the other side, or left in front of the shoe for the next round. `read` as in CardDealt."""

    contract = "baccarat.deal-error-corrected"
    number: int
    how: Literal["continue", "burned", "reassigned", "next-round"]
    cards: tuple[str, ...] = ()
    read: bool = False
    note: str | None = None
    rule: str


EVENTS: tuple[type[Event], ...] = (
    *(TableOpened, SeatTaken, ChipsAdded, SeatLeft, TableClosed),
    *shoe_events.EVENTS,
    *(RoundOpened, BetPlaced, BetWithdrawn, HeldBetDecided, BetsClosed),
    *(CardDealt, RoundDecided, BetSettled, BetHeld, CommissionTaken, RoundVoided),
    *(DealErrorReported, DealErrorCorrected),
)
