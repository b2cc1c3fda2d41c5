"""What every table has: opening, seats, chips, closing. Each game gives the facts its own contract name."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from domain.command import OpenTable, TakeSeat
from domain.event import Event
from domain.given import Carried, Previous
from domain.rules import RuleBroken

Source = Literal["wallet", "cash", "chips"]


class TableOpened(Event):
    """`rules` holds every house choice, the defaults written out; a hand is judged for ever by what stands here.

    `session` counts the openings of the table. `carried`, `button` and `last_number` come from the session before;
    `last_number` is 0 on a new gaming day.
    """

    table: str
    session: int
    game: str
    ruleset: str
    currency: str
    gaming_day: str
    rules: dict[str, Any]
    carried: tuple[Carried, ...] = ()
    button: int | None = None
    last_number: int = 0


class SeatTaken(Event):
    seat: int
    player: str
    amount: int
    source: Source


class ChipsAdded(Event):
    seat: int
    player: str
    amount: int
    source: Source


class SeatLeft(Event):
    """`amount` is the whole stack, 0 for a seat that lost it."""

    seat: int
    player: str
    amount: int
    to: Literal["wallet", "chips"]


class TableClosed(Event):
    """Who still sits is carried over to the table's next opening; `last_number` is the last hand or round."""

    carried: tuple[Carried, ...]
    button: int | None = None
    last_number: int


class DealErrorReported(Event):
    """`number` is the hand or round that the error is in, None between two."""

    number: int | None
    kind: str
    note: str | None = None
    rule: str


class Refuse(Protocol):
    """A refusal of one table, which knows the article of each code."""

    def __call__(self, code: str, message: str, allowed: Mapping[str, Any] | None = None, /) -> RuleBroken: ...


def opening(command: OpenTable, chosen: Mapping[str, Any], before: Previous | None) -> dict[str, Any]:
    """The fields of `TableOpened` that every game has. Who still sat at the last closing sits there again, and numbers
    count on within the gaming day. Raises RuleBroken: `table-not-empty`, `gaming-day-passed`."""
    if before is not None:
        _check_previous(command, before)
    same_day = before is not None and before.gaming_day == command.gaming_day
    return {
        "table": command.table,
        "session": before.session + 1 if before else 1,
        "game": command.game,
        "ruleset": command.ruleset,
        "currency": command.currency,
        "gaming_day": command.gaming_day,
        "rules": dict(chosen),
        "carried": before.carried if before else (),
        "last_number": before.last_number if before and same_day else 0,
    }


def _check_previous(command: OpenTable, before: Previous) -> None:
    if before.carried and (before.game, before.currency) != (command.game, command.currency):
        message = f"seats are carried over from a {before.game} table in {before.currency}: another game or currency takes an empty table"
        raise RuleBroken("table-not-empty", None, message, {"game": [before.game], "currency": [before.currency]})
    if command.gaming_day < before.gaming_day:
        message = f"table {command.table} was open on {before.gaming_day}: what was played on an earlier day has its numbers"
        raise RuleBroken("gaming-day-passed", None, message, {"gaming_day": {"min": before.gaming_day}})


def check_carried(before: Previous | None, seats: int, rule: str) -> None:
    """`rule-not-allowed` where somebody sits on a seat that the table would not have."""
    taken = max((seat.seat for seat in before.carried), default=0) if before else 0
    if taken > seats:
        raise RuleBroken(
            "rule-not-allowed", rule, f"seat {taken} is carried over: the table needs as many seats", {"seats": {"min": taken}}
        )


def carried(players: Mapping[int, str], stacks: Mapping[int, int]) -> tuple[Carried, ...]:
    """Who sits at the table, for its next opening."""
    return tuple([Carried(seat=seat, player=player, stack=stacks[seat]) for seat, player in sorted(players.items())])


def check_free(players: Mapping[int, str], seats: int, command: TakeSeat, refuse: Refuse) -> None:
    """`no-such-seat`, `seat-taken`, `already-seated`."""
    if not 1 <= command.seat <= seats:
        raise refuse("no-such-seat", f"the table has seats 1 to {seats}", {"seat": {"min": 1, "max": seats}})
    if command.seat in players:
        free = [number for number in range(1, seats + 1) if number not in players]
        raise refuse("seat-taken", f"seat {command.seat} is taken", {"seats": free})
    if command.player in players.values():
        raise refuse("already-seated", f"{command.player} sits at this table already: one seat a player")


def seated(players: Mapping[int, str], seat: int, refuse: Refuse) -> str:
    """Who sits there; `seat-not-taken`."""
    if seat not in players:
        raise refuse("seat-not-taken", f"nobody sits at seat {seat}", {"seats": sorted(players)})
    return players[seat]


def check_chips(amount: int, unit: int, refuse: Refuse) -> None:
    """`not-in-units` for what is not made of the table's smallest chips."""
    if amount % unit:
        raise refuse("not-in-units", f"{amount} is not made of chips of {unit}, the smallest", {"unit": unit})
