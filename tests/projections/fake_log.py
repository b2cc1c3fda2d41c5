"""The log of a few table sessions, as the projector reads it: no store, and any order in which the tables may have played."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from domain.event import Event, Metadata, Recorded
from infra.log import Stored


class Session(Protocol):
    """One table session of either game."""

    gaming_day: str

    @property
    def stream(self) -> str: ...

    def events(self) -> list[tuple[str, Event]]:
        """Subject and fact, in their order."""


@dataclass
class FakeLog:
    """A log as the projector reads it; positions have holes, versions have none. `reads` are the limits asked for."""

    records: list[Recorded] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)

    def read(self, after: int, limit: int) -> list[Recorded]:
        self.reads.append(limit)
        return [record for record in self.records if record.position > after][:limit]

    def stored(self, after: int, limit: int) -> list[Stored]:
        page = [record for record in self.records if record.position > after][:limit]
        return [Stored(one.position, one.stream, one.version, one.event.topic(), one.meta, one.body) for one in page]

    def last_position(self) -> int:
        return self.records[-1].position if self.records else 0

    def add(self, table: Session, event: Event, subject: str) -> None:
        version = 1 + sum(record.stream == table.stream for record in self.records)
        position = self.last_position() + 1 + (len(self.records) % 5 == 3)
        meta = Metadata(
            time=f"{table.gaming_day}T{position // 3600 % 24:02}:{position // 60 % 60:02}:{position % 60:02}.000000Z",
            actor="C-7",
            approver="M-1" if event.contract in ("holdem.hand-voided", "baccarat.round-voided") else None,
            gaming_day=table.gaming_day,
            subject=subject,
            correlation=f"command-{len(self.records)}",
        )
        self.records.append(Recorded(position, table.stream, version, meta, event, event.body()))


def log_of(*tables: Session, turns: Sequence[int] = ()) -> FakeLog:
    """The tables' facts in one log: `turns` names whose turn it is, then the rest table by table."""
    waiting = [(table, table.events()) for table in tables]
    log = FakeLog()
    for turn in [*turns, *(index for index, (_, events) in enumerate(waiting) for _ in events)]:
        table, events = waiting[turn % len(waiting)]
        if events:
            subject, event = events.pop(0)
            log.add(table, event, subject)
    return log
