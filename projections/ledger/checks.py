"""What an event says against what the books know: amounts before it is taken in, and pots that must be empty after it.

A difference is never a reason to refuse a fact: it is posted as the event says, and becomes a break.
"""

from collections.abc import Callable, Iterator
from typing import Any

from domain.event import Event, Recorded
from domain.holdem import events as holdem
from projections.ledger.breaks import Break, BreakType
from projections.ledger.session import TableSession

Found = Iterator[tuple[str, int, int]]
"""What about, what the books expect, what the event says."""


def amount_breaks(session: TableSession, recorded: Recorded) -> list[Break]:
    """Stakes and refunds against the session as it stood before the event."""
    check = _AMOUNTS.get(type(recorded.event))
    if check is None:
        return []
    return [
        _break(session, recorded, "R07", "AMOUNT", f"{recorded.id} {about}", expected, said)
        for about, expected, said in check(session, recorded.event)
        if expected != said
    ]


def clearance_breaks(session: TableSession, recorded: Recorded) -> list[Break]:
    """I2, after the event was taken in: what the hand has left in 2120, and what a table that closes leaves there."""
    left_by = _CLEARS.get(type(recorded.event))
    if left_by is None:
        return []
    key, left = left_by(session, recorded.event)
    return [_break(session, recorded, "R04", "UNCLEARED_HAND", key, 0, left)] if left else []


def _break(session: TableSession, recorded: Recorded, rule: str, kind: BreakType, key: str, side_a: int, side_b: int) -> Break:
    return Break(
        rule=rule,
        type=kind,
        key=key,
        side_a=side_a,
        side_b=side_b,
        table=session.table,
        hand=session.hand_of(recorded.event),
        currency=session.currency,
        gaming_day=recorded.meta.gaming_day,
        event_id=recorded.id,
        position=recorded.position,
    )


def _stack(session: TableSession, event: holdem.SeatLeft) -> Found:
    yield f"seat {event.seat}", session.chips.get(event.player, 0), event.amount


def _carried(session: TableSession, event: holdem.TableClosed) -> Found:
    stacks = {carried.player: carried.stack for carried in event.carried}
    for player in sorted(stacks.keys() | session.chips.keys()):
        yield f"player {player}", session.chips.get(player, 0), stacks.get(player, 0)


def _uncalled(session: TableSession, event: holdem.BetReturned) -> Found:
    others = [amount for seat, amount in session.put_in.items() if seat != event.seat]
    yield f"seat {event.seat}", session.put_in.get(event.seat, 0) - max(others, default=0), event.amount


def _base(session: TableSession, event: holdem.CommissionTaken) -> Found:
    yield "base", sum(session.put_in.values()), event.base


def _shares(_session: TableSession, event: holdem.PotSplit) -> Found:
    yield f"pot {event.pot}", event.amount, sum(share.amount for share in event.shares)


def _refunds(session: TableSession, event: holdem.HandVoided) -> Found:
    refunds = {refund.seat: refund.amount for refund in event.refunds}
    for seat in sorted(refunds.keys() | session.put_in.keys()):
        yield f"seat {seat}", session.put_in.get(seat, 0), refunds.get(seat, 0)


_AMOUNTS: dict[type[Event], Callable[[TableSession, Any], Found]] = {
    holdem.SeatLeft: _stack,
    holdem.TableClosed: _carried,
    holdem.BetReturned: _uncalled,
    holdem.CommissionTaken: _base,
    holdem.PotSplit: _shares,
    holdem.HandVoided: _refunds,
}


def _left_by_hand(session: TableSession, event: holdem.HandEnded | holdem.HandVoided) -> tuple[str, int]:
    return session.hand_id(event.hand), session.pot - session.pot_before


def _left_by_table(session: TableSession, _event: holdem.TableClosed) -> tuple[str, int]:
    return session.stream, session.pot


_CLEARS: dict[type[Event], Callable[[TableSession, Any], tuple[str, int]]] = {
    holdem.HandEnded: _left_by_hand,
    holdem.HandVoided: _left_by_hand,
    holdem.TableClosed: _left_by_table,
}
