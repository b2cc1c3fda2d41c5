"""A house on real engines for the workers: events in PostgreSQL, as many of them in a topic as a test wants, and books."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import groupby
from threading import Event as Flag
from threading import Thread
from typing import Any

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.books import Books
from infra.event_store import Append, EventStore, NewEvent
from infra.kafka_log import KafkaLog
from infra.log import Stored
from infra.upcasting import Catalogue
from projections.projection import Projection
from services.feeds import Feed, StoreFeed
from services.kafka_feed import KafkaFeed
from services.projecting import AllLanes, Shares, Standing, Worker
from services.projector import Status, status
from tests.engines.records import Topic, topic
from tests.projections.reading import contents

PATIENCE_S = 60
"""How long anything is waited for that must come; it comes at once, unless something is wrong."""

PARTITIONS = 3


class Fed:
    """`said`: what the workers told their operator."""

    def __init__(self, url: str, store: Any, books: Books, filled: Topic) -> None:
        self.url = url
        self.store = store
        self.books = books
        self.topic = filled
        self.said: list[str] = []

    def add(self, records: Iterable[Recorded]) -> None:
        """Into the store, in the order of `records`; versions are theirs, positions the store's."""
        for (stream, _), run in groupby(records, lambda record: (record.stream, record.meta.correlation)):
            facts = list(run)
            self.store.append([Append(stream, facts[0].version - 1, [NewEvent(fact.event, fact.meta) for fact in facts])])

    def relay(self, after: int = 0, change: Callable[[Sequence[Stored]], Sequence[Stored]] = lambda events: events) -> None:
        """Everything after this position, as `change` makes it; then the store is told that it is all there."""
        self.topic.send(change(self.store.stored(after, 100_000)))
        self.store.mark_relayed(self.store.last_position())

    def kafka(self) -> KafkaFeed:
        return KafkaFeed(self.store, KafkaLog(self.topic.settings, Catalogue(BY_TOPIC, {})))

    def worker(
        self, projection: type[Projection], feed: Feed, stop: Flag, shares: Shares | None = None, books: Books | None = None
    ) -> Worker:
        return Worker(projection, books or self.books, feed, shares or AllLanes(), Standing(projection.name), stop, self.said.append)

    def once(self, projection: type[Projection], feed: Feed | None = None) -> None:
        """To the end of the topic."""
        self.worker(projection, feed or self.kafka(), Flag()).run_once()

    def stands(self, projection: type[Projection]) -> Status:
        return status(self.store, self.books, [projection])[0]

    def contents(self, projection: type[Projection]) -> dict[str, list[tuple[Any, ...]]]:
        return contents(self.books, projection)

    def wait_until_shown(self, projection: type[Projection], position: int | None = None) -> None:
        """Until the read model is complete up to there, or to the end of the store."""
        wanted = self.store.last_position() if position is None else position
        wait_for(lambda: self.stands(projection).position >= wanted)


@contextmanager
def fed(url: str, kafka: tuple[str, str], partitions: int = PARTITIONS) -> Iterator[Fed]:
    with ExitStack() as stack:
        store = stack.enter_context(closing(EventStore.postgres(url, BY_TOPIC)))
        books = stack.enter_context(closing(Books.postgres(url)))
        yield Fed(url, store, books, stack.enter_context(topic(kafka, partitions)))


@contextmanager
def running(*workers: Worker, stop: Flag) -> Iterator[None]:
    """Each in a thread, until the block ends."""
    threads = [Thread(target=worker.run) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE_S)


def wait_for(happened: Callable[[], bool]) -> None:
    """AssertionError if it does not happen in time."""
    patience = Flag()
    for _ in range(PATIENCE_S * 20):
        if happened():
            return
        patience.wait(0.05)
    raise AssertionError("it did not happen")


def from_store(house: Fed, projection: type[Projection]) -> dict[str, list[tuple[Any, ...]]]:
    """What the store's own log makes of the projection, in books of its own."""
    with closing(Books.memory()) as books:
        house.worker(projection, StoreFeed(house.store), Flag(), books=books).run_once()
        return contents(books, projection)
