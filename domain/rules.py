"""Rulesets and refusals, for every game.

A ruleset is data: a name, a first day, and the house choices that it allows. The engines read the choices and never
ask for the ruleset's name; the name only stands in front of the article in a rule reference (`MO-THP-2008 12(1)`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.given import Permit

PERMITS: Final = "permits"
"""The house choice that every ruleset has: numbers of the permits that the table relies on; by default all in force for it."""


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

    `allowed` returns None if the value may be used, else a phrase that says what would be; the second argument holds
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
    """`effective_from` is a day `YYYY-MM-DD`, None for rules that no law dates. `annex` is the clause that makes the
    text the rules of the game: it is cited where a choice has no article of its own."""

    name: str
    game: str
    effective_from: str | None
    choices: tuple[Choice, ...]
    annex: str = "cl. 2"

    def ref(self, article: str) -> str:
        return f"{self.name} {article}"


def resolve(ruleset: Ruleset, chosen: Mapping[str, Any], permits: Sequence[Permit]) -> dict[str, Any]:
    """Every choice of the ruleset by name, defaults written out; `permits` are those in force for the table.

    Raises RuleBroken: `unknown-rule`, `rule-missing`, `rule-not-allowed`, `permit-required`.
    """
    names = [choice.name for choice in ruleset.choices]
    for name in chosen:
        if name not in names and name != PERMITS:
            message = f"{ruleset.name} has no house choice {name[:40]!r}"
            raise RuleBroken("unknown-rule", ruleset.ref(ruleset.annex), message, {"rules": [*names, PERMITS]})
    resolved: dict[str, Any] = {}
    for choice in ruleset.choices:
        resolved[choice.name] = _value(ruleset, choice, chosen, resolved)
    in_force = {permit.permit: permit for permit in permits if permit.ruleset == ruleset.name}
    resolved[PERMITS] = _relied_on(ruleset, chosen, sorted(in_force))
    _require_permits(ruleset, resolved, [in_force[number] for number in resolved[PERMITS]])
    return resolved


def _value(ruleset: Ruleset, choice: Choice, chosen: Mapping[str, Any], resolved: Mapping[str, Any]) -> Any:
    if choice.name in chosen:
        value = chosen[choice.name]
    elif choice.required:
        message = f"the house must choose `{choice.name}`"
        raise RuleBroken("rule-missing", ruleset.ref(choice.article), message, {choice.name: choice.allowed(None, resolved)})
    else:
        value = choice.default(resolved) if callable(choice.default) else choice.default
    if accepted := choice.allowed(value, resolved):
        message = f"`{choice.name}` is {_shown(value)}; accepted: {accepted}"
        raise RuleBroken("rule-not-allowed", ruleset.ref(choice.article), message, {choice.name: accepted})
    return value


def _relied_on(ruleset: Ruleset, chosen: Mapping[str, Any], in_force: list[str]) -> list[str]:
    numbers = chosen.get(PERMITS, in_force)
    if not isinstance(numbers, list) or any(number not in in_force for number in numbers):
        message = f"`{PERMITS}` is {_shown(numbers)}; accepted: a list of numbers of permits in force for this table"
        raise RuleBroken("rule-not-allowed", ruleset.ref(ruleset.annex), message, {PERMITS: in_force})
    return list(numbers)


def _require_permits(ruleset: Ruleset, resolved: Mapping[str, Any], permits: Sequence[Permit]) -> None:
    covered = {article for permit in permits for article in permit.articles}
    lacking = [choice for choice in ruleset.choices if choice.departs(resolved[choice.name]) and choice.permit_article not in covered]
    if lacking:
        values = ", ".join(f"`{choice.name}` {_shown(resolved[choice.name])} (article {choice.permit_article})" for choice in lacking)
        message = f"a permit in force for this table must name the article of each departure from the text: {values}"
        articles = sorted({str(choice.permit_article) for choice in lacking}, key=int)
        raise RuleBroken("permit-required", ruleset.ref(lacking[0].article), message, {"articles": articles})


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
