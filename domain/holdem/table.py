"""A Hold'em table folded from its events: what the rules need to decide, and nothing that only reports need."""

from dataclasses import dataclass, field

from domain.event import Event
from domain.holdem.evolve import EVOLVE
from domain.holdem.hand import Hand
from domain.holdem.rules import HouseRules


@dataclass(slots=True, repr=False)
class Table:
    """`Table()` was never opened. `players` and `stacks` go by seat; a seat without chips stays taken.

    `button` is where the indicator is or last was; `button_stays`: a void hand has not moved it. `error_open`: a dealing
    error was reported and neither corrected nor ended by a void hand (article 9).
    """

    is_open: bool = False
    code: str = ""
    session: int = 0
    game: str = ""
    currency: str = ""
    gaming_day: str = ""
    rules: HouseRules | None = None
    players: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    button: int | None = None
    button_stays: bool = False
    last_number: int = 0
    hand: Hand | None = None
    error_open: bool = False

    def evolve(self, event: Event) -> None:
        """Take in one recorded fact."""
        EVOLVE[type(event)](self, event)

    def copy(self) -> "Table":
        """A table that may go its own way; `players` is shared, because a change of it makes a new one."""
        new = Table.__new__(Table)
        new.is_open, new.error_open = self.is_open, self.error_open
        new.code, new.session, new.game = self.code, self.session, self.game
        new.currency, new.gaming_day, new.rules = self.currency, self.gaming_day, self.rules
        new.players, new.stacks = self.players, self.stacks.copy()
        new.button, new.button_stays, new.last_number = self.button, self.button_stays, self.last_number
        new.hand = self.hand.copy() if self.hand else None
        return new

    @property
    def house(self) -> HouseRules:
        """The rules of an open table."""
        assert self.rules is not None
        return self.rules

    @property
    def playing(self) -> Hand:
        """The hand in progress."""
        assert self.hand is not None
        return self.hand

    @property
    def due(self) -> str:
        """What the table waits for: `start-hand`, `deal`, `act`, `show` or `correct-error`."""
        hand = self.hand
        if self.error_open:
            return "correct-error"
        if hand is None:
            return "start-hand"
        if hand.to_act is not None:
            return "act"
        return "show" if hand.betting_over and len(hand.board) == 5 else "deal"


def hand_id(table: Table, number: int) -> str:
    """`PK-07/2026-11-30/12`: the public id of a hand of this table and gaming day."""
    return f"{table.code}/{table.gaming_day}/{number}"


def open_hand_id(table: Table) -> str | None:
    return hand_id(table, table.hand.number) if table.hand else None


def hand_of(event: Event) -> int | None:
    """The number of the hand that an event of a table belongs to, None for what happens outside a hand."""
    number: int | None = getattr(event, "hand", None) or getattr(event, "number", None)
    return number
