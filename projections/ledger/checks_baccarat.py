"""What the events of a baccarat round say against what its session knows, and the wagers that must be gone after it."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.baccarat import events as baccarat
from domain.baccarat import shoe_events as shoe
from domain.event import Event
from projections.ledger.breaks import Found
from projections.ledger.session_baccarat import BaccaratSession


def _held_for_round(session: BaccaratSession, event: baccarat.RoundOpened) -> Found:
    told = {held.bet: held.amount for held in event.held}
    lie = {name: bet.amount for name, bet in session.bets.items() if bet.held}
    for name in sorted(told.keys() | lie.keys()):
        yield f"bet {name}", lie.get(name, 0), told.get(name, 0)


def _withdrawn(session: BaccaratSession, event: baccarat.BetWithdrawn) -> Found:
    yield f"bet {event.bet}", session.bets[event.bet].amount, event.amount + event.left


def _decided(session: BaccaratSession, event: baccarat.HeldBetDecided) -> Found:
    yield f"bet {event.bet}", session.bets[event.bet].amount, event.amount + event.refund


def _totals(session: BaccaratSession, event: baccarat.BetsClosed) -> Found:
    lie: Counter[str] = Counter()
    for bet in session.bets.values():
        lie[bet.on] += bet.amount
    told = Counter({str(on): amount for on, amount in event.totals.items()})
    for on in sorted(told.keys() | lie.keys()):
        yield f"on {on}", lie[on], told[on]


def _settled(session: BaccaratSession, event: baccarat.BetSettled) -> Found:
    yield f"bet {event.bet}", session.bets[event.bet].amount, event.stake
    yield f"bet {event.bet} returned", event.stake + event.win if event.result == "won" else 0, event.returned


def _held(session: BaccaratSession, event: baccarat.BetHeld) -> Found:
    yield f"bet {event.bet}", session.bets[event.bet].amount, event.amount


def _base(session: BaccaratSession, event: baccarat.CommissionTaken) -> Found:
    yield f"base of {event.player}", session.banker_wins.get(event.player, 0), event.base


def _refunds(session: BaccaratSession, event: baccarat.RoundVoided) -> Found:
    refunds = {refund.bet: refund.amount for refund in event.refunds}
    for name in sorted(refunds.keys() | session.bets.keys()):
        yield f"bet {name}", session.bets[name].amount, refunds.get(name, 0)


AMOUNTS: dict[type[Event], Callable[[Any, Any], Found]] = {
    baccarat.RoundOpened: _held_for_round,
    baccarat.BetWithdrawn: _withdrawn,
    baccarat.HeldBetDecided: _decided,
    baccarat.BetsClosed: _totals,
    baccarat.BetSettled: _settled,
    baccarat.BetHeld: _held,
    baccarat.CommissionTaken: _base,
    baccarat.RoundVoided: _refunds,
}


def _no_earlier_wagers(session: BaccaratSession, _event: baccarat.RoundOpened | shoe.ShoeClosed) -> Found:
    yield f"{session.stream} 2121", 0, session.wagers


def _none_waits(session: BaccaratSession, event: baccarat.BetsClosed) -> Found:
    yield f"{session.hand_id(event.round)} 2122", 0, session.held


def _left_by_round(session: BaccaratSession, event: baccarat.RoundDecided | baccarat.BetSettled | baccarat.BetHeld) -> Found:
    """Once its last bet is settled or held."""
    if session.round is None:
        yield session.hand_id(event.round), 0, session.wagers - session.wagers_before


def _left_by_void(session: BaccaratSession, event: baccarat.RoundVoided) -> Found:
    yield session.hand_id(event.round), 0, session.wagers - session.wagers_before
    yield f"{session.hand_id(event.round)} 2122", 0, session.held


def _left_by_table(session: BaccaratSession, _event: baccarat.TableClosed) -> Found:
    yield f"{session.stream} 2121", 0, session.wagers
    yield f"{session.stream} 2122", 0, session.held


CLEARS: dict[type[Event], Callable[[Any, Any], Found]] = {
    baccarat.RoundOpened: _no_earlier_wagers,
    shoe.ShoeClosed: _no_earlier_wagers,
    baccarat.BetsClosed: _none_waits,
    baccarat.RoundDecided: _left_by_round,
    baccarat.BetSettled: _left_by_round,
    baccarat.BetHeld: _left_by_round,
    baccarat.RoundVoided: _left_by_void,
    baccarat.TableClosed: _left_by_table,
}
