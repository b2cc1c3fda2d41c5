"""What a proof of the books comes to: how much it looked at, and everything that did not hold."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Sides(NamedTuple):
    """What differs in money: minor units of one currency, as they should stand and as they do."""

    currency: str
    expected: int
    found: int


@dataclass(frozen=True, slots=True)
class Difference:
    """`type` is a break type of docs/finance.md, Breaks; `key` the event, line, hand, account or stream that it is about."""

    rule: str
    type: str
    key: str
    expected: Any
    found: Any
    sides: Sides | None = None

    def __str__(self) -> str:
        return f"{self.rule} {self.type} {self.key}: expected {self.expected}, found {self.found}"


@dataclass(slots=True)
class Verdict:
    """`checked` counts things of the kind that `unit` names; without differences the rule holds."""

    rule: str
    title: str
    unit: str
    checked: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.differences

    def differ(self, kind: str, key: str, expected: Any, found: Any, sides: Sides | None = None) -> None:
        self.differences.append(Difference(self.rule, kind, key, expected, found, sides))

    def compare(self, kind: str, key: str, expected: Any, found: Any) -> None:
        """One more thing looked at."""
        self.checked += 1
        if expected != found:
            self.differ(kind, key, expected, found)
