"""Who sits where and what lies in the pot: what the postings of a table need to know and its events do not repeat.

A fold of one table session. Seats and contributions come from the events; stacks and the pot come from the lines that
were posted, so that they are the books' own word and can be held against the events.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from domain.event import Event, Recorded
from domain.holdem import events as holdem
from domain.seating import TableOpened
from projections.ledger.entry import Entry, Movements


class UnknownSeat(LookupError):
    """An event names a seat that nobody has taken."""


@dataclass(slots=True)
class TableSession:
    """`seats`: seat to player. `chips`: player to what 2110 holds for him, where that is not 0. `pot`: what 2120 holds.

    `hand` is the number in play; `pot_before` what 2120 held when it started, which should be 0; `put_in` each seat's
    contribution to it less what came back.
    """

    stream: str
    table: str
    ruleset: str
    currency: str
    gaming_day: str
    seats: dict[int, str]
    chips: dict[str, int]
    pot: int = 0
    hand: int | None = None
    pot_before: int = 0
    put_in: dict[int, int] = field(default_factory=dict)

    @classmethod
    def opened(cls, recorded: Recorded) -> "TableSession":
        """Brings back who was carried over from the session before."""
        event = recorded.event
        if not isinstance(event, TableOpened):
            raise TypeError(f"{event.topic()} opens no table")
        return cls(
            stream=recorded.stream,
            table=recorded.key,
            ruleset=event.ruleset,
            currency=event.currency,
            gaming_day=event.gaming_day,
            seats={carried.seat: carried.player for carried in event.carried},
            chips={carried.player: carried.stack for carried in event.carried if carried.stack},
        )

    @classmethod
    def from_json(cls, state: dict[str, Any]) -> "TableSession":
        by_seat = {name: {int(seat): value for seat, value in state[name].items()} for name in ("seats", "put_in")}
        return cls(**{**state, **by_seat})

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def movements(self) -> Movements:
        return Movements(self.currency)

    def player(self, seat: int) -> str:
        player = self.seats.get(seat)
        if player is None:
            raise UnknownSeat(f"nobody sits at seat {seat} of {self.table}; taken are {sorted(self.seats)}")
        return player

    def hand_id(self, hand: int) -> str:
        return f"{self.table}/{self.gaming_day}/{hand}"

    def hand_of(self, event: Event) -> str | None:
        """The id of the hand that an event belongs to, None between hands."""
        hand = getattr(event, "hand", None)
        return None if hand is None else self.hand_id(hand)

    def seat_account(self, player: str) -> str:
        return f"2110:{self.table}:{player}"

    @property
    def pot_account(self) -> str:
        return f"2120:{self.table}"

    def follow(self, recorded: Recorded, entry: Entry | None) -> None:
        """Take in one event and what was posted for it."""
        fold = _FOLDS.get(type(recorded.event))
        if fold is not None:
            fold(self, recorded.event)
        if entry is None:
            return
        for line in entry.lines:
            if line.account.startswith("2110"):
                self._add_chips(line.account.rpartition(":")[2], -line.amount)
            elif line.account.startswith("2120"):
                self.pot -= line.amount

    def _add_chips(self, player: str, amount: int) -> None:
        chips = self.chips.pop(player, 0) + amount
        if chips:
            self.chips[player] = chips


def _seat_taken(session: TableSession, event: holdem.SeatTaken) -> None:
    session.seats[event.seat] = event.player


def _seat_left(session: TableSession, event: holdem.SeatLeft) -> None:
    session.seats.pop(event.seat, None)


def _hand_started(session: TableSession, event: holdem.HandStarted) -> None:
    session.hand, session.pot_before, session.put_in = event.hand, session.pot, {}


def _hand_over(session: TableSession, _event: holdem.HandEnded | holdem.HandVoided) -> None:
    session.hand = None


def _put_in(session: TableSession, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
    session.put_in[event.seat] = session.put_in.get(event.seat, 0) + event.amount


def _came_back(session: TableSession, event: holdem.BetReturned) -> None:
    session.put_in[event.seat] = session.put_in.get(event.seat, 0) - event.amount


OPENS: frozenset[type[Event]] = frozenset({holdem.TableOpened})
CLOSES: frozenset[type[Event]] = frozenset({holdem.TableClosed})
"""Sets of classes, here and below: `isinstance` of an event class costs more than all else that is done for most events."""

_FOLDS: dict[type[Event], Callable[[TableSession, Any], None]] = {
    holdem.SeatTaken: _seat_taken,
    holdem.SeatLeft: _seat_left,
    holdem.HandStarted: _hand_started,
    holdem.HandEnded: _hand_over,
    holdem.HandVoided: _hand_over,
    holdem.BlindPosted: _put_in,
    holdem.BetPlaced: _put_in,
    holdem.BetReturned: _came_back,
}
