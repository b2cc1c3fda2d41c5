"""A small house to send commands to, with a clock that stands still and decks that come again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from domain.cards import DECK
from domain.catalogue import BY_TOPIC
from domain.rules import RuleBroken
from infra.attempts import Attempts
from infra.event_store import EventStore
from infra.randomness import Seeded
from infra.tree import Tree
from infra.vault import Vault
from services import breaks, checkpoints, close, counts, days, disputes, money
from services.baccarat import Baccarat
from services.cards import CardDesk
from services.case import FinanceFacts
from services.commands import Commands
from services.facts import StoredFacts
from services.handlers import Handlers
from services.holdem import Holdem
from services.proof.notary import Notary
from services.receipts import Answer
from services.tables import Tables
from services.working_days import WorkingDays

DAY = "2026-11-30"
NOON = datetime(2026, 11, 30, 4, tzinfo=UTC)
"""Noon in Macau on that gaming day."""
TABLE = "PK-07"
TWO_PEOPLE = {"actor": "E-2001", "approver": "E-3001"}
BLINDS = {"unit": 1, "small_blind": 50, "big_blind": 100, "structure": "no-limit"}


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class Decks:
    """Counts how often the house shuffled."""

    def __init__(self, seed: int = 1) -> None:
        self._seeded = Seeded(seed)
        self.shuffled = 0

    def __call__(self) -> list[str]:
        return self.shuffle(DECK)

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        self.shuffled += 1
        return self._seeded.shuffled(cards)


@dataclass(slots=True)
class House:
    store: EventStore
    vault: Vault
    attempts: Attempts
    clock: Clock = field(default_factory=Clock)
    decks: Decks = field(default_factory=Decks)
    calendar: Callable[[], WorkingDays] = WorkingDays
    finance: FinanceFacts | None = None
    commands: Commands = field(init=False)
    notary: Notary = field(init=False)

    def __post_init__(self) -> None:
        self.notary = Notary(self.store, self.vault, Tree.memory)
        tables = Tables([Holdem(CardDesk(self.vault, self.decks)), Baccarat(self.vault, self.decks.shuffle)])
        of_house = money.HANDLERS | days.HANDLERS | counts.handlers(tables) | breaks.HANDLERS | close.HANDLERS | disputes.HANDLERS
        self.commands = Commands(
            store=self.store,
            tables=tables,
            handlers=Handlers(tables.commands, tables.handlers | of_house | checkpoints.HANDLERS),
            facts=StoredFacts(self.store, self.calendar, self.finance, self.notary),
            clock=self.clock,
            vault=self.vault,
            attempts=self.attempts,
        )

    def beside(self) -> Self:
        """Another way in to the same records, as a second process would be; it knows nothing of what the first has in memory."""
        return type(self)(self.store, self.vault, self.attempts, self.clock, self.decks, self.calendar, self.finance)

    def send(self, raw: Mapping[str, Any]) -> Answer:
        return self.commands.handle(raw)

    def do(self, word: str, **fields: Any) -> Answer:
        return self.send({"do": word, **fields})

    def refused(self, word: str, **fields: Any) -> RuleBroken:
        """The refusal; nothing may have been stored for it."""
        before = self.store.last_position()
        try:
            answer = self.do(word, **fields)
        except RuleBroken as refusal:
            assert self.store.last_position() == before, "a refused command has stored something"
            return refusal
        raise AssertionError(f"`{word}` was accepted: {answer.events}")

    def state(self, table: str = TABLE) -> dict[str, Any]:
        state = self.do("inspect", table=table).state
        assert state is not None
        return state

    # What most tests begin with.

    def open(self, stacks: Mapping[int, int], table: str = TABLE, ruleset: str = "MO-THP-2008", **rules: Any) -> None:
        """A table where these seats sit with cash."""
        self.do("open-table", table=table, game="holdem", ruleset=ruleset, currency="HKD", gaming_day=DAY, rules={**BLINDS, **rules})
        for seat, stack in stacks.items():
            self.do("take-seat", table=table, seat=seat, player=f"P-{seat}", amount=stack, source="cash")

    def play(self, table: str = TABLE, cards: str | None = None) -> None:
        """A whole hand: all call and check, then all show. `cards` in dealing order, board and all; without them the house deals."""
        self.do("start-hand", table=table)
        playing = sum(seat["status"] != "out" for seat in self.state(table)["seats"])
        named, streets = (cards or "").split(), iter((2 * playing, 3, 1, 1))
        while (state := self.state(table))["due"] != "start-hand":
            if state["due"] == "deal":
                many = next(streets)
                self.do("deal", table=table, **({"cards": named[:many]} if cards else {}))
                named = named[many:]
            elif state["due"] == "act":
                self.do("act", table=table, seat=state["to_act"], action="call" if "call" in state["legal"] else "check")
            else:
                self.show_all(table)

    def show_all(self, table: str = TABLE) -> None:
        for seat in self.state(table)["seats"]:
            if seat["status"] in ("in", "all-in"):
                self.do("show", table=table, seat=seat["seat"])


def later(seconds: float) -> str:
    """`at`, so long after noon; before it where negative."""
    return (NOON + timedelta(seconds=seconds)).isoformat()


@contextmanager
def house(folder: Path | None = None) -> Iterator[House]:
    """In memory, or with its files in this folder."""
    store = EventStore.memory(BY_TOPIC) if folder is None else EventStore.sqlite(folder / "events.sqlite", BY_TOPIC, synchronous="NORMAL")
    vault = Vault.memory() if folder is None else Vault.sqlite(folder / "vault.sqlite")
    attempts = Attempts.memory() if folder is None else Attempts.sqlite(folder / "attempts.sqlite")
    with closing(store), closing(vault), closing(attempts):
        pit = House(store, vault, attempts)
        yield pit
        pit.notary.close()
