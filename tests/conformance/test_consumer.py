"""The consumer in docs/examples, as it stands there, against a real broker: killed, started again, and given events more than once."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from infra.log import Stored
from infra.partitioning import partition_of
from projections.commission import Commission
from projections.filters import ALL
from services.demo.evening import play_evening
from services.demo.floor import Floor
from tests.engines.records import Topic, topic
from tests.pages import ROOT
from tests.projections.reading import asked
from tests.services.house import DAY, house

PARTITIONS = 4
PATIENCE_S = 60
Amounts = dict[tuple[str, str], int]
CONSUMER = ROOT / "docs" / "examples" / "consumer.py"


@pytest.fixture(scope="module")
def evening() -> tuple[list[Stored], Amounts]:
    """Some hands and rounds at several tables: their events, and by day and table the commission in the house's own books."""
    with house() as opened:
        for _ in play_evening(Floor(opened.commands), DAY, 12, Random(7)):
            pass
        events = list(opened.store.stored(0, 100_000))
        with asked(Commission, opened.store.read(0, 100_000)) as (commission, connection):
            rows = commission.report(connection, ALL)
    assert len(events) > 500
    return events, {(row["gaming_day"], f"/tables/{row['table']}"): row["charged"] for row in rows}


@pytest.fixture
def events(evening: tuple[list[Stored], Amounts]) -> list[Stored]:
    return evening[0]


@pytest.fixture
def charged(evening: tuple[list[Stored], Amounts]) -> Amounts:
    assert len(evening[1]) >= 3
    return evening[1]


@pytest.fixture
def filled(kafka: tuple[str, str]) -> Iterator[Topic]:
    with topic(kafka, PARTITIONS) as made:
        yield made


@contextmanager
def consuming(filled: Topic, file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The consumer runs; at the end it is killed, wherever it stands."""
    command = [sys.executable, CONSUMER, filled.settings.servers[0], filled.settings.topic, file]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as consumer:
        try:
            yield consumer
        finally:
            consumer.kill()


def until(holds: Callable[[], bool], consumer: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert consumer.poll() is None, consumer.stderr and consumer.stderr.read().decode()
        assert time.monotonic() < deadline, "the consumer does not get on"
        time.sleep(0.05)


def rows(file: Path, table: str) -> list[tuple[object, ...]]:
    if not file.exists():
        return []
    with closing(sqlite3.connect(file, timeout=10)) as db:
        known = db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchall()
        return db.execute(f"SELECT * FROM {table}").fetchall() if known else []


def last_of_each(events: list[Stored]) -> dict[int, int]:
    """By partition, the position of its last event."""
    return {partition_of(event.key, PARTITIONS): event.position for event in events}


def seen(file: Path) -> dict[object, object]:
    return {partition: sequence for partition, sequence, _ in rows(file, "seen")}


def counted(file: Path) -> dict[tuple[object, object], object]:
    return {(day, source): amount for day, source, amount in rows(file, "commission")}


def test_it_counts_what_our_books_say(filled: Topic, events: list[Stored], charged: Amounts, tmp_path: Path) -> None:
    filled.send(events)
    with consuming(filled, tmp_path / "file") as consumer:
        until(lambda: seen(tmp_path / "file") == last_of_each(events), consumer)
    assert counted(tmp_path / "file") == charged


def test_killed_in_the_middle_and_given_the_same_again_it_counts_each_once(
    filled: Topic, events: list[Stored], charged: Amounts, tmp_path: Path
) -> None:
    file, half = tmp_path / "file", len(events) // 2
    filled.send(events[:half])
    with consuming(filled, file) as consumer:
        until(lambda: bool(seen(file)), consumer)
    before = counted(file)

    filled.send(events[half // 2 :])
    filled.send(events[half:])
    with consuming(filled, file) as consumer:
        until(lambda: seen(file) == last_of_each(events), consumer)
    assert counted(file) == charged != before


def test_it_goes_on_in_a_topic_that_was_filled_again(filled: Topic, events: list[Stored], charged: Amounts, tmp_path: Path) -> None:
    """With the duplicates gone every offset means another event, and one that was never seen stands where it had come to."""
    file, half = tmp_path / "file", len(events) // 2
    filled.send(events[: half // 2])
    filled.send(events[:half])
    with consuming(filled, file) as consumer:
        until(lambda: seen(file) == last_of_each(events[:half]), consumer)

    filled.make_anew()
    filled.send(events)
    with consuming(filled, file) as consumer:
        until(lambda: seen(file) == last_of_each(events), consumer)
    assert counted(file) == charged


def test_it_stops_at_an_event_that_breaks_its_schema_and_has_not_passed_it(filled: Topic, events: list[Stored], tmp_path: Path) -> None:
    file = tmp_path / "file"
    at = next(index for index, event in enumerate(events) if event.topic == "holdem.commission-taken.v1")
    filled.send([events[at]._replace(body=events[at].body.replace(b'"amount":', b'"amount":1.5,"other":'))])
    with consuming(filled, file) as consumer:
        said = consumer.communicate(timeout=PATIENCE_S)[1]
    assert b"ValidationError: 1.5 is not of type 'integer'" in said
    assert seen(file) == counted(file) == {}
