"""The topic of the house's events: created on purpose and with these settings, never because somebody asked a broker for it."""

from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal

from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType
from kafka.errors import KafkaError, TopicAlreadyExistsError, UnknownTopicOrPartitionError, for_code

from infra.kafka_client import RECORD_BYTES_MAX, REQUEST_MS_MAX, explaining, new_admin
from infra.settings import Kafka

PARTITIONS = 8
REPLICAS = 3

Did = Literal["created", "kept", "corrected", "refused"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the topic: its `value` now, what was done about it, and `told`: what it was before, or why it was refused."""

    name: str
    value: str
    did: Did
    told: str = ""


def settings_of(replicas: int) -> dict[str, str]:
    """What the topic's configuration must say: nothing is ever deleted, and an acknowledged event survives the loss of a broker."""
    return {
        "cleanup.policy": "delete",
        "retention.ms": "-1",
        "retention.bytes": "-1",
        "min.insync.replicas": "2" if replicas >= REPLICAS else "1",
        "unclean.leader.election.enable": "false",
        "max.message.bytes": str(RECORD_BYTES_MAX),
        "message.timestamp.type": "LogAppendTime",  # no clock of ours can make a broker refuse an event; ce_time tells when it was
    }


def partitions_there(kafka: Kafka) -> int | None:
    """How many partitions the topic has, None where there is no such topic; nothing is changed. StoreUnavailable."""
    with closing(new_admin(kafka)) as admin, explaining(kafka):
        try:
            return len(_partitions(admin, kafka.topic))
        except UnknownTopicOrPartitionError:
            return None


def partitions_of(kafka: Kafka) -> int:
    """How many partitions the topic has; a missing one is created first. StoreUnavailable."""
    with closing(new_admin(kafka)) as admin, explaining(kafka):
        try:
            return len(_partitions(admin, kafka.topic))
        except UnknownTopicOrPartitionError:
            _create(admin, kafka.topic, _replicas_by_default(admin))
            return len(_partitions(admin, kafka.topic))


def prepare_topic(kafka: Kafka, replicas: int | None = None) -> list[Setting]:
    """Creates the topic, or corrects the settings of the one that is there; what was done, setting by setting.

    `replicas`: copies of every partition; by default three, or as many as there are brokers. StoreUnavailable.
    """
    with closing(new_admin(kafka)) as admin, explaining(kafka):
        wanted = replicas or _replicas_by_default(admin)
        try:
            found = _partitions(admin, kafka.topic)
        except UnknownTopicOrPartitionError:
            if _create(admin, kafka.topic, wanted):
                shape = {"partitions": str(PARTITIONS), "replicas": str(wanted)}
                return [Setting(name, value, "created") for name, value in (shape | settings_of(wanted)).items()]
            found = _partitions(admin, kafka.topic)
        copies = min(len(partition["replica_nodes"]) for partition in found)
        return [
            Setting("partitions", str(len(found)), "kept"),
            _copies(copies, wanted, asked=replicas is not None),
            *_corrected(admin, kafka.topic, settings_of(copies)),
        ]


def _replicas_by_default(admin: KafkaAdminClient) -> int:
    return min(REPLICAS, len(admin.describe_cluster()["brokers"]))


def _partitions(admin: KafkaAdminClient, topic: str) -> list[Any]:
    """As the cluster describes them. UnknownTopicOrPartitionError where there is no such topic."""
    (described,) = admin.describe_topics([topic])
    if described["error_code"]:
        raise for_code(described["error_code"])(f"for the topic {topic}")
    return list(described["partitions"])


def _create(admin: KafkaAdminClient, topic: str, replicas: int) -> bool:
    """False where somebody else was first. When it returns, the topic can be used."""
    asked = {"num_partitions": PARTITIONS, "replication_factor": replicas, "configs": settings_of(replicas)}
    try:
        admin.create_topics({topic: asked}, timeout_ms=REQUEST_MS_MAX)
        created = True
    except TopicAlreadyExistsError:
        created = False
    admin.wait_for_topics([topic], timeout_ms=REQUEST_MS_MAX)
    return created


def _copies(found: int, wanted: int, *, asked: bool) -> Setting:
    """Copies are only ever added by moving partitions, which is the operator's to plan."""
    if found == wanted or (found > wanted and not asked):
        return Setting("replicas", str(found), "kept")
    why = f"{wanted} are wanted: change them with kafka-reassign-partitions.sh, or accept them with --replicas {found}"
    return Setting("replicas", str(found), "refused", why)


def _corrected(admin: KafkaAdminClient, topic: str, wanted: dict[str, str]) -> list[Setting]:
    kind = ConfigResourceType.TOPIC
    found = admin.describe_configs([ConfigResource(kind, topic)], config_filter="all")["topic"][topic]
    return [_correct(admin, topic, name, str(found[name]["value"]), value) for name, value in wanted.items()]


def _correct(admin: KafkaAdminClient, topic: str, name: str, found: str, wanted: str) -> Setting:
    """By itself, so that one which the cluster refuses does not hold up the others."""
    if found == wanted:
        return Setting(name, found, "kept")
    try:
        answer = admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, topic, {name: wanted})])["topic"][topic]
    except KafkaError as error:
        if error.retriable:
            raise
        answer = str(error)
    if answer == "OK":
        return Setting(name, wanted, "corrected", f"was {found}")
    return Setting(name, found, "refused", f"{wanted} is wanted: {answer}")
