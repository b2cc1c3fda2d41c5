"""Chips conserved, worked out from the raw events of every hand and from nothing else.

What was put in came back, went to the house as commission, or was paid out; in a void hand all of it went back. Every
stack that an event tells is the one that the movements before it have left.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from domain.event import Event, Recorded
from domain.holdem import events as e


@dataclass(slots=True)
class _Flow:
    """Chips of one hand, in minor units."""

    put_in: int = 0
    returned: int = 0
    commission: int = 0
    paid: int = 0
    refunded: int = 0

    @property
    def left(self) -> int:
        return self.put_in - self.returned - self.commission - self.paid - self.refunded


@dataclass(slots=True)
class _Session:
    stacks: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    hand: _Flow = field(default_factory=_Flow)


class ConservedChips:
    """Takes the log record by record; gives an item for each hand that ended or was void and for each closed table:
    None where every chip is where it should be."""

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = defaultdict(_Session)

    def take(self, record: Recorded) -> Iterator[str | None]:
        if not record.stream.startswith("tables/"):
            return
        session = self._sessions[record.stream]
        if move := _MOVES.get(type(record.event)):
            move(session, record.event)
        yield from _judged(session, record)
        if isinstance(record.event, e.TableClosed):
            del self._sessions[record.stream]


def _judged(session: _Session, record: Recorded) -> Iterator[str | None]:
    event = record.event
    negative = [seat for seat, stack in session.stacks.items() if stack < 0]
    if negative:
        yield f"{record.meta.subject}: seat {negative[0]} has {session.stacks[negative[0]]} after {record.id}"
    elif isinstance(event, e.HandEnded | e.HandVoided):
        yield f"{record.meta.subject}: {session.hand.left} of {session.hand.put_in} chips are nowhere" if session.hand.left else None
    elif isinstance(event, e.HandStarted):
        told = {one.seat: one.stack for one in event.seats}
        wrong = [seat for seat, stack in told.items() if session.stacks[seat] != stack]
        if wrong:
            seat = wrong[0]
            yield f"{record.meta.subject}: seat {seat} starts with {told[seat]}, the movements before left {session.stacks[seat]}"
    elif isinstance(event, e.TableClosed):
        carried = {one.seat: one.stack for one in event.carried if one.stack}
        left = {seat: stack for seat, stack in session.stacks.items() if stack}
        yield None if carried == left else f"{record.stream}: {carried} is carried over, the movements left {left}"


def _open(session: _Session, event: e.TableOpened) -> None:
    session.stacks.update({one.seat: one.stack for one in event.carried})


def _bring(session: _Session, event: e.SeatTaken | e.ChipsAdded) -> None:
    session.stacks[event.seat] += event.amount


def _leave(session: _Session, event: e.SeatLeft) -> None:
    session.stacks[event.seat] -= event.amount


def _start(session: _Session, _event: e.HandStarted) -> None:
    session.hand = _Flow()


def _put_in(session: _Session, event: e.BlindPosted | e.BetPlaced) -> None:
    session.stacks[event.seat] -= event.amount
    session.hand.put_in += event.amount


def _return(session: _Session, event: e.BetReturned) -> None:
    session.stacks[event.seat] += event.amount
    session.hand.returned += event.amount


def _take(session: _Session, event: e.CommissionTaken) -> None:
    session.hand.commission += event.amount


def _pay(session: _Session, event: e.PotSplit) -> None:
    for share in event.shares:
        session.stacks[share.seat] += share.amount
        session.hand.paid += share.amount


def _refund(session: _Session, event: e.HandVoided) -> None:
    for share in event.refunds:
        session.stacks[share.seat] += share.amount
        session.hand.refunded += share.amount


_MOVES: dict[type[Event], Callable[[_Session, Any], None]] = {
    e.TableOpened: _open,
    e.SeatTaken: _bring,
    e.ChipsAdded: _bring,
    e.SeatLeft: _leave,
    e.HandStarted: _start,
    e.BlindPosted: _put_in,
    e.BetPlaced: _put_in,
    e.BetReturned: _return,
    e.CommissionTaken: _take,
    e.PotSplit: _pay,
    e.HandVoided: _refund,
}
