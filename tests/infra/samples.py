"""Tiny events of no game, for tests of what carries events."""

from dataclasses import replace

from domain.event import Event, Metadata
from infra.event_store import Append, NewEvent


class BellRung(Event):
    contract = "test.bell-rung"

    times: int
    by: str | None = None


class NoteTaken(Event):
    """Once `{"text"}`, then `{"text", "lang"}`, now `{"words", "language"}`."""

    contract = "test.note-taken"
    version = 3

    words: tuple[str, ...]
    language: str


CATALOGUE: dict[str, type[Event]] = {cls.topic(): cls for cls in (BellRung, NoteTaken)}

UPCASTERS = {
    "test.note-taken.v1": ("test.note-taken.v2", lambda facts: {**facts, "lang": "pt"}),
    "test.note-taken.v2": ("test.note-taken.v3", lambda facts: {"words": facts["text"].split(), "language": facts["lang"]}),
}

META = Metadata(
    time="2026-11-30T04:00:00.000000Z",
    actor="dealer-1",
    approver=None,
    gaming_day="2026-11-30",
    subject="PK-07/2026-11-30/12",
    correlation="c-1",
)

PK_07 = "tables/PK-07/000001"
WALLET = "wallets/P-1208"


def rung(times: int, meta: Metadata = META) -> NewEvent:
    return NewEvent(BellRung(times=times), meta)


def bells(stream: str, expected: int, *times: int) -> Append:
    """An append of one bell event for each number, which tests tell apart by it."""
    return Append(stream, expected, [rung(one, replace(META, correlation=f"c-{one}")) for one in times])
