"""The replay audit: every recorded command is decided again, and the recorded events must come out, byte for byte.

The log is folded once from its beginning. Nothing is asked of the vault, the clock or chance: what the house supplied
stands with each command. One command's events are one run of records with the same correlation.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.command import Command
from domain.event import Event, Recorded
from domain.rules import RuleBroken
from infra.event_store import Append
from infra.mapper import metadata_line
from services.case import AnswerMissing, Case
from services.handlers import Handler, Handlers
from services.parsing import At, Parser
from services.stamped import stamped
from services.states import States

SUPPLIED = "given"
"""Where a recorded command keeps what the house supplied."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A command whose events did not come out again; `id` is the first event that is not as recorded, at `position` of the log.

    `recorded` and `decided` are its JSON then and now, of the facts or of what stands around them; None where there is nothing to set
    side by side.
    """

    id: str
    position: int
    subject: str
    message: str
    recorded: str | None = None
    decided: str | None = None

    def __str__(self) -> str:
        return f"{self.id} at position {self.position} ({self.subject}): {self.message}"


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
            yield folded(self._states, answer) or difference


def folded(states: States, answer: Sequence[Recorded]) -> Difference | None:
    """The states go on with what is recorded, as far as it fits them; the first event that does not."""
    found = None
    for record in answer:
        try:
            states.recorded([record])
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
    return compare(stamped(case, outcome.decided, first.meta.correlation), answer)


def recorded_case(answer: Sequence[Recorded], parser: Parser, states: States) -> Case:
    """The command of these events, as it was given then."""
    command, supplied = command_of(answer, parser)
    return Case(command, states, at=answer[0].meta.time, supplied=supplied)


def command_of(answer: Sequence[Recorded], parser: Parser) -> tuple[Command, dict[str, Any]]:
    """The command of these events, and what the house supplied for it."""
    raw = answer[0].meta.command
    assert raw is not None
    game = next((record.event.contract.partition(".")[0] for record in answer if record.stream.startswith("tables/")), None)
    command = parser.parse({name: value for name, value in raw.items() if name != SUPPLIED}, At(game))
    return command, dict(raw.get(SUPPLIED, {}))


def compare(appends: Sequence[Append], answer: Sequence[Recorded]) -> Difference | None:
    """What a decision would store against what is recorded: number, streams, versions, names, facts and what stands around them."""
    decided = [(f"{append.stream}@{version}", new) for append in appends for version, new in enumerate(append.events, append.expected + 1)]
    for (event_id, new), record in zip(decided, answer, strict=False):
        event = new.event
        if event_id != record.id:
            return _differs(record, f"{event_id} comes out in its place")
        if type(event) is not type(record.event):
            message = f"{event.contract} comes out, {record.event.contract} is recorded"
            return _differs(record, message, record.body, event.body())
        if event.body() != record.body:
            return _differs(record, f"{event.contract} comes out with other facts", record.body, event.body())
    if len(decided) != len(answer):
        return _differs(answer[-1], f"{len(decided)} events come out, {len(answer)} are recorded")
    for (_, new), record in zip(decided, answer, strict=True):
        before, now = metadata_line(record.meta), metadata_line(new.meta)
        if before != now:
            return _differs(record, "the command is recorded otherwise than its events say", before, now)
    return None


def _differs(record: Recorded, message: str, recorded: bytes | None = None, decided: bytes | None = None) -> Difference:
    sides = [side.decode() if side is not None else None for side in (recorded, decided)]
    return Difference(record.id, record.position, record.meta.subject, message, *sides)
