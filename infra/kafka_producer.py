"""Events into the topic: in the order of their positions within each partition, and none after one that failed.

So a partition always holds a beginning of its part of the log, and its last record says how far that goes.
"""

from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import partial
from typing import NamedTuple, NoReturn

from kafka import KafkaProducer, TopicPartition
from kafka.errors import KafkaError, KafkaTimeoutError, MessageSizeTooLargeError, RecordListTooLargeError
from kafka.producer.future import FutureRecordMetadata

from infra.cloud_events import Headers, cloud_event
from infra.kafka_client import RECORD_BYTES_MAX, REQUEST_MS_MAX, connected, explaining, topic_of
from infra.log import Stored
from infra.partitioning import partition_of
from infra.settings import Kafka
from infra.store_errors import TopicRefused

_DELIVERY_MS_MAX = 15_000
_ANSWER_S_MAX = 20
"""More than the client itself takes before it gives an event up."""
_CLOSE_S_MAX = 2
_OPTIONS = {
    "acks": "all",
    "enable_idempotence": True,
    "linger_ms": 25,  # for large batches; `flush` cuts it short when there is nothing to wait for
    "batch_size": 256 * 1024,
    "delivery_timeout_ms": _DELIVERY_MS_MAX,
    "max_block_ms": REQUEST_MS_MAX,
    "max_request_size": RECORD_BYTES_MAX,
    "allow_auto_create_topics": False,
    "metrics_enabled": False,
}


class Sent(NamedTuple):
    """An event that was handed to the client; `answer` is the broker's."""

    event: Stored
    partition: int
    answer: FutureRecordMetadata


class EventProducer:
    """For one thread. After any exception it is good for `close` alone: what was not acknowledged is in doubt."""

    def __init__(self, kafka: Kafka, partitions: int) -> None:
        """StoreUnavailable."""
        self._kafka = kafka
        self._places = [TopicPartition(kafka.topic, partition) for partition in range(partitions)]
        self._failed: tuple[Stored, Exception] | None = None
        with ExitStack() as stack, explaining(kafka):
            self._producer = connected(KafkaProducer, kafka, **_OPTIONS)
            stack.callback(self.close)
            self._producer.partitions_for(kafka.topic)  # so that the client knows where to send
            stack.pop_all()

    def send(self, events: Iterable[Stored]) -> list[Sent]:
        """Hands the events to the client, which sends them in the background. StoreUnavailable, TopicRefused."""
        sent = []
        with explaining(self._kafka):
            for event in events:
                headers, key, value = cloud_event(event)
                partition = partition_of(key, len(self._places))
                try:
                    answer = self._append(partition, key, value, headers)
                except KafkaError as error:
                    self._stop(event, error)
                    self._raise()
                answer.add_errback(partial(self._stop, event))
                sent.append(Sent(event, partition, answer))
        return sent

    def _append(self, partition: int, key: bytes, value: bytes, headers: Headers) -> FutureRecordMetadata:
        """What the client's own send() comes to once it has looked at arguments that need no looking at: half its time."""
        answer, _, is_new_batch, _ = self._producer._accumulator.append(self._places[partition], None, key, value, headers)
        if is_new_batch:
            self._producer._sender.wakeup()
        return answer

    def flush(self) -> None:
        """Sends at once whatever the client holds back to send more together. Whether it arrives, `confirm` says."""
        with suppress(KafkaTimeoutError):
            self._producer.flush(_ANSWER_S_MAX)

    def confirm(self, sent: Iterable[Sent]) -> dict[int, tuple[int, int]]:
        """Waits until each is acknowledged; by partition, the offsets of the first and the last. StoreUnavailable, TopicRefused."""
        offsets: dict[int, tuple[int, int]] = {}
        with explaining(self._kafka):
            for event, partition, answer in sent:
                try:
                    offset = answer.get(_ANSWER_S_MAX).offset
                except KafkaError as error:
                    self._stop(event, error)
                    self._raise()
                offsets[partition] = (offsets.get(partition, (offset, offset))[0], offset)
        return offsets

    def close(self) -> None:
        """Waits for no answer: whoever wants one asks `confirm` first."""
        self._producer._sender.force_close()
        self._producer._sender.join(_CLOSE_S_MAX)
        with suppress(KafkaTimeoutError):
            self._producer.close(timeout=0)

    def _stop(self, event: Stored, error: Exception) -> None:
        """As soon as one event fails, in the client's own thread: before it takes up the next batch.

        Left to itself it would go on with later events of the same partition, if need be under a new producer id. Its
        public close() does not do here: with anything in flight it raises before it stops anything (3.0.12).
        """
        if self._failed is None:
            self._failed = event, error
            self._producer._sender.force_close()

    def _raise(self) -> NoReturn:
        """What failed first; whatever came after it failed for that reason."""
        assert self._failed is not None
        event, error = self._failed
        if isinstance(error, MessageSizeTooLargeError | RecordListTooLargeError):
            raise TopicRefused(
                f"{topic_of(self._kafka)} does not take {event.id} at position {event.position}, "
                f"{len(event.body):,} bytes without its headers, because it is too large: `pataca admin topics` lets the topic take "
                f"{RECORD_BYTES_MAX:,} bytes; then start the relay again"
            ) from error
        raise error
