"""What each event of a baccarat round moves. A bet pays whom it came from: its stake is what lies there, not what its
settlement says.
"""

from domain.baccarat import events as baccarat
from projections.ledger.again import HOUSE, BetAgain, Moves, MovesOf, TableAgain, standing


def _opened(table: TableAgain, event: baccarat.TableOpened) -> Moves:
    table.players = {carried.seat: carried.player for carried in event.carried}
    return []


def _seated(table: TableAgain, event: baccarat.SeatTaken) -> Moves:
    table.players[event.seat] = event.player
    return []


def _placed(table: TableAgain, event: baccarat.BetPlaced) -> Moves:
    who = standing(event.player) if event.seat is None else table.at(event.seat)
    table.bets[event.bet] = BetAgain(who, event.amount)
    return [(who, -event.amount)]


def _withdrawn(table: TableAgain, event: baccarat.BetWithdrawn) -> Moves:
    return _off(table, event.bet, event.amount)


def _decided(table: TableAgain, event: baccarat.HeldBetDecided) -> Moves:
    return _off(table, event.bet, event.refund)


def _settled(table: TableAgain, event: baccarat.BetSettled) -> Moves:
    bet = table.bets.pop(event.bet, BetAgain("nobody", 0))
    return [(bet.who, event.returned), (HOUSE, bet.stake - event.returned)]


def _commission(table: TableAgain, event: baccarat.CommissionTaken) -> Moves:
    who = standing(event.player) if event.seat is None else table.at(event.seat)
    return [(who, -event.amount), (HOUSE, event.amount)]


def _voided(table: TableAgain, event: baccarat.RoundVoided) -> Moves:
    return [move for refund in event.refunds for move in _off(table, refund.bet, refund.amount)]


def _off(table: TableAgain, name: str, amount: int) -> Moves:
    bet = table.bets.setdefault(name, BetAgain("nobody", 0))
    bet.stake -= amount
    return [(bet.who, amount)]


MOVES: MovesOf = {
    baccarat.TableOpened: _opened,
    baccarat.SeatTaken: _seated,
    baccarat.BetPlaced: _placed,
    baccarat.BetWithdrawn: _withdrawn,
    baccarat.HeldBetDecided: _decided,
    baccarat.BetSettled: _settled,
    baccarat.CommissionTaken: _commission,
    baccarat.RoundVoided: _voided,
}
