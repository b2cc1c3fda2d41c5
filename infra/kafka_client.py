"""What every client of Kafka has in common: where it connects, how it proves itself, how long it waits, how its errors are told.

Imported only where Kafka is in use: a house without it starts without kafka-python.
"""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer
from kafka.errors import AuthorizationError, KafkaError, KafkaTimeoutError
from kafka.net.compat import KafkaNetClient

from infra.cloud_events import NoCloudEvent, stored_event
from infra.log import Stored
from infra.settings import Kafka
from infra.store_errors import StoreUnavailable

Client = TypeVar("Client", KafkaAdminClient, KafkaConsumer, KafkaProducer)

KNOCK_S_MAX = 2
CONNECT_MS_MAX = 5_000
REQUEST_MS_MAX = 10_000
RETRY_MS_MAX = 1_000
RECORD_BYTES_MAX = 2 * 1024 * 1024
"""The largest record of the topic with all its headers: a command has at most 1 MiB, and an event repeats less than that."""

_REMEDY = "Start it, or correct CASINO_KAFKA and the settings beside it; nothing that is stored is in doubt"
_REMEDY_FOR_RIGHTS = "Give the user of this process the right to it in Kafka"


def place_of(kafka: Kafka) -> str:
    """For messages: the servers, and nothing that a client proves itself with."""
    return f"Kafka at {','.join(kafka.servers)}"


def topic_of(kafka: Kafka) -> str:
    """For messages: the topic and where it is."""
    return f"the topic {kafka.topic} at {','.join(kafka.servers)}"


def client_options(kafka: Kafka) -> dict[str, Any]:
    """For each of kafka-python's clients. Every wait has an end."""
    return {
        "bootstrap_servers": list(kafka.servers),
        "client_id": "pataca",
        "bootstrap_timeout_ms": CONNECT_MS_MAX,
        "request_timeout_ms": REQUEST_MS_MAX,
        "reconnect_backoff_max_ms": RETRY_MS_MAX,
        **kafka.client,
    }


def new_consumer(kafka: Kafka, **more: Any) -> KafkaConsumer:
    """Reads the partitions that it is assigned from the offsets that it is told, in bytes; it has no group and keeps no place.

    `more`: options of kafka-python. StoreUnavailable. Its caller closes it.
    """
    options = {
        "group_id": None,
        "enable_auto_commit": False,
        "auto_offset_reset": "none",
        "allow_auto_create_topics": False,
        "max_partition_fetch_bytes": RECORD_BYTES_MAX,
        "metrics_enabled": False,
    }
    return connected(KafkaConsumer, kafka, **(options | more))


def new_admin(kafka: Kafka) -> KafkaAdminClient:
    """Asks for topics and their settings, and changes them. StoreUnavailable. Its caller closes it."""
    return connected(KafkaAdminClient, kafka)


def connected(client: Callable[..., Client], kafka: Kafka, **more: Any) -> Client:
    """A client of kafka-python that has reached a broker. StoreUnavailable.

    A constructor that fails leaves its thread and its sockets behind, and each further attempt adds to them: so nothing
    is made while nobody listens, and what a failed one has opened is closed here.
    """
    opened: list[KafkaNetClient] = []

    def network(**config: Any) -> KafkaNetClient:
        opened.append(KafkaNetClient(**config))
        return opened[-1]

    with explaining(kafka):
        _knock(kafka)
        try:
            return client(**client_options(kafka), **more, kafka_client=network)
        except BaseException:
            for one in opened:
                one.close()
            raise


def _knock(kafka: Kafka) -> None:
    """OSError where none of the servers takes a connection."""
    refused = OSError("no server is named")
    for server in kafka.servers:
        host, _, port = server.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK_S_MAX).close()
        except OSError as error:
            refused = error
        else:
            return
    raise refused


def event_in(record: Any) -> Stored | None:
    """What a record of kafka-python carries; None where it is no event of the house."""
    if record.value is None:
        return None
    try:
        return stored_event([(name, value) for name, value in record.headers if value is not None], record.value)
    except NoCloudEvent:
        return None


@contextmanager
def explaining(kafka: Kafka) -> Iterator[None]:
    """What kafka-python raises inside comes out as StoreUnavailable: the servers, why, and what to do."""
    heard = _LastWords()
    logger = logging.getLogger("kafka.net.manager")
    logger.addHandler(heard)
    try:
        yield
    except AuthorizationError as error:
        raise StoreUnavailable(place_of(kafka), _told(error), _REMEDY_FOR_RIGHTS) from error
    except (KafkaError, OSError) as error:
        reason = heard.words or _told(error)
        if kafka.client.get("security_protocol", "").startswith("SASL"):
            reason += " (a wrong user or password may look like this)"  # the broker's answer is lost when it hangs up at once
        raise StoreUnavailable(place_of(kafka), reason, _REMEDY) from error
    finally:
        logger.removeHandler(heard)


def _told(error: Exception) -> str:
    if isinstance(error, KafkaError):
        return f"{type(error).__name__} {' '.join(map(str, error.args))}".strip()
    return str(error) or type(error).__name__


class _LastWords(logging.Handler):
    """Why there is no connection is only logged by the client; what it raises says no more than that there is none."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.words = ""

    def emit(self, record: logging.LogRecord) -> None:
        for argument in record.args or ():
            if isinstance(argument, Exception) and not isinstance(argument, KafkaTimeoutError):
                self.words = _told(argument)
