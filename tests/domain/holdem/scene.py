"""A table to try the rules on. Every command that goes through it is checked for what must always hold.

Hands are written as a croupier would say them: `3 raise 300, 5 call, 9 fold`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.command import Command
from domain.event import Event
from domain.given import Permit, Previous
from domain.holdem import events as e
from domain.holdem.commands import COMMANDS
from domain.holdem.decide import decide
from domain.holdem.table import Table
from domain.holdem.view import inspect
from domain.rules import RuleBroken
from tests.domain.holdem.desk import Desk
from tests.spec import Outcome

CODE = "PK-07"
DAY = "2026-11-30"
CLASSES: Mapping[str, Any] = {command.do: command for command in COMMANDS}
TWO_PEOPLE = {"actor": "E-2001", "approver": "E-3001"}


class Scene:
    """`table` is folded from `events` alone; `sent` is what was accepted.

    `brought` are the chips at the table, `taken` is all commission.
    """

    def __init__(self, stacks: Mapping[int, int] | None = None, ruleset: str = "MO-THP-2008", **rules: Any) -> None:
        self.table = Table()
        self.desk = Desk()
        self.events: list[Event] = []
        self.sent: list[tuple[Command, Sequence[Permit], Previous | None]] = []
        self.brought = 0
        self.taken = 0
        self._paid = 0
        if stacks is not None:
            self.open(ruleset, **({"big_blind": 100} | rules)).accepted()
            for seat, stack in stacks.items():
                self.when("take-seat", seat=seat, player=f"P-{seat}", amount=stack, source="cash").accepted()

    def open(
        self,
        ruleset: str = "MO-THP-2008",
        *,
        game: str = "holdem",
        currency: str = "HKD",
        day: str = DAY,
        in_force: Sequence[Permit] = (),
        previous: Previous | None = None,
        **rules: Any,
    ) -> Outcome:
        """`in_force` are permits; `permits` would be the house choice of that name."""
        raw = {"game": game, "ruleset": ruleset, "currency": currency, "gaming_day": day, "rules": rules}
        return self.send(CLASSES["open-table"].model_validate({"table": CODE, **raw}), in_force, previous)

    def when(self, do: str, **fields: Any) -> Outcome:
        return self.send(CLASSES[do].model_validate({"table": CODE, **fields}))

    def send(self, command: Command, permits: Sequence[Permit] = (), previous: Previous | None = None) -> Outcome:
        before = self.table.copy()
        try:
            made = self.desk.ask(self.table, command, permits, previous)
        except RuleBroken as refusal:
            assert self.table == before, "a refused command changed the table"
            return Outcome(refusal=refusal)
        assert self.table == before, "`decide` changed the table that it was asked about"
        assert decide(before, command, self.desk.given) == made.events
        for event in made.events:
            self._take_in(event)
        assert self.table == made.table
        self.sent.append((command, permits, previous))
        return Outcome(made.events)

    def _take_in(self, event: Event) -> None:
        """Read back from its bytes; after every event all chips are somewhere."""
        self.table.evolve(type(event).__pydantic_validator__.validate_json(event.body()))
        self.events.append(event)
        match event:
            case e.TableOpened():
                self.brought = self.taken + sum(carried.stack for carried in event.carried)
            case e.SeatTaken() | e.ChipsAdded():
                self.brought += event.amount
            case e.SeatLeft():
                self.brought -= event.amount
            case e.HandStarted():
                self._paid = 0
            case e.CommissionTaken():
                self.taken += event.amount
                self._paid += event.amount
            case e.PotSplit():
                self._paid += event.amount
        hand = self.table.hand
        in_hand = sum(hand.total.values()) - self._paid if hand else 0
        assert sum(self.table.stacks.values()) + in_hand + self.taken == self.brought, f"chips are lost after {event!r}"
        assert min([in_hand, *self.table.stacks.values()], default=0) >= 0

    # What the croupier and the players do, each step accepted.

    def hand(self, cards: str | None = None) -> Outcome:
        """Start a hand and deal it: unknown cards, or these in dealing order."""
        self.when("start-hand").accepted()
        named = cards.split() if cards else ["??"] * (2 * len(self.table.playing.order))
        return self.when("deal", cards=named).accepted()

    def deal(self, cards: str) -> Outcome:
        return self.when("deal", cards=cards.split())

    def play(self, actions: str) -> Outcome:
        """`3 raise 300, 5 call`; the outcome of the last one."""
        outcome = Outcome()
        for action in actions.split(","):
            outcome = self.act(action).accepted()
        return outcome

    def act(self, action: str) -> Outcome:
        """`3 raise 300`, `5 all-in`, `5 raise 300 verbal`."""
        seat, word, *rest = action.split()
        fields: dict[str, Any] = {"seat": int(seat), "action": word}
        if rest and rest[0].isdigit():
            fields["to"] = int(rest.pop(0))
        if rest:
            fields["declared"] = rest[0]
        return self.when("act", **fields)

    def show(self, seat: int, cards: str | None = None) -> Outcome:
        return self.when("show", seat=seat, **({} if cards is None else {"cards": cards.split()}))

    def void(self, reason: str = "foul-deck") -> Outcome:
        return self.when("void-hand", reason=reason, **TWO_PEOPLE)

    # What can be seen.

    @property
    def state(self) -> dict[str, Any]:
        return inspect(self.table)

    @property
    def legal(self) -> dict[str, Any]:
        """Without `fold`, which is always there."""
        legal: dict[str, Any] = self.state["legal"]
        assert not legal or legal["fold"] is True
        return {word: amount for word, amount in legal.items() if word != "fold"}

    @property
    def stacks(self) -> dict[int, int]:
        return dict(sorted(self.table.stacks.items()))


def raise_to(low: int, high: int) -> dict[str, Any]:
    return {"raise": {"min": low, "max": high}}
