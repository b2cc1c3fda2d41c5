"""The stores and the logs that one suite of assertions runs over."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.catalogue import BY_TOPIC
from infra.books import Books
from infra.event_store import EventStore
from tests.conformance.feeding import FedHouse, InProcess, ThroughKafka, Way
from tests.infra.samples import CATALOGUE, UPCASTERS


@pytest.fixture
def postgres(postgres_emptied: str) -> str:
    """The URL of an empty database."""
    return postgres_emptied


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    """An empty event store of each kind."""
    if request.param == "memory":
        opened = EventStore.memory(CATALOGUE, UPCASTERS)
    elif request.param == "postgres":
        opened = EventStore.postgres(request.getfixturevalue("postgres"), CATALOGUE, UPCASTERS)
    else:
        opened = EventStore.sqlite(tmp_path / "events.sqlite", CATALOGUE, UPCASTERS)
    with closing(opened):
        yield opened


@pytest.fixture(params=["sqlite", "postgres", "kafka"])
def fed(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FedHouse]:
    """An empty house, and the way of its events to its read models: straight from the store, or from PostgreSQL through Kafka."""
    if request.param == "sqlite":
        store, books = EventStore.sqlite(tmp_path / "events.sqlite", BY_TOPIC), Books.sqlite(tmp_path / "books.sqlite")
    else:
        url = request.getfixturevalue("postgres")
        store, books = EventStore.postgres(url, BY_TOPIC), Books.postgres(url)
    way = Way(store)
    line = ThroughKafka(way, *request.getfixturevalue("kafka")) if request.param == "kafka" else InProcess(way)
    with closing(store), closing(books):
        yield FedHouse(store, books, way, line)
