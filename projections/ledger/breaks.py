"""Breaks: what looks wrong is booked as the event says, and gets a name (docs/finance.md, Breaks)."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

BreakType = Literal["AMOUNT", "UNCLEARED_HAND"]
Severity = Literal["report", "critical"]

Found = Iterator[tuple[str, int, int]]
"""What about, what the books expect, what was found: a break where the two differ."""

_SEVERITY: dict[BreakType, Severity] = {"AMOUNT": "report", "UNCLEARED_HAND": "critical"}


@dataclass(frozen=True, slots=True)
class Break:
    """`side_a` is what the books expect and `side_b` what was found, minor units, each with its sign.

    `key` says what the break is about; with rule and type it makes the id, so that every run finds the same one.
    """

    rule: str
    type: BreakType
    key: str
    side_a: int
    side_b: int
    table: str
    hand: str | None
    currency: str
    gaming_day: str
    event_id: str
    position: int

    @property
    def id(self) -> str:
        """`BRK-` and twelve hex digits."""
        named = "\n".join((self.rule, self.type, self.key))
        return "BRK-" + hashlib.sha256(named.encode()).hexdigest()[:12]

    @property
    def difference(self) -> int:
        """B - A, signed."""
        return self.side_b - self.side_a

    def row(self) -> dict[str, Any]:
        return {
            "break": self.id,
            "rule": self.rule,
            "type": self.type,
            "severity": _SEVERITY[self.type],
            "key": self.key,
            "side_a": self.side_a,
            "side_b": self.side_b,
            "difference": self.difference,
            "table": self.table,
            "hand": self.hand,
            "currency": self.currency,
            "gaming_day": self.gaming_day,
            "event_id": self.event_id,
            "position": self.position,
        }
