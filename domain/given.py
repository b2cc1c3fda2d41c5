"""What the house adds to a command: answers that the rules need and may not look up themselves.

`decide` is pure. Where it needs a card from the house's source, or what the vault knows, it raises a question; the
service answers it as data and asks again. The answers are recorded with the command, so replay needs neither source
nor vault.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict


class Dealt(BaseModel):
    """A card in its place: `card` where it lies face up, else `sealed` alone. `deck`, with the first card of the house's deck:
    what commits the house to the order of all of them (docs/proof.md, Cards). It is for the record; no rule asks for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    spot: str
    card: str | None = None
    sealed: str | None = None
    deck: str | None = None


class Carried(BaseModel):
    """A seat that stayed taken when the table closed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: int
    player: str
    stack: int


class Previous(BaseModel):
    """How the table's last session ended; `last_number` is its last hand or round, of `gaming_day`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    session: int
    game: str
    currency: str
    gaming_day: str
    last_number: int
    button: int | None = None
    carried: tuple[Carried, ...] = ()


class Permit(BaseModel):
    """A permit for the table: departures from these articles of this ruleset are authorised, from `effective_on` on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    permit: str
    ruleset: str
    articles: tuple[str, ...]
    effective_on: str | None = None


class Given(BaseModel):
    """`dealt`: cards for the spots asked for, in that order. `hole`: a seat's two sealed cards, opened, `??` if unknown.
    `repeated`: which of the command's cards, counted from 1, were named before in this hand, or stand in it twice.
    `permits`, `previous`: for `open-table`, and where the ruleset asks for permits `coming`, those for the table whose day
    of use is still to come, and `earliest_use`, the first day of use that a permit asked for today could have.

    From a shoe: `drawn` are its next cards, as many as were wanted; `sealed` what a SealDue asked to be hidden; `among`
    the answer to BurnedCardDue."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dealt: tuple[Dealt, ...] = ()
    hole: tuple[str, str] | None = None
    repeated: tuple[int, ...] = ()
    permits: tuple[Permit, ...] = ()
    coming: tuple[Permit, ...] = ()
    earliest_use: str | None = None
    previous: Previous | None = None
    drawn: tuple[str, ...] | None = None
    sealed: str | None = None
    among: bool | None = None


NOTHING = Given()


class SpotDue(NamedTuple):
    """A place that wants a card: `seat/3/1` (seat, ordinal), `burn/2`, `board/4`; a replaced card adds `#2`.

    `card` is which of the command's cards belongs there, counted from 0; None: take the next of the house's deck in a source hand, and
    an unknown card in a read one.
    """

    spot: str
    card: int | None

    @property
    def hidden(self) -> bool:
        """A hole card or a burned one: it leaves the rules' sight sealed."""
        return not self.spot.startswith("board/")


class Question(Exception):
    """`decide` needs an answer of the house before it can go on."""


@dataclass(eq=False)
class CardsDue(Question):
    """Which cards are wanted. `drawn` is how many the house's deck has given so far; None in a read hand."""

    hand: str
    spots: tuple[SpotDue, ...]
    drawn: int | None


@dataclass(eq=False)
class HoleCardsDue(Question):
    """The seat's sealed cards are wanted, opened: spot and sealed text of the first and the second."""

    hand: str
    seat: int
    sealed: tuple[tuple[str, str], tuple[str, str]]


@dataclass(eq=False)
class ShoeCardsDue(Question):
    """The next cards of a shoe are wanted: those behind the first `drawn` of its order, one by one until `enough` says so,
    and no more. All of them are shown at once; the ones behind them stay unknown.

    `shoe` names the order in the vault, `decks` are its packs. `order` is the sealed order of a shoe that was loaded in
    a known one; None: the house shuffles, once for each `shoe`.
    """

    shoe: str
    decks: int
    drawn: int
    order: str | None
    enough: Callable[[Sequence[str]], bool]

    def take(self, cards: Sequence[str]) -> tuple[str, ...]:
        """What is wanted of the shoe's whole order; fewer where it runs dry."""
        taken: list[str] = []
        for card in cards[self.drawn :]:
            if self.enough(taken):
                break
            taken.append(card)
        return tuple(taken)


@dataclass(eq=False)
class SealDue(Question):
    """What the command names is hidden and must be sealed: at spot `order` the whole order in its `cards`, at `burn/1`
    its `first_card`. The command is recorded with the sealed text in that place."""

    shoe: str
    spot: str


@dataclass(eq=False)
class BurnedCardDue(Question):
    """Whether the card that was burned face down, sealed at this spot, is one of these cards, which are shown."""

    shoe: str
    spot: str
    sealed: str
    cards: tuple[str, ...]
