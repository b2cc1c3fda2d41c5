"""The processes that run on and on, put together: the relay, and the workers that bring read models forward."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Flag
from typing import TYPE_CHECKING

from domain.catalogue import BY_TOPIC
from infra.event_store import EventStore
from infra.settings import KAFKA, Kafka, SettingRefused, Settings, read_settings
from infra.upcasting import Catalogue
from projections.projection import Projection
from services.app import open_projecting

if TYPE_CHECKING:
    from services.feeds import Feed
    from services.projecting import Shares, Standing, Worker
    from services.relay import Relay


@contextmanager
def open_workers(
    data: Path | None, standings: "Mapping[type[Projection], Standing]", stop: Flag, say: Callable[[str], None]
) -> "Iterator[list[Worker]]":
    """For each of these projections one who brings it forward: out of Kafka where that is set, else out of the store.

    FolderBusy, StoreUnavailable, StoreDamaged, SettingRefused.
    """
    from services.projecting import Worker

    settings = read_settings(data)
    with open_projecting(data) as records:
        yield [
            Worker(projection, records.books, _feed(settings, records.store), _shares(settings, projection), standing, stop, say)
            for projection, standing in standings.items()
        ]


def _feed(settings: Settings, store: EventStore) -> "Feed":
    if settings.kafka is None:
        from services.feeds import StoreFeed

        return StoreFeed(store)
    from infra.kafka_log import KafkaLog
    from services.kafka_feed import KafkaFeed

    return KafkaFeed(store, KafkaLog(settings.kafka, Catalogue(BY_TOPIC, {})))


def _shares(settings: Settings, projection: type[Projection]) -> "Shares":
    if settings.books is None:
        from services.projecting import AllLanes

        return AllLanes()
    from infra.leases import Leases

    return Leases(settings.books, projection.name)


def relay_of(data: Path | None, stop: Flag, say: Callable[[str], None]) -> "Relay":
    """The relay from the house's store on PostgreSQL to Kafka; nothing is opened before it runs. SettingRefused."""
    from infra.kafka_outlet import Outlet
    from services.relay import Relay

    settings, kafka = read_settings(data), kafka_of(data)
    url = settings.store
    assert url is not None  # no Kafka without it
    return Relay(lambda: EventStore.postgres(url, BY_TOPIC, application="pataca relay"), lambda: Outlet(kafka), stop, say)


def kafka_of(data: Path | None) -> Kafka:
    """Where the house's events go to. SettingRefused where no Kafka is set."""
    kafka = read_settings(data).kafka
    if kafka is None:
        raise SettingRefused(KAFKA, "it is not set; give the servers as host:port, separated by commas, such as kafka-1:9092,kafka-2:9092")
    return kafka
