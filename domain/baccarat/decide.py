"""What follows from a command at a baccarat table: its events, or a refusal with nothing changed.

Pure: the table is not touched, and what the house must add (cards of its shoe, sealed texts, permits) comes in `given`.
Checks go in this order, and the first that fails answers: table open, fields, open error, what is due, the bet's place,
its amount, stack, differential.
"""

from collections.abc import Callable
from typing import Any, Final

from domain.baccarat.answer import Answer
from domain.baccarat.betting import close_bets, place_bet, withdraw_bet
from domain.baccarat.commands import (
    Burn,
    CloseBets,
    CloseShoe,
    CorrectError,
    CutCard,
    Deal,
    DecideHeldBet,
    Demonstrate,
    LoadShoe,
    OpenRound,
    PlaceBet,
    VoidRound,
    WithdrawBet,
)
from domain.baccarat.dealing import deal, open_round
from domain.baccarat.errors import correct_error, report_error, void_round
from domain.baccarat.held import decide_held_bet
from domain.baccarat.seats import add_chips, close_table, leave_seat, open_table, take_seat
from domain.baccarat.shoe_start import burn, demonstrate
from domain.baccarat.shoes import close_shoe, cut_card, load_shoe
from domain.baccarat.table import Table
from domain.command import AddChips, CloseTable, Command, Inspect, LeaveSeat, OpenTable, ReportError, TakeSeat
from domain.event import Event
from domain.given import NOTHING, Given
from domain.rules import RuleBroken


def decide(table: Table, command: Command, given: Given = NOTHING) -> list[Event]:
    """The events that the command makes, in their order.

    Raises RuleBroken where it is refused; ShoeCardsDue, SealDue or BurnedCardDue where `given` must hold more: then the
    same is asked again with the answer added to it.
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
    LoadShoe: load_shoe,
    Burn: burn,
    Demonstrate: demonstrate,
    CutCard: cut_card,
    CloseShoe: close_shoe,
    OpenRound: open_round,
    PlaceBet: place_bet,
    WithdrawBet: withdraw_bet,
    DecideHeldBet: decide_held_bet,
    CloseBets: close_bets,
    Deal: deal,
    VoidRound: void_round,
}
