"""A hand or round as it was settled, and as it should have been: copies of the events that moved its chips, and who gained what.

The copies stand by themselves. With the seats and bets beside them they can be followed by whoever has this one event.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from domain.baccarat import events as baccarat
from domain.baccarat.rules import On
from domain.event import Event, Value
from domain.holdem import events as holdem

COPIES_MAX: Final = 2_000
"""How many events a reversal may undo and settle again, both together: one event is one message to its readers."""
POT: Final = "pot"
"""The part of a case that stands for what lay on the table; it comes to 0."""

_MOVING: Final[tuple[type[Event], ...]] = (
    *(holdem.BlindPosted, holdem.BetPlaced, holdem.BetReturned, holdem.CommissionTaken, holdem.PotSplit, holdem.HandVoided),
    *(baccarat.BetPlaced, baccarat.BetWithdrawn, baccarat.HeldBetDecided, baccarat.BetsClosed, baccarat.BetSettled),
    *(baccarat.BetHeld, baccarat.CommissionTaken, baccarat.RoundVoided),
)
MOVING: Final[Mapping[str, type[Event]]] = {kind.topic(): kind for kind in _MOVING}
"""The events that move the chips of a hand or round, by topic."""


class Copy(Value):
    """`type` is the topic of the event, `body` its facts. What is undone names the `event` and its `position` in the log."""

    type: str
    body: dict[str, Any]
    event: str | None = None
    position: int | None = None

    def read(self) -> Event:
        return MOVING[self.type].model_validate_json(json.dumps(self.body))


class Seat(Value):
    seat: int
    player: str


class Bet(Value):
    """A bet that lay on the table before the first of the copies; `seat` None: of a standing bettor. `held`: after a tie."""

    bet: str
    player: str
    seat: int | None
    on: On
    amount: int
    held: bool


class Result(Value):
    """What a player won, or lost below 0: as recorded, and as corrected."""

    player: str
    recorded: int
    corrected: int

    @property
    def due(self) -> int:
        return self.corrected - self.recorded


class Settlement(Value):
    """`gaming_day`, `ruleset`, `rules` are those that the hand was played under; `seats` who was dealt in, `bets` what lay there before."""

    hand: str
    table: str
    game: Literal["holdem", "baccarat"]
    ruleset: str
    rules: dict[str, Any]
    currency: str
    gaming_day: str
    seats: tuple[Seat, ...]
    bets: tuple[Bet, ...] = ()
    undone: tuple[Copy, ...]
    corrected: tuple[Copy, ...]

    def seated(self) -> dict[int, str]:
        """Who sits where; a bet of baccarat names its bettor too."""
        seats = {seat.seat: seat.player for seat in self.seats} | {bet.seat: bet.player for bet in self.bets if bet.seat is not None}
        of_bettors = (copy.body for copy in (*self.undone, *self.corrected) if {"seat", "player"} <= copy.body.keys())
        return seats | {body["seat"]: body["player"] for body in of_bettors if body["seat"] is not None}

    def results(self) -> tuple[Result, ...]:
        """Of everybody who won or lost anything, or should have, by id."""
        recorded, corrected = self.net(self.undone), self.net(self.corrected)
        players = sorted(name for name in recorded.keys() | corrected.keys() if not name.startswith(_ON_TABLE))
        return tuple(Result(player=player, recorded=recorded.get(player, 0), corrected=corrected.get(player, 0)) for player in players)

    def left(self, copies: Iterable[Copy]) -> dict[str, int]:
        """What these events leave on the table more than before: held bets that wait, or less than before: those they decide."""
        return {name: amount for name, amount in self.net(copies).items() if name.startswith(_ON_TABLE)}

    def net(self, copies: Iterable[Copy]) -> dict[str, int]:
        """What each player gains by these events, and each place on the table; who comes to 0 is left out."""
        at = _At(self.seated(), {bet.bet: bet.player for bet in self.bets})
        gained: dict[str, int] = {}
        for copy in copies:
            event = copy.read()
            for name, amount in _MOVES[type(event)](at, event):
                gained[name] = gained.get(name, 0) + amount
        return {name: amount for name, amount in gained.items() if amount}


_ON_TABLE: Final = ":"
"""Begins the names of places on the table, the pot and each bet: no player's id has it."""
_POT: Final = _ON_TABLE


class _At(NamedTuple):
    """Who sits where, whose bets they are."""

    players: dict[int, str]
    bets: dict[str, str]


Moves = Iterable[tuple[str, int]]
"""A player or a place on the table, and what it gains."""


def _put_in(at: _At, event: holdem.BlindPosted | holdem.BetPlaced) -> Moves:
    return ((at.players[event.seat], -event.amount), (_POT, event.amount))


def _back(at: _At, event: holdem.BetReturned) -> Moves:
    return ((at.players[event.seat], event.amount), (_POT, -event.amount))


def _of_hand(_at: _At, event: holdem.CommissionTaken) -> Moves:
    return ((_POT, -event.amount),)


def _shares(at: _At, event: holdem.PotSplit | holdem.HandVoided) -> Moves:
    shares = event.shares if isinstance(event, holdem.PotSplit) else event.refunds
    for share in shares:
        yield from ((at.players[share.seat], share.amount), (_POT, -share.amount))


def _placed(at: _At, event: baccarat.BetPlaced) -> Moves:
    at.bets[event.bet] = event.player
    return ((event.player, -event.amount), (_ON_TABLE + event.bet, event.amount))


def _withdrawn(at: _At, event: baccarat.BetWithdrawn) -> Moves:
    return ((at.bets[event.bet], event.amount), (_ON_TABLE + event.bet, -event.amount))


def _held_decided(at: _At, event: baccarat.HeldBetDecided) -> Moves:
    return ((at.bets[event.bet], event.refund), (_ON_TABLE + event.bet, -event.refund))


def _settled(at: _At, event: baccarat.BetSettled) -> Moves:
    """The winnings come from the house."""
    return ((at.bets[event.bet], event.returned), (_ON_TABLE + event.bet, -event.stake))


def _of_bettor(_at: _At, event: baccarat.CommissionTaken) -> Moves:
    return ((event.player, -event.amount),)


def _refunds(at: _At, event: baccarat.RoundVoided) -> Moves:
    for refund in event.refunds:
        yield from ((at.bets[refund.bet], refund.amount), (_ON_TABLE + refund.bet, -refund.amount))


def _nothing(_at: _At, _event: Event) -> Moves:
    """The bets stay on the table."""
    return ()


_MOVES: Final[Mapping[type[Event], Callable[[_At, Any], Moves]]] = {
    holdem.BlindPosted: _put_in,
    holdem.BetPlaced: _put_in,
    holdem.BetReturned: _back,
    holdem.CommissionTaken: _of_hand,
    holdem.PotSplit: _shares,
    holdem.HandVoided: _shares,
    baccarat.BetPlaced: _placed,
    baccarat.BetWithdrawn: _withdrawn,
    baccarat.HeldBetDecided: _held_decided,
    baccarat.BetsClosed: _nothing,
    baccarat.BetSettled: _settled,
    baccarat.BetHeld: _nothing,
    baccarat.CommissionTaken: _of_bettor,
    baccarat.RoundVoided: _refunds,
}
