"""What a topic holds, as any consumer would read it."""

from contextlib import closing

from kafka import KafkaConsumer, TopicPartition

from infra.cloud_events import stored_event
from infra.log import Stored

WAIT_MS = 10_000


def records_of(servers: str, topic: str) -> dict[int, list[Stored]]:
    """By partition, from its beginning to its end."""
    consumer = KafkaConsumer(
        bootstrap_servers=servers, group_id=None, enable_auto_commit=False, request_timeout_ms=WAIT_MS, bootstrap_timeout_ms=WAIT_MS
    )
    with closing(consumer):
        partitions = [TopicPartition(topic, number) for number in sorted(consumer.partitions_for_topic(topic) or ())]
        consumer.assign(partitions)
        consumer.seek_to_beginning(*partitions)
        ends = consumer.end_offsets(partitions)
        found: dict[int, list[Stored]] = {one.partition: [] for one in partitions}
        while any(consumer.position(one) < ends[one] for one in partitions):
            for one, records in consumer.poll(timeout_ms=WAIT_MS, max_records=5_000).items():
                found[one.partition] += [stored_event(record.headers, record.value) for record in records]
        return found
