"""What the close of a day and its differences need from outside the streams: the house asks its books, and the answer is
recorded with the command.

A figure that comes from the books names the position of the log that it was read at.
"""

from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from domain.counting.events import Kind

Severity = Literal["minor", "report", "regulator", "critical"]


class Answer(BaseModel):
    """Read back from JSON, so lists are taken for tuples."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Found(Answer):
    """A break as a run of the reconciliation finds it, counted with what was accepted before.

    `side_a` is what the books expect, `side_b` what was found; for a difference of a count minor units, booked and counted,
    with `kind` and `place` of the count and `at_pos`, the position that both are told at. `age` in gaming days.
    """

    break_id: str
    rule: str
    type: str
    severity: Severity
    gaming_day: str
    currency: str | None = None
    side_a: int | str
    side_b: int | str
    kind: Kind | None = None
    place: str | None = None
    at_pos: int | None = None
    age: int = Field(default=0, ge=0)


class Run(Answer):
    """Every break that the rules find for the close of a day, as of a position that is not before its cut."""

    gaming_day: str
    as_of: int
    breaks: tuple[Found, ...] = ()


class Revenue(Answer):
    """Gross gaming revenue of some gaming days, by currency in minor units."""

    as_of: int
    ggr: dict[str, int]


class Proof(Answer):
    """The SHA-256 of a day's proof, worked out as of a position. `later` counts the day's events behind it, those of the close
    itself left out: what they change, the proof does not show."""

    sha256: str
    as_of: int
    later: int = 0


class Unfinished(NamedTuple):
    """What a day cannot be cut with: codes of its open tables, numbers of its slips on the way."""

    tables: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()


class PlayedHand(Answer):
    """A hand or round as the streams have it, by its public id. What is not over has no settlement yet."""

    hand: str
    table: str
    currency: str
    gaming_day: str
    is_over: bool
