"""What a fact is, and what stands around it once it has been recorded.

An event is frozen and strict: a wrong type or an unknown field is an error when it is built and when it is read.
Its `contract` name and `version` are public; together they are its topic, e.g. `holdem.bet-placed.v1`.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A part of an event that has no life of its own, e.g. one share of a pot."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Event(BaseModel):
    """One fact. Within a version only optional fields with a default are ever added."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    contract: ClassVar[str]
    version: ClassVar[int] = 1

    @classmethod
    def topic(cls) -> str:
        """`holdem.bet-placed.v1`: how the store and the schemas name this class."""
        return f"{cls.contract}.v{cls.version}"

    def body(self) -> bytes:
        """The facts as one line of JSON: the very bytes that are stored and sent."""
        return self.__pydantic_serializer__.to_json(self)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about an event besides its facts.

    `time` is UTC with microseconds, `2026-11-30T04:00:00.000000Z`; `gaming_day` as decided when it happened.
    `subject` is the hand or round id, else the wallet, day, slip, permit, break or case.
    `correlation` is the same for all events of one command; `causation` is the id of the event that made this one
    due, None for the first one. `command` stands in the first event of an answer alone: the command as it was given,
    hidden cards sealed, with what the house supplied; replay runs it again.
    """

    time: str
    actor: str | None
    approver: str | None
    gaming_day: str
    subject: str
    correlation: str
    causation: str | None = None
    command: dict[str, Any] | None = None


class Recorded(NamedTuple):
    """An event with its place: `position` in the log of the house, `version` in its stream (both from 1).

    Positions rise but may have holes; versions have none. `body` is what was stored, byte for byte, also where `event`
    is of a later version than the one that it was stored as.
    """

    position: int
    stream: str
    version: int
    meta: Metadata
    event: Event
    body: bytes

    @property
    def id(self) -> str:
        """`tables/PK-07/000001@12`, in CloudEvents `ce_id`."""
        return f"{self.stream}@{self.version}"

    @property
    def source(self) -> str:
        """`/tables/PK-07`, in CloudEvents `ce_source`: whose event this is."""
        return source_of(self.stream)

    @property
    def key(self) -> str:
        """`PK-07`: table code, wallet, cage, gaming day, month, permit, break or case; Kafka's key."""
        return key_of(self.stream)


# A stream id reads like a path: kind, name and, where a name has several streams, which one.


def table_stream(code: str, session: int) -> str:
    """One table from opening to closing. `session` counts the openings of this table, from 1."""
    return f"tables/{code}/{session:06d}"


def wallet_stream(wallet: str) -> str:
    return f"wallets/{wallet}"


def cage_stream(cage: str, gaming_day: str) -> str:
    return f"cages/{cage}/{gaming_day}"


def day_stream(gaming_day: str) -> str:
    return f"days/{gaming_day}"


def permit_stream(permit: str) -> str:
    return f"permits/{permit}"


def counts_stream(place: str) -> str:
    """What was counted at a table, or at a cage, and what followed from it."""
    return f"counts/{place}"


def break_stream(break_id: str) -> str:
    return f"breaks/{break_id}"


def case_stream(case: str) -> str:
    return f"cases/{case}"


def proof_stream(gaming_day: str) -> str:
    """The checkpoints that were signed on the day."""
    return f"proof/{gaming_day}"


def month_stream(month: str) -> str:
    return f"months/{month}"


def source_of(stream: str) -> str:
    kind, name = stream.split("/")[:2]
    return f"/{kind}/{name}"


def key_of(stream: str) -> str:
    return stream.split("/")[1]
