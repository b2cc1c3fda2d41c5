"""A house whose log comes to its read models straight from the store or through Kafka, and what may go wrong on the way.

Both ways begin at the store as `Way` shows it. So the same thing is wrong for both: an event is missing, or another one.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing
from threading import Event as Flag
from typing import Any, Protocol

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.books import Books
from infra.event_store import EventStore
from infra.kafka_log import KafkaLog
from infra.kafka_outlet import Outlet
from infra.log import Stored
from infra.mapper import recorded
from infra.settings import Kafka
from infra.upcasting import Catalogue
from projections.projection import Projection
from services.feeds import Feed, StoreFeed
from services.kafka_feed import KafkaFeed
from services.lanes import PAGE
from services.projecting import AllLanes, Standing, Worker
from services.projector import Status, make_ready, status
from services.relay import Relay
from tests.crash.town import store_all
from tests.engines.topic import Topic
from tests.projections.reading import contents

LANES = 8
"""Of the topic as the relay makes it."""

OURS = Catalogue(BY_TOPIC, {})


class Way:
    """The event store, but for what is wrong on the way to whoever reads its log."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.instead: dict[int, Stored | None] = {}
        """What comes at these positions, None for nothing."""
        self.again = 0
        """How many of the events before a page come with it once more; then each comes twice."""
        self.came_again = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def stored(self, after: int, limit: int = PAGE) -> Sequence[Stored]:
        page = [self.instead.get(event.position, event) for event in self._store.stored(after, limit + len(self.instead))]
        return [event for event in page if event is not None][:limit]

    def read(self, after: int, limit: int = PAGE) -> Sequence[Recorded]:
        page = [recorded(event, OURS) for event in self.stored(after, limit)]
        if not self.again or limit == 1 or not page:
            return page
        begin = max(0, after - self.again)
        earlier = [recorded(event, OURS) for event in self.stored(begin, self.again) if event.position <= after]
        self.came_again += 2 * len(earlier) + len(page)
        return sorted([*earlier, *page] * 2, key=lambda record: record.position)

    def close(self) -> None:
        """The store is closed by whoever opened it."""


class Line(Protocol):
    """From the way to a feed."""

    def bring(self) -> None:
        """Whatever is in the store now can be read from the next feed's other end."""

    def feed(self) -> Feed: ...

    def repeat(self) -> None:
        """What came before comes again."""

    def begin_anew(self) -> None:
        """What is on its way is lost, and comes from the store as it is now."""


class InProcess:
    def __init__(self, way: Way) -> None:
        self._way = way

    def bring(self) -> None:
        """It is there."""

    def feed(self) -> Feed:
        return StoreFeed(self._way)

    def repeat(self) -> None:
        self._way.again = 10

    def begin_anew(self) -> None:
        """Nothing is on its way."""


class ThroughKafka:
    def __init__(self, way: Way, servers: str, topic: str) -> None:
        self._way = way
        self._kafka = Kafka((servers,), topic)
        self._brought = -1

    def bring(self) -> None:
        end = self._way.last_position()
        if self._brought < end:
            self._relay()
            self._brought = end

    def feed(self) -> Feed:
        return KafkaFeed(self._way._store, KafkaLog(self._kafka, OURS))

    def repeat(self) -> None:
        self._relay(from_start=True)

    def begin_anew(self) -> None:
        with closing(Topic(*self._kafka.servers, self._kafka.topic)) as topic:
            topic.delete()
        self._brought = -1

    def _relay(self, *, from_start: bool = False) -> None:
        said: list[str] = []
        Relay(lambda: self._way, lambda: Outlet(self._kafka), Flag(), said.append).run(once=True, from_start=from_start)


class FedHouse:
    """`store` is as it should be, whatever is wrong on the way."""

    def __init__(self, store: EventStore, books: Books, way: Way, line: Line) -> None:
        self.store = store
        self.books = books
        self.way = way
        self.line = line
        self.said: list[str] = []
        self.dropped = 0

    def add(self, records: Iterable[Recorded]) -> list[Recorded]:
        """Into the store, all at once; as they stand in it now."""
        after = self.store.last_position()
        store_all(self.store, records)
        return self.log(after)

    def log(self, after: int = 0) -> list[Recorded]:
        return list(self.store.read(after, 100_000))

    def divide(self, *projections: type[Projection]) -> None:
        """In as many lanes as the topic has, so that one of them can stop by itself."""
        for projection in projections:
            make_ready(self.books, projection, LANES)

    def mend(self) -> None:
        """Nothing is wrong any more, and whoever had come behind gets all of it."""
        self.way.instead.clear()
        self.line.begin_anew()

    def worker(self, projection: type[Projection], feed: Feed, stop: Flag) -> Worker:
        return Worker(projection, self.books, feed, AllLanes(), Standing(projection.name), stop, self.said.append)

    def project(self, *projections: type[Projection]) -> None:
        """A process that goes to the end of the log. Halted, once it has come as far as it can."""
        self.line.bring()
        for projection in projections:
            feed = self.line.feed()
            self.worker(projection, feed, Flag()).run_once()
            self.dropped += feed.counts().duplicates

    def stands(self, projection: type[Projection]) -> Status:
        return status(self.store, self.books, [projection])[0]

    def contents(self, projection: type[Projection]) -> dict[str, list[tuple[Any, ...]]]:
        return contents(self.books, projection)
