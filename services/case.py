"""One command on its way: what it needs is looked up here, and what the house supplied is written down here.

The same handlers run in two worlds. In the house a `Case` finds answers (the time, cards, what the vault knows) and
notes them under a name; in the replay audit they are taken from the record, and one that is missing is a difference.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from domain.checkpoints import CheckpointSigned
from domain.command import Command
from domain.disputes.changes import Change
from domain.disputes.settlement import Settlement
from domain.event import Event
from domain.permits import DaysOff
from domain.policy import Policy
from domain.questions import Found, PlayedHand, Proof, Revenue, Run, Unfinished
from domain.rules import RuleBroken
from services.states import Loaded, Lookup

A = TypeVar("A")


class FinanceFacts(Protocol):
    """What only the books can say. Whoever carries out commands of the close or of breaks has them at hand."""

    def found_break(self, break_id: str) -> Found | None:
        """The break as a run finds it now; None if no run does."""

    def run(self, gaming_day: str) -> Run:
        """All breaks that stand against the close of that day, as of a position not before its cut."""

    def revenue(self, first_day: str, through: str) -> Revenue:
        """Gross gaming revenue of these gaming days, both included."""

    def proof(self, gaming_day: str, as_of: int | None) -> Proof:
        """The day's proof as of that position; None: as of the end of the log, which the books have reached."""


class HouseFacts(Protocol):
    """What is neither in the command nor in a stream."""

    @property
    def finance(self) -> FinanceFacts:
        """Refuses with `books-not-at-hand` where commands are carried out without the books."""

    def position(self) -> int:
        """That of the last event in the log, 0 in an empty house."""

    def first_day(self) -> str | None:
        """The gaming day of the house's first event."""

    def policy(self, gaming_day: str) -> Policy:
        """The finance policy in force on that day."""

    def unfinished(self, gaming_day: str) -> Unfinished: ...

    def taken(self, kind: str, name: str) -> str | None:
        """The stream that used this name, None while it is free."""

    def new_id(self) -> str:
        """An id that nothing in the house has."""

    def gaming_day(self, moment: str) -> str:
        """The house's day at that moment (UTC text)."""

    def played_hand(self, hand: str) -> PlayedHand | None:
        """The hand or round of this id; None if there is none."""

    def hidden_spots(self, hand: str) -> list[str]:
        """Where cards of this hand lie that nobody has shown, by their places; none of a hand that is not there."""

    def settled_anew(self, hand: str, changes: Sequence[Change]) -> Settlement:
        """The hand as it was settled, and as the rules settle it with these facts corrected. Refuses what cannot be run again."""

    def checkpoint(self, last: CheckpointSigned | None) -> dict[str, Any] | None:
        """The fields of the checkpoint that goes on from this one, the house's last; None if nothing has come since.

        Refuses with `history-changed` where the events are not those that were signed.
        """

    def days_off(self, days: Iterable[str]) -> DaysOff: ...

    def earliest_use(self, moment: str) -> str | None:
        """The first day of use that a permit requested on the day of that moment could have."""


@dataclass(frozen=True, slots=True)
class Decided:
    """Events for one stream. `subject` names what an event is about, `gaming_day` is the day that it counts for."""

    loaded: Loaded[Any]
    events: list[Event]
    gaming_day: str
    subject: Callable[[Event], str]


class AnswerMissing(Exception):
    """The record of a command lacks an answer that its handler asks for now."""


@dataclass(slots=True)
class Case:
    """`at` is UTC text; `facts` is None in a replay. `recorded` are fields of the command as they may be recorded, hidden cards sealed.

    `taken` are names that this command uses up: (kind, name, stream).
    """

    command: Command
    states: Lookup
    at: str
    facts: HouseFacts | None = None
    supplied: dict[str, Any] = field(default_factory=dict)
    recorded: dict[str, Any] = field(default_factory=dict)
    taken: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def live(self) -> bool:
        return self.facts is not None

    @property
    def gaming_day(self) -> str:
        """The house's day of this command, decided once."""
        return self.supply("gaming_day", lambda facts: facts.gaming_day(self.at))

    def supply(self, name: str, find: Callable[[HouseFacts], A]) -> A:
        """A JSON value from outside the streams: found now, and the same ever after."""
        if name not in self.supplied:
            if self.facts is None:
                raise AnswerMissing(name)
            self.supplied[name] = find(self.facts)
        answer: A = self.supplied[name]
        return answer

    def in_order(self, loaded: Loaded[Any]) -> None:
        """Time does not run backwards within a stream; without `at` the command waits for no clock."""
        if loaded.time <= self.at:
            return
        if self.command.at is not None:
            message = f"`at` is {self.at}, before the last event of {loaded.stream}"
            raise RuleBroken("at-too-early", None, message, {"at": {"min": loaded.time}})
        self.at = loaded.time
