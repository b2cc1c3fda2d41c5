"""Events go out in order, and after one that failed none does."""

from collections.abc import Iterator
from contextlib import closing
from time import sleep
from typing import Any

import pytest
from kafka.errors import OutOfOrderSequenceNumberError
from kafka.producer.sender import Sender

from infra import kafka_producer
from infra.kafka_client import RECORD_BYTES_MAX, REQUEST_MS_MAX
from infra.kafka_producer import EventProducer
from infra.kafka_topic import prepare_topic
from infra.log import Stored
from infra.store_errors import StoreUnavailable, TopicRefused
from tests.engines.kafka import own_broker
from tests.engines.topic import Topic
from tests.infra.samples import META, PK_07


@pytest.fixture
def topic(kafka: tuple[str, str]) -> Iterator[Topic]:
    with closing(Topic(*kafka)) as topic:
        yield topic


def event(position: int, size: int = 10) -> Stored:
    return Stored(position, PK_07, position, "test.bell-rung.v1", META, b'{"by":"%s"}' % (b"x" * size))


def sequences(topic: Topic) -> list[int]:
    """Of the events in the topic's one partition."""
    [records] = topic.records()
    return [int(dict(record.headers)["ce_sequence"]) for record in records]


def test_what_is_confirmed_is_there_and_has_these_offsets(topic: Topic) -> None:
    topic.create(1)
    with closing(EventProducer(topic.kafka, 1)) as producer:
        assert producer.confirm(producer.send(map(event, range(1, 51)))) == {0: (0, 49)}
        assert producer.confirm(producer.send(map(event, range(51, 61)))) == {0: (50, 59)}
        assert producer.confirm([]) == {}
    assert sequences(topic) == list(range(1, 61))


def test_once_an_event_has_failed_none_after_it_is_sent(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client alone would go on under a new epoch, and the last record would say that nothing is missing before it."""
    topic.create(1)
    monkeypatch.setitem(kafka_producer._OPTIONS, "batch_size", 1)  # each event is a batch, and they go one after the other
    complete, answers = Sender._complete_batch, iter(range(100))

    def answered(self: Sender, batch: Any, response: Any) -> None:
        if next(answers) == 3:
            response.error_code = OutOfOrderSequenceNumberError.errno
        complete(self, batch, response)

    monkeypatch.setattr(Sender, "_complete_batch", answered)
    with closing(EventProducer(topic.kafka, 1)) as producer:
        sent = producer.send(map(event, range(1, 11)))
        while not sent[-1].answer.is_done:  # time enough for a client that goes on
            sleep(0.01)
        with pytest.raises(StoreUnavailable, match="OutOfOrderSequenceNumberError"):
            producer.confirm(sent)
        with pytest.raises(StoreUnavailable, match="OutOfOrderSequenceNumberError"):
            producer.send([event(11)])
    assert sequences(topic) == [1, 2, 3, 4]


def test_an_event_that_the_topic_does_not_take_is_named(topic: Topic) -> None:
    topic.create(1, max_message_bytes="3000")
    with closing(EventProducer(topic.kafka, 1)) as producer:
        sent = producer.send([event(1), event(2, 5_000), event(3)])
        with pytest.raises(TopicRefused, match=r"PK-07/000001@2 at position 2, 5,009 bytes .*`pataca admin topics`"):
            producer.confirm(sent)
    assert sequences(topic) == [1]


def test_an_event_that_no_topic_takes_is_named(topic: Topic) -> None:
    topic.create(1)
    with closing(EventProducer(topic.kafka, 1)) as producer:
        sent = producer.send([event(1, RECORD_BYTES_MAX)])
        with pytest.raises(TopicRefused, match="PK-07/000001@1 at position 1"):
            producer.confirm(sent)


def test_an_event_that_repeats_all_of_a_command_fits(topic: Topic) -> None:
    prepare_topic(topic.kafka)
    with closing(EventProducer(topic.kafka, 8)) as producer:
        producer.confirm(producer.send([event(1, 1024 * 1024)]))


def test_with_the_broker_gone_it_closes_all_the_same(kafka: tuple[str, str]) -> None:
    """The client's own close() waits without end then, or raises and goes on sending."""
    with own_broker() as broker, closing(Topic(broker.address, "gone")) as topic:
        topic.create(1)
        producer = EventProducer(topic.kafka, 1)
        producer.confirm(producer.send([event(1)]))
        broker.kill()
        sent = producer.send([event(2)])
        producer.close()
        with pytest.raises(StoreUnavailable):
            producer.confirm(sent)
        producer._producer._sender.join(REQUEST_MS_MAX / 1000 + 5)
        assert not producer._producer._sender.is_alive()
