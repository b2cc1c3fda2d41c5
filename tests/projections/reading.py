"""A projection brought up to a log, in pages of any size, and looked at."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, select

from domain.event import Recorded
from infra.books import Books
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
