"""A table to try the rules on. Every command that goes through it is checked for what must always hold.

Bets are written `a 3 banker 1000`: id, seat, what it is on, amount. A standing bettor has `-` in place of the seat, or
`-NAME` where it matters who he is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from domain.baccarat import events as e
from domain.baccarat.commands import COMMANDS
from domain.baccarat.decide import decide
from domain.baccarat.table import Table
from domain.baccarat.view import inspect
from domain.command import Command
from domain.event import Event
from domain.rules import RuleBroken
from tests.domain.baccarat.desk import Desk
from tests.spec import Outcome

CODE = "BA-12"
DAY = "2026-11-30"
CLASSES: Mapping[str, Any] = {command.do: command for command in COMMANDS}
TWO_PEOPLE = {"actor": "E-2001", "approver": "E-3001"}
TIE, BANKER, PLAYER = "4h 3d 2s 3c", "2h 3d 2s 4c Kd", "9c 2d Kh Ks"
"""A tie of 6 with a banker pair; the banker wins with 7; the player wins with a natural 9."""


class Scene:
    """`table` is folded from `events` alone; `returned` is all that came back of each bet before commission."""

    def __init__(self, *, seats: Mapping[int, int] | None = None, ruleset: str = "MO-BAC-2004", permits: Any = (), **rules: Any) -> None:
        self.table = Table()
        self.desk = Desk()
        self.events: list[Event] = []
        self.staked: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.commission = 0
        self._at_seats = self._by_hand = 0
        if seats is not None:
            self.open(ruleset, permits=permits, **({"differential": 1_000_000} | rules)).accepted()
            for seat, stack in seats.items():
                self.when("take-seat", seat=seat, player=f"P-{seat}", amount=stack, source="cash").accepted()

    def open(
        self,
        ruleset: str = "MO-BAC-2004",
        *,
        game: str = "baccarat",
        currency: str = "HKD",
        day: str = DAY,
        permits: Sequence[Any] = (),
        known: Mapping[str, Any] | None = None,
        **rules: Any,
    ) -> Outcome:
        """`permits` are those in force; `known` is what else the house knows. `permits_named` is the house choice."""
        if "permits_named" in rules:
            rules["permits"] = rules.pop("permits_named")
        raw = {"game": game, "ruleset": ruleset, "currency": currency, "gaming_day": day, "rules": rules}
        return self.send(CLASSES["open-table"].model_validate({"table": CODE, **raw}), permits=tuple(permits), **(known or {}))

    def when(self, do: str, **fields: Any) -> Outcome:
        return self.send(CLASSES[do].model_validate({"table": CODE, **fields}))

    def send(self, command: Command, **known: Any) -> Outcome:
        before = self.table.copy()
        try:
            made = self.desk.ask(self.table, command, **known)
        except RuleBroken as refusal:
            assert self.table == before, "a refused command changed the table"
            return Outcome(refusal=refusal)
        assert self.table == before, "`decide` changed the table that it was asked about"
        assert self.desk.recorded is not None
        assert decide(before, self.desk.recorded, self.desk.given) == made.events
        for event in made.events:
            self._take_in(event)
        assert self.table == made.table
        return Outcome(made.events)

    def _take_in(self, event: Event) -> None:
        """Read back from its bytes; after every event all chips are somewhere."""
        bets = dict(self.table.bets)
        self.table.evolve(type(event).__pydantic_validator__.validate_json(event.body()))
        self.events.append(event)
        match event:
            case e.TableOpened():
                self._at_seats += sum(carried.stack for carried in event.carried)
            case e.SeatTaken() | e.ChipsAdded():
                self._at_seats += event.amount
            case e.SeatLeft():
                self._at_seats -= event.amount
            case e.BetPlaced():
                self.staked[event.bet] += event.amount
                self._by_hand += event.amount if event.standing else 0
            case e.BetWithdrawn():
                self._back(bets[event.bet], event.amount)
            case e.HeldBetDecided():
                self._back(bets[event.bet], event.refund)
            case e.RoundVoided():
                for refund in event.refunds:
                    self._back(bets[refund.bet], refund.amount)
            case e.BetSettled():
                self._back(bets[event.bet], event.returned)
                self.won[event.bet] += event.win
                self.lost[event.bet] += event.stake if event.result == "lost" else 0
            case e.CommissionTaken():
                self.commission += event.amount
                self._by_hand += event.amount if event.seat is None else 0
        self._check_chips(event)

    def _back(self, bet: Any, amount: int) -> None:
        """To the seat, or into the standing bettor's hand."""
        self.returned[bet.bet] += amount
        self._by_hand -= amount if bet.seat is None else 0

    def _check_chips(self, event: Event) -> None:
        lie = Counter({bet.bet: bet.amount for bet in self.table.bets.values()})
        for bet, staked in self.staked.items():
            assert staked + self.won[bet] == self.returned[bet] + self.lost[bet] + lie[bet], f"bet {bet} after {event!r}"
        house = self.lost.total() - self.won.total() + self.commission
        at_table = sum(self.table.stacks.values()) + lie.total()
        assert at_table + house == self._at_seats + self._by_hand, f"chips are lost after {event!r}"
        assert all(stack >= 0 for stack in self.table.stacks.values())

    # What the croupier and the bettors do, each step accepted unless the outcome says otherwise.

    def shoe(self, first_card: str | None = "7h", *, cut_depth: int = 20, **fields: Any) -> Outcome:
        """A shoe on the table, its cards burned by the first one's face; None: nothing is burned yet."""
        usual = {"decks": self.table.house.decks, "cut_by": "bettor", "cut_depth": cut_depth}
        outcome = self.when("load-shoe", **usual | fields)
        if first_card is None or outcome.refusal:
            return outcome
        return self.when("burn", first_card=first_card)

    def bet(self, text: str, **fields: Any) -> Outcome:
        bet, where, on, amount = text.split()
        if where.startswith("-"):
            place: dict[str, Any] = {"standing": True, "player": f"P-{where[1:] or bet}"}
        else:
            place = {"seat": int(where), "player": self.table.players.get(int(where), f"P-{where}")}
        return self.when("place-bet", **{"bet": bet, "on": on, "amount": int(amount)} | place | fields)

    def bets(self, text: str) -> Outcome:
        """`a 1 banker 1000, b - tie 500`: the outcome of the last one."""
        outcome = Outcome()
        for one in text.split(","):
            outcome = self.bet(one).accepted()
        return outcome

    def round(self, bets: str = "") -> Outcome:
        """Opened, with these bets."""
        outcome = self.when("open-round").accepted()
        return self.bets(bets) if bets else outcome

    def close(self) -> Outcome:
        return self.when("close-bets")

    def deal(self, cards: str | None = None, **fields: Any) -> Outcome:
        return self.when("deal", **fields, **({} if cards is None else {"cards": cards.split()}))

    def play(self, bets: str, cards: str | None) -> Outcome:
        """A whole round; the outcome of its deal."""
        self.round(bets)
        self.close().accepted()
        return self.deal(cards).accepted()

    def decide(self, text: str) -> Outcome:
        """`a cancel`, `a maintain`, `a change 3000 banker`."""
        bet, choice, *rest = text.split()
        fields: dict[str, Any] = {("amount" if part.isdigit() else "on"): int(part) if part.isdigit() else part for part in rest}
        return self.when("decide-held-bet", bet=bet, choice=choice, **fields)

    def withdraw(self, bet: str, amount: int | None = None) -> Outcome:
        return self.when("withdraw-bet", bet=bet, **({} if amount is None else {"amount": amount}))

    def correct(self, how: str, cards: str | None = None) -> Outcome:
        return self.when("correct-error", how=how, **({} if cards is None else {"cards": cards.split()}))

    def void(self, reason: str = "foul-shoe") -> Outcome:
        return self.when("void-round", reason=reason, **TWO_PEOPLE)

    # What can be seen.

    @property
    def state(self) -> dict[str, Any]:
        return inspect(self.table)

    @property
    def stacks(self) -> dict[int, int]:
        return dict(sorted(self.table.stacks.items()))

    @property
    def results(self) -> list[str]:
        return [event.result for event in self.events if isinstance(event, e.RoundDecided)]

    def lies(self, name: str) -> dict[str, int]:
        """The `bets` or the `held` ones of the state: amount by id."""
        return {bet["bet"]: bet["amount"] for bet in self.state[name]}

    def room(self) -> tuple[int, int]:
        """What banker and player may still take."""
        exposure = self.state["exposure"]
        return exposure["banker"]["room"], exposure["player"]["room"]
