"""How the close of a gaming day goes on from where it stands: cut, prepared by one person, signed by another."""

from dataclasses import dataclass
from typing import Any

from domain.closing.events import ClosePrepared
from domain.event import Recorded, day_stream
from domain.gaming_day import GamingDay
from infra.event_store import EventStore
from services.commands import Commands
from services.unfinished import unfinished

STEPS_MAX = 3
"""Tax is accrued first, and once more if revenue comes in meanwhile; then the close is prepared."""


@dataclass(frozen=True, slots=True)
class Stands:
    """`status`: open, cut, prepared or signed. `tables` are still open, `slips` on the way: with them no day is cut."""

    gaming_day: str
    status: str
    tables: tuple[str, ...]
    slips: tuple[str, ...]
    proof: str | None = None
    as_of: int | None = None
    prepared_by: str | None = None


def stands(store: EventStore, gaming_day: str) -> Stands:
    day = GamingDay()
    store.fold(day_stream(gaming_day), day.evolve)
    missing = unfinished(store, gaming_day)
    if day.prepared is None:
        return Stands(gaming_day, day.status, *missing)
    return Stands(gaming_day, day.status, *missing, day.prepared.proof, day.prepared.as_of, day.prepared.prepared_by)


def cut(commands: Commands, gaming_day: str, people: dict[str, Any]) -> list[Recorded]:
    """Nothing more is played or booked into the day; its counts still are. RuleBroken."""
    return list(commands.handle({"do": "cut-day", "gaming_day": gaming_day, **people}).events)


def prepare(commands: Commands, gaming_day: str, people: dict[str, Any]) -> list[Recorded]:
    """Accrues the tax and prepares the close, in as many answers as it takes. RuleBroken."""
    made: list[Recorded] = []
    for _ in range(STEPS_MAX):
        made += commands.handle({"do": "prepare-close", "gaming_day": gaming_day, **people}).events
        if isinstance(made[-1].event, ClosePrepared):
            break
    return made


def sign(commands: Commands, gaming_day: str, people: dict[str, Any]) -> list[Recorded]:
    """With a checkpoint behind it. RuleBroken: `same-person`, `proof-changed`; `history-changed`: the day is signed, no checkpoint is."""
    made = list(commands.handle({"do": "sign-close", "gaming_day": gaming_day, **people}).events)
    return [*made, *commands.handle({"do": "sign-checkpoint", **people}).events]
