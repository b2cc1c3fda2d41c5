"""What is kept of a refused command: never its cards, nor a field that it does not have."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from domain.rules import RuleBroken
from infra.attempts import Attempt

_CARDS = frozenset({"cards", "first_card", "change"})


def struck_out(raw: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """The command without its cards, and with the fields that it has alone: another one might hold anything."""
    return {name: "??" if name in _CARDS else value for name, value in raw.items() if name in known}


def attempt(command: Mapping[str, Any], raw: Mapping[str, Any], refusal: RuleBroken, time: str) -> Attempt:
    """`command` is `raw` with hidden cards struck out; `time` is UTC text."""
    return Attempt(
        time=time,
        actor=_text(raw.get("actor")),
        key=_text(raw.get("key")),
        command=json.dumps(command, ensure_ascii=False, default=str),
        code=refusal.code,
        rule=refusal.rule,
        message=refusal.message,
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
