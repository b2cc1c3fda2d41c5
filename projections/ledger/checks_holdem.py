"""What the events of a Hold'em hand say against what its session knows, and the pot that must be empty after it."""

from collections.abc import Callable
from typing import Any

from domain.event import Event
from domain.holdem import events as holdem
from projections.ledger.breaks import Found
from projections.ledger.session_holdem import HoldemSession


def _uncalled(session: HoldemSession, event: holdem.BetReturned) -> Found:
    others = [amount for seat, amount in session.put_in.items() if seat != event.seat]
    yield f"seat {event.seat}", session.put_in.get(event.seat, 0) - max(others, default=0), event.amount


def _base(session: HoldemSession, event: holdem.CommissionTaken) -> Found:
    yield "base", sum(session.put_in.values()), event.base


def _shares(_session: HoldemSession, event: holdem.PotSplit) -> Found:
    yield f"pot {event.pot}", event.amount, sum(share.amount for share in event.shares)


def _refunds(session: HoldemSession, event: holdem.HandVoided) -> Found:
    refunds = {refund.seat: refund.amount for refund in event.refunds}
    for seat in sorted(refunds.keys() | session.put_in.keys()):
        yield f"seat {seat}", session.put_in.get(seat, 0), refunds.get(seat, 0)


AMOUNTS: dict[type[Event], Callable[[Any, Any], Found]] = {
    holdem.BetReturned: _uncalled,
    holdem.CommissionTaken: _base,
    holdem.PotSplit: _shares,
    holdem.HandVoided: _refunds,
}


def _left_by_hand(session: HoldemSession, event: holdem.HandEnded | holdem.HandVoided) -> Found:
    yield session.hand_id(event.hand), 0, session.pot - session.pot_before


def _left_by_table(session: HoldemSession, _event: holdem.TableClosed) -> Found:
    yield session.stream, 0, session.pot


CLEARS: dict[type[Event], Callable[[Any, Any], Found]] = {
    holdem.HandEnded: _left_by_hand,
    holdem.HandVoided: _left_by_hand,
    holdem.TableClosed: _left_by_table,
}
