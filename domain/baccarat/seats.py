"""Who sits where, with which chips, and the table's opening and closing: articles 1(5) and 13, and what is between rounds."""

from functools import partial

from domain.baccarat import events as e
from domain.baccarat.answer import Answer
from domain.baccarat.bets import most_that_may_come
from domain.baccarat.held import give_back_held
from domain.baccarat.refusals import refusal, require_no_error, require_no_round
from domain.baccarat.rules import resolve
from domain.baccarat.shoes import take_away
from domain.baccarat.table import Table
from domain.command import AddChips, CloseTable, LeaveSeat, OpenTable, TakeSeat
from domain.house import within_limit
from domain.rules import RuleBroken
from domain.seating import carried, check_carried, check_chips, check_free, opening, seated

_TABLE_CLOSES = "table closed"
"""Why the shoe of a table that closes is closed."""


def open_table(answer: Answer, command: OpenTable) -> None:
    if answer.table.is_open:
        raise RuleBroken("table-open", None, f"table {command.table} is open; its rules change by closing it and opening it again")
    chosen = resolve(command, answer.given)
    before = answer.given.previous
    fields = opening(command, chosen, before)
    check_carried(before, chosen["seats"], f"{command.ruleset} 1(5)")
    answer.record(e.TableOpened(**fields))


def close_table(answer: Answer, _command: CloseTable) -> None:
    """The shoe is closed with it, and bets that wait for a deciding round go back."""
    table = answer.table
    require_no_error(table)
    require_no_round(table)
    give_back_held(answer)
    if table.shoe is not None:
        take_away(answer, _TABLE_CLOSES)
    answer.record(e.TableClosed(carried=carried(table.players, table.stacks), last_number=table.last_number))


def take_seat(answer: Answer, command: TakeSeat) -> None:
    table = answer.table
    require_no_error(table)
    check_free(table.players, answer.house.seats, command, partial(refusal, table))
    check_chips(command.amount, answer.house.unit, partial(refusal, table))
    answer.record(e.SeatTaken(seat=command.seat, player=command.player, amount=command.amount, source=command.source))


def add_chips(answer: Answer, command: AddChips) -> None:
    """At any time; never more than a seat may hold if all its bets win."""
    table, seat = answer.table, command.seat
    require_no_error(table)
    player = seated(table.players, seat, partial(refusal, table))
    check_chips(command.amount, answer.house.unit, partial(refusal, table))
    within_limit(_may_come_to(table, seat), command.amount, f"seat {seat}, if all its bets win,")
    answer.record(e.ChipsAdded(seat=seat, player=player, amount=command.amount, source=command.source))


def leave_seat(answer: Answer, command: LeaveSeat) -> None:
    """Not with a bet that was placed from the seat: it is paid there."""
    table, seat = answer.table, command.seat
    require_no_error(table)
    player = seated(table.players, seat, partial(refusal, table))
    bets = [bet.bet for bet in table.bets.values() if bet.seat == seat]
    if bets:
        message = f"bets of seat {seat} lie on the table: they are settled, taken off or cancelled before it is left"
        raise refusal(table, "bets-open", message, {"bets": bets})
    answer.record(e.SeatLeft(seat=seat, player=player, amount=table.stacks[seat], to=command.to))


def _may_come_to(table: Table, seat: int) -> int:
    return table.stacks[seat] + most_that_may_come(table.bets.values(), seat)
