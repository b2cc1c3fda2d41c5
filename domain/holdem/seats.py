"""Who sits where, with which chips, and the table's opening and closing: articles 2 and 4, and what is between hands."""

from domain.command import AddChips, CloseTable, LeaveSeat, OpenTable, TakeSeat
from domain.given import Carried, Previous
from domain.holdem import events as e
from domain.holdem.answer import Answer
from domain.holdem.refusals import refusal, require_no_error, require_no_hand
from domain.holdem.rules import resolve
from domain.holdem.table import Table
from domain.house import within_limit
from domain.rules import RuleBroken


def open_table(answer: Answer, command: OpenTable) -> None:
    """Who still sat at the last closing sits there again, and hand numbers count on within the gaming day."""
    if answer.table.is_open:
        raise RuleBroken("table-open", None, f"table {command.table} is open; its rules change by closing it and opening it again")
    chosen = resolve(command.game, command.ruleset, command.gaming_day, command.rules, answer.given.permits)
    before = answer.given.previous
    if before is not None:
        _check_previous(command, before)
        _check_carried(command, before, chosen["seats"])
    same_game = before is not None and before.game == command.game
    same_day = before is not None and before.gaming_day == command.gaming_day
    answer.record(
        e.TableOpened(
            table=command.table,
            session=before.session + 1 if before else 1,
            game=command.game,
            ruleset=command.ruleset,
            currency=command.currency,
            gaming_day=command.gaming_day,
            rules=chosen,
            carried=before.carried if before else (),
            button=before.button if before and same_game else None,
            last_number=before.last_number if before and same_day else 0,
        )
    )


def _check_previous(command: OpenTable, before: Previous) -> None:
    if before.carried and (before.game, before.currency) != (command.game, command.currency):
        message = f"seats are carried over from a {before.game} table in {before.currency}: another game or currency takes an empty table"
        raise RuleBroken("table-not-empty", None, message, {"game": [before.game], "currency": [before.currency]})
    if command.gaming_day < before.gaming_day:
        message = f"table {command.table} was open on {before.gaming_day}: hands of an earlier day have their numbers"
        raise RuleBroken("gaming-day-passed", None, message, {"gaming_day": {"min": before.gaming_day}})


def _check_carried(command: OpenTable, before: Previous, seats: int) -> None:
    taken = max((seat.seat for seat in before.carried), default=0)
    if taken > seats:
        rule = f"{command.ruleset} 2(1)"
        message = f"seat {taken} is carried over: the table needs as many seats"
        raise RuleBroken("rule-not-allowed", rule, message, {"seats": {"min": taken}})


def close_table(answer: Answer, _command: CloseTable) -> None:
    table = answer.table
    require_no_error(table)
    require_no_hand(table)
    answer.record(e.TableClosed(carried=carried(table), button=table.button, last_number=table.last_number))


def carried(table: Table) -> tuple[Carried, ...]:
    """Who sits at the table, for its next opening."""
    return tuple([Carried(seat=seat, player=player, stack=table.stacks[seat]) for seat, player in sorted(table.players.items())])


def take_seat(answer: Answer, command: TakeSeat) -> None:
    """A seat taken during a hand plays from the next one on."""
    table, seat, seats = answer.table, command.seat, answer.house.seats
    require_no_error(table)
    if not 1 <= seat <= seats:
        raise refusal(table, "no-such-seat", f"the table has seats 1 to {seats}", {"seat": {"min": 1, "max": seats}})
    if seat in table.players:
        free = [number for number in range(1, seats + 1) if number not in table.players]
        raise refusal(table, "seat-taken", f"seat {seat} is taken", {"seats": free})
    if command.player in table.players.values():
        raise refusal(table, "already-seated", f"{command.player} sits at this table already: one seat a player")
    _check_amount(table, command.amount)
    answer.record(e.SeatTaken(seat=seat, player=command.player, amount=command.amount, source=command.source))


def add_chips(answer: Answer, command: AddChips) -> None:
    """A seat that is live in the hand waits for its end (4(1)); one that folded or was not dealt in need not."""
    table, seat = answer.table, command.seat
    require_no_error(table)
    player = _player(table, seat)
    if table.hand is not None and seat in table.hand.live:
        raise refusal(table, "chips-during-hand", f"seat {seat} is live in hand {table.hand.number}: chips are added before or after it")
    _check_amount(table, command.amount)
    answer.record(e.ChipsAdded(seat=seat, player=player, amount=command.amount, source=command.source))


def leave_seat(answer: Answer, command: LeaveSeat) -> None:
    table, seat = answer.table, command.seat
    require_no_error(table)
    player = _player(table, seat)
    if table.hand is not None and seat in table.hand.order:
        message = f"seat {seat} was dealt into hand {table.hand.number}: it leaves when the hand is over"
        raise refusal(table, "hand-in-progress", message, {"due": table.due})
    answer.record(e.SeatLeft(seat=seat, player=player, amount=table.stacks[seat], to=command.to))


def _player(table: Table, seat: int) -> str:
    if seat not in table.players:
        raise refusal(table, "seat-not-taken", f"nobody sits at seat {seat}", {"seats": sorted(table.players)})
    return table.players[seat]


def _check_amount(table: Table, amount: int) -> None:
    """Whole chips, and never more at the table than one seat may hold: one seat may win them all."""
    unit = table.house.unit
    if amount % unit:
        raise refusal(table, "not-in-units", f"{amount} is not made of chips of {unit}, the smallest", {"unit": unit})
    in_play = sum(table.hand.total.values()) if table.hand else 0
    within_limit(sum(table.stacks.values()) + in_play, amount, f"the seats of table {table.code} together")
