"""The log as its readers see it: records after a position. Whoever reads it cannot tell what feeds it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from domain.event import Metadata, Recorded, key_of, source_of

PAGE = 500  # events; pages of 10 read eight times slower


class Stored(NamedTuple):
    """An event as it lies in the store and travels in the log: `body` are its facts, undecoded, `topic` says what they are."""

    position: int
    stream: str
    version: int
    topic: str
    meta: Metadata
    body: bytes

    @property
    def id(self) -> str:
        return f"{self.stream}@{self.version}"

    @property
    def source(self) -> str:
        return source_of(self.stream)

    @property
    def key(self) -> str:
        return key_of(self.stream)


class Row(NamedTuple):
    """An event byte for byte as it lies in the store: `state` is the line of metadata, a line feed, and the facts."""

    position: int
    stream: str
    version: int
    topic: str
    state: bytes

    @property
    def id(self) -> str:
        return f"{self.stream}@{self.version}"


class Log(Protocol):
    """All events of the house in the order of their positions, which rise but may have holes. EventStore is one."""

    def read(self, after: int, limit: int) -> Sequence[Recorded]:
        """Up to `limit` events with a position greater than `after`; none at the end."""

    def last_position(self) -> int:
        """The position of the last event, 0 while there is none."""


def pages(log: Log, after: int, upto: int, size: int = PAGE) -> Iterator[Sequence[Recorded]]:
    """The events with a position greater than `after` and not greater than `upto`, in pages of up to `size` that are never empty."""
    while after < upto:
        page = log.read(after, size)
        if page and page[-1].position > upto:
            page = [recorded for recorded in page if recorded.position <= upto]
        if not page:
            return
        yield page
        after = page[-1].position
