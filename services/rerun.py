"""A hand played again by the rules with corrected facts put in: what both games have in common.

The recorded commands are decided anew, one after the other. Cards are known by their places: from the record, or from a
change. Nothing is asked of the vault.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Final

from domain.baccarat.bets import Bet
from domain.command import Command
from domain.disputes.changes import BetChanged, CardChanged, Change, RuleChanged
from domain.event import Event, Recorded
from domain.given import Given, Permit, Question
from domain.rules import PERMITS, RuleBroken, Ruleset, resolve
from domain.seating import TableOpened
from services.game import QUESTIONS_MAX
from services.hands import Hand, story
from services.parsing import Parser
from services.replay import command_of

_END: Final = "after its last command"


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the hand: `number` and `last` are its first and last event in the hand, from 1."""

    number: int
    last: int
    answer: Sequence[Recorded]
    command: Command
    supplied: Mapping[str, Any]


class Rerun(ABC):
    """`table` as the corrected facts leave it; `events` of the hand as they come out now; `left_out` the steps of the record
    whose commands nobody would have given."""

    commands: ClassVar[tuple[type[Command], ...]]
    rulesets: ClassVar[Mapping[str, Ruleset]]
    money_rules: ClassVar[frozenset[str]]
    """House rules that may be changed: they say how a hand's money is divided, and nothing of how the table is played."""

    def __init__(self, hand: Hand, changes: Sequence[Change], table: Any) -> None:
        self.table = table
        self.events: list[Event] = []
        self.left_out: list[int] = []
        self._hand = hand
        self.lying: Sequence[Bet] = ()
        """Bets of baccarat that lie on the table before the hand."""
        self._steps = list(_steps(hand, Parser({hand.row["game"]: self.commands}, [])))
        self._unused = list(changes)
        self._cards = {change.spot: change for change in changes if isinstance(change, CardChanged)}
        rules = [change for change in changes if isinstance(change, RuleChanged)]
        for record in hand.before:
            event = record.event
            self.table.evolve(self._reopened(event, rules) if isinstance(event, TableOpened) else event)

    def run(self) -> None:
        """To the end of the hand. RuleBroken where a change is none, has no effect, or leaves the hand without an end."""
        for step in self._steps:
            if step.answer[0].meta.subject == self._hand.id:
                self.take(step)
            else:
                for record in step.answer:
                    self.table.evolve(record.event)
        self.finish()
        if self._unused:
            message = f"the change of {_named(self._unused[0])} meets nothing in {self._hand.id}, as it is played with the changes"
            raise RuleBroken("change-without-effect", None, message)

    @abstractmethod
    def take(self, step: Step) -> None:
        """One command of the record, with the changes that concern it."""

    @abstractmethod
    def finish(self) -> None:
        """What is still due is done, as far as the record or the changes say how."""

    @abstractmethod
    def rules(self, command: Command, given: Given) -> list[Event]:
        """`decide` of the game."""

    @abstractmethod
    def given(self, question: Question, command: Command, supplied: Mapping[str, Any]) -> dict[str, Any]:
        """What is added to `Given`."""

    @abstractmethod
    def needed(self, step: Step | None) -> str:
        """What else would have to be said for the hand to go on there."""

    def do(self, command: Command, step: Step | None, supplied: Mapping[str, Any] | None = None) -> None:
        """Decides it on the corrected table. `step` is the command of the record that has come to its turn."""
        given = Given()
        for _ in range(QUESTIONS_MAX):
            try:
                events = self.rules(command, given)
                break
            except Question as question:
                given = given.model_copy(update=self.given(question, command, supplied or {}))
            except RuleBroken as refusal:
                raise self.stuck(step, refusal.message, refusal) from None
        else:
            raise RuntimeError(f"`{command.do}` asked {QUESTIONS_MAX} questions")
        for event in events:
            self.table.evolve(event)
        self.events += events

    def used(self, change: Change) -> None:
        if change in self._unused:
            self._unused.remove(change)

    def stuck(self, step: Step | None, why: str, refusal: RuleBroken | None = None) -> RuleBroken:
        """The hand cannot go on here: the command of the record that no longer fits, and what would have to be added."""
        rule, allowed = (refusal.rule, refusal.allowed) if refusal else (None, None)
        where = _END if step is None else f"at step {step.number} ({self._told(step)})"
        return RuleBroken("hand-cannot-go-on", rule, f"{self._hand.id} cannot go on {where}: {why}{self.needed(step)}", allowed)

    def cards_needed(self, spots: Sequence[str], why: str) -> RuleBroken:
        asked = ", ".join(f"card:{spot}=CARD" for spot in spots)
        return RuleBroken("cards-needed", None, f"{why}: the change must name what is not on record, {asked}", {"cards": list(spots)})

    def _told(self, step: Step) -> str:
        first = step.answer[0]
        return next(text for record, text in story(self._hand) if record is first)

    def _reopened(self, event: TableOpened, changes: Sequence[RuleChanged]) -> TableOpened:
        """The table as if it had been opened with these house rules; each must be one that the ruleset allows."""
        if not changes:
            return event
        law = self.rulesets[event.ruleset]
        for change in changes:
            if change.name not in self.money_rules:
                message = f"house rules that a change may name are {', '.join(sorted(self.money_rules))}"
                raise RuleBroken("bad-change", None, message, {"rules": sorted(self.money_rules)})
            self.used(change)
        chosen = {**event.rules, **{change.name: change.value for change in changes}}
        del chosen[PERMITS]
        every = Permit(permit="every", ruleset=law.name, articles=tuple(sorted(_articles(law))))
        return event.model_copy(update={"rules": resolve(law, chosen, [every])})


def _named(change: Change) -> str:
    """What a change is about, without its card: a refusal is kept."""
    match change:
        case CardChanged():
            return f"the card at {change.spot}"
        case BetChanged():
            return f"bet {change.bet}"
        case RuleChanged():
            return f"`{change.name}`"
    return "the action at the end" if change.step is None else f"the action at step {change.step}"


def _articles(law: Ruleset) -> set[str]:
    """A departure from the text that the house has no permit for can be tried all the same."""
    return {article for choice in law.choices for article in choice.permit_articles}


def _steps(hand: Hand, parser: Parser) -> Iterator[Step]:
    number = 1
    for _, run in groupby(hand.events, key=lambda record: record.meta.correlation):
        answer = list(run)
        last = number + len(answer) - 1
        if answer[0].meta.subject == hand.id:
            command, supplied = command_of(answer, parser)
            yield Step(number, last, answer, command, supplied)
        else:
            yield Step(number, last, answer, Command(), {})
        number = last + 1
