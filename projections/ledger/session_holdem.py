"""A Hold'em table as the books know it: besides seats and stacks, the pot and what each seat has put in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from domain.event import Event
from domain.holdem import events as holdem
from projections.ledger.session import TableSession, by_number, seat_left, seat_taken


@dataclass(slots=True)
class HoldemSession(TableSession):
    """`pot`: what 2120 holds. `hand` is the number in play; `pot_before` what 2120 held when it started, which should be 0;
    `put_in` each seat's contribution to it less what came back.
    """

    pot: int = 0
    hand: int | None = None
    pot_before: int = 0
    put_in: dict[int, int] = field(default_factory=dict)

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> Self:
        return cls(**{**state, **{name: by_number(state[name]) for name in ("seats", "put_in")}})

    def hand_of(self, event: Event) -> str | None:
        hand = getattr(event, "hand", None)
        return None if hand is None else self.hand_id(hand)

    def in_play(self) -> str | None:
        return None if self.hand is None else self.hand_id(self.hand)

    @property
    def pot_account(self) -> str:
        return f"2120:{self.table}"

    def _lie(self, code: str, amount: int) -> None:
        if code == "2120":
            self.pot += amount


def _hand_started(session: HoldemSession, event: holdem.HandStarted) -> None:
    session.hand, session.pot_before, session.put_in = event.hand, session.pot, {}


def _hand_over(session: HoldemSession, _event: holdem.HandEnded | holdem.HandVoided) -> None:
    session.hand = None


def _put_in(session: HoldemSession, event: holdem.BlindPosted | holdem.BetPlaced) -> None:
    session.put_in[event.seat] = session.put_in.get(event.seat, 0) + event.amount


def _came_back(session: HoldemSession, event: holdem.BetReturned) -> None:
    session.put_in[event.seat] = session.put_in.get(event.seat, 0) - event.amount


HoldemSession.FOLDS = {
    holdem.SeatTaken: seat_taken,
    holdem.SeatLeft: seat_left,
    holdem.HandStarted: _hand_started,
    holdem.HandEnded: _hand_over,
    holdem.HandVoided: _hand_over,
    holdem.BlindPosted: _put_in,
    holdem.BetPlaced: _put_in,
    holdem.BetReturned: _came_back,
}
