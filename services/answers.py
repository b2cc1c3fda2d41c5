"""How an answer is written: one object a line, the facts exactly as they were stored."""

import json
from typing import Any

from domain.event import Recorded
from domain.rules import RuleBroken
from services.receipts import Answer


def answer_text(number: int, answer: Answer) -> str:
    """`{"line": 3, "ok": true, "events": [...]}`, with `state` for `inspect`."""
    events = ", ".join(event_text(record) for record in answer.events)
    state = "" if answer.state is None else f', "state": {_json(answer.state)}'
    return f'{{"line": {number}, "ok": true, "events": [{events}]{state}}}'


def event_text(record: Recorded) -> str:
    event = record.event
    body = event.body().decode()
    return f'{{"type": "{event.contract}", "version": {event.version}, "position": {record.position}, "body": {body}}}'


def refusal_text(number: int, refusal: RuleBroken) -> str:
    """`rule` and `allowed` stand there where there is one."""
    error: dict[str, Any] = {"code": refusal.code}
    if refusal.rule is not None:
        error["rule"] = refusal.rule
    error["message"] = refusal.message
    if refusal.allowed is not None:
        error["allowed"] = refusal.allowed
    return _json({"line": number, "ok": False, "error": error})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
