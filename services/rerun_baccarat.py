"""A round of baccarat played again: bets of the record or of a change, and the cards that the rules call for, by their places."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.baccarat.choices import RULESETS
from domain.baccarat.commands import COMMANDS, Deal, PlaceBet
from domain.baccarat.decide import decide
from domain.baccarat.drawing import lay, next_draw
from domain.baccarat.events import CardDealt
from domain.baccarat.table import Table
from domain.command import Command
from domain.disputes.changes import ActionAdded, ActionChanged, BetChanged, CardChanged, Change
from domain.event import Event
from domain.given import Given, Question, ShoeCardsDue
from domain.rules import RuleBroken
from services.hands import Hand
from services.rerun import Rerun, Step

_CARDS_MAX: Final = 6


class BaccaratRerun(Rerun):
    commands = COMMANDS
    rulesets = RULESETS
    money_rules = frozenset({"commission", "commission_round"})
    table: Table

    def __init__(self, hand: Hand, changes: Sequence[Change]) -> None:
        super().__init__(hand, changes, Table())
        self.lying = list(self.table.bets.values())
        dealt = [record.event for record in hand.events if isinstance(record.event, CardDealt)]
        self._dealt = {f"{card.side}/{card.ordinal}": card.card for card in dealt}
        self._bets: dict[str, BetChanged] = {}
        placed = {step.command.bet for step in self._steps if isinstance(step.command, PlaceBet)}
        for change in changes:
            self._note(change, placed)

    def _note(self, change: Change, placed: set[str]) -> None:
        """`bad-change` for what a round of baccarat has not got."""
        match change:
            case ActionChanged() | ActionAdded():
                raise RuleBroken("bad-change", None, "a bet of baccarat is named by its id, such as bet:b-7=300")
            case BetChanged(bet=bet):
                if bet not in placed:
                    message = f"no bet {bet} was placed in {self._hand.id}; those were {', '.join(sorted(placed)) or 'none'}"
                    raise RuleBroken("unknown-bet", None, message, {"bet": sorted(placed)})
                self._bets[bet] = change
            case CardChanged(spot=spot) if not spot.startswith(("player/", "banker/")):
                raise RuleBroken("bad-change", None, f"no card of baccarat lies at {spot}: player/1 to player/3, banker/1 to banker/3")

    def take(self, step: Step) -> None:
        if step.number > 1 and self.table.round is None:
            self.left_out.append(step.number)
            return
        command = step.command
        if isinstance(command, Deal):
            self._deal(command.table, step, None if command.cards is None else len(command.cards))
            return
        if isinstance(command, PlaceBet) and command.bet in self._bets:
            command = self._changed(command, self._bets[command.bet])
        self.do(command, step, step.supplied)

    def _changed(self, command: PlaceBet, change: BetChanged) -> PlaceBet:
        if change.amount is None and change.on is None:
            raise RuleBroken("bad-change", None, f"the change of bet {change.bet} names an amount, a side, or both")
        self.used(change)
        told = {"amount": change.amount, "on": change.on}
        return command.model_copy(update={name: value for name, value in told.items() if value is not None})

    def _deal(self, table: str, step: Step | None, named: int | None) -> None:
        """`named`: a reader names so many of the cards; None: they come from the house's shoe, or one whose order was known."""
        shoe = self.table.in_use
        if shoe.front:
            shoe.front = tuple(self._next(len(shoe.front)))
        self.do(Deal(table=table, cards=None if named is None else tuple(self._next(named))), step)

    def _next(self, many: int, before: Sequence[str] = ()) -> list[str]:
        """The next cards of the round, as many or fewer, where the rules call for fewer; those `before` lie already."""
        taken: list[str] = []
        while len(taken) < many and (draw := next_draw(lay(self.table.hands, (*before, *taken)))) is not None:
            taken.append(self._card(f"{draw.side}/{draw.ordinal}", draw.article))
        return taken

    def _card(self, spot: str, article: str) -> str:
        change = self._cards.get(spot)
        if change is not None:
            self.used(change)
            return change.card
        if spot not in self._dealt:
            raise self.cards_needed([spot], f"{self.table.house.ref(article)} calls for a card that was not dealt")
        return self._dealt[spot]

    def finish(self) -> None:
        """A round whose cards are complete has ended by itself."""
        while (playing := self.table.round) is not None:
            if self.table.due != "deal":
                raise self.stuck(None, f"round {playing.number} waits for `{self.table.due}`")
            self._deal(self.table.code, None, _CARDS_MAX if self.table.in_use.source == "read" else None)

    def rules(self, command: Command, given: Given) -> list[Event]:
        return decide(self.table, command, given)

    def given(self, question: Question, command: Command, supplied: Mapping[str, Any]) -> dict[str, Any]:
        if not isinstance(question, ShoeCardsDue):
            return {"among": supplied.get("among", False)}
        if isinstance(command, Deal):
            return {"drawn": tuple(self._next(_CARDS_MAX, self.table.in_use.front))}
        return {"drawn": tuple(supplied["drawn"])}

    def needed(self, step: Step | None) -> str:
        return "" if step is None else "; the bets of this round may be changed with bet:ID=AMOUNT"
