"""A hand or round in sentences: what a person at the table would have said, one sentence an event."""

from collections.abc import Callable, Mapping
from typing import Any

from domain import seating
from domain.event import Event
from domain.holdem.events import HandStarted
from services import story_baccarat, story_holdem
from services.reports.report import display


class Story:
    """Tells one table session; it learns who sits where from the events that it is told, in their order."""

    def __init__(self, currency: str, players: Mapping[int, str]) -> None:
        self._currency = currency
        self._players = dict(players)

    def tell(self, event: Event) -> str:
        self._meet(event)
        return _teller(event)(self, event)

    def seat(self, number: int) -> str:
        player = self._players.get(number)
        return f"seat {number} ({player})" if player else f"seat {number}"

    def money(self, amount: int) -> str:
        return f"{self._currency} {display(amount, self._currency)}"

    def _meet(self, event: Event) -> None:
        if isinstance(event, HandStarted):
            self._players.update({seat.seat: seat.player for seat in event.seats})
        elif isinstance(event, seating.TableOpened):
            self._players.update({seat.seat: seat.player for seat in event.carried})
        elif isinstance(event, seating.SeatTaken):
            self._players[event.seat] = event.player


def _table_opened(story: Story, event: seating.TableOpened) -> str:
    return f"table {event.table} opens for {event.gaming_day} under {event.ruleset}, {len(event.carried)} seats carried over"


def _seat_taken(story: Story, event: seating.SeatTaken) -> str:
    return f"{story.seat(event.seat)} sits down with {story.money(event.amount)} from {event.source}"


def _chips_added(story: Story, event: seating.ChipsAdded) -> str:
    return f"{story.seat(event.seat)} adds {story.money(event.amount)} from {event.source}"


def _seat_left(story: Story, event: seating.SeatLeft) -> str:
    return f"{story.seat(event.seat)} leaves with {story.money(event.amount)} to {event.to}"


def _table_closed(story: Story, event: seating.TableClosed) -> str:
    return f"the table closes, {event.last_number} played on this gaming day, {len(event.carried)} seats stay taken"


def _error(story: Story, event: seating.DealErrorReported) -> str:
    return f"dealing error reported: {event.kind}{f' ({event.note})' if event.note else ''}"


_AT_ANY_TABLE: dict[type[Event], Callable[[Story, Any], str]] = {
    seating.TableOpened: _table_opened,
    seating.SeatTaken: _seat_taken,
    seating.ChipsAdded: _chips_added,
    seating.SeatLeft: _seat_left,
    seating.TableClosed: _table_closed,
    seating.DealErrorReported: _error,
}
_OF_GAMES = {**story_holdem.TELLERS, **story_baccarat.TELLERS}


def _teller(event: Event) -> Callable[[Story, Any], str]:
    """By the event's own class, else by the one that it shares with the other games."""
    found = _OF_GAMES.get(type(event))
    return found or next(teller for kind, teller in _AT_ANY_TABLE.items() if isinstance(event, kind))
