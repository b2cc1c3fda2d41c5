"""Who sits where at a table, with how many chips: what the postings of every game need to know and its events do not repeat.

A fold of one table session; each game adds its own (session_holdem.py, session_baccarat.py). Seats come from the events;
stacks and what lies on the table come from the lines that were posted, so that they are the books' own word and can be
held against the events.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from domain.event import Event, Recorded
from domain.seating import TableOpened
from projections.ledger.accounts import code_of
from projections.ledger.entry import Entry, Movements


class UnknownSeat(LookupError):
    """An event names a seat that nobody has taken."""


class UnknownBet(LookupError):
    """An event names a bet that does not lie on the table."""


@dataclass(slots=True)
class TableSession:
    """`seats`: seat to player. `chips`: player to what 2110 holds for him, where that is not 0."""

    stream: str
    table: str
    ruleset: str
    currency: str
    gaming_day: str
    seats: dict[int, str]
    chips: dict[str, int]

    FOLDS: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {}
    """By class and not with `isinstance`, which costs more on event classes than all else that is done for most events."""

    @classmethod
    def opened(cls, recorded: Recorded, event: TableOpened) -> Self:
        """Brings back who was carried over from the session before."""
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
    def from_json(cls, state: Mapping[str, Any]) -> Self:
        return cls(**{**state, "seats": by_number(state["seats"])})

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
        """The public id of a hand or round."""
        return f"{self.table}/{self.gaming_day}/{hand}"

    def hand_of(self, event: Event) -> str | None:
        """The id of the hand or round that an event belongs to, None between two."""
        raise NotImplementedError

    def in_play(self) -> str | None:
        """The id of the hand or round whose money may rightly lie on the table."""
        raise NotImplementedError

    def seat_account(self, player: str) -> str:
        return f"2110:{self.table}:{player}"

    def follow(self, recorded: Recorded, entry: Entry | None) -> None:
        """Take in one event and what was posted for it."""
        fold = self.FOLDS.get(type(recorded.event))
        if fold is not None:
            fold(self, recorded.event)
        if entry is None:
            return
        for line in entry.lines:
            code = code_of(line.account)
            if code == "2110":
                self._add_chips(line.account.rpartition(":")[2], -line.amount)
            else:
                self._lie(code, -line.amount)

    def _add_chips(self, player: str, amount: int) -> None:
        chips = self.chips.pop(player, 0) + amount
        if chips:
            self.chips[player] = chips

    def _lie(self, code: str, amount: int) -> None:
        """What a line of another account than a seat's adds to what lies on the table."""
        raise NotImplementedError


def seat_taken(session: TableSession, event: Any) -> None:
    session.seats[event.seat] = event.player


def seat_left(session: TableSession, event: Any) -> None:
    session.seats.pop(event.seat, None)


def by_number(state: Mapping[str, Any]) -> dict[int, Any]:
    """JSON has texts as keys."""
    return {int(number): value for number, value in state.items()}
