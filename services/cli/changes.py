"""Corrected facts as a person writes them, `bet:14=300`, or as JSON. A fault names the change by its place: it may hold a card."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from domain.disputes.changes import CHANGE, Change
from services.cli.exits import Exit, Failure

ChangeTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--change",
        metavar="FACT",
        help="A corrected fact, as often as there are any: `bet:14=300` (at step 14 so much was put in; in baccarat `bet:ID=300` or "
        "`bet:ID=banker`), `act:14=fold`, `act:14=raise 300`, `add:17=check` (before step 17; `add:end=check`), `card:board/4=As`, "
        "`card:seat/3/1=Kd`, `card:banker/3=9h`, `rule:commission_bp=300`; or a JSON object.",
        show_default=False,
    ),
]

_SHORT: Final = re.compile(r"(?P<kind>[a-z]+):(?P<what>[^=]+)=(?P<value>.+)", re.DOTALL)


def changes_of(texts: Sequence[str], game: str) -> list[Change]:
    """Of a hand of this game. Failure where one is written wrongly."""
    return [_change(text, game, place) for place, text in enumerate(texts, 1)]


def _change(text: str, game: str, place: int) -> Change:
    try:
        return CHANGE.validate_python(_object(text, game))
    except ValidationError as errors:
        error = errors.errors(include_url=False, include_input=False, include_context=False)[0]
        field = ".".join(str(part) for part in error["loc"][1:])
        raise Failure(Exit.USAGE, f"change {place} cannot be read: {f'{field}: ' if field else ''}{error['msg']}") from None
    except ValueError:
        raise Failure(Exit.USAGE, f"change {place} cannot be read; a change is written like bet:14=300, or as a JSON object") from None


def _object(text: str, game: str) -> Any:
    if text.lstrip().startswith("{"):
        return json.loads(text)
    match = _SHORT.fullmatch(text)
    if match is None or match["kind"] not in _FIELDS:
        raise ValueError
    kind, what, value = match["kind"], match["what"], match["value"].strip()
    if kind == "bet" and game == "holdem":
        return {"change": "act", "step": int(what), "to": int(value)}
    return {"change": kind, **_FIELDS[kind](what, value)}


def _action(what: str, value: str) -> dict[str, Any]:
    action, _, to = value.partition(" ")
    if action.isdecimal():
        action, to = "", action
    return {"step": None if what == "end" else int(what)} | ({"action": action} if action else {}) | ({"to": int(to)} if to else {})


def _bet(what: str, value: str) -> dict[str, Any]:
    words = value.split()
    return {"bet": what} | {"amount" if word.isdecimal() else "on": int(word) if word.isdecimal() else word for word in words}


def _card(what: str, value: str) -> dict[str, Any]:
    return {"spot": what, "card": value}


def _rule(what: str, value: str) -> dict[str, Any]:
    """A number, `true` or `null` as JSON writes them; every other value is a word."""
    try:
        return {"name": what, "value": json.loads(value)}
    except ValueError:
        return {"name": what, "value": value}


_FIELDS: Final[Mapping[str, Callable[[str, str], dict[str, Any]]]] = {
    "act": _action,
    "add": _action,
    "bet": _bet,
    "card": _card,
    "rule": _rule,
}
