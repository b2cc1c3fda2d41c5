"""What each recorded event does to a table. It happened: nothing is checked or refused here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from domain.event import Event
from domain.holdem import events as e
from domain.holdem import rounds
from domain.holdem.hand import BOARD_AT, Hand
from domain.holdem.rules import HouseRules

if TYPE_CHECKING:
    from domain.holdem.table import Table


def _opened(table: "Table", event: e.TableOpened) -> None:
    table.is_open = True
    table.code, table.session, table.game = event.table, event.session, event.game
    table.currency, table.gaming_day = event.currency, event.gaming_day
    table.rules = HouseRules.of(event.ruleset, event.rules)
    table.players = {seat.seat: seat.player for seat in event.carried}
    table.stacks = {seat.seat: seat.stack for seat in event.carried}
    table.button, table.last_number = event.button, event.last_number


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


def _hand_started(table: "Table", event: e.HandStarted) -> None:
    order = tuple([seat.seat for seat in event.seats])
    blind = table.house.big_blind
    table.hand = Hand(
        number=event.hand,
        button=event.button,
        big_blind_seat=event.big_blind_seat,
        order=order,
        live=order,
        able=order,
        total=dict.fromkeys(order, 0),
        bets=dict.fromkeys(order, 0),
        price=blind,
        full=blind,
        level=blind,
    )
    table.button, table.button_stays = event.button, False
    table.last_number = event.hand


def _blind_posted(table: "Table", event: e.BlindPosted) -> None:
    hand = table.playing
    _put_in(table, hand, event.seat, event.amount)
    if event.all_in:
        hand.able = tuple([seat for seat in hand.able if seat != event.seat])


def _put_in(table: "Table", hand: Hand, seat: int, amount: int) -> None:
    table.stacks[seat] -= amount
    hand.total[seat] += amount
    hand.bets[seat] += amount


def _card_dealt(table: "Table", event: e.CardDealt) -> None:
    hand, seat = table.playing, event.seat
    hand.read = read = event.read
    hand.drawn += not read
    if seat is None:
        _board_dealt(table, hand, event.card)
        return
    sealed = event.sealed
    assert sealed is not None
    hand.sealed[seat] = (*hand.sealed.get(seat, ()), sealed)
    hand.holes_dealt += 1
    if hand.dealt:
        rounds.open_round(hand, table.house, 0)


def _board_dealt(table: "Table", hand: Hand, card: str | None) -> None:
    """A street's last card opens its betting round, as long as there is anybody to bet against."""
    assert card is not None
    hand.board += (card,)
    if len(hand.board) in BOARD_AT:
        hand.street = BOARD_AT.index(len(hand.board))
        if not hand.betting_over:
            rounds.open_round(hand, table.house, hand.street)


def _burned(table: "Table", event: e.CardsBurned) -> None:
    hand = table.playing
    hand.burns = event.burn
    hand.drawn += not hand.read


def _bet_placed(table: "Table", event: e.BetPlaced) -> None:
    hand, seat = table.playing, event.seat
    _put_in(table, hand, seat, event.amount)
    rounds.act(hand, table.house, seat, event.to, all_in=event.all_in)


def _checked(table: "Table", event: e.Checked) -> None:
    hand, seat = table.playing, event.seat
    rounds.act(hand, table.house, seat, hand.bets[seat], all_in=False)


def _folded(table: "Table", event: e.Folded) -> None:
    rounds.fold(table.playing, table.house, event.seat)


def _round_closed(table: "Table", _event: e.BettingRoundClosed) -> None:
    rounds.close_round(table.playing)


def _bet_returned(table: "Table", event: e.BetReturned) -> None:
    table.stacks[event.seat] += event.amount
    table.playing.total[event.seat] -= event.amount


def _hand_shown(table: "Table", event: e.HandShown) -> None:
    hand = table.playing
    hand.shown = {**hand.shown, event.seat: event.cards}


def _commission_taken(_table: "Table", _event: e.CommissionTaken) -> None:
    """The pots are split by the events that follow in the same answer."""


def _pot_split(table: "Table", event: e.PotSplit) -> None:
    for share in event.shares:
        table.stacks[share.seat] += share.amount


def _hand_ended(table: "Table", _event: e.HandEnded) -> None:
    table.hand = None


def _hand_voided(table: "Table", event: e.HandVoided) -> None:
    for refund in event.refunds:
        table.stacks[refund.seat] += refund.amount
    table.hand = None
    table.button_stays = True
    table.error_open = False


def _error_reported(table: "Table", _event: e.DealErrorReported) -> None:
    table.error_open = True


def _error_corrected(table: "Table", event: e.DealErrorCorrected) -> None:
    table.error_open = False
    if event.how == "replace-card":
        _card_replaced(table.playing, event)


def _card_replaced(hand: Hand, event: e.DealErrorCorrected) -> None:
    """A new hole card makes an earlier show of that seat worthless."""
    assert event.ordinal is not None
    index = event.ordinal - 1
    hand.drawn += not hand.read
    if event.seat is None:
        assert event.card is not None
        hand.board = (*hand.board[:index], event.card, *hand.board[index + 1 :])
        place = f"board/{event.ordinal}"
    else:
        assert event.sealed is not None
        cards = hand.sealed[event.seat]
        hand.sealed[event.seat] = (*cards[:index], event.sealed, *cards[index + 1 :])
        hand.shown = {seat: shown for seat, shown in hand.shown.items() if seat != event.seat}
        place = f"seat/{event.seat}/{event.ordinal}"
    hand.replaced = {**hand.replaced, place: hand.replaced.get(place, 0) + 1}


EVOLVE: Final[dict[type[Event], Callable[["Table", Any], None]]] = {
    e.TableOpened: _opened,
    e.TableClosed: _closed,
    e.SeatTaken: _seat_taken,
    e.ChipsAdded: _chips_added,
    e.SeatLeft: _seat_left,
    e.HandStarted: _hand_started,
    e.BlindPosted: _blind_posted,
    e.CardDealt: _card_dealt,
    e.CardsBurned: _burned,
    e.BetPlaced: _bet_placed,
    e.Checked: _checked,
    e.Folded: _folded,
    e.BettingRoundClosed: _round_closed,
    e.BetReturned: _bet_returned,
    e.HandShown: _hand_shown,
    e.CommissionTaken: _commission_taken,
    e.PotSplit: _pot_split,
    e.HandEnded: _hand_ended,
    e.HandVoided: _hand_voided,
    e.DealErrorReported: _error_reported,
    e.DealErrorCorrected: _error_corrected,
}
