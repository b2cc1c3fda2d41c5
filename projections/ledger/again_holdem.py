"""What each event of a Hold'em hand moves. The players are those that `HandStarted` names."""

from domain.holdem import events as holdem
from projections.ledger.again import HOUSE, Moves, MovesOf, TableAgain


def _started(table: TableAgain, event: holdem.HandStarted) -> Moves:
    table.players = {seat.seat: seat.player for seat in event.seats}
    return []


def _paid(table: TableAgain, event: holdem.BlindPosted | holdem.BetPlaced) -> Moves:
    return [(table.at(event.seat), -event.amount)]


def _returned(table: TableAgain, event: holdem.BetReturned) -> Moves:
    return [(table.at(event.seat), event.amount)]


def _commission(_table: TableAgain, event: holdem.CommissionTaken) -> Moves:
    return [(HOUSE, event.amount)]


def _shares(table: TableAgain, event: holdem.PotSplit) -> Moves:
    return [(table.at(share.seat), share.amount) for share in event.shares]


def _refunds(table: TableAgain, event: holdem.HandVoided) -> Moves:
    return [(table.at(refund.seat), refund.amount) for refund in event.refunds]


MOVES: MovesOf = {
    holdem.HandStarted: _started,
    holdem.BlindPosted: _paid,
    holdem.BetPlaced: _paid,
    holdem.BetReturned: _returned,
    holdem.CommissionTaken: _commission,
    holdem.PotSplit: _shares,
    holdem.HandVoided: _refunds,
}
