"""How clients reach Kafka, and what is told where they do not."""

import os
import re
from collections.abc import Iterator
from contextlib import closing
from threading import active_count
from uuid import uuid4

import pytest
from kafka import KafkaProducer

from infra import kafka_client
from infra.kafka_client import connected, new_admin, new_consumer
from infra.kafka_outlet import Outlet
from infra.log import Stored
from infra.settings import Kafka, read_settings
from infra.store_errors import StoreUnavailable
from tests.engines import run
from tests.engines.kafka import Broker, free_port
from tests.infra.samples import META, PK_07

USER, PASSWORD = "pataca", "pastel-de-nata"


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """host:port where a broker lets only one user in."""
    try:
        folder = run.folder_of_this_run() / f"broker-{uuid4().hex}"
        folder.mkdir()
        broker = Broker(folder)
    except run.Missing as missing:
        pytest.skip(str(missing))
    address = f"127.0.0.1:{free_port()}"
    properties = folder / "server.properties"
    settings = properties.read_text()
    for name, more in [
        ("listeners", f"GUARDED://{address}"),
        ("advertised.listeners", f"GUARDED://{address}"),
        ("listener.security.protocol.map", "GUARDED:SASL_PLAINTEXT"),
    ]:
        settings = re.sub(rf"^{re.escape(name)}=.*$", rf"\g<0>,{more}", settings, flags=re.MULTILINE)
    users = f'org.apache.kafka.common.security.plain.PlainLoginModule required user_{USER}="{PASSWORD}";'
    properties.write_text(
        f"{settings}\nsasl.enabled.mechanisms=PLAIN\nlistener.name.guarded.plain.sasl.jaas.config={users}\ninter.broker.listener.name=PLAINTEXT\n"
    )
    broker.start()
    yield address
    broker.stop()


def kafka_as(address: str, password: str) -> Kafka:
    """By the environment, as an operator says it."""
    environ = {
        "CASINO_STORE_URL": "postgresql://db/casino",
        "CASINO_KAFKA": address,
        "CASINO_KAFKA_TOPIC": f"pataca.{uuid4().hex}",
        "CASINO_KAFKA_SECURITY": "SASL_PLAINTEXT",
        "CASINO_KAFKA_SASL": "PLAIN",
        "CASINO_KAFKA_USER": USER,
        "CASINO_KAFKA_PASSWORD": password,
    }
    kafka = read_settings(None, environ).kafka
    assert kafka is not None
    return kafka


def test_every_client_proves_itself_with_what_is_set(guarded: str) -> None:
    """Admin, consumer and producer: the topic is created, read at its ends, and written to."""
    kafka = kafka_as(guarded, PASSWORD)
    event = Stored(118, PK_07, 12, "test.bell-rung.v1", META, b'{"times":3,"by":null}')
    with closing(Outlet(kafka)) as outlet:
        outlet.confirm(outlet.send([event]))
    with closing(Outlet(kafka)) as outlet:
        assert [found for found in outlet.last_events if found] == [event]


def test_a_wrong_password_is_told_and_not_repeated(guarded: str) -> None:
    with pytest.raises(StoreUnavailable, match=r"wrong user or password.*CASINO_KAFKA") as told:
        new_consumer(kafka_as(guarded, "pao-de-lo"))
    assert "pao-de-lo" not in str(told.value)
    assert "pao-de-lo" not in repr(kafka_as(guarded, "pao-de-lo"))


@pytest.mark.parametrize(
    "make", [new_admin, new_consumer, lambda kafka: connected(KafkaProducer, kafka)], ids=["admin", "consumer", "producer"]
)
def test_vain_attempts_leave_nothing_behind(guarded: str, monkeypatch: pytest.MonkeyPatch, make) -> None:
    """A relay may try for days: the client's own constructors leave a thread and four files each."""
    monkeypatch.setattr(kafka_client, "CONNECT_MS_MAX", 300)
    for kafka in (Kafka(("127.0.0.1:1",)), kafka_as(guarded, "pao-de-lo")):
        before = active_count(), len(os.listdir("/proc/self/fd"))
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                make(kafka)
        assert (active_count(), len(os.listdir("/proc/self/fd"))) == before


def test_one_server_of_several_is_enough(kafka: tuple[str, str]) -> None:
    with closing(new_admin(Kafka(("127.0.0.1:1", kafka[0]), kafka[1]))) as admin:
        assert admin.describe_cluster()["brokers"]


@pytest.mark.parametrize("server", ["127.0.0.1:1", "[::1]:1", "no-such-host.invalid:9092"])
def test_where_nobody_listens_the_servers_are_named(server: str) -> None:
    with pytest.raises(StoreUnavailable) as told:
        new_admin(Kafka((server,)))
    assert str(told.value).startswith(f"Kafka at {server}: ")
