"""The streams that decisions are taken from, folded into states and kept in memory while they are in use."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from domain.event import Event, Recorded

STATES_MAX = 4_096
"""How many streams are kept; the one unused for longest is loaded again when it is wanted."""


class State(Protocol):
    def evolve(self, event: Event) -> None: ...


S = TypeVar("S", bound=State)


@dataclass(slots=True)
class Loaded(Generic[S]):
    """A stream as it stands: its state, its last version (0: it does not exist) and the time of its last event."""

    stream: str
    state: S
    version: int = 0
    time: str = ""

    def evolve(self, record: Recorded) -> None:
        if record.version != self.version + 1:
            raise RuntimeError(f"{record.id} does not follow version {self.version} of its stream")
        self.state.evolve(record.event)
        self.version = record.version
        self.time = record.meta.time


class Streams(Protocol):
    """What is asked of the event store."""

    def fold(self, stream: str, take: Callable[[Event], None]) -> Recorded | None: ...
    def last_stream(self, prefix: str) -> str | None: ...
    def streams(self, prefix: str) -> list[str]: ...


class States:
    """States by stream. `new` makes the state of a stream that has no event yet; `kept_max` None keeps every one."""

    def __init__(self, streams: Streams, kept_max: int | None = STATES_MAX) -> None:
        self._streams = streams
        self._kept_max = kept_max
        self._kept: OrderedDict[str, Loaded[Any]] = OrderedDict()
        self._latest: dict[str, str] = {}

    def get(self, stream: str, new: Callable[[], S]) -> Loaded[S]:
        kept = self._kept.get(stream)
        if kept is None:
            kept = Loaded(stream, new())
            last = self._streams.fold(stream, kept.state.evolve)
            if last is not None:
                kept.version, kept.time = last.version, last.meta.time
            self._keep(kept)
        else:
            self._kept.move_to_end(stream)
        return kept

    def latest(self, prefix: str) -> str | None:
        """The last session of a table (`tables/PK-07/`), the last day of a cage (`cages/MAIN/`); None if there is none."""
        if prefix not in self._latest:
            latest = self._streams.last_stream(prefix)
            if latest is None:
                return None
            self._latest[prefix] = latest
        return self._latest[prefix]

    def all(self, prefix: str, new: Callable[[], S]) -> list[Loaded[S]]:
        """Every stream whose id begins with `prefix`, e.g. `permits/`, in the order of their ids."""
        return [self.get(stream, new) for stream in self._streams.streams(prefix)]

    def recorded(self, records: Iterable[Recorded]) -> None:
        """These events have been stored: the states that are kept go on from there."""
        for record in records:
            if record.version == 1:
                self._begin(record.stream)
            kept = self._kept.get(record.stream)
            if kept is not None:
                kept.evolve(record)

    def forget(self) -> None:
        """Somebody else has written: everything is loaded again when it is wanted."""
        self._kept.clear()
        self._latest.clear()

    def _begin(self, stream: str) -> None:
        prefix = stream[: stream.rindex("/") + 1]
        self._latest[prefix] = max(stream, self._latest.get(prefix, self.latest(prefix) or ""))

    def _keep(self, loaded: Loaded[Any]) -> None:
        self._kept[loaded.stream] = loaded
        if self._kept_max is not None and len(self._kept) > self._kept_max:
            self._kept.popitem(last=False)
