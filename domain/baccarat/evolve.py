"""What each recorded event does to a table. It happened: nothing is checked or refused here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from domain.baccarat import events as e
from domain.baccarat import shoe_events
from domain.baccarat.bets import Bet
from domain.baccarat.drawing import NO_CARDS
from domain.baccarat.round import Round
from domain.baccarat.rules import HouseRules
from domain.baccarat.shoe import Shoe
from domain.event import Event

if TYPE_CHECKING:
    from domain.baccarat.table import Table

NEW_BET_IDS_MAX: Final = 256
"""So many are copied with the table for each command; then they join the others."""


def _opened(table: "Table", event: e.TableOpened) -> None:
    table.is_open = True
    table.code, table.session, table.game = event.table, event.session, event.game
    table.currency, table.gaming_day = event.currency, event.gaming_day
    table.rules = HouseRules.of(event.ruleset, event.rules)
    table.players = {seat.seat: seat.player for seat in event.carried}
    table.stacks = {seat.seat: seat.stack for seat in event.carried}
    table.last_number = event.last_number


def _closed(table: "Table", _event: e.TableClosed) -> None:
    table.is_open = False


def _seat_taken(table: "Table", event: e.SeatTaken) -> None:
    table.players = {**table.players, event.seat: event.player}
    table.stacks[event.seat] = event.amount


def _chips_added(table: "Table", event: e.ChipsAdded) -> None:
    table.stacks[event.seat] += event.amount


def _seat_left(table: "Table", event: e.SeatLeft) -> None:
    table.players = {seat: player for seat, player in table.players.items() if seat != event.seat}
    del table.stacks[event.seat]


def _shoe_loaded(table: "Table", event: shoe_events.ShoeLoaded) -> None:
    cards = table.house.cards
    table.shoes = event.shoe
    table.shoe = Shoe(
        number=event.shoe,
        cards=cards,
        white_card=None if event.cut_depth is None else cards - event.cut_depth,
        order=event.sealed,
        source="open" if event.sealed is None else "known",
    )


def _burned(table: "Table", event: shoe_events.CardsBurned) -> None:
    shoe = table.in_use
    shoe.dealt += event.removed_total
    if event.reason == "round-start":
        table.playing.burned = True
        return
    shoe.burned, shoe.burned_card = True, event.sealed
    if event.indicator_card is not None:
        shoe.see(event.indicator_card)
    if event.read or event.indicator_card is not None:
        shoe.decide_source(read=event.read)


def _demonstrated(table: "Table", event: shoe_events.DemonstrationDealt) -> None:
    shoe = table.in_use
    shoe.decide_source(read=event.read)
    shoe.demonstrations = event.number
    shoe.show((*event.cards.player, *event.cards.banker))


def _cut_card_reached(table: "Table", event: shoe_events.CutCardReached) -> None:
    shoe = table.in_use
    shoe.cut_card_out, shoe.last_round = True, event.last_round


def _shoe_closed(table: "Table", _event: shoe_events.ShoeClosed) -> None:
    table.shoe = None


def _round_opened(table: "Table", event: e.RoundOpened) -> None:
    shoe = table.in_use
    shoe.rounds += 1
    shoe.front, shoe.kept = shoe.front + shoe.kept, ()
    table.round, table.hands = Round(event.round), NO_CARDS
    table.last_number = event.round
    if len(table.new_bet_ids) > NEW_BET_IDS_MAX:
        table.bet_ids, table.new_bet_ids = table.bet_ids | table.new_bet_ids, set()


def _bet_placed(table: "Table", event: e.BetPlaced) -> None:
    table.bets[event.bet] = Bet(event.bet, event.player, event.seat, event.on, event.amount)
    table.new_bet_ids.add(event.bet)
    table.pay(event.seat, -event.amount)


def _bet_withdrawn(table: "Table", event: e.BetWithdrawn) -> None:
    bet = table.bets[event.bet]
    table.pay(bet.seat, event.amount)
    if event.left:
        table.bets[event.bet] = bet._replace(amount=event.left)
    else:
        del table.bets[event.bet]


def _held_bet_decided(table: "Table", event: e.HeldBetDecided) -> None:
    bet = table.bets[event.bet]
    table.pay(bet.seat, event.refund)
    if event.amount:
        table.bets[event.bet] = bet._replace(on=event.on, amount=event.amount, held=False, carried=True)
    else:
        del table.bets[event.bet]


def _bets_closed(table: "Table", _event: e.BetsClosed) -> None:
    table.playing.takes_bets = False


def _card_dealt(table: "Table", event: e.CardDealt) -> None:
    shoe = table.in_use
    shoe.decide_source(read=event.read)
    shoe.show([event.card])
    table.hands = table.hands.with_card(event.side, event.card)


def _round_over(table: "Table", _event: e.RoundDecided | e.RoundVoided) -> None:
    table.round = None
    if table.house.csm:
        table.in_use.take_back()


def _bet_settled(table: "Table", event: e.BetSettled) -> None:
    table.pay(table.bets.pop(event.bet).seat, event.returned)


def _bet_held(table: "Table", event: e.BetHeld) -> None:
    table.bets[event.bet] = table.bets[event.bet]._replace(held=True, carried=False)


def _commission_taken(table: "Table", event: e.CommissionTaken) -> None:
    table.pay(event.seat, -event.amount)


def _round_voided(table: "Table", event: e.RoundVoided) -> None:
    for refund in event.refunds:
        table.pay(table.bets[refund.bet].seat, refund.amount)
    table.bets = {}
    table.error = None
    _round_over(table, event)


def _error_reported(table: "Table", event: e.DealErrorReported) -> None:
    table.error = event.kind


def _error_corrected(table: "Table", event: e.DealErrorCorrected) -> None:
    """A reassigned card is dealt by the event that follows."""
    table.error = None
    shoe = table.in_use
    if event.cards:
        shoe.decide_source(read=event.read)
    if event.how == "burned":
        shoe.show(event.cards)
    elif event.how == "next-round":
        shoe.keep(event.cards)


EVOLVE: Final[dict[type[Event], Callable[["Table", Any], None]]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.SeatTaken: _seat_taken,
    e.ChipsAdded: _chips_added,
    e.SeatLeft: _seat_left,
    shoe_events.ShoeLoaded: _shoe_loaded,
    shoe_events.CardsBurned: _burned,
    shoe_events.DemonstrationDealt: _demonstrated,
    shoe_events.CutCardReached: _cut_card_reached,
    shoe_events.ShoeClosed: _shoe_closed,
    e.RoundOpened: _round_opened,
    e.BetPlaced: _bet_placed,
    e.BetWithdrawn: _bet_withdrawn,
    e.HeldBetDecided: _held_bet_decided,
    e.BetsClosed: _bets_closed,
    e.CardDealt: _card_dealt,
    e.RoundDecided: _round_over,
    e.BetSettled: _bet_settled,
    e.BetHeld: _bet_held,
    e.CommissionTaken: _commission_taken,
    e.RoundVoided: _round_voided,
    e.DealErrorReported: _error_reported,
    e.DealErrorCorrected: _error_corrected,
}
