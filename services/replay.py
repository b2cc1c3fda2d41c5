"""The replay audit: every recorded command is decided again, and the recorded events must come out, byte for byte.

The log is folded once from its beginning. Nothing is asked of the vault, the clock or chance: what the house supplied
stands with each command. One command's events are one run of records with the same correlation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_jsonable_python

from domain.event import Event, Recorded
from domain.rules import RuleBroken
from services.case import AnswerMissing, Case
from services.handlers import Handler, Handlers, Outcome
from services.parsing import At, Parser
from services.stamped import recorded_command
from services.states import States

SUPPLIED = "given"
"""Where a recorded command keeps what the house supplied."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A command whose events did not come out again; `id` is the first event that is not as recorded."""

    id: str
    subject: str
    message: str

    def __str__(self) -> str:
        return f"{self.id} ({self.subject}): {self.message}"


class _Nothing:
    """A house without a past: every stream is folded from the log itself."""

    def fold(self, _stream: str, _take: Callable[[Event], None]) -> None:
        return None

    def last_stream(self, _prefix: str) -> str | None:
        return None

    def streams(self, _prefix: str) -> list[str]:
        return []


class Replay:
    """Takes the log record by record and decides every command again. Memory: one state for each stream of the house.

    What `take` and `end` give is one item for each command that is complete: None where the same events came out.
    """

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers
        self._parser = handlers.parser()
        self._states = States(_Nothing(), kept_max=None)
        self._answer: list[Recorded] = []

    def take(self, record: Recorded) -> Iterator[Difference | None]:
        if self._answer and self._answer[0].meta.correlation != record.meta.correlation:
            yield from self.end()
        self._answer.append(record)

    def end(self) -> Iterator[Difference | None]:
        answer, self._answer = self._answer, []
        if answer:
            difference = decided_again(self._handlers.decide, self._parser, self._states, answer)
            yield self._folded(answer) or difference

    def _folded(self, answer: Sequence[Recorded]) -> Difference | None:
        """The states go on with what is recorded, as far as it fits them; the first event that does not."""
        found = None
        for record in answer:
            try:
                self._states.recorded([record])
            except Exception as error:  # whatever a changed fact makes of a state
                found = found or _differs(record, f"it does not fit what its stream holds before it ({type(error).__name__}: {error})")
        return found


def decided_again(decide: Handler, parser: Parser, states: States, answer: Sequence[Recorded]) -> Difference | None:
    """The command of these events, decided again on the states before them; None where the same events come out."""
    first = answer[0]
    if first.meta.command is None:
        return _differs(first, "no command stands with it")
    try:
        case = recorded_case(answer, parser, states)
        outcome = decide(case)
    except RuleBroken as refusal:
        return _differs(first, f"the command is refused now: {refusal.code} ({refusal.message})")
    except AnswerMissing as missing:
        return _differs(first, f"the record lacks what the house supplied: {missing}")
    except Exception as error:  # what was changed may break any rule that the program relies on
        return _differs(first, f"the command cannot be decided again ({type(error).__name__}: {error})")
    if difference := compare(outcome, answer):
        return difference
    if to_jsonable_python(recorded_command(case)) != first.meta.command:
        return _differs(first, "the command is recorded otherwise than its events say")
    return None


def recorded_case(answer: Sequence[Recorded], parser: Parser, states: States) -> Case:
    """The command of these events, as it was given then."""
    first = answer[0]
    assert first.meta.command is not None
    raw: Mapping[str, Any] = first.meta.command
    game = next((record.event.contract.partition(".")[0] for record in answer if record.stream.startswith("tables/")), None)
    command = parser.parse({name: value for name, value in raw.items() if name != SUPPLIED}, At(game))
    return Case(command, states, at=first.meta.time, supplied=dict(raw.get(SUPPLIED, {})))


def compare(outcome: Outcome, answer: Sequence[Recorded]) -> Difference | None:
    """The events of a decision against the recorded ones: number, streams, versions, names and bytes."""
    decided = [
        (f"{part.loaded.stream}@{part.loaded.version + number}", event)
        for part in outcome.decided
        for number, event in enumerate(part.events, 1)
    ]
    for (event_id, event), record in zip(decided, answer, strict=False):
        if event_id != record.id:
            return _differs(record, f"{event_id} comes out in its place")
        if type(event) is not type(record.event):
            return _differs(record, f"{event.contract} comes out, {record.event.contract} is recorded")
        if event.body() != record.body:
            return _differs(record, f"{event.contract} comes out with other facts")
    if len(decided) != len(answer):
        return _differs(answer[-1], f"{len(decided)} events come out, {len(answer)} are recorded")
    return None


def _differs(record: Recorded, message: str) -> Difference:
    return Difference(record.id, record.meta.subject, message)
