"""A projection brought up to a log, in pages of any size, and looked at."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, select

from domain.event import Recorded
from infra.books import Books
from infra.cursors import Cursor, CursorKey, lanes_of
from infra.generations import live_generation
from infra.partitioning import partition_of
from projections.projection import Projection
from services.projector import P, catch_up, live
from tests.projections.fake_log import FakeLog


def project_in_batches(books: Books, projection: type[Projection], log: FakeLog, sizes: Sequence[int]) -> None:
    """As many events at a time as `sizes` say, then the rest."""
    seen = 0
    for size in (*sizes, len(log.records)):
        seen = min(seen + size, len(log.records))
        if seen:
            catch_up(log, books, [projection], upto=log.records[seen - 1].position)


@contextmanager
def asked(projection: type[P], records: Sequence[Recorded] | FakeLog) -> Iterator[tuple[P, Connection]]:
    """The projection over these events, and a connection to ask it on."""
    log = records if isinstance(records, FakeLog) else FakeLog(list(records))
    books = Books.memory()
    try:
        catch_up(log, books, [projection])
        with books.read() as connection:
            yield live(connection, projection).projection, connection
    finally:
        books.close()


def contents(books: Books, projection: type[Projection]) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the live generation, by the table's name without the generation."""
    with books.read() as connection:
        tables = live(connection, projection).projection.metadata.sorted_tables
        return {
            table.name.rpartition("_")[0]: sorted((tuple(row) for row in connection.execute(select(table))), key=repr) for table in tables
        }


def stand(books: Books, projection: type[Projection]) -> list[Cursor]:
    """The cursors of the live generation, lane by lane."""
    with books.read() as connection:
        found = live_generation(connection, projection.name)
        assert found is not None
        return lanes_of(connection, found)


def of_lane(records: Sequence[Recorded], key: CursorKey) -> list[Recorded]:
    """The events that belong to this lane."""
    return [record for record in records if partition_of(record.key, key.lanes) == key.partition]
