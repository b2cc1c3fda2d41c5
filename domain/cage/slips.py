"""Decisions on slips: chips that travel between the cage and a table's tray, neither of which is revenue.

A slip lives in the stream of the cage that it names, and in the cage's opening of the next day as long as it is on
the way; so the later commands, which name the slip alone, need that cage in the gaming day of the command.
"""

from domain.cage.cage import Cage
from domain.cage.commands import Credit, Fill, Receive, ReceiveCredit, ReceiveFill, Send, VoidSlip
from domain.cage.counter import chips_at_hand, room_for_chips
from domain.cage.events import CreditReceived, CreditSent, FillReceived, FillSent, SlipKind, SlipOnTheWay, SlipVoided, UnderSlip
from domain.denominations import chips_total
from domain.event import Event
from domain.house import two_people
from domain.procedures import SLIPS
from domain.rules import RuleBroken


def decide_fill(cage: Cage, command: Fill, *, slip_used: bool) -> list[Event]:
    """`slip_used`: whether any slip of the house has borne this number, received and voided ones too."""
    amount = _amount_of_new(command, slip_used)
    chips_at_hand(cage, command.currency, amount)
    return _sent(command, amount, FillSent, FillReceived)


def decide_credit(cage: Cage, command: Credit, *, slip_used: bool) -> list[Event]:
    """As for a fill. Whether the tray has the chips is for its count to say, and no refusal."""
    amount = _amount_of_new(command, slip_used)
    room_for_chips(cage, command.currency, amount)
    return _sent(command, amount, CreditSent, CreditReceived)


def decide_receive_fill(cage: Cage | None, command: ReceiveFill) -> list[Event]:
    """`cage` is the one that the slip names, None where the house has no slip of this number."""
    _, slip = _on_the_way(cage, command.slip, "fill")
    return [_received(slip, command, FillReceived)]


def decide_receive_credit(cage: Cage | None, command: ReceiveCredit) -> list[Event]:
    """`cage` is the one that the slip names, None where the house has no slip of this number."""
    cage, slip = _on_the_way(cage, command.slip, "credit")
    received = _received(slip, command, CreditReceived)
    room_for_chips(cage, slip.currency, received.amount)
    return [received]


def decide_void_slip(cage: Cage | None, command: VoidSlip) -> list[Event]:
    """`cage` is the one that the slip names, None where the house has no slip of this number."""
    two_people(command, SLIPS)
    _, slip = _on_the_way(cage, command.slip)
    return [SlipVoided(**slip.model_dump(), reason=command.reason)]


def _amount_of_new(command: Send, slip_used: bool) -> int:
    if slip_used:
        raise RuleBroken("slip-used", SLIPS, f"slip {command.slip} was used before; every slip has its own number")
    return chips_total(command.amount, command.denominations, SLIPS)


def _sent(command: Send, amount: int, sent: type[UnderSlip], received: type[UnderSlip]) -> list[Event]:
    kinds = (sent,) if command.in_transit else (sent, received)
    return [
        kind(slip=command.slip, table=command.table, amount=amount, currency=command.currency, denominations=command.denominations)
        for kind in kinds
    ]


def _received(slip: SlipOnTheWay, command: Receive, kind: type[UnderSlip]) -> UnderSlip:
    amount = chips_total(command.amount, command.denominations, SLIPS)
    return kind(slip=slip.slip, table=slip.table, amount=amount, currency=slip.currency, denominations=command.denominations)


def _on_the_way(cage: Cage | None, number: str, kind: SlipKind | None = None) -> tuple[Cage, SlipOnTheWay]:
    if cage is None:
        raise RuleBroken("no-such-slip", SLIPS, f"no fill or credit was sent under slip {number}")
    slip = cage.slips.get(number)
    if slip is None:
        raise RuleBroken("not-pending", SLIPS, f"slip {number} is not on the way: it was received or voided")
    if kind is not None and slip.kind != kind:
        raise RuleBroken("no-such-slip", SLIPS, f"slip {number} is a {slip.kind}, not a {kind}")
    return cage, slip
