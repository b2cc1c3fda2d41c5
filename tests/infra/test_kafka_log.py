"""The log out of a real Kafka: where it goes on, what it drops, and a topic that is not what it was."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from domain.event import Recorded
from infra.cloud_events import cloud_event
from infra.kafka_log import KafkaLog, NotInTopic, Place, Read
from infra.log import Stored
from infra.partitioning import partition_of
from infra.settings import Kafka
from infra.store_errors import StoreUnavailable, UnknownEvent, UnreadableEvent
from infra.upcasting import Catalogue
from tests.engines.records import Topic, topic
from tests.infra.samples import CATALOGUE, META, UPCASTERS, BellRung

POLLS = 50
"""Of a tenth of a second each, until what a test waits for must have come."""


def bell(position: int, stream: str = "tables/PK-07/000001", version: int | None = None) -> Recorded:
    event = BellRung(times=position)
    return Recorded(position, stream, version or position, replace(META, causation=None), event, event.body())


def many() -> list[Recorded]:
    """Of so many tables that each of three partitions has some."""
    return [bell(number, f"tables/T-{number % 20}/000001", 1 + number // 20) for number in range(1, 100)]


def place(event: Recorded, next_offset: int | None = None) -> Place:
    return Place(event.position, event.id, next_offset)


@pytest.fixture
def one(kafka: tuple[str, str]) -> Iterator[Topic]:
    with topic(kafka) as made:
        yield made


@pytest.fixture
def log(one: Topic) -> Iterator[KafkaLog]:
    with closing(KafkaLog(one.settings, Catalogue(CATALOGUE, UPCASTERS))) as opened:
        yield opened


def read(log: KafkaLog, partition: int = 0) -> list[object]:
    """Whatever comes up to the end of the partition as it is now."""
    ends, found = log.ends(), []
    for _ in range(POLLS):
        found += [one.found for one in log.poll(0.1, 500).get(partition, [])]
        if log.has_read_to(ends):
            return found
        ends = ends if not log.searching else log.ends()
    raise AssertionError(f"the end was not reached: {found}")


def test_events_come_as_they_were_sent_each_in_the_partition_of_its_key(kafka: tuple[str, str]) -> None:
    events = many()
    with topic(kafka, 3) as made, closing(KafkaLog(made.settings, Catalogue(CATALOGUE, {}))) as log:
        made.send(events)
        assert log.partitions() == 3
        log.follow(dict.fromkeys((0, 2), Place(0)))
        ends, found = log.ends(), {0: [], 2: []}
        while not log.has_read_to(ends):
            for partition, reads in log.poll(0.1, 10).items():
                found[partition] += [one.found for one in reads]

        log.follow({1: Place(0)})
        assert sorted([*found[0], *found[2], *read(log, 1)]) == events
        assert [event.position for event in found[0]] == sorted(event.position for event in found[0])


def test_no_more_than_asked_for_and_the_offset_of_the_next_record(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1), bell(2), bell(3)])
    log.follow({0: Place(0)})
    [first, second] = next(found for _ in range(POLLS) if (found := log.poll(0.1, 2)))[0]
    assert (first, second) == (Read(bell(1).id, bell(1), 1), Read(bell(2).id, bell(2), 2))

    log.follow({0: place(bell(2), second.next_offset)})
    assert read(log) == [bell(3)]


def test_duplicates_are_dropped_and_counted(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1), bell(2), bell(1), bell(2), bell(3), bell(3)])
    log.follow({0: Place(0)})

    assert read(log) == [bell(1), bell(2), bell(3)]
    assert log.duplicates == 3


def test_an_offset_that_is_not_after_the_event_is_no_hint(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1), bell(2), bell(5), bell(2), bell(5), bell(6)])
    for none_or_wrong in (None, 1, 3, 99):
        log.follow({0: place(bell(2), none_or_wrong)})
        assert read(log) == [bell(5), bell(6)]
    log.follow({0: place(bell(2), 4)})  # after its duplicate
    assert read(log) == [bell(5), bell(6)]


def test_wrong_hints_of_several_partitions_that_come_together(kafka: tuple[str, str]) -> None:
    events = many()
    with topic(kafka, 3) as made, closing(KafkaLog(made.settings, Catalogue(CATALOGUE, {}))) as log:
        made.send(events)
        seen = {partition: [event for event in events if partition_of(event.key, 3) == partition] for partition in range(3)}
        log.follow({partition: place(own[2], 9) for partition, own in seen.items()})
        ends, found = log.ends(), {0: [], 1: [], 2: []}
        while log.searching or not log.has_read_to(ends):
            for partition, reads in log.poll(0.1, 500).items():
                found[partition] += [one.found for one in reads]
    assert found == {partition: own[3:] for partition, own in seen.items()}


def test_a_topic_that_was_made_anew_is_read_on_where_it_was_left(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1), bell(1), bell(1), bell(2)])
    log.follow({0: Place(0)})
    assert read(log) == [bell(1), bell(2)]

    one.make_anew()
    one.send([bell(number) for number in range(1, 8)])  # offset 4, where it was left, is that of event 5
    assert read(log) == [bell(number) for number in range(3, 8)]


def test_a_topic_that_is_being_filled_again_is_waited_for(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1)])
    log.follow({0: place(bell(2), 2)})
    assert log.poll(0.3, 10) == {}
    assert log.has_read_to(log.ends())
    assert log.searching == [0]

    one.send([bell(2), bell(3)])
    assert read(log) == [bell(3)]
    assert not log.searching


@pytest.mark.parametrize("there", [bell(2, version=7), bell(3)], ids=["another event", "a later one"])
def test_a_topic_that_goes_past_the_event_without_it_is_another_log(one: Topic, log: KafkaLog, there: Recorded) -> None:
    one.send([bell(1), there, bell(4)])
    log.follow({0: place(bell(2), 2)})
    with pytest.raises(NotInTopic, match="goes past position 2 and does not hold tables/PK-07/000001@2"):
        read(log)


def test_where_the_last_event_was_another_partitions_its_position_is_enough(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1), bell(3), bell(5)])
    log.follow({0: Place(4)})
    assert not log.searching
    assert read(log) == [bell(5)]


def test_what_cannot_be_read_comes_as_trouble_in_its_place(one: Topic, log: KafkaLog) -> None:
    stored = Stored(2, "tables/PK-07/000001", 2, "test.bell-stolen.v1", META, b"{}")
    one.send([bell(1), stored, stored._replace(position=3, topic="test.bell-rung.v1"), bell(4)])
    log.follow({0: Place(0)})

    before, unknown, unreadable, after = read(log)
    assert (before, after) == (bell(1), bell(4))
    assert isinstance(unknown, UnknownEvent)
    assert (unknown.topic, unknown.position) == ("test.bell-stolen.v1", 2)
    assert isinstance(unreadable, UnreadableEvent)
    assert unreadable.position == 3


def test_what_is_no_event_of_the_house_is_passed_over_and_counted(one: Topic, log: KafkaLog) -> None:
    one.send([bell(1)])
    one.send_raw(0, [], b"{}")
    one.send_raw(0, [("ce_id", b"1"), ("ce_sequence", b"two")], b"{}")
    one.send_raw(0, cloud_event(Stored(2, "tables/PK-07/000001", 2, "test.bell-rung.v1", META, b""))[0], None)
    one.send([bell(2)])
    log.follow({0: Place(0)})

    assert read(log) == [bell(1), bell(2)]
    assert log.foreign == 3


def test_without_a_topic_it_is_told_what_makes_it(kafka: tuple[str, str]) -> None:
    with closing(KafkaLog(Kafka((kafka[0],), kafka[1]), Catalogue(CATALOGUE, {}))) as log:
        with pytest.raises(StoreUnavailable, match=rf"there is no topic {kafka[1]} .* `pataca relay` makes it"):
            log.partitions()
        log.follow({0: Place(0)})
        with pytest.raises(StoreUnavailable, match="there is no topic"):
            log.poll(0.1, 10)
