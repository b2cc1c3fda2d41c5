"""What a run finds: breaks, what agrees, what waits for its other half, and where a rule had nothing to go by."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.questions import Severity

State = Literal["matched", "accepted", "within-tolerance", "first-count", "counted-again"]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Break:
    """`side_a` is what the books expect and `side_b` what was found: minor units of `currency`, a plain number without one, or
    texts where no number can be told.

    `key` says what it is about; with rule and type it makes the id, so that every run finds the same one. `event_ids`, `lines`
    (`POSITION.N`), `table`, `shift` and `hand` say where to look. A break of a count also has its `kind`, `place` and `at_pos`;
    `since` is the position that the count before it was held against the books at. `position` is where it was first to be seen.
    `within`: inside the policy's tolerance. `also`: what other rules find of the same fault.
    """

    rule: str
    type: str
    key: str
    gaming_day: str
    position: int
    side_a: int | str
    side_b: int | str
    severity: Severity
    text: str
    currency: str | None = None
    table: str | None = None
    shift: str | None = None
    hand: str | None = None
    kind: str | None = None
    place: str | None = None
    at_pos: int | None = None
    since: int | None = None
    account: str | None = None
    event_ids: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    within: bool = False
    also: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """`BRK-` and twelve hex digits."""
        return break_id(self.rule, self.type, self.key)

    @property
    def difference(self) -> int | None:
        """B - A with its sign; None where the sides are texts."""
        return self.side_b - self.side_a if isinstance(self.side_a, int) and isinstance(self.side_b, int) else None

    @property
    def where(self) -> str:
        """For people: the table with its shift, the place, or what the key names."""
        if self.hand:
            return self.hand
        if self.table and self.place in (None, self.table):
            return f"{self.table} shift {self.shift}" if self.shift else self.table
        return self.place or self.table or self.key


def break_id(rule: str, kind: str, key: str) -> str:
    named = "\n".join((rule, kind, key))
    return "BRK-" + hashlib.sha256(named.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Matched:
    """One thing that was held against the books. `state` says why it is no break; None where it is one."""

    rule: str
    what: str
    place: str
    gaming_day: str
    currency: str
    side_a: int
    side_b: int
    state: State | None
    source: str
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Unmatched:
    """What only one side knows. `source` is the event, or file and line."""

    rule: str
    what: str
    place: str
    gaming_day: str
    currency: str | None
    amount: int
    source: str
    text: str
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """Where a rule had nothing to compare: `not-counted` at a place, or the file that was `not-given`."""

    rule: str
    place: str
    state: Literal["not-counted", "not-given"]
    text: str


@dataclass(slots=True)
class Findings:
    breaks: list[Break] = field(default_factory=list)
    compared: list[Matched] = field(default_factory=list)
    events: list[Unmatched] = field(default_factory=list)
    counts: list[Unmatched] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)

    def take(self, others: "Iterable[Findings]") -> "Findings":
        for other in others:
            self.breaks += other.breaks
            self.compared += other.compared
            self.events += other.events
            self.counts += other.counts
            self.missing += other.missing
        return self
