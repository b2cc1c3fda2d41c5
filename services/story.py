"""A hand or round in sentences: what a person at the table would have said, one sentence an event, in the reader's language.

A sentence is looked up by its English form in services/reports/texts/story.txt; the names in it are filled in afterwards.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain import seating
from domain.event import Event
from domain.holdem.events import HandStarted
from services import story_baccarat, story_holdem
from services.reports.language import Language
from services.reports.report import display

ENGLISH = Language()


class Story:
    """Tells one table session; it learns who sits where from the events that it is told, in their order."""

    def __init__(self, currency: str, players: Mapping[int, str], language: Language = ENGLISH) -> None:
        self._currency = currency
        self._players = dict(players)
        self._language = language

    def tell(self, event: Event) -> str:
        self.meet(event)
        return _teller(event)(self, event)

    def says(self, english: str, **names: object) -> str:
        return self._language.says(english, **names)

    def word(self, word: str) -> str:
        """A word of the house inside a sentence: a side, a kind, a reason that the rules give. What people wrote comes back as it is."""
        return self._language.value("story", word)

    def several(self, parts: Iterable[str]) -> str:
        """A list; `none` where it is empty."""
        return ", ".join(parts) or self.word("none")

    def seat(self, number: int) -> str:
        player = self._players.get(number)
        return self.says("seat {number} ({player})", number=number, player=player) if player else self.says("seat {number}", number=number)

    def money(self, amount: int) -> str:
        return f"{self._currency} {display(amount, self._currency)}"

    def meet(self, event: Event) -> None:
        """Learn from an event that is not told."""
        if isinstance(event, HandStarted):
            self._players.update({seat.seat: seat.player for seat in event.seats})
        elif isinstance(event, seating.TableOpened):
            self._players.update({seat.seat: seat.player for seat in event.carried})
        elif isinstance(event, seating.SeatTaken):
            self._players[event.seat] = event.player


def _table_opened(story: Story, event: seating.TableOpened) -> str:
    seats = len(event.carried)
    opens = "table {table} opens for {day} under {ruleset}, {seats} seats carried over"
    return story.says(opens, table=event.table, day=event.gaming_day, ruleset=event.ruleset, seats=seats)


def _seat_taken(story: Story, event: seating.SeatTaken) -> str:
    names = {"who": story.seat(event.seat), "amount": story.money(event.amount), "source": story.word(event.source)}
    return story.says("{who} sits down with {amount} from {source}", **names)


def _chips_added(story: Story, event: seating.ChipsAdded) -> str:
    names = {"who": story.seat(event.seat), "amount": story.money(event.amount), "source": story.word(event.source)}
    return story.says("{who} adds {amount} from {source}", **names)


def _seat_left(story: Story, event: seating.SeatLeft) -> str:
    names = {"who": story.seat(event.seat), "amount": story.money(event.amount), "to": story.word(event.to)}
    return story.says("{who} leaves with {amount} to {to}", **names)


def _table_closed(story: Story, event: seating.TableClosed) -> str:
    closes = "the table closes, {number} played on this gaming day, {seats} seats stay taken"
    return story.says(closes, number=event.last_number, seats=len(event.carried))


def _error(story: Story, event: seating.DealErrorReported) -> str:
    reported = story.says("dealing error reported: {kind}", kind=story.word(event.kind))
    return reported + (f" ({event.note})" if event.note else "")


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
