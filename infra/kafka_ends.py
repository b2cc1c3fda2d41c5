"""What the topic holds, seen from its ends: that is how far the house has relayed, whatever anybody else remembers of it."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from kafka import TopicPartition
from kafka.consumer.fetcher import ConsumerRecord
from kafka.errors import KafkaTimeoutError

from infra.kafka_client import REQUEST_MS_MAX, event_in, explaining, new_consumer, topic_of
from infra.log import Stored
from infra.settings import Kafka
from infra.store_errors import TopicRefused

_STEPS = (16, 256, 4_096, 65_536)
"""How many records before the end are read, one after the other, until one of them is an event."""


class Span(NamedTuple):
    """The offsets of a partition: its first record and the one that comes next. Equal: it is empty."""

    begin: int
    end: int


class KafkaEnds:
    """For one thread. StoreUnavailable from whatever asks Kafka. Its maker closes it."""

    def __init__(self, kafka: Kafka, partitions: int) -> None:
        self._kafka = kafka
        self._all = [TopicPartition(kafka.topic, partition) for partition in range(partitions)]
        self._consumer = new_consumer(kafka, enable_incremental_fetch_sessions=False)

    def spans(self) -> list[Span]:
        """Of every partition."""
        with explaining(self._kafka):
            begins = self._consumer.beginning_offsets(self._all, timeout_ms=REQUEST_MS_MAX)
            ends = self._consumer.end_offsets(self._all, timeout_ms=REQUEST_MS_MAX)
        return [Span(begins[at], ends[at]) for at in self._all]

    def last_event(self, partition: int, span: Span) -> Stored | None:
        """The last record that is an event, None where there is none; what others wrote after it is passed over.

        TopicRefused where they wrote so much that it was not found.
        """
        for step in _STEPS:
            start = max(span.begin, span.end - step)
            for record in reversed(self.records(partition, start, span.end)):
                if (event := event_in(record)) is not None:
                    return event
            if start == span.begin:
                return None
        raise TopicRefused(
            f"the last {_STEPS[-1]:,} records in partition {partition} of {topic_of(self._kafka)} are no events: "
            "keep others from writing there, and name another topic (CASINO_KAFKA_TOPIC) or delete this one; the relay fills it again"
        )

    def close(self) -> None:
        self._consumer.close(autocommit=False, timeout_ms=REQUEST_MS_MAX)

    def records(self, partition: int, start: int, end: int) -> Sequence[ConsumerRecord]:
        """Those with an offset from `start` to before `end`; the broker's own marks among them are none."""
        at = self._all[partition]
        found: list[ConsumerRecord] = []
        patience_end = time.monotonic() + REQUEST_MS_MAX / 1000
        with explaining(self._kafka):
            self._consumer.assign([at])
            self._consumer.seek(at, start)
            while start < end:
                new = self._consumer.poll(timeout_ms=200).get(at, [])
                found += [record for record in new if record.offset < end]
                start = self._consumer.position(at, timeout_ms=REQUEST_MS_MAX)
                if new:
                    patience_end = time.monotonic() + REQUEST_MS_MAX / 1000
                elif time.monotonic() > patience_end:
                    raise KafkaTimeoutError(f"the records of partition {partition} from offset {start} on did not come")
        return found
