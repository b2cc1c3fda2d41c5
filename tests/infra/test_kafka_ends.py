"""The last event of a partition, whatever others have written after it."""

from collections.abc import Iterator
from contextlib import closing
from time import monotonic, sleep

import pytest
from kafka import KafkaProducer

from infra import kafka_ends
from infra.cloud_events import cloud_event
from infra.kafka_ends import KafkaEnds, Span
from infra.log import Stored
from infra.store_errors import TopicRefused
from tests.engines.topic import Topic
from tests.infra.samples import META, PK_07

LAST = Stored(118, PK_07, 12, "test.bell-rung.v1", META, b'{"times":3,"by":null}')


@pytest.fixture
def topic(kafka: tuple[str, str]) -> Iterator[Topic]:
    with closing(Topic(*kafka)) as topic:
        topic.create(2)
        yield topic


@pytest.fixture
def ends(topic: Topic) -> Iterator[KafkaEnds]:
    with closing(KafkaEnds(topic.kafka, 2)) as ends:
        yield ends


def write(topic: Topic, event: Stored) -> None:
    headers, key, value = cloud_event(event)
    topic.write(0, value, headers, key)


def last(ends: KafkaEnds, partition: int = 0) -> Stored | None:
    return ends.last_event(partition, ends.spans()[partition])


def test_an_empty_partition_has_none(ends: KafkaEnds) -> None:
    assert ends.spans() == [Span(0, 0), Span(0, 0)]
    assert last(ends) is None


def test_it_is_read_as_it_was_sent(topic: Topic, ends: KafkaEnds) -> None:
    write(topic, LAST._replace(position=117, version=11))
    write(topic, LAST)
    assert last(ends) == LAST
    assert last(ends, 1) is None
    assert ends.spans() == [Span(0, 2), Span(0, 0)]


def test_a_partition_that_was_emptied_has_none(topic: Topic, ends: KafkaEnds) -> None:
    write(topic, LAST)
    topic.drop_records(0)
    assert ends.spans()[0] == Span(1, 1)
    assert last(ends) is None


@pytest.mark.parametrize("foreign", [0, 1, 3, 4, 7])
def test_it_is_looked_for_step_by_step(topic: Topic, ends: KafkaEnds, monkeypatch: pytest.MonkeyPatch, foreign: int) -> None:
    monkeypatch.setattr(kafka_ends, "_STEPS", (2, 4, 8))
    write(topic, LAST)
    for number in range(foreign):
        topic.write(0, None if number % 2 else b"{}", [("ce_id", b"tables/PK-07/000001@13")] if number % 3 else ())
    assert last(ends) == LAST


def test_nothing_but_what_others_wrote_counts_as_empty(topic: Topic, ends: KafkaEnds) -> None:
    topic.write(0, b"{}")
    assert last(ends) is None


def test_too_much_of_it_is_refused(topic: Topic, ends: KafkaEnds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kafka_ends, "_STEPS", (2, 4))
    write(topic, LAST)
    for _ in range(4):
        topic.write(0, b"{}")
    with pytest.raises(TopicRefused, match="the last 4 records in partition 0"):
        last(ends)


def test_marks_of_transactions_are_no_records(topic: Topic, ends: KafkaEnds) -> None:
    """They take an offset at the end, and no reader is ever given one."""
    write(topic, LAST)
    with closing(KafkaProducer(bootstrap_servers=topic.kafka.servers[0], transactional_id=topic.name)) as producer:
        producer.init_transactions()
        producer.begin_transaction()
        producer.send(topic.name, b"{}", b"x", partition=0)
        producer.commit_transaction()
    until = monotonic() + 30
    while ends.spans()[0] != Span(0, 3):  # the mark follows the answer to the commit
        assert monotonic() < until, "no mark within 30 s"
        sleep(0.05)
    assert last(ends) == LAST
