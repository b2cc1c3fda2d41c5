"""A topic that a test fills itself, record by record, instead of the relay: twice, with gaps, with what is not ours."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager

from kafka import KafkaAdminClient, KafkaProducer

from domain.event import Recorded
from infra.cloud_events import Headers, cloud_event
from infra.log import Stored
from infra.partitioning import partition_of
from infra.settings import Kafka

WAIT_MS = 10_000


class Topic:
    """Its `partitions` are made by `create`. What is sent is stored when the call returns."""

    def __init__(self, kafka: tuple[str, str], partitions: int, producer: KafkaProducer, admin: KafkaAdminClient) -> None:
        self.partitions = partitions
        self.settings = Kafka((kafka[0],), kafka[1])
        self._name = kafka[1]
        self._producer = producer
        self._admin = admin

    def create(self) -> None:
        self._admin.create_topics({self._name: {"num_partitions": self.partitions, "replication_factor": 1}}, timeout_ms=WAIT_MS)

    def make_anew(self) -> None:
        """Deleted and created again: empty, and with an id of its own."""
        self._admin.delete_topics([self._name], timeout_ms=WAIT_MS)
        while self._name in self._admin.list_topics():
            pass
        self.create()

    def send(self, events: Iterable[Recorded | Stored]) -> None:
        """As the relay sends them: each in the partition of its key."""
        self._send((partition_of(event.key, self.partitions), *_on_the_wire(event)) for event in events)

    def send_raw(self, partition: int, headers: Sequence[tuple[str, bytes | None]], value: bytes | None, key: bytes = b"x") -> None:
        self._send([(partition, headers, key, value)])

    def _send(self, records: Iterable[tuple[int, Sequence[tuple[str, bytes | None]], bytes | None, bytes | None]]) -> None:
        sent = [
            self._producer.send(self._name, partition=partition, headers=list(headers), key=key, value=value)
            for partition, headers, key, value in records
        ]
        self._producer.flush()
        for one in sent:
            one.get(timeout=WAIT_MS / 1000)


@contextmanager
def topic(kafka: tuple[str, str], partitions: int = 1) -> Iterator[Topic]:
    """Created under the name that the fixture `kafka` gives."""
    client = {"bootstrap_servers": kafka[0], "bootstrap_timeout_ms": WAIT_MS, "request_timeout_ms": WAIT_MS}
    with (
        closing(KafkaProducer(**client, linger_ms=0, metadata_max_age_ms=500, acks="all", enable_idempotence=True)) as producer,
        closing(KafkaAdminClient(**client)) as admin,
    ):
        made = Topic(kafka, partitions, producer, admin)
        made.create()
        yield made


def _on_the_wire(event: Recorded | Stored) -> tuple[Headers, bytes, bytes]:
    if isinstance(event, Recorded):
        event = Stored(event.position, event.stream, event.version, event.event.topic(), event.meta, event.body)
    return cloud_event(event)
