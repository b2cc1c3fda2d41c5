"""The broker that the tests rely on is one: it keeps what it has acknowledged, and creates no topic unasked."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.engines import kafka as engine
from tests.engines import run
from tests.required import require

pytest.importorskip("kafka")

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient, NewTopic


@pytest.fixture
def broker() -> Iterator[engine.Broker]:
    try:
        with engine.own_broker() as broker:
            yield broker
    except run.Missing as missing:
        require("kafka", str(missing))


def create(servers: str, topic: str) -> None:
    with closing(KafkaAdminClient(bootstrap_servers=servers)) as admin:
        admin.create_topics([NewTopic(topic, num_partitions=1, replication_factor=1)], wait_for_metadata=True)


def topics(servers: str) -> list[str]:
    with closing(KafkaAdminClient(bootstrap_servers=servers)) as admin:
        return list(admin.list_topics())


def send(servers: str, topic: str, value: bytes) -> None:
    with closing(KafkaProducer(bootstrap_servers=servers, acks="all")) as producer:
        producer.send(topic, value, partition=0).get(timeout=20)


def values(servers: str, topic: str) -> list[bytes]:
    partition = TopicPartition(topic, 0)
    with closing(KafkaConsumer(bootstrap_servers=servers, group_id=None, enable_auto_commit=False)) as consumer:
        consumer.assign([partition])
        consumer.seek_to_beginning(partition)
        end, read = consumer.end_offsets([partition])[partition], []
        while consumer.position(partition) < end:
            read += [record.value for record in consumer.poll(1_000).get(partition, [])]
        return read


def test_a_topic_takes_and_gives(kafka: tuple[str, str]) -> None:
    servers, topic = kafka
    assert topic not in topics(servers)
    create(servers, topic)
    send(servers, topic, b"fact")
    assert values(servers, topic) == [b"fact"]


def test_a_broker_of_ones_own_is_killed_restarted_and_emptied(broker: engine.Broker) -> None:
    create(broker.address, "t")
    send(broker.address, "t", b"kept")

    broker.kill()
    broker.start()
    assert values(broker.address, "t") == [b"kept"]

    broker.stop()
    broker.wipe()
    broker.start()
    assert topics(broker.address) == []


def test_a_broker_that_cannot_start_says_why(broker: engine.Broker) -> None:
    folder = run.new_folder()
    with pytest.raises(RuntimeError, match="somebody listens at 127"):
        engine.Broker(folder, port=int(broker.address.rpartition(":")[2])).start()

    other = engine.Broker(folder)
    settings = folder / "server.properties"
    settings.write_text(settings.read_text().replace("broker,controller", "juggler"))
    (folder / "data").mkdir()
    with pytest.raises(RuntimeError, match="juggler"):
        other.start()
