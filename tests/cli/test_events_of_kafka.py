"""`pataca events tail --kafka`: the topic prints as the store does."""

from contextlib import closing
from pathlib import Path

import pytest

from domain.catalogue import BY_TOPIC
from infra.event_store import EventStore
from infra.settings import KAFKA, STORE, TOPIC
from tests.cli.terminal import pataca
from tests.engines.records import topic


def test_what_is_in_the_topic_is_told_as_what_is_in_the_store(
    kafka: tuple[str, str], played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tail(*more: str) -> str:
        ended = pataca("events", "tail", *more, "--data", played)
        assert ended.status == 0, ended.err
        return ended.out

    questions = ([], ["--json"], ["--after", "7", "--limit", "5", "--json"])
    by_store = [tail(*question) for question in questions]
    with closing(EventStore.sqlite(played / "events.sqlite", BY_TOPIC, read_only=True)) as store, topic(kafka, 4) as made:
        made.send(store.stored(0, 1_000))
        monkeypatch.setenv(STORE, "postgresql://nobody@nowhere/none")  # is not asked
        monkeypatch.setenv(KAFKA, kafka[0])
        monkeypatch.setenv(TOPIC, kafka[1])
        assert [tail("--kafka", *question) for question in questions] == by_store


def test_what_it_cannot_do_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (STORE, KAFKA):
        monkeypatch.delenv(name, raising=False)
    ended = pataca("events", "tail", "--kafka", "--data", tmp_path)
    assert "CASINO_KAFKA: it is not set" in ended.err
    assert ended.status == 4

    ended = pataca("events", "tail", "--kafka", "--limit", "10001", "--data", tmp_path)
    assert ended.status == 2
    assert "--limit 10001 is more than 10,000" in ended.err
