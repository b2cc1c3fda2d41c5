"""Looking into a topic of a real Kafka: events of all partitions in one order, each once."""

import pytest

from infra import kafka_tail
from infra.kafka_tail import events_after, newest
from infra.settings import Kafka
from infra.store_errors import StoreUnavailable
from tests.engines.records import topic
from tests.infra.test_kafka_log import bell

EVENTS = [bell(number, f"tables/T-{number % 5}/000001", 1 + number // 5) for number in range(1, 41)]


def test_the_newest_of_all_partitions_in_the_order_of_their_positions(kafka: tuple[str, str]) -> None:
    with topic(kafka, 3) as made:
        assert newest(made.settings, 10) == []
        made.send(EVENTS)
        made.send_raw(0, [], b"not ours")
        assert [event.position for event in newest(made.settings, 10)] == list(range(31, 41))
        assert [event.position for event in newest(made.settings, 1_000)] == list(range(1, 41))
        assert newest(made.settings, 1)[0].body == EVENTS[-1].body


def test_those_after_a_position_though_they_came_twice(kafka: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kafka_tail, "_STEP", 3)
    with topic(kafka, 3) as made:
        made.send(EVENTS[:30])
        made.send(EVENTS)
        assert [event.position for event in events_after(made.settings, 12, 7)] == list(range(13, 20))
        assert [event.position for event in events_after(made.settings, 25, 1_000)] == list(range(26, 41))
        assert events_after(made.settings, 40, 5) == []


def test_without_a_topic_it_says_who_makes_it(kafka: tuple[str, str]) -> None:
    servers, name = kafka
    with pytest.raises(StoreUnavailable, match=f"there is no topic {name}"):
        newest(Kafka((servers,), name), 10)
