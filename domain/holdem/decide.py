"""What follows from a command at a Hold'em table: its events, or a refusal with nothing changed.

Pure: the table is not touched, and what the house must add (cards, what the vault knows, permits) comes in `given`.
Checks go in this order, and the first that fails answers: table open, fields, open error, what is due, whose turn, kind
of action, amount.
"""

from collections.abc import Callable
from typing import Any, Final

from domain.command import AddChips, CloseTable, Command, CorrectError, Inspect, LeaveSeat, OpenTable, ReportError, TakeSeat
from domain.event import Event
from domain.given import NOTHING, Given
from domain.holdem.answer import Answer
from domain.holdem.betting import act
from domain.holdem.commands import Act, Deal, Show, StartHand, VoidHand
from domain.holdem.dealing import deal, start_hand
from domain.holdem.errors import correct_error, report_error, void_hand
from domain.holdem.refusals import check_cards
from domain.holdem.seats import add_chips, close_table, leave_seat, open_table, take_seat
from domain.holdem.showdown import show
from domain.holdem.table import Table
from domain.rules import RuleBroken

__all__ = ["answer", "check_cards", "decide"]


def decide(table: Table, command: Command, given: Given = NOTHING) -> list[Event]:
    """The events that the command makes, in their order.

    Raises RuleBroken where it is refused; CardsDue or HoleCardsDue where `given` must hold more: then the same is asked
    again with the answer.
    """
    return answer(table, command, given).events


def answer(table: Table, command: Command, given: Given = NOTHING) -> Answer:
    """As `decide`, with the table as it stands after the events."""
    if not table.is_open and not isinstance(command, OpenTable):
        raise RuleBroken("table-closed", None, "the table is not open; `open-table` opens it")
    made = Answer(table, given)
    _DECIDE[type(command)](made, command)
    return made


def _inspect(_answer: Answer, _command: Inspect) -> None:
    """Nothing follows; `view.inspect` says how the table stands."""


_DECIDE: Final[dict[type[Command], Callable[[Answer, Any], None]]] = {
    OpenTable: open_table,
    TakeSeat: take_seat,
    AddChips: add_chips,
    LeaveSeat: leave_seat,
    CloseTable: close_table,
    Inspect: _inspect,
    ReportError: report_error,
    CorrectError: correct_error,
    StartHand: start_hand,
    Deal: deal,
    Act: act,
    Show: show,
    VoidHand: void_hand,
}
