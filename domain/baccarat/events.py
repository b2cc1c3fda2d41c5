"""The facts of a baccarat table, in the order in which a shoe and its rounds make them.

Amounts are minor units of the table's currency; `round` is the number within the gaming day, `shoe` counts the shoes of a
table session. `rule` is the rule reference that made the fact due. A card stands in an event only once it lies face up
on the table or has been named aloud; a burned card stands there sealed, or not at all.
"""

from typing import Literal

from domain import seating
from domain.baccarat.drawing import Result, Side
from domain.baccarat.rules import On
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


class ShoeLoaded(Event):
    """`cut_depth` cards lie behind the white one; a continuous shuffler has none and is not cut. `sealed`: the order of a
    shoe that is known, sealed."""

    contract = "baccarat.shoe-loaded"
    shoe: int
    decks: int
    cut_by: Literal["bettor", "croupier"] | None
    cut_depth: int | None
    sealed: str | None = None
    rule: str


class CardsBurned(Event):
    """`removed_total` cards left the shoe, the `indicator_card`, which is shown, among them; `burned` are those without it.

    `method` at the start of a shoe. `sealed`: the first card where a reader named it and it was burned face down.
    """

    contract = "baccarat.cards-burned"
    shoe: int
    round: int | None = None
    reason: Literal["shoe-start", "round-start"]
    method: Literal["first-card-face", "deck-count", "fixed"] | None = None
    indicator_card: str | None = None
    burned: int
    removed_total: int
    sealed: str | None = None
    read: bool = False
    rule: str


class CardsBySide(Value):
    """In the order in which they lie."""

    player: tuple[str, ...]
    banker: tuple[str, ...]


class Totals(Value):
    """Points, 0 to 9."""

    player: int
    banker: int


class DemonstrationDealt(Event):
    """A round without bets, before the first one of the shoe. `number` counts the shoe's demonstrations."""

    contract = "baccarat.demonstration-dealt"
    shoe: int
    number: int
    cards: CardsBySide
    totals: Totals
    result: Result
    read: bool = False
    rule: str


class CutCardReached(Event):
    """The white card came out in `round`, behind the first `dealt` cards of the shoe; `last_round` is the last one of it."""

    contract = "baccarat.cut-card-reached"
    shoe: int
    round: int
    dealt: int
    last_round: int
    rule: str


class ShoeClosed(Event):
    """`rounds` were opened from it, void ones too; `dealt` cards had left it."""

    contract = "baccarat.shoe-closed"
    shoe: int
    reason: str
    rounds: int
    dealt: int
    rule: str


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
    *(ShoeLoaded, CardsBurned, DemonstrationDealt, CutCardReached, ShoeClosed),
    *(RoundOpened, BetPlaced, BetWithdrawn, HeldBetDecided, BetsClosed),
    *(CardDealt, RoundDecided, BetSettled, BetHeld, CommissionTaken, RoundVoided),
    *(DealErrorReported, DealErrorCorrected),
)
