"""Given these facts, when this is asked, then these facts or this refusal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.event import Event
from domain.rules import RuleBroken


@dataclass(frozen=True, slots=True)
class Fact:
    """An event of this kind with at least these fields; their values as JSON has them."""

    kind: type[Event]
    fields: Mapping[str, Any]

    def matches(self, event: Event) -> bool:
        body = event.model_dump(mode="json")
        return type(event) is self.kind and all(body[name] == value for name, value in self.fields.items())


def fact(kind: type[Event], /, **fields: Any) -> Fact:
    return Fact(kind, fields)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What followed from a command: events, or a refusal."""

    events: Sequence[Event] = ()
    refusal: RuleBroken | None = None

    def then(self, *facts: Fact) -> "Outcome":
        """Exactly these facts, in this order."""
        self.accepted()
        kinds = [type(event).__name__ for event in self.events]
        assert kinds == [fact.kind.__name__ for fact in facts]
        for event, expected in zip(self.events, facts, strict=True):
            assert expected.matches(event), f"{event!r} is not {dict(expected.fields)}"
        return self

    def then_among_others(self, *facts: Fact) -> "Outcome":
        self.accepted()
        for expected in facts:
            assert any(expected.matches(event) for event in self.events), f"no {expected} in {self.events}"
        return self

    def accepted(self) -> "Outcome":
        assert self.refusal is None, f"{self.refusal.code}: {self.refusal.message}" if self.refusal else ""
        return self

    def refused(self, code: str, article: str | None = None, allowed: Mapping[str, Any] | None = None) -> "Outcome":
        """`article` without the ruleset's name; `allowed` as far as it is named."""
        assert self.refusal is not None, f"accepted: {self.events}"
        assert self.refusal.code == code, f"{self.refusal.code}: {self.refusal.message}"
        if article is not None:
            assert self.refusal.rule is not None
            assert self.refusal.rule.partition(" ")[2] == article
        for name, value in (allowed or {}).items():
            assert (self.refusal.allowed or {}).get(name) == value, self.refusal.allowed
        return self

    def one(self, kind: type[Event]) -> Any:
        """The only event of this kind."""
        self.accepted()
        (found,) = [event for event in self.events if type(event) is kind]
        return found
