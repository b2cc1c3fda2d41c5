"""Who sits where, with which chips, and the table's opening and closing: articles 2 and 4, and what is between hands."""

from functools import partial

from domain.command import AddChips, CloseTable, LeaveSeat, OpenTable, TakeSeat
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.refusals import refusal, require_no_error, require_no_hand
from domain.holdem.rules import resolve
from domain.holdem.table import Table
from domain.house import within_limit
from domain.rules import RuleBroken
from domain.seating import carried, check_carried, check_chips, check_free, opening, seated


def open_table(answer: Answer, command: OpenTable) -> None:
    """The indicator stays where it was as long as the game is the same."""
    if answer.table.is_open:
        raise RuleBroken("table-open", None, f"table {command.table} is open; its rules change by closing it and opening it again")
    chosen = resolve(command.game, command.ruleset, command.gaming_day, command.rules, answer.given.permits)
    before = answer.given.previous
    fields = opening(command, chosen, before)
    check_carried(before, chosen["seats"], f"{command.ruleset} 2(1)")
    same_game = before is not None and before.game == command.game
    answer.record(e.TableOpened(**fields, button=before.button if before and same_game else None))


def close_table(answer: Answer, _command: CloseTable) -> None:
    table = answer.table
    require_no_error(table)
    require_no_hand(table)
    who = carried(table.players, table.stacks)
    answer.record(e.TableClosed(carried=who, button=table.button, last_number=table.last_number))


def take_seat(answer: Answer, command: TakeSeat) -> None:
    """A seat taken during a hand plays from the next one on."""
    table = answer.table
    require_no_error(table)
    check_free(table.players, answer.house.seats, command, partial(refusal, table))
    _check_amount(table, command.amount)
    answer.record(e.SeatTaken(seat=command.seat, player=command.player, amount=command.amount, source=command.source))


def add_chips(answer: Answer, command: AddChips) -> None:
    """A seat that is live in the hand waits for its end (4(1)); one that folded or was not dealt in need not."""
    table, seat = answer.table, command.seat
    require_no_error(table)
    player = seated(table.players, seat, partial(refusal, table))
    if table.hand is not None and seat in table.hand.live:
        raise refusal(table, "chips-during-hand", f"seat {seat} is live in hand {table.hand.number}: chips are added before or after it")
    _check_amount(table, command.amount)
    answer.record(e.ChipsAdded(seat=seat, player=player, amount=command.amount, source=command.source))


def leave_seat(answer: Answer, command: LeaveSeat) -> None:
    table, seat = answer.table, command.seat
    require_no_error(table)
    player = seated(table.players, seat, partial(refusal, table))
    if table.hand is not None and seat in table.hand.order:
        message = f"seat {seat} was dealt into hand {table.hand.number}: it leaves when the hand is over"
        raise refusal(table, "hand-in-progress", message, {"due": table.due})
    answer.record(e.SeatLeft(seat=seat, player=player, amount=table.stacks[seat], to=command.to))


def _check_amount(table: Table, amount: int) -> None:
    """Whole chips, and never more at the table than one seat may hold: one seat may win them all."""
    check_chips(amount, table.house.unit, partial(refusal, table))
    in_play = sum(table.hand.total.values()) if table.hand else 0
    within_limit(sum(table.stacks.values()) + in_play, amount, f"the seats of table {table.code} together")
