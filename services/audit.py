"""The replay audit of hands: their recorded commands are decided again, and the recorded events must come out, byte for byte.

Only the table session of each hand is read. What happens between hands (seats, shoes, the table's opening) is decided again by
`pataca verify`, which folds the whole log.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from domain.event import Event, Recorded
from infra.event_store import EventStore
from services.parsing import Parser
from services.replay import Difference, decided_again, folded
from services.states import States
from services.tables import Tables


@dataclass(slots=True)
class Audit:
    """How many hands, commands and events were looked at, and each command whose events did not come out again."""

    hands: int = 0
    commands: int = 0
    events: int = 0
    differences: list[Difference] = field(default_factory=list)


def audit(store: EventStore, rows: Iterable[Mapping[str, Any]], tables: Tables, parser: Parser) -> Audit:
    """`rows`: hands and rounds as the index has them, in any order; an open one is looked at as far as it has come."""
    found = Audit()
    by_session: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_session.setdefault(row["stream"], []).append(row)
    for stream, hands in by_session.items():
        last = max(row["last_version"] or store.version(stream) for row in hands)
        found.hands += len(hands)
        _session(found, store.span(stream, 1, last), {row["id"] for row in hands}, tables, parser)
    return found


def _session(found: Audit, records: Sequence[Recorded], hands: set[str], tables: Tables, parser: Parser) -> None:
    """A command belongs to a hand by the subject of its first event. Nothing can be said of what follows a fact that does not fit."""
    states = States(_OneStream(records[0].stream))
    states.get(records[0].stream, tables.session)
    for _, run in groupby(records, key=lambda record: record.meta.correlation):
        answer = list(run)
        if answer[0].meta.subject in hands:
            found.commands += 1
            found.events += len(answer)
            if difference := decided_again(tables.play, parser, states, answer):
                found.differences.append(difference)
        if unfit := folded(states, answer):
            found.differences.append(unfit)
            return


class _OneStream:
    """A house of which nothing is known but that this table session is there; its events come from the log."""

    def __init__(self, stream: str) -> None:
        self._stream = stream

    def fold(self, _stream: str, _take: Callable[[Event], None]) -> Recorded | None:
        return None

    def last_stream(self, _prefix: str) -> str | None:
        return self._stream

    def streams(self, _prefix: str) -> list[str]:
        return []
