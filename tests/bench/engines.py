"""A PostgreSQL and a Kafka for the benchmarks, started once a run, and whatever a benchmark opens on them.

They stand in the folder that the benchmarks run in: the system's own for temporary files may lie in memory, where no commit
waits for a disk. Nothing is set otherwise than an engine's makers have set it; PostgreSQL syncs every commit.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from infra.settings import Kafka
from tests.engines import kafka, postgres, run
from tests.engines.run import Missing

__all__ = ["PARTITIONS", "Missing", "database", "empty_topic", "keep", "released", "running"]

PARTITIONS = 8
"""Of every topic here, as of one that the relay creates."""

T = TypeVar("T")
_kept = ExitStack()


@contextmanager
def running() -> Iterator[None]:
    """The engines that are asked for inside end with it."""
    with TemporaryDirectory(prefix="bench-", dir=".") as folder:
        run.begin(Path(folder).resolve())
        try:
            yield
        finally:
            run.end()


@contextmanager
def released() -> Iterator[None]:
    """One benchmark: what it keeps is closed, and its databases and topics are dropped, when it ends."""
    try:
        yield
    finally:
        _kept.close()


def keep(opened: AbstractContextManager[T]) -> T:
    """Open until the benchmark ends."""
    return _kept.enter_context(opened)


def database() -> str:
    """The URL of a new, empty database. Missing."""
    postgres.server()
    return keep(postgres.database())


def empty_topic() -> Kafka:
    """A new topic, created. Missing."""
    from kafka.admin import KafkaAdminClient

    servers = kafka.server()
    name = keep(kafka.topic())
    with closing(KafkaAdminClient(bootstrap_servers=servers)) as admin:
        admin.create_topics({name: {"num_partitions": PARTITIONS, "replication_factor": 1}}, wait_for_metadata=True)
    return Kafka((servers,), name)
