"""The topic as the relay has it before it: what every partition holds, and a producer that goes on from there."""

from collections.abc import Iterable
from contextlib import ExitStack, closing

from infra.kafka_client import topic_of
from infra.kafka_ends import KafkaEnds
from infra.kafka_producer import EventProducer, Sent
from infra.kafka_topic import partitions_of
from infra.log import Stored
from infra.settings import Kafka
from infra.store_errors import StoreError


class TopicReplaced(StoreError):
    """The topic holds less than it did a moment ago: it was emptied, or made anew. Whoever writes to it starts over."""

    def __init__(self, kafka: Kafka) -> None:
        super().__init__(f"{topic_of(kafka)} was emptied or made anew")


class Outlet:
    """For one thread and until the first exception; then another one takes its place. StoreUnavailable, TopicRefused, TopicReplaced.

    A missing topic is created. `place` is for messages, `last_events`: of each partition the last event, None where it has none.
    """

    def __init__(self, kafka: Kafka) -> None:
        self._kafka = kafka
        self.place = topic_of(kafka)
        with ExitStack() as stack:
            partitions = partitions_of(kafka)
            self._ends = stack.enter_context(closing(KafkaEnds(kafka, partitions)))
            self._spans = self._ends.spans()
            self.last_events = [self._ends.last_event(partition, span) for partition, span in enumerate(self._spans)]
            self._producer = stack.enter_context(closing(EventProducer(kafka, partitions)))
            self._stack = stack.pop_all()

    def send(self, events: Iterable[Stored]) -> list[Sent]:
        """In the background."""
        return self._producer.send(events)

    def flush(self) -> None:
        """Sends at once what is held back so that more goes together."""
        self._producer.flush()

    def confirm(self, sent: Iterable[Sent]) -> None:
        """Returns when all brokers that must have the events do."""
        for partition, (first, last) in self._producer.confirm(sent).items():
            span = self._spans[partition]
            if 0 <= first < span.end:  # a broker that knows the events already may not say where they are: -1
                raise TopicReplaced(self._kafka)
            self._spans[partition] = span._replace(end=max(span.end, last + 1))

    def check(self) -> None:
        """Returns if the topic still holds what it held."""
        for was, now in zip(self._spans, self._ends.spans(), strict=True):
            if now.end < was.end or now.begin > was.begin:
                raise TopicReplaced(self._kafka)

    def close(self) -> None:
        self._stack.close()
