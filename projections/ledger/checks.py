"""What an event says against what the books know: amounts before it is taken in, and what must be empty after it.

A difference is never a reason to refuse a fact: it is posted as the event says, and becomes a break.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.baccarat import events as baccarat
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import SeatLeft, TableClosed
from projections.ledger import checks_baccarat, checks_holdem
from projections.ledger.breaks import Break, BreakType, Found
from projections.ledger.session import TableSession


def amount_breaks(session: TableSession, recorded: Recorded) -> list[Break]:
    """Stakes and refunds against the session as it stood before the event."""
    return _found(_AMOUNTS, "R07", "AMOUNT", session, recorded)


def clearance_breaks(session: TableSession, recorded: Recorded) -> list[Break]:
    """I2, after the event was taken in: what a hand or round that is over, or a table that closes, has left lying."""
    return _found(_CLEARS, "R04", "UNCLEARED_HAND", session, recorded)


Checks = Mapping[type[Event], Callable[[Any, Any], Found]]


def _found(checks: Checks, rule: str, kind: BreakType, session: TableSession, recorded: Recorded) -> list[Break]:
    check = checks.get(type(recorded.event))
    if check is None:
        return []
    return [
        _break(session, recorded, rule, kind, f"{recorded.id} {about}" if kind == "AMOUNT" else about, expected, said)
        for about, expected, said in check(session, recorded.event)
        if expected != said
    ]


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


def _stack(session: TableSession, event: SeatLeft) -> Found:
    yield f"seat {event.seat}", session.chips.get(event.player, 0), event.amount


def _carried(session: TableSession, event: TableClosed) -> Found:
    stacks = {carried.player: carried.stack for carried in event.carried}
    for player in sorted(stacks.keys() | session.chips.keys()):
        yield f"player {player}", session.chips.get(player, 0), stacks.get(player, 0)


_AMOUNTS: Checks = {
    holdem.SeatLeft: _stack,
    holdem.TableClosed: _carried,
    baccarat.SeatLeft: _stack,
    baccarat.TableClosed: _carried,
    **checks_holdem.AMOUNTS,
    **checks_baccarat.AMOUNTS,
}
_CLEARS: Checks = {**checks_holdem.CLEARS, **checks_baccarat.CLEARS}
