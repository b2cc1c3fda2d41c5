"""The relay: from the store on PostgreSQL into an empty topic, every event acknowledged and marked as relayed.

The other side is a KafkaProducer alone, idempotent and with the same settings for large batches, which sends the same keys,
values and headers to the same partitions and looks at every answer; all of them lie ready made in its memory. Both connect
within the run.
"""

from contextlib import closing
from threading import Event as Flag

from kafka import KafkaProducer

from domain.catalogue import BY_TOPIC
from infra.cloud_events import Headers, cloud_event
from infra.event_store import EventStore
from infra.kafka_outlet import Outlet
from infra.log import PAGE
from infra.partitioning import partition_of
from services.relay import Relay
from tests.bench.engines import PARTITIONS, database, empty_topic
from tests.bench.evenings import fill
from tests.bench.frame import Benchmark, Work

EVENTS = 60_000
"""Of one run."""


class Relaying(Benchmark):
    name = "relay"
    unit = "events/s"
    against = "KafkaProducer"
    goal = 0.85

    def __init__(self) -> None:
        self._url = database()
        fill(self._url, EVENTS)
        self._sent = list(_ready_made(self._url))

    def ours(self) -> Work:
        topic = empty_topic()

        def relay() -> int:
            ours = Relay(lambda: EventStore.postgres(self._url, BY_TOPIC), lambda: Outlet(topic), Flag(), lambda _: None)
            ours.run(once=True)
            assert ours.standing.sent == EVENTS
            return ours.standing.sent

        return relay

    def beside(self) -> Work:
        topic = empty_topic()

        def produce() -> int:
            producer = KafkaProducer(
                bootstrap_servers=topic.servers, acks="all", enable_idempotence=True, linger_ms=25, batch_size=256 * 1024
            )
            with closing(producer):
                answers = [producer.send(topic.topic, value, key, headers, partition) for headers, key, value, partition in self._sent]
                producer.flush()
                for answer in answers:
                    answer.get(20)
            return len(answers)

        return produce


def _ready_made(url: str) -> list[tuple[Headers, bytes, bytes, int]]:
    made = []
    with closing(EventStore.postgres(url, BY_TOPIC)) as store:
        position = 0
        while page := store.stored(position, PAGE):
            made += [(headers, key, value, partition_of(key, PARTITIONS)) for headers, key, value in map(cloud_event, page)]
            position = page[-1].position
    return made
