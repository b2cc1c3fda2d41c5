"""A topic as an operator, a consumer and a stranger see it: with plain kafka-python, and nothing of what it tests."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition

from infra.settings import Kafka


class Topic:
    """`kafka` are the settings that name it."""

    def __init__(self, servers: str, name: str) -> None:
        self.kafka = Kafka((servers,), name)
        self.name = name
        self._servers = servers
        self._admin = KafkaAdminClient(bootstrap_servers=servers, bootstrap_timeout_ms=10_000)

    def create(self, partitions: int = 8, **configs: str) -> None:
        named = {name.replace("_", "."): value for name, value in configs.items()}
        asked = {self.name: {"num_partitions": partitions, "replication_factor": 1, "configs": named}}
        self._admin.create_topics(asked, wait_for_metadata=True)

    def exists(self) -> bool:
        return self.name in self._admin.list_topics()

    def delete(self) -> None:
        self._admin.delete_topics([self.name])
        while self.exists():
            pass

    def add_partitions(self, count: int) -> None:
        self._admin.create_partitions({self.name: count})
        self._admin.wait_for_topics([self.name])

    def drop_records(self, partition: int) -> None:
        """All that the partition holds now."""
        self._admin.delete_records({TopicPartition(self.name, partition): -1})

    def config(self) -> Mapping[str, str]:
        from kafka.admin import ConfigResource, ConfigResourceType

        found = self._admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, self.name)], config_filter="all")
        return {name: one["value"] for name, one in found["topic"][self.name].items()}

    def write(self, partition: int, value: bytes | None, headers: Sequence[tuple[str, bytes]] = (), key: bytes = b"x") -> None:
        """As anybody may who has the right to."""
        with closing(KafkaProducer(bootstrap_servers=self._servers)) as producer:
            producer.send(self.name, value, key, list(headers), partition).get(10)

    def records(self) -> list[list[Any]]:
        """Everything in it, by partition, from its beginning to its end."""
        with closing(KafkaConsumer(bootstrap_servers=self._servers, group_id=None, enable_auto_commit=False)) as consumer:
            ats = [TopicPartition(self.name, partition) for partition in sorted(consumer.partitions_for_topic(self.name))]
            consumer.assign(ats)
            consumer.seek_to_beginning(*ats)
            ends = consumer.end_offsets(ats)
            found: dict[TopicPartition, list[Any]] = {at: [] for at in ats}
            while any(consumer.position(at) < end for at, end in ends.items()):
                for at, records in consumer.poll(timeout_ms=200).items():
                    found[at] += records
        return list(found.values())

    def ids(self) -> list[list[str]]:
        """Of the events in it."""
        return [[dict(record.headers)["ce_id"].decode() for record in records] for records in self.records()]

    def close(self) -> None:
        self._admin.close()
