"""Chips of a Hold'em table: what was put in came back, went to the house as commission, or was paid out; in a void hand all
of it went back."""

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
class HoldemChips:
    """`stacks` by seat."""

    stacks: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    hand: _Flow = field(default_factory=_Flow)

    def take(self, record: Recorded) -> Iterator[str | None]:
        if move := _MOVES.get(type(record.event)):
            move(self, record.event)
        yield from _judged(self, record)


def _judged(session: HoldemChips, record: Recorded) -> Iterator[str | None]:
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


def _open(session: HoldemChips, event: e.TableOpened) -> None:
    session.stacks.update({one.seat: one.stack for one in event.carried})


def _bring(session: HoldemChips, event: e.SeatTaken | e.ChipsAdded) -> None:
    session.stacks[event.seat] += event.amount


def _leave(session: HoldemChips, event: e.SeatLeft) -> None:
    session.stacks[event.seat] -= event.amount


def _start(session: HoldemChips, _event: e.HandStarted) -> None:
    session.hand = _Flow()


def _put_in(session: HoldemChips, event: e.BlindPosted | e.BetPlaced) -> None:
    session.stacks[event.seat] -= event.amount
    session.hand.put_in += event.amount


def _return(session: HoldemChips, event: e.BetReturned) -> None:
    session.stacks[event.seat] += event.amount
    session.hand.returned += event.amount


def _take(session: HoldemChips, event: e.CommissionTaken) -> None:
    session.hand.commission += event.amount


def _pay(session: HoldemChips, event: e.PotSplit) -> None:
    for share in event.shares:
        session.stacks[share.seat] += share.amount
        session.hand.paid += share.amount


def _refund(session: HoldemChips, event: e.HandVoided) -> None:
    for share in event.refunds:
        session.stacks[share.seat] += share.amount
        session.hand.refunded += share.amount


_MOVES: dict[type[Event], Callable[[HoldemChips, Any], None]] = {
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
