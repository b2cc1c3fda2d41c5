"""What the projections have set aside, and how much has gathered behind it since."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.event import source_of
from infra import cursors, generations
from infra.books import Books
from projections.projection import Projection


class Streams(Protocol):
    """The event store, of which streams are counted and not read."""

    def streams(self, prefix: str) -> list[str]: ...
    def version(self, stream: str) -> int: ...


@dataclass(frozen=True, slots=True)
class SetAside:
    """The events of `source` from `position` on, the first of them `event_id`; `waiting` counts them, as stored by now."""

    projection: str
    source: str
    position: int
    event_id: str
    reason: str
    waiting: int


def set_aside(store: Streams, books: Books, projections: Sequence[type[Projection]]) -> list[SetAside]:
    """By projection, in the order given, and then in the order in which they were set aside."""
    found: list[SetAside] = []
    with books.read() as connection:
        for projection in projections:
            live = generations.live_generation(connection, projection.name)
            for parked in cursors.parked_sources(connection, live) if live is not None else ():
                found.append(SetAside(projection.name, *parked, waiting=_waiting(store, parked.source, parked.event_id)))
    return found


def _waiting(store: Streams, source: str, event_id: str) -> int:
    """A source has one stream at a time, and their ids sort in the order in which they were opened."""
    stream, _, version = event_id.rpartition("@")
    later = [other for other in store.streams(source[1:]) if source_of(other) == source and other > stream]
    return store.version(stream) - int(version) + 1 + sum(map(store.version, later))
