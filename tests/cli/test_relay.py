"""`pataca relay` and `pataca admin topics` as an operator has them: statuses, signals, a process that is killed where it hurts."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

import pytest

from infra.settings import KAFKA, STORE, TOPIC
from tests.cli.terminal import pataca, run, started
from tests.engines.topic import Topic

DEPOSITS = 30


@pytest.fixture
def topic(kafka: tuple[str, str], postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Topic]:
    """The topic of a house on PostgreSQL, by the environment as every command has it; it is not made yet."""
    monkeypatch.setenv(STORE, postgres)
    monkeypatch.setenv(KAFKA, kafka[0])
    monkeypatch.setenv(TOPIC, kafka[1])
    with closing(Topic(*kafka)) as topic:
        yield topic


@pytest.fixture
def deposits(topic: Topic, tmp_path: Path) -> list[str]:
    """The ids of what is stored: thirty deposits into ten wallets."""
    answers = run(tmp_path, *({"do": "deposit", "wallet": f"P-{n % 10}", "amount": 100, "currency": "HKD"} for n in range(DEPOSITS)))
    assert all(answer["ok"] for answer in answers)
    return [f"wallets/P-{n % 10}@{n // 10 + 1}" for n in range(DEPOSITS)]


def arrived(topic: Topic) -> list[str]:
    """Sorted by their positions; each partition is in order by itself, and holds nothing twice."""
    found: list[tuple[int, str]] = []
    for records in topic.records():
        sequences = [(int(dict(record.headers)["ce_sequence"]), dict(record.headers)["ce_id"].decode()) for record in records]
        assert sequences == sorted(set(sequences))
        found += sequences
    return [event for _, event in sorted(found)]


@contextmanager
def relaying(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with started("relay", *arguments) as running:
        try:
            yield running
        finally:
            running.kill()


def wait_until(done: Any) -> None:
    until = monotonic() + 60
    while not done():
        assert monotonic() < until, "it did not happen within 60 s"
        sleep(0.1)


def test_once_sends_all_and_says_how_much(deposits: list[str], topic: Topic) -> None:
    first = pataca("relay", "--once", "--json")
    assert first.status == 0
    assert first.document() == {"position": DEPOSITS, "end": DEPOSITS, "behind": 0, "sent": DEPOSITS, "skipped": 0, "restarts": 0}
    assert arrived(topic) == deposits
    second = pataca("relay", "--once")
    assert second.status == 0
    assert second.out.startswith(f"relayed up to position {DEPOSITS}, 0 behind; 0 events sent, ")
    assert f"relaying to the topic {topic.name}" in second.err


@pytest.mark.parametrize("hit", [1, 2, 3])
@pytest.mark.parametrize("place", ["relay-before-send", "relay-after-send", "relay-after-mark"])
def test_killed_there_it_loses_and_repeats_nothing(
    deposits: list[str], topic: Topic, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str, hit: int
) -> None:
    monkeypatch.setenv("CASINO_FAILPOINT", f"{place}:{hit}")
    with relaying() as running:
        for number in range(hit):  # each a batch by itself, if the one before has gone out
            wait_until(lambda: running.poll() is not None or (topic.exists() and len(arrived(topic)) == DEPOSITS + number))  # noqa: B023
            run(tmp_path, {"do": "deposit", "wallet": f"Q-{number}", "amount": 100, "currency": "HKD"})
        wait_until(lambda: running.poll() is not None)
    assert running.returncode == -signal.SIGKILL
    there = len(arrived(topic))
    monkeypatch.delenv("CASINO_FAILPOINT")
    again = pataca("relay", "--once", "--json").document()
    found = arrived(topic)
    assert found[:DEPOSITS] == deposits
    assert len(found) == DEPOSITS + hit == again["position"] == again["end"]
    assert again["sent"] == len(found) - there


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_0_when_it_is_told_to(deposits: list[str], topic: Topic, how: signal.Signals) -> None:
    with relaying() as running:
        wait_until(topic.exists)
        wait_until(lambda: len(arrived(topic)) == DEPOSITS)
        running.send_signal(how)
        assert running.wait(30) == 0
        assert running.stdout is not None
        assert running.stdout.read().decode().startswith(f"relayed up to position {DEPOSITS}, 0 behind; {DEPOSITS} events sent")


def test_a_second_one_ends_with_5_and_names_the_first(deposits: list[str], topic: Topic) -> None:
    with relaying():
        wait_until(topic.exists)
        ended = pataca("relay", "--once")
        assert ended.status == 5
        assert "a relay of this house is running already" in ended.err
        assert "pataca relay" in ended.err


def test_metrics_tell_how_far_it_is(deposits: list[str], topic: Topic) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with relaying("--metrics-port", str(port)):
        wait_until(topic.exists)
        wait_until(lambda: f"pataca_relay_position {DEPOSITS}.0" in metrics(port))
        text = metrics(port)
    for line in (
        "events_behind 0.0",
        "seconds_behind 0.0",
        f"events_sent_total {DEPOSITS}.0",
        "events_skipped_total 0.0",
        "restarts_total 0.0",
    ):
        assert f"pataca_relay_{line}" in text.splitlines()
    assert "# HELP pataca_relay_seconds_behind " in text
    with socket.create_server(("127.0.0.1", port)):
        ended = pataca("relay", "--once", "--metrics-port", str(port))
        assert ended.status == 4
        assert f"port {port} of 127.0.0.1" in ended.err


def metrics(port: int) -> str:
    try:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            return str(answer.read().decode())
    except OSError:
        return ""


def test_what_is_away_is_4(postgres: str, topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KAFKA, "127.0.0.1:1")
    login = {"SECURITY": "SASL_PLAINTEXT", "SASL": "PLAIN", "USER": "pataca", "PASSWORD": "pastel-de-nata"}
    for name, value in login.items():
        monkeypatch.setenv(f"CASINO_KAFKA_{name}", value)
    for command in (("relay", "--once"), ("admin", "topics")):
        ended = pataca(*command)
        assert ended.status == 4
        assert "Kafka at 127.0.0.1:1: " in ended.err
        assert "pastel-de-nata" not in ended.err
    monkeypatch.setenv(STORE, "postgresql://pataca:pastel-de-nata@127.0.0.1:1/casino")
    ended = pataca("relay", "--once")
    assert ended.status == 4
    assert "pastel-de-nata" not in ended.err


def test_without_kafka_there_is_nothing_to_relay_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KAFKA, raising=False)
    for command in (("relay", "--once"), ("admin", "topics")):
        ended = pataca(*command)
        assert ended.status == 4
        assert ended.err.startswith("pataca: CASINO_KAFKA: it is not set")


def test_another_houses_topic_is_1(deposits: list[str], topic: Topic) -> None:
    assert pataca("relay", "--once").status == 0
    records = next(records for records in topic.records() if records)
    foreign = [(name, b"c-of-another-house" if name == "ce_correlationid" else value) for name, value in records[-1].headers]
    topic.write(records[-1].partition, records[-1].value, foreign, records[-1].key)
    ended = pataca("relay", "--once")
    assert ended.status == 1
    assert "another house's" in ended.err


def test_the_topic_is_made_and_put_right(topic: Topic) -> None:
    made = pataca("admin", "topics", "--json")
    assert made.status == 0
    document = made.document()
    assert document["topic"] == topic.name
    assert {row["did"] for row in document["rows"]} == {"created"}
    told = pataca("admin", "topics")
    assert told.status == 0
    assert [line.split()[2] for line in told.out.splitlines()] == ["kept"] * len(document["rows"])


def test_what_cannot_be_put_right_is_5_and_named(topic: Topic) -> None:
    topic.create(2, retention_ms="1000000")
    ended = pataca("admin", "topics", "--replicas", "2")
    assert ended.status == 5
    words = {line.split()[0]: line.split() for line in ended.out.splitlines()}
    assert words["replicas"][1:3] == ["1", "refused:"]
    assert words["retention.ms"][1:3] == ["-1", "corrected:"]
    assert words["partitions"][1:3] == ["2", "kept"]
