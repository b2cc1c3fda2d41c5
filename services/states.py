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


class InFlight(Exception):
    """Events of this stream are being stored: its state is not known before they are, or are not."""

    def __init__(self, stream: str) -> None:
        super().__init__(f"{stream} is being appended to")
        self.stream = stream


class Lookup(Protocol):
    """Where a handler finds the streams that it decides on."""

    def get(self, stream: str, new: Callable[[], S]) -> Loaded[S]:
        """The stream as it stands; `new` makes the state of one that has no event yet."""

    def latest(self, prefix: str) -> str | None:
        """The last session of a table (`tables/PK-07/`), the last day of a cage (`cages/MAIN/`); None if there is none."""

    def all(self, prefix: str, new: Callable[[], S]) -> list[Loaded[S]]:
        """Every stream whose id begins with `prefix`, e.g. `permits/`, in the order of their ids."""


class States:
    """A Lookup that keeps what was loaded, for one thread at a time; `kept_max` None keeps every state.

    Between `begin` and `end` a stream is in flight, and asking for it raises InFlight.
    """

    def __init__(self, streams: Streams, kept_max: int | None = STATES_MAX) -> None:
        self._streams = streams
        self._kept_max = kept_max
        self._kept: OrderedDict[str, Loaded[Any]] = OrderedDict()
        self._latest: dict[str, str] = {}
        self._in_flight: set[str] = set()

    @property
    def still(self) -> bool:
        """Nothing is in flight."""
        return not self._in_flight

    def begin(self, streams: Iterable[str]) -> None:
        self._in_flight.update(streams)

    def end(self, streams: Iterable[str]) -> None:
        self._in_flight.difference_update(streams)

    def get(self, stream: str, new: Callable[[], S]) -> Loaded[S]:
        if stream in self._in_flight:
            raise InFlight(stream)
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
        if prefix not in self._latest:
            latest = self._streams.last_stream(prefix)
            if latest is None:
                return None
            self._latest[prefix] = latest
        return self._latest[prefix]

    def all(self, prefix: str, new: Callable[[], S]) -> list[Loaded[S]]:
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


class Sight:
    """A Lookup that notes what one decision has seen, so that it is stored only if all of that still holds."""

    def __init__(self, states: States) -> None:
        self._states = states
        self.versions: dict[str, int] = {}
        self._latest: dict[str, str | None] = {}

    def get(self, stream: str, new: Callable[[], S]) -> Loaded[S]:
        return self._seen(self._states.get(stream, new))

    def latest(self, prefix: str) -> str | None:
        latest = self._latest[prefix] = self._states.latest(prefix)
        return latest

    def all(self, prefix: str, new: Callable[[], S]) -> list[Loaded[S]]:
        return [self._seen(loaded) for loaded in self._states.all(prefix, new)]

    def is_outdated(self, streams: "Versions") -> bool:
        """Whether another process has written since: what was kept in memory is then not how things stand."""
        return any(streams.version(stream) != version for stream, version in self.versions.items()) or any(
            streams.last_stream(prefix) != latest for prefix, latest in self._latest.items()
        )

    def _seen(self, loaded: Loaded[S]) -> Loaded[S]:
        self.versions[loaded.stream] = loaded.version
        return loaded


class Versions(Protocol):
    """What is asked of the event store to tell whether a state is outdated."""

    def version(self, stream: str) -> int: ...
    def last_stream(self, prefix: str) -> str | None: ...
