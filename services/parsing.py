"""A JSON object becomes a Command, or a refusal that names the field and what it takes."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from domain.command import Command, OpenTable
from domain.rules import RuleBroken

_NO_AGREEMENT = frozenset({"split", "chop", "run-it-twice"})
"""Words for what players of Hold'em may not agree on: there is no such command, and the rule says why."""


class At(NamedTuple):
    """The open table that a command names: its game and ruleset; both None where it names none."""

    game: str | None = None
    ruleset: str | None = None


NOWHERE = At()


class Parser:
    """Knows every command by its word. At a table a word may mean another command in another game."""

    def __init__(self, of_games: Mapping[str, Iterable[type[Command]]], others: Iterable[type[Command]]) -> None:
        self._words: dict[str, dict[str, type[Command]]] = {}
        for game, commands in of_games.items():
            for command in commands:
                self._words.setdefault(command.do, {})[game] = command
        self._others = {command.do: command for command in others}

    def is_at_open_table(self, raw: Mapping[str, Any]) -> bool:
        """Whether the command asks for something at a table that must be open for it."""
        word = raw.get("do")
        return isinstance(word, str) and (word in self._words or word in _NO_AGREEMENT) and word != OpenTable.do

    def command_class(self, raw: Mapping[str, Any], at: At) -> type[Command]:
        word, game = raw.get("do"), at.game
        if isinstance(word, str):
            if word in _NO_AGREEMENT and game in (None, "holdem"):
                rule = f"{at.ruleset or 'MO-THP-2008'} 10(3)"
                raise RuleBroken("no-agreement", rule, "players may not agree to share a pot or to deal the board twice")
            if word in self._others:
                return self._others[word]
            of_games = self._words.get(word, {})
            if game in of_games or (game is None and of_games):
                return of_games[game] if game else next(iter(of_games.values()))
        raise RuleBroken("unknown-command", None, "`do` names no command", {"do": self._known(game)})

    def parse(self, raw: Mapping[str, Any], at: At) -> Command:
        """The first fault in the order of the command's fields is the one that is told."""
        kind = self.command_class(raw, at)
        fields = {name: value for name, value in raw.items() if name != "do"}
        try:
            return kind.model_validate(fields)
        except ValidationError as errors:
            raise _refusal(kind, errors) from None

    def _known(self, game: str | None) -> list[str]:
        at_tables = {word for word, of_games in self._words.items() if game is None or game in of_games}
        return sorted(at_tables | self._others.keys())


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
        case "union_tag_invalid":
            return RuleBroken("bad-field", None, f"field {field!r}: one of {error['ctx']['expected_tags']}")
        case code if code.startswith(("bad-", "unknown-")):
            return RuleBroken(code, None, f"field {field!r}: {error['msg']}")
    return RuleBroken("bad-field", None, f"field {field!r}: {error['msg'][:1].lower()}{error['msg'][1:]}")
