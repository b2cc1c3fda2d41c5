"""A table played again from its events, for R07: who sits where, whose bets lie on it, and what each event moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.event import Event

HOUSE = "the house"

Moves = list[tuple[str, int]]
"""Who, and what he gains, in minor units."""

MovesOf = Mapping[type[Event], Callable[["TableAgain", Any], Moves]]


@dataclass(slots=True)
class BetAgain:
    """`stake` is what lies there."""

    who: str
    stake: int


@dataclass(slots=True)
class TableAgain:
    """`players` by seat; `bets` by id."""

    players: dict[int, str] = field(default_factory=dict)
    bets: dict[str, BetAgain] = field(default_factory=dict)

    def at(self, seat: int) -> str:
        return self.players.get(seat, f"seat {seat}")


def standing(player: str) -> str:
    """A standing bettor, who may sit at the table as well: his chips are others than those of the seat."""
    return f"{player}, standing"
