"""Postings of a baccarat round (docs/finance.md, Postings). `rule` is the one that the event carries, where it carries one.

Chips of a bet go back to where they came from: a seat, or 2130 for a standing bettor, whose name the lines bear.
"""

from domain.baccarat import events as baccarat
from domain.procedures import CAGE
from projections.ledger.entry import Line, Movements
from projections.ledger.session_baccarat import BaccaratSession

_MAINTAINED = "12(2)"


def bet_placed(session: BaccaratSession, event: baccarat.BetPlaced) -> list[Line]:
    moves = session.movements()
    place, wagers = session.place(event.seat), session.wagers_account
    moves.leg("BET", event.rule, place, wagers, event.amount, player=event.player, bet_or_pot=event.bet)
    return moves.lines


def bet_withdrawn(session: BaccaratSession, event: baccarat.BetWithdrawn) -> list[Line]:
    """A part or all of it; one that was held lies in 2122 until the bets are closed."""
    return _back(session, "BET_WITHDRAWN", CAGE, event.bet, event.amount)


def bet_settled(session: BaccaratSession, event: baccarat.BetSettled) -> list[Line]:
    """Lost: the stake goes into the tray. Won: the stake comes back, and the win, before commission, comes out of the tray."""
    moves, bet, name = session.movements(), session.bet(event.bet), event.bet
    tray, wagers = f"9220:{session.table}", session.wagers_account
    won, paid = f"4111:{session.table}:{event.on}", f"4112:{session.table}:{event.on}"
    if event.result == "lost":
        moves.leg("LOST", event.rule, wagers, won, event.stake, player=bet.player, bet_or_pot=name)
        moves.leg("LOST", event.rule, tray, "9290", event.stake, player=bet.player, bet_or_pot=name)
        return moves.lines
    moves.leg("STAKE_BACK", event.rule, wagers, bet.place, event.stake, player=bet.player, bet_or_pot=name)
    moves.leg("WINNINGS", event.rule, paid, bet.place, event.win, player=bet.player, bet_or_pot=name)
    moves.leg("WINNINGS", event.rule, "9290", tray, event.win, player=bet.player, bet_or_pot=name)
    return moves.lines


def bet_held(session: BaccaratSession, event: baccarat.BetHeld) -> list[Line]:
    """A tie returns nothing: nobody bets the same chips twice."""
    moves = session.movements()
    wagers, held = session.wagers_account, session.held_account
    moves.leg("HELD", event.rule, wagers, held, event.amount, player=session.bet(event.bet).player, bet_or_pot=event.bet)
    return moves.lines


def held_bet_decided(session: BaccaratSession, event: baccarat.HeldBetDecided) -> list[Line]:
    """Only what goes back; who maintains his bet or takes the other side with all of it gets nothing."""
    leg = "HELD_CANCELLED" if event.choice == "cancel" else "HELD_REDUCED"
    return _back(session, leg, event.rule, event.bet, event.refund)


def bets_closed(session: BaccaratSession, _event: baccarat.BetsClosed) -> list[Line]:
    """What is left of the held bets is in play again: in this round."""
    moves, rule = session.movements(), f"{session.ruleset} {_MAINTAINED}"
    wagers, held = session.wagers_account, session.held_account
    for name, bet in session.bets.items():
        if bet.held:
            moves.leg("HELD_BACK_IN_PLAY", rule, held, wagers, bet.amount, player=bet.player, bet_or_pot=name)
    return moves.lines


def commission_taken(session: BaccaratSession, event: baccarat.CommissionTaken) -> list[Line]:
    """Once a bettor and round, over all that he won on the banker; the chips go into the tray."""
    moves, place = session.movements(), session.place(event.seat)
    revenue, tray = f"4020:{session.table}", f"9220:{session.table}"
    moves.leg("COMMISSION", event.rule, place, revenue, event.amount, player=event.player, exact_e4=event.exact_e4)
    moves.leg("COMMISSION", event.rule, tray, "9290", event.amount, player=event.player)
    return moves.lines


def round_voided(session: BaccaratSession, event: baccarat.RoundVoided) -> list[Line]:
    """Every bet, pairs, ties and carried ones too."""
    moves = session.movements()
    for refund in event.refunds:
        _give_back(moves, session, "VOID_REFUND", event.rule, refund.bet, refund.amount)
    return moves.lines


def _back(session: BaccaratSession, leg: str, rule: str, bet: str, amount: int) -> list[Line]:
    moves = session.movements()
    _give_back(moves, session, leg, rule, bet, amount)
    return moves.lines


def _give_back(moves: Movements, session: BaccaratSession, leg: str, rule: str, name: str, amount: int) -> None:
    bet = session.bet(name)
    moves.leg(leg, rule, session.lies_in(bet), bet.place, amount, player=bet.player, bet_or_pot=name)
