"""A baccarat table folded from its events: what the rules need to decide, and nothing that only reports need."""

from dataclasses import dataclass, field

from domain.baccarat.bets import Bet
from domain.baccarat.drawing import NO_CARDS, Hands
from domain.baccarat.evolve import EVOLVE
from domain.baccarat.round import Round
from domain.baccarat.rules import HouseRules
from domain.baccarat.shoe import Shoe
from domain.event import Event


@dataclass(slots=True, repr=False)
class Table:
    """`Table()` was never opened. `players` and `stacks` go by seat; a seat without chips stays taken.

    `bets` are all that lie on the table, in the order in which they were placed, held ones too; `bet_ids` every id that
    was used, the newest in `new_bet_ids`. `hands` are the cards of the round, or of the last one until the next opens.
    `error` is the kind of a dealing error that was reported and neither corrected nor ended by a void round (article 10).
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
    last_number: int = 0
    shoes: int = 0
    shoe: Shoe | None = None
    round: Round | None = None
    hands: Hands = NO_CARDS
    bets: dict[str, Bet] = field(default_factory=dict)
    bet_ids: frozenset[str] = frozenset()
    new_bet_ids: set[str] = field(default_factory=set)
    error: str | None = None

    def evolve(self, event: Event) -> None:
        """Take in one recorded fact."""
        EVOLVE[type(event)](self, event)

    def copy(self) -> "Table":
        """A table that may go its own way; `players` and `bet_ids` are shared, because a change of them makes new ones."""
        new = Table.__new__(Table)
        new.is_open, new.code, new.session, new.game = self.is_open, self.code, self.session, self.game
        new.currency, new.gaming_day, new.rules = self.currency, self.gaming_day, self.rules
        new.players, new.stacks = self.players, self.stacks.copy()
        new.last_number, new.shoes = self.last_number, self.shoes
        new.shoe = self.shoe.copy() if self.shoe else None
        new.round = self.round.copy() if self.round else None
        new.hands, new.bets, new.error = self.hands, self.bets.copy(), self.error
        new.bet_ids, new.new_bet_ids = self.bet_ids, self.new_bet_ids.copy()
        return new

    @property
    def house(self) -> HouseRules:
        """The rules of an open table."""
        assert self.rules is not None
        return self.rules

    @property
    def in_use(self) -> Shoe:
        """The shoe on the table."""
        assert self.shoe is not None
        return self.shoe

    @property
    def playing(self) -> Round:
        """The round that is open."""
        assert self.round is not None
        return self.round

    def pay(self, seat: int | None, amount: int) -> None:
        """To the chips of a seat; a standing bettor's are not the table's to count."""
        if seat is not None:
            self.stacks[seat] += amount

    @property
    def held(self) -> list[Bet]:
        """The bets of a tie that are not decided yet."""
        return [bet for bet in self.bets.values() if bet.held]

    def knows_bet(self, bet: str) -> bool:
        return bet in self.new_bet_ids or bet in self.bet_ids

    @property
    def round_number(self) -> int:
        """Of the open round, else of the next one."""
        return self.round.number if self.round else self.last_number + 1

    @property
    def due(self) -> str:
        """What the table waits for: `load-shoe`, `burn`, `open-round`, `close-bets`, `deal`, `close-shoe` or `correct-error`."""
        shoe, house = self.shoe, self.house
        if self.error is not None:
            return "correct-error"
        if self.round is not None:
            return "close-bets" if self.round.takes_bets else "deal"
        if shoe is None:
            return "load-shoe"
        if not shoe.burned and not house.csm:
            return "burn"
        return "close-shoe" if self.shoe_is_over or shoe.remaining < house.cards_for_round else "open-round"

    @property
    def shoe_is_over(self) -> bool:
        """The last round that article 3(1) permits is open or has been."""
        return self.shoe is not None and self.shoe.last_round is not None and self.last_number >= self.shoe.last_round


def round_id(table: Table, number: int) -> str:
    """`BA-12/2026-11-30/12`: the public id of a round of this table and gaming day."""
    return f"{table.code}/{table.gaming_day}/{number}"


def round_of(event: Event) -> int | None:
    """The number of the round that an event of a table belongs to, None for what happens outside a round."""
    number: int | None = getattr(event, "round", None)
    if number is None and event.contract.startswith("baccarat.deal-error-"):
        number = getattr(event, "number", None)
    return number


def shoe_id(table: Table, shoe: int) -> str:
    """`BA-12/000003/shoe-2`: a shoe of a table session, as the vault knows it."""
    return f"{table.code}/{table.session:06d}/shoe-{shoe}"


def order_id(table: Table) -> str:
    """The order of the shoe on the table; a continuous shuffler has a new one in each round."""
    name = shoe_id(table, table.in_use.number)
    return f"{name}/round-{table.round_number}" if table.house.csm else name
