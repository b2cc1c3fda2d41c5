"""Old versions are read as the current one, step by step."""

import sqlite3

import pytest

from infra.event_store import EventStore, UnknownEvent, UnreadableEvent
from infra.mapper import metadata_line
from infra.upcasting import Catalogue
from tests.infra.samples import CATALOGUE, META, PK_07, UPCASTERS, BellRung, NoteTaken


def read_back(tmp_path, topic: str, body: bytes, line: bytes = metadata_line(META), *, fold: bool = False):
    """What a store makes of a row that an earlier release wrote."""
    path = tmp_path / "events.sqlite"
    EventStore.sqlite(path, CATALOGUE, UPCASTERS).close()
    earlier = sqlite3.connect(path)
    earlier.execute("INSERT INTO events VALUES (NULL, ?, 1, ?, ?)", (PK_07, topic, line + b"\n" + body))
    earlier.commit()
    earlier.close()
    store = EventStore.sqlite(path, CATALOGUE, UPCASTERS)
    try:
        folded = []
        record = store.fold(PK_07, folded.append) if fold else store.load(PK_07)[0]
        assert store.read(0) == [record]
        assert folded == [record.event] * fold
        return record
    finally:
        store.close()


@pytest.mark.parametrize(
    ("topic", "body", "language"),
    [
        ("test.note-taken.v1", b'{"text": "seat 3 late"}', "pt"),
        ("test.note-taken.v2", b'{"text": "seat 3 late", "lang": "zh"}', "zh"),
        ("test.note-taken.v3", b'{"words": ["seat", "3", "late"], "language": "en"}', "en"),
    ],
)
def test_every_version_is_read_as_the_current_one(tmp_path, topic, body, language):
    record = read_back(tmp_path, topic, body)
    assert record.event == NoteTaken(words=("seat", "3", "late"), language=language)
    assert record.meta == META
    assert record.body == body


@pytest.mark.parametrize("topic", ["test.note-taken.v4", "test.forgotten.v1", "domain.event:Event"])
def test_an_unknown_topic_is_told_with_its_position(tmp_path, topic):
    with pytest.raises(UnknownEvent) as unknown:
        read_back(tmp_path, topic, b"{}")
    assert (unknown.value.topic, unknown.value.position) == (topic, 1)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "json_invalid"),
        (b'{"times": 1, "by": null', "json_invalid"),
        (b'{"times": "1"}', "times: int_type"),
        (b'{"times": 1.0}', "times: int_type"),
        (b'{"times": true}', "times: int_type"),
        (b'{"times": 1, "volume": 3}', "volume: extra_forbidden"),
        (b"{}", "times: missing"),
    ],
)
def test_reading_is_strict_and_says_where_without_the_values(tmp_path, body, reason):
    with pytest.raises(UnreadableEvent, match=reason) as refused:
        read_back(tmp_path, BellRung.topic(), body)
    assert (refused.value.topic, refused.value.position) == (BellRung.topic(), 1)


def test_folding_lifts_too(tmp_path):
    record = read_back(tmp_path, "test.note-taken.v2", b'{"text": "late", "lang": "zh"}', fold=True)
    assert record.event == NoteTaken(words=("late",), language="zh")


@pytest.mark.parametrize(("topic", "error"), [(BellRung.topic(), UnreadableEvent), ("test.forgotten.v1", UnknownEvent)])
def test_folding_says_where_it_stopped(tmp_path, topic, error):
    with pytest.raises(error) as refused:
        read_back(tmp_path, topic, b'{"times": "3"}', fold=True)
    assert (refused.value.topic, refused.value.position) == (topic, 1)


@pytest.mark.parametrize(
    ("topic", "body"), [("test.note-taken.v2", b'{"lang": "zh"}'), ("test.note-taken.v1", b"[]"), ("test.note-taken.v1", b"{")]
)
def test_facts_that_an_upcaster_cannot_lift(tmp_path, topic, body):
    with pytest.raises(UnreadableEvent, match="upcaster failed"):
        read_back(tmp_path, topic, body)


def step(facts):
    return facts


@pytest.mark.parametrize(
    ("upcasters", "wrong"),
    [
        ({"test.bell-rung.v0": ("test.bell-rung.v9", step)}, "no class"),
        ({"a.v1": ("a.v2", step), "a.v2": ("a.v1", step)}, "come back"),
        ({"test.bell-rung.v1": ("test.note-taken.v3", step)}, "both"),
    ],
)
def test_upcasters_that_lead_nowhere_are_refused_at_the_start(upcasters, wrong):
    with pytest.raises(ValueError, match=wrong):
        Catalogue(CATALOGUE, upcasters)
