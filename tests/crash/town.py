"""A house on real engines, whose commands are processes of their own that may be killed."""

import os
import signal
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from pydantic_core import from_json
from sqlalchemy import select

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.books import Books
from infra.event_store import Append, EventStore, NewEvent
from infra.log import pages
from projections.projection import Projection
from services.app import PROJECTIONS
from services.projector import catch_up, live
from tests.cli.terminal import PATACA

KILLED = -signal.SIGKILL
PATIENCE_S = 120

Projections = Sequence[type[Projection]]

Facts = dict[str, list[tuple[str, Any]]]
"""Of every stream its events in order: name and body, without what is sealed."""


@dataclass(frozen=True, slots=True)
class Town:
    """`servers` and `topic` are Kafka's; `folder` holds nothing but files of the test."""

    database: str
    servers: str
    topic: str
    folder: Path

    def environment(self, failpoint: str | None = None) -> dict[str, str]:
        ours = {
            "CASINO_STORE_URL": self.database,
            "CASINO_KAFKA": self.servers,
            "CASINO_KAFKA_TOPIC": self.topic,
            "XDG_DATA_HOME": str(self.folder),
        }
        clean = {name: value for name, value in os.environ.items() if not name.startswith("CASINO_")}
        return clean | ours | ({"CASINO_FAILPOINT": failpoint} if failpoint else {})

    def start(self, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """What it says of itself goes to a file of its own."""
        with (self.folder / f"{arguments[0]}-{uuid4().hex}.log").open("wb") as told:
            return subprocess.Popen([PATACA, *arguments], stdout=subprocess.PIPE, stderr=told, env=self.environment())

    def run(self, *arguments: str, failpoint: str | None = None, given: bytes = b"", status: int = 0) -> str:
        """What the command wrote to standard output, once it has ended as it was meant to."""
        done = subprocess.run(
            [PATACA, *arguments],
            check=False,
            input=given,
            capture_output=True,
            env=self.environment(failpoint),
            timeout=PATIENCE_S,
        )
        assert done.returncode == status, f"{arguments} ended with {done.returncode}: {done.stderr.decode()}"
        return done.stdout.decode()

    def log(self) -> list[Recorded]:
        with closing(EventStore.postgres(self.database, BY_TOPIC, read_only=True)) as store:
            return whole(store)

    def without_books(self) -> None:
        """As if nothing had ever been projected."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute("DROP SCHEMA IF EXISTS casino_books CASCADE")

    def books(self, projections: Projections = PROJECTIONS) -> "Rows":
        with closing(Books.postgres(self.database, read_only=True)) as books:
            return rows_of(books, projections)


def whole(store: EventStore) -> list[Recorded]:
    return [record for page in pages(store, 0, store.last_position()) for record in page]


def facts(records: Iterable[Recorded]) -> Facts:
    """What must come out the same however often the house died: all but times, ids of commands, and seals."""
    found: Facts = defaultdict(list)
    for record in records:
        assert record.version == len(found[record.stream]) + 1
        found[record.stream].append((record.event.topic(), _unsealed(from_json(record.body))))
    return dict(found)


def _unsealed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _unsealed(inner) for name, inner in value.items() if name != "sealed"}
    return [_unsealed(inner) for inner in value] if isinstance(value, list) else value


def fill(database: str, records: Iterable[Recorded]) -> None:
    """What a house has stored in an evening, in this database."""
    with closing(EventStore.postgres(database, BY_TOPIC)) as store:
        store_all(store, records)


def store_all(store: EventStore, records: Iterable[Recorded]) -> None:
    """These events, command by command, at once."""
    with store.together():
        for _, command in groupby(records, key=lambda record: record.meta.correlation):
            streams: dict[str, list[Recorded]] = defaultdict(list)
            for record in command:
                streams[record.stream].append(record)
            store.append(
                [
                    Append(stream, part[0].version - 1, [NewEvent(record.event, record.meta) for record in part])
                    for stream, part in streams.items()
                ]
            )


Rows = dict[str, list[tuple[Any, ...]]]
"""Of every table of the read models, named without its generation, all rows in order."""


def rows_of(books: Books, projections: Projections) -> Rows:
    found: Rows = {}
    with books.read() as connection:
        for projection in projections:
            for table in live(connection, projection).projection.metadata.sorted_tables:
                rows = sorted(map(tuple, connection.execute(select(table))), key=repr)
                found[table.name.rpartition("_")[0]] = rows
    return found


def clean_books(records: list[Recorded], projections: Projections = PROJECTIONS) -> Rows:
    """The rows that one undisturbed reading of this log makes, in memory."""
    with closing(Books.memory()) as books:
        catch_up(_Records(records), books, projections)
        return rows_of(books, projections)


class _Records:
    def __init__(self, records: list[Recorded]) -> None:
        self._records = records

    def read(self, after: int, limit: int) -> list[Recorded]:
        return [record for record in self._records if record.position > after][:limit]

    def last_position(self) -> int:
        return self._records[-1].position
