"""Where in a hand commands were refused: what the table met between one event and the next."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domain.event import Recorded
from domain.fields import utc_text
from infra.attempts import Attempt
from services.senses import sense


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that a table refused: as it was kept, cards struck out, and what was answered; `article` by language."""

    time: str
    actor: str | None
    command: Mapping[str, Any]
    code: str
    rule: str | None
    article: Mapping[str, str] | None
    message: str


def refusals(attempts: Iterable[Attempt], events: Sequence[Recorded], *, over: bool) -> dict[str, list[Refusal]]:
    """By the id of the event that the table had come to, what it refused before the next one; the oldest first.

    `events` are those of one hand, of one table. What came after the last one belongs to the hand only while that is not `over`.
    """
    times = [record.meta.time for record in events]
    found = defaultdict(list)
    for one in attempts:
        command = _command(one)
        if command.get("table") != events[0].key:
            continue
        moment = _moment(command, one)
        came_to = bisect_right(times, moment)
        if came_to and not (over and moment > times[-1]):
            article = sense(one.rule) if one.rule else None
            refusal = Refusal(moment, one.actor, command, one.code, one.rule, article, one.message)
            found[events[came_to - 1].id].append(refusal)
    return {event: sorted(refused, key=lambda refusal: refusal.time) for event, refused in found.items()}


def _command(one: Attempt) -> dict[str, Any]:
    """Nothing where the record of it was cut short."""
    try:
        command = json.loads(one.command)
    except ValueError:
        return {}
    return command if isinstance(command, dict) else {}


def _moment(command: Mapping[str, Any], one: Attempt) -> str:
    """When it happened: as the command says itself, like the events of one that was accepted, else when it was refused."""
    try:
        return utc_text(datetime.fromisoformat(command["at"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return one.time
