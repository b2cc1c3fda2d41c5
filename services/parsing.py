"""A JSON object becomes a Command, or a refusal that names the field and what it takes."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from domain.command import Command
from domain.rules import RuleBroken

_NO_AGREEMENT = frozenset({"split", "chop", "run-it-twice"})


class Parser:
    """Knows every command by its word."""

    def __init__(self, commands: Iterable[type[Command]]) -> None:
        self._classes = {command.do: command for command in commands}

    def command_class(self, raw: Mapping[str, Any]) -> type[Command]:
        word = raw.get("do")
        if isinstance(word, str) and word in _NO_AGREEMENT:
            raise RuleBroken("no-agreement", "MO-THP-2008 10(3)", "players may not agree to share a pot or to deal the board twice")
        if not isinstance(word, str) or word not in self._classes:
            raise RuleBroken("unknown-command", None, "`do` names no command", {"do": sorted(self._classes)})
        return self._classes[word]

    def parse(self, raw: Mapping[str, Any]) -> Command:
        """The first fault in the order of the command's fields is the one that is told."""
        kind = self.command_class(raw)
        fields = {name: value for name, value in raw.items() if name != "do"}
        try:
            return kind.model_validate(fields)
        except ValidationError as errors:
            raise _refusal(kind, errors) from None


def field_names(kind: type[Command]) -> list[str]:
    """What may stand in this command, as a terminal writes it."""
    return sorted({"do", *(field.alias or name for name, field in kind.model_fields.items())})


def _refusal(kind: type[Command], errors: ValidationError) -> RuleBroken:
    """Never repeats a value: it might be a card."""
    error = errors.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in error["loc"][:2])[:64]
    match error["type"]:
        case "extra_forbidden":
            return RuleBroken("unknown-field", None, f"`{kind.do}` has no field {field!r}", {"fields": field_names(kind)})
        case "missing":
            return RuleBroken("field-missing", None, f"`{kind.do}` needs the field {field!r}")
        case "literal_error":
            expected = error["ctx"]["expected"].replace(" or ", ", ").replace("'", "").split(", ")
            return RuleBroken("bad-field", None, f"field {field!r}: one of {', '.join(expected)}", {field: expected})
        case code if code.startswith(("bad-", "unknown-")):
            return RuleBroken(code, None, f"field {field!r}: {error['msg']}")
    return RuleBroken("bad-field", None, f"field {field!r}: {error['msg'][:1].lower()}{error['msg'][1:]}")
