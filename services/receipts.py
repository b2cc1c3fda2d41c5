"""The first answer to a key: what it was given for, and how it is built again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.command import Command
from domain.event import Recorded
from domain.fields import is_id
from domain.rules import RuleBroken
from infra.event_store import Append, EventStore, Receipt

_AROUND = frozenset({"key", "at", "actor"})
"""What a repeated command may change: its body is the rest."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The events that a command made, as stored; `state` for `inspect` alone."""

    events: Sequence[Recorded]
    state: dict[str, Any] | None = None


def body_of(raw: Mapping[str, Any]) -> bytes:
    """The same bytes for the same command, whatever the order of its fields."""
    body = {name: value for name, value in raw.items() if name not in _AROUND}
    return json.dumps(body, sort_keys=True, separators=(",", ":"), default=str).encode()


def receipt_of(command: Command, appends: Sequence[Append], digest: bytes) -> Receipt | None:
    """What is stored beside the events of a command with a key; `digest` is that of its body."""
    if command.key is None:
        return None
    spans = tuple((part.stream, part.expected + 1, part.expected + len(part.events)) for part in appends if part.events)
    return Receipt(command.actor or "", command.key, digest, spans)


def earlier_answer(store: EventStore, raw: Mapping[str, Any], digest: bytes) -> Answer | None:
    """The first answer to this key of this actor, if there was one; `key-reused` if it was given to another body."""
    key, actor = raw.get("key"), raw.get("actor")
    if not is_id(key) or not (actor is None or is_id(actor)):
        return None
    receipt = store.receipt(actor or "", key)
    if receipt is None:
        return None
    if receipt.digest != digest:
        raise RuleBroken("key-reused", None, f"key {key!r} of this actor was given to another command; a new command takes a new key")
    events = [record for span in receipt.spans for record in store.span(*span)]
    return Answer(sorted(events, key=lambda record: record.position))
