"""What each event moves of a player's money and chips, and which way (docs/reports.md, Large transactions)."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from domain import wallet
from domain.baccarat import events as baccarat
from domain.cage import events as cage
from domain.disputes import events as disputes
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import ChipsAdded, SeatLeft, SeatTaken, TableOpened
from projections.large_settlements import alone_of, won
from projections.projection import Poison
from projections.table_memory import Lying, TableMemory

Direction = Literal["in", "out", "to-chips", "from-chips", "transfer", "bet", "payout"]
SUMMED: tuple[Direction, ...] = ("in", "out", "to-chips", "from-chips", "transfer")
ALONE: tuple[Direction, ...] = ("bet", "payout")
"""They are looked at one by one, and never added up."""


class Moved(NamedTuple):
    """`name` is what a later event of the same stream may take back by: a withdrawal, a bet, a seat in a hand."""

    direction: Direction
    player: str | None
    currency: str
    amount: int
    table: str | None = None
    name: str | None = None


class Step:
    """One event: `moves` are what it moved, `reversed` the names of what it took back, each with its stream."""

    def __init__(self, record: Recorded, memory: TableMemory) -> None:
        self.record = record
        self.memory = memory
        self.moves: list[Moved] = []
        self.reversed: list[tuple[str, str]] = []

    def take_back(self, name: str) -> None:
        self.reversed.append((self.record.stream, name))

    def at_table(self, direction: Direction, player: str, amount: int, name: str | None = None) -> None:
        at = self.memory.of(self.record)
        if amount:
            self.moves.append(Moved(direction, player, at.currency, amount, at.table, name))

    def sitting(self, seat: int) -> str:
        player = self.memory.of(self.record).seats.get(str(seat))
        if player is None:
            raise Poison(self.record, f"nobody sits at seat {seat}")
        return player

    def lying(self, bet: str, *, leaves: bool) -> Lying:
        bets = self.memory.of(self.record).bets
        if bet not in bets:
            raise Poison(self.record, f"no bet {bet} lies on the layout")
        return bets.pop(bet) if leaves else bets[bet]


def _in_wallet(direction: Direction) -> Callable[[Step, Any], None]:
    def step(step: Step, event: Any) -> None:
        step.moves.append(Moved(direction, step.record.key, event.currency, event.amount, name=getattr(event, "withdrawal", None)))

    return step


def _returned(step: Step, event: wallet.WithdrawalReturned) -> None:
    step.take_back(event.withdrawal)


def _moved_out(step: Step, event: wallet.FundsMovedOut) -> None:
    """A transfer is one move, of the player who gives."""
    direction: Direction = "transfer" if event.place.startswith("/wallets/") else "to-chips"
    step.moves.append(Moved(direction, step.record.key, event.currency, event.amount, _table_of(event.place)))


def _moved_in(step: Step, event: wallet.FundsMovedIn) -> None:
    if not event.place.startswith("/wallets/"):
        step.moves.append(Moved("from-chips", step.record.key, event.currency, event.amount, _table_of(event.place)))


def _sold(step: Step, event: cage.ChipsSold) -> None:
    """Over a wallet it is the wallet that says so."""
    if event.pay == "cash":
        step.moves.append(Moved("in", event.player, event.currency, event.amount))


def _redeemed(step: Step, event: cage.ChipsRedeemed) -> None:
    if event.to == "cash":
        step.moves.append(Moved("out", event.player, event.currency, event.amount))


def _table_opened(step: Step, event: TableOpened) -> None:
    step.memory.open(step.record, event)


def _seat_taken(step: Step, event: SeatTaken) -> None:
    step.memory.of(step.record).seats[str(event.seat)] = event.player
    _chips_added(step, event)


def _chips_added(step: Step, event: SeatTaken | ChipsAdded) -> None:
    if event.source == "cash":
        step.at_table("in", event.player, event.amount)


def _seat_left(step: Step, event: SeatLeft) -> None:
    step.memory.of(step.record).seats.pop(str(event.seat), None)


def _bet_in_hand(step: Step, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
    step.at_table("bet", step.sitting(event.seat), event.amount, f"{event.hand}/{event.seat}")


def _pot_split(step: Step, event: holdem.PotSplit) -> None:
    for share in event.shares:
        step.at_table("payout", step.sitting(share.seat), share.amount, won(f"{event.hand}/{share.seat}"))


def _hand_voided(step: Step, event: holdem.HandVoided) -> None:
    for refund in event.refunds:
        step.take_back(f"{event.hand}/{refund.seat}")


def _bet_in_round(step: Step, event: baccarat.BetPlaced) -> None:
    step.memory.of(step.record).bets[event.bet] = Lying(event.player, event.round)
    step.at_table("bet", event.player, event.amount, _named(event.bet, event.round))


def _withdrawn(step: Step, event: baccarat.BetWithdrawn) -> None:
    """What is left of a bet keeps it; the bet is taken back when nothing is."""
    if not event.left:
        _take_back(step, event.bet)


def _held_bet_decided(step: Step, event: baccarat.HeldBetDecided) -> None:
    if not event.amount:
        _take_back(step, event.bet)


def _round_voided(step: Step, event: baccarat.RoundVoided) -> None:
    for refund in event.refunds:
        _take_back(step, refund.bet)


def _settled(step: Step, event: baccarat.BetSettled) -> None:
    """The payout is what the house pays, before commission; the stake was the player's own."""
    bet = step.lying(event.bet, leaves=True)
    step.at_table("payout", bet.player, event.win, won(_named(event.bet, event.round)))


def _take_back(step: Step, bet: str) -> None:
    step.take_back(_named(bet, step.lying(bet, leaves=True).round))


def _named(bet: str, number: int) -> str:
    return f"{number}/{bet}"


def _resettled(step: Step, event: disputes.SettlementReversed) -> None:
    """Bets and payouts that are otherwise once corrected: taken back, and there anew."""
    one = event.settlement
    stream = str(one.undone[0].event).partition("@")[0]
    before, after = alone_of(one, one.undone), alone_of(one, one.corrected)
    for name in [name for name in before if before[name] != after.get(name, [])]:
        step.reversed.append((stream, name))
    for name in [name for name in after if after[name] != before.get(name, [])]:
        step.moves += [Moved(alone.direction, alone.player, one.currency, alone.amount, one.table) for alone in after[name]]


def _dispute_paid(step: Step, event: disputes.DisputePaid) -> None:
    if event.to == "cash":
        step.moves.append(Moved("out", event.player, event.currency, event.amount))


def _dispute_collected(step: Step, event: disputes.DisputeCollected) -> None:
    if event.source == "cash":
        step.moves.append(Moved("in", event.player, event.currency, event.amount))


def _table_of(place: str) -> str | None:
    return place.removeprefix("/tables/") if place.startswith("/tables/") else None


STEPS: Mapping[type[Event], Callable[[Step, Any], None]] = {
    wallet.FundsDeposited: _in_wallet("in"),
    wallet.FundsWithdrawn: _in_wallet("out"),
    wallet.WithdrawalHeld: _in_wallet("out"),
    wallet.WithdrawalReturned: _returned,
    wallet.FundsMovedOut: _moved_out,
    wallet.FundsMovedIn: _moved_in,
    cage.ChipsSold: _sold,
    cage.ChipsRedeemed: _redeemed,
    holdem.TableOpened: _table_opened,
    holdem.SeatTaken: _seat_taken,
    holdem.ChipsAdded: _chips_added,
    holdem.SeatLeft: _seat_left,
    holdem.BlindPosted: _bet_in_hand,
    holdem.BetPlaced: _bet_in_hand,
    holdem.PotSplit: _pot_split,
    holdem.HandVoided: _hand_voided,
    baccarat.TableOpened: _table_opened,
    baccarat.SeatTaken: _seat_taken,
    baccarat.ChipsAdded: _chips_added,
    baccarat.SeatLeft: _seat_left,
    baccarat.BetPlaced: _bet_in_round,
    baccarat.BetWithdrawn: _withdrawn,
    baccarat.HeldBetDecided: _held_bet_decided,
    baccarat.BetSettled: _settled,
    baccarat.RoundVoided: _round_voided,
    disputes.SettlementReversed: _resettled,
    disputes.DisputePaid: _dispute_paid,
    disputes.DisputeCollected: _dispute_collected,
}
"""Every event that moves money or chips of a player, or says who is at a table. A withdrawal over a bank counts when it is held."""
