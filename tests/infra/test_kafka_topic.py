"""The topic has the stated settings, whoever made it, or it is said which one could not be had."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from infra import kafka_topic
from infra.kafka_topic import PARTITIONS, Setting, partitions_of, prepare_topic, settings_of
from infra.settings import Kafka
from infra.store_errors import StoreUnavailable
from tests.engines.topic import Topic


@pytest.fixture
def topic(kafka: tuple[str, str]) -> Iterator[Topic]:
    with closing(Topic(*kafka)) as topic:
        yield topic


def by_name(settings: list[Setting]) -> dict[str, Setting]:
    return {setting.name: setting for setting in settings}


def test_it_is_created_with_the_stated_settings(topic: Topic) -> None:
    done = by_name(prepare_topic(topic.kafka))
    assert {setting.did for setting in done.values()} == {"created"}
    assert done["partitions"].value == str(PARTITIONS) == "8"
    assert done["replicas"].value == "1"
    config = topic.config()
    assert config["retention.ms"] == "-1"
    assert config["cleanup.policy"] == "delete"
    assert {name: config[name] for name in settings_of(1)} == settings_of(1)
    assert len(topic.records()) == PARTITIONS


def test_a_second_time_nothing_is_changed(topic: Topic) -> None:
    prepare_topic(topic.kafka)
    assert {setting.did for setting in prepare_topic(topic.kafka)} == {"kept"}


def test_what_is_wrong_is_corrected_and_the_partitions_are_taken_as_they_are(topic: Topic) -> None:
    topic.create(3, retention_ms="3600000", cleanup_policy="compact")
    done = by_name(prepare_topic(topic.kafka))
    assert done["partitions"] == Setting("partitions", "3", "kept")
    assert done["retention.ms"] == Setting("retention.ms", "-1", "corrected", "was 3600000")
    assert done["cleanup.policy"] == Setting("cleanup.policy", "delete", "corrected", "was compact")
    config = topic.config()
    assert {name: config[name] for name in settings_of(1)} == settings_of(1)


def test_what_the_cluster_does_not_take_is_named_and_the_others_are_corrected(topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    topic.create(3, retention_ms="3600000")
    monkeypatch.setattr(kafka_topic, "settings_of", lambda copies: settings_of(copies) | {"max.message.bytes": "-2"})
    done = by_name(prepare_topic(topic.kafka))
    assert done["max.message.bytes"].did == "refused"
    assert "-2 is wanted" in done["max.message.bytes"].told
    assert done["retention.ms"].did == "corrected"


def test_copies_that_cannot_be_had_are_named_and_lock_nobody_out(topic: Topic) -> None:
    """Two copies in step, where there is one, would stop every writer."""
    topic.create()
    done = by_name(prepare_topic(topic.kafka, 3))
    assert done["replicas"] == Setting(
        "replicas", "1", "refused", "3 are wanted: change them with kafka-reassign-partitions.sh, or accept them with --replicas 1"
    )
    assert done["min.insync.replicas"] == Setting("min.insync.replicas", "1", "kept")
    assert settings_of(3)["min.insync.replicas"] == "2"


def test_more_copies_than_brokers_are_refused_by_the_cluster(topic: Topic) -> None:
    with pytest.raises(StoreUnavailable, match="InvalidReplicationFactorError"):
        prepare_topic(topic.kafka, 7)


def test_a_missing_topic_is_created_on_the_way(topic: Topic) -> None:
    assert partitions_of(topic.kafka) == PARTITIONS
    assert topic.config()["retention.ms"] == "-1"
    topic.delete()
    topic.create(5)
    assert partitions_of(topic.kafka) == 5


def test_where_nobody_listens() -> None:
    with pytest.raises(StoreUnavailable, match=r"Kafka at 127\.0\.0\.1:1: "):
        prepare_topic(Kafka(("127.0.0.1:1",)))
