"""Rulesets and refusals, for every game.

A ruleset is data: a name, a first day, and the house choices that it allows. The engines read the choices and never
ask for the ruleset's name; the name only stands in front of the article in a rule reference (`MO-THP-2008 12(1)`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.given import Permit

PERMITS: Final = "permits"
"""The house choice that every ruleset has: numbers of the permits that the table relies on; by default all in force for it."""
AUTHORISED: Final = "cl. 1"
IN_FORCE: Final = "cl. 3"
"""The clauses that authorise a game and put its regulation in force: the same numbers in both texts."""


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
    `required` false means the choice may stay unset; `required` may depend on them too. `departs` tells whether a value
    departs from the text and needs permits that name `permit_articles`.
    """

    name: str
    article: str
    allowed: Callable[[Any, Mapping[str, Any]], str | None]
    default: Any = None
    required: bool | Callable[[Mapping[str, Any]], bool] = False
    permit_articles: tuple[str, ...] = ()
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


def law_of(rulesets: Mapping[str, Ruleset], game: str, ruleset: str, gaming_day: str) -> Ruleset:
    """The ruleset of this name. Raises RuleBroken: `unknown-ruleset`, `game-not-authorised`, `ruleset-not-in-force`."""
    if ruleset not in rulesets:
        raise RuleBroken("unknown-ruleset", None, "no ruleset has this name", {"ruleset": sorted(rulesets)})
    law = rulesets[ruleset]
    if game != law.game:
        raise RuleBroken("game-not-authorised", law.ref(AUTHORISED), f"{law.name} authorises no such game", {"game": [law.game]})
    if law.effective_from is not None and gaming_day < law.effective_from:
        message = f"{law.name} is in force from {law.effective_from} on, not on {gaming_day}"
        raise RuleBroken("ruleset-not-in-force", law.ref(IN_FORCE), message, {"gaming_day": {"min": law.effective_from}})
    return law


def resolve(
    ruleset: Ruleset,
    chosen: Mapping[str, Any],
    permits: Sequence[Permit],
    *,
    coming: Sequence[Permit] = (),
    earliest_use: str | None = None,
) -> dict[str, Any]:
    """Every choice of the ruleset by name, defaults written out; `permits` are those in force for the table.

    `coming` are its permits whose first day of use is still to come; `earliest_use` is the first day of use that a permit
    asked for now could have. Raises RuleBroken: `unknown-rule`, `rule-missing`, `rule-not-allowed`, `permit-required`,
    `permit-not-yet-effective`.
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
    later = [permit for permit in coming if permit.ruleset == ruleset.name]
    resolved[PERMITS] = _relied_on(ruleset, chosen, sorted(in_force), later)
    lacking = _lacking(ruleset, resolved, [in_force[number] for number in resolved[PERMITS]])
    if lacking:
        raise _not_permitted(ruleset, resolved, lacking, later, earliest_use)
    return resolved


def _value(ruleset: Ruleset, choice: Choice, chosen: Mapping[str, Any], resolved: Mapping[str, Any]) -> Any:
    if choice.name in chosen:
        value = chosen[choice.name]
    elif choice.required(resolved) if callable(choice.required) else choice.required:
        message = f"the house must choose `{choice.name}`"
        raise RuleBroken("rule-missing", ruleset.ref(choice.article), message, {choice.name: choice.allowed(None, resolved)})
    else:
        value = choice.default(resolved) if callable(choice.default) else choice.default
    if accepted := choice.allowed(value, resolved):
        message = f"`{choice.name}` is {_shown(value)}; accepted: {accepted}"
        raise RuleBroken("rule-not-allowed", ruleset.ref(choice.article), message, {choice.name: accepted})
    return value


def _relied_on(ruleset: Ruleset, chosen: Mapping[str, Any], in_force: list[str], coming: Sequence[Permit]) -> list[str]:
    numbers = chosen.get(PERMITS, in_force)
    if isinstance(numbers, list):
        named = [permit for permit in coming if permit.permit in numbers]
        if named:
            raise _not_yet(ruleset, ruleset.annex, named, {article for permit in named for article in permit.articles})
    if not isinstance(numbers, list) or any(number not in in_force for number in numbers):
        message = f"`{PERMITS}` is {_shown(numbers)}; accepted: a list of numbers of permits in force for this table"
        raise RuleBroken("rule-not-allowed", ruleset.ref(ruleset.annex), message, {PERMITS: in_force})
    return list(numbers)


def _lacking(ruleset: Ruleset, resolved: Mapping[str, Any], permits: Sequence[Permit]) -> list[tuple[Choice, list[str]]]:
    """Each departure from the text, with those of its articles that none of the permits names."""
    covered = {article for permit in permits for article in permit.articles}
    departures = [choice for choice in ruleset.choices if choice.departs(resolved[choice.name])]
    uncovered = [(choice, [article for article in choice.permit_articles if article not in covered]) for choice in departures]
    return [(choice, articles) for choice, articles in uncovered if articles]


def _not_permitted(
    ruleset: Ruleset,
    resolved: Mapping[str, Any],
    lacking: Sequence[tuple[Choice, Sequence[str]]],
    coming: Sequence[Permit],
    earliest_use: str | None,
) -> RuleBroken:
    """The permits that were granted for it are not in force yet, or there are none."""
    first, _ = lacking[0]
    needed = {article for _, articles in lacking for article in articles}
    if needed <= {article for permit in coming for article in permit.articles}:
        return _not_yet(ruleset, first.article, coming, needed)
    values = ", ".join(f"`{choice.name}` {_shown(resolved[choice.name])} (article {' and '.join(of)})" for choice, of in lacking)
    message = f"a permit in force for this table must name the article of each departure from the text: {values}"
    allowed: dict[str, Any] = {"articles": sorted(needed, key=int)}
    if earliest_use is not None:
        message += f"; one that is asked for now may be used from {earliest_use} on"
        allowed["effective_on"] = earliest_use
    return RuleBroken("permit-required", ruleset.ref(first.article), message, allowed)


def _not_yet(ruleset: Ruleset, article: str, permits: Sequence[Permit], needed: Collection[str]) -> RuleBroken:
    """`needed`: articles that these permits name; each may be used when the first of its permits is in force."""
    days = [min(permit.effective_on or "" for permit in permits if one in permit.articles) for one in needed]
    message = f"the permit for article {' and '.join(sorted(needed, key=int))} is in force from {max(days)} on"
    return RuleBroken("permit-not-yet-effective", ruleset.ref(article), message, {"gaming_day": {"min": max(days)}})


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
