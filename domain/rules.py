"""Rulesets and refusals, for every game.

A ruleset is data: a name, a first day, and the house choices that it allows. The engines read the choices and never
ask for the ruleset's name; the name only stands in front of the article in a rule reference (`MO-THP-2008 12(1)`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


class RuleBroken(Exception):
    """A refusal: nothing was recorded and nothing has changed.

    `code` is kebab-case and public; `rule` is a rule reference, None where no rule of the house or the law is broken
    (malformed input); `allowed` says what would have been accepted.
    """

    def __init__(self, code: str, rule: str | None, message: str, allowed: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message
        self.allowed = dict(allowed) if allowed else None


@dataclass(frozen=True, slots=True)
class Choice:
    """One house choice (`rules` of `open-table`).

    `allowed` returns None if the value may be used, else a sentence that says what would be; the second argument holds
    the choices resolved before this one. `default` is a value or a function of them; None as `default` with
    `required` false means the choice may stay unset. `departs` tells whether a value departs from the text and needs
    a permit that names `permit_article`.
    """

    name: str
    article: str
    allowed: Callable[[Any, Mapping[str, Any]], str | None]
    default: Any = None
    required: bool = False
    permit_article: str | None = None
    departs: Callable[[Any], bool] = lambda _value: False


@dataclass(frozen=True, slots=True)
class Ruleset:
    """`effective_from` is a day `YYYY-MM-DD`, None for rules that no law dates."""

    name: str
    game: str
    effective_from: str | None
    choices: tuple[Choice, ...]

    def ref(self, article: str) -> str:
        return f"{self.name} {article}"
