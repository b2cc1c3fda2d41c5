"""How far each projection has come: its generations, their cursors, what they have seen of each stream, what is parked.

Functions over a connection, so that they stand in the same transaction as the rows (infra/books.py opens it).
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import BigInteger, Column, ColumnElement, Connection, Integer, MetaData, Table, Text, delete, insert, select, update
from sqlalchemy.schema import DropTable

from domain.event import Recorded

metadata = MetaData()

generations = Table(
    "generations",
    metadata,
    Column("projection", Text, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("live", Integer, nullable=False),
    Column("tables", Text, nullable=False),
)
cursors = Table(
    "cursors",
    metadata,
    Column("projection", Text, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("partition", Integer, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("event_id", Text),
    Column("event_time", Text),
    Column("correlation", Text),
    Column("halted_event", Text),
    Column("halted_reason", Text),
)
streams = Table(
    "streams",
    metadata,
    Column("projection", Text, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
)
parked = Table(
    "parked",
    metadata,
    Column("projection", Text, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("source", Text, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("event_id", Text, nullable=False),
    Column("reason", Text, nullable=False),
)


class Fenced(Exception):
    """Somebody else has moved this cursor, or taken its generation away: what was to be written was not."""


class Generation(NamedTuple):
    projection: str
    generation: int
    version: int


class CursorKey(NamedTuple):
    """Whose cursor, in which part of the feed; the embedded log has one partition, 0."""

    projection: str
    generation: int
    partition: int = 0


class Mark(NamedTuple):
    """A place in the log, with enough of the event there to tell whether a log is still the same one; position 0 has none."""

    position: int
    event_id: str | None = None
    event_time: str | None = None
    correlation: str | None = None

    @classmethod
    def at(cls, record: Recorded) -> "Mark":
        return cls(record.position, record.id, record.meta.time, record.meta.correlation)


class Halt(NamedTuple):
    event_id: str
    reason: str


class Parked(NamedTuple):
    """From `position` on the events of `source` are set aside."""

    source: str
    position: int
    event_id: str
    reason: str


def live_generation(connection: Connection, projection: str) -> Generation | None:
    row = connection.execute(
        select(generations.c.generation, generations.c.version).where(generations.c.projection == projection, generations.c.live == 1)
    ).one_or_none()
    return None if row is None else Generation(projection, row.generation, row.version)


def last_generation(connection: Connection, projection: str) -> int:
    """The highest number given so far, 0 without one."""
    numbers = select(generations.c.generation).where(generations.c.projection == projection)
    return max(connection.execute(numbers).scalars(), default=0)


def begin_generation(connection: Connection, key: CursorKey, version: int, tables: MetaData, *, live: bool) -> None:
    """Its empty tables, and its cursor before the first event."""
    names = ",".join(sorted(tables.tables))
    row = {"projection": key.projection, "generation": key.generation, "version": version, "live": int(live), "tables": names}
    connection.execute(insert(generations), row)
    connection.execute(insert(cursors), {**key._asdict(), "position": 0})
    tables.create_all(connection)


def swap(connection: Connection, old: CursorKey, position: int, new: CursorKey) -> None:
    """`new` becomes the live generation in the place of `old`, which must still stand at `position`; else Fenced."""
    if cursor(connection, old).position != position:
        raise Fenced(f"the books of {old.projection} went on while they were built again; nothing was changed, try again")
    for key, live in ((old, 0), (new, 1)):
        connection.execute(update(generations).where(*_is(generations, key)).values(live=live))


def drop_generations(connection: Connection, projection: str) -> None:
    """Every generation of the projection that is not live, with its tables; who still wrote to one is fenced off."""
    rows = connection.execute(
        select(generations.c.generation, generations.c.tables).where(generations.c.projection == projection, generations.c.live == 0)
    ).all()
    for row in rows:
        for name in filter(None, row.tables.split(",")):
            connection.execute(DropTable(Table(name, MetaData()), if_exists=True))
        for table in metadata.sorted_tables:
            connection.execute(delete(table).where(*_is(table, CursorKey(projection, row.generation))))


def retire(connection: Connection, live: Generation) -> None:
    """It is live no longer, and nothing has taken its place yet."""
    connection.execute(update(generations).where(*_is(generations, CursorKey(live.projection, live.generation))).values(live=0))


def cursor(connection: Connection, key: CursorKey) -> Mark:
    """Fenced if the generation is gone."""
    columns = (cursors.c.position, cursors.c.event_id, cursors.c.event_time, cursors.c.correlation)
    row = connection.execute(select(*columns).where(*_is_cursor(key))).one_or_none()
    if row is None:
        raise Fenced(f"generation {key.generation} of {key.projection} is gone: it was built again elsewhere")
    return Mark(*row)


def halted(connection: Connection, key: CursorKey) -> Halt | None:
    row = connection.execute(select(cursors.c.halted_event, cursors.c.halted_reason).where(*_is_cursor(key))).one_or_none()
    return None if row is None or row.halted_event is None else Halt(row.halted_event, row.halted_reason)


def advance(connection: Connection, key: CursorKey, position_from: int, to: Mark) -> None:
    """Compare and set: the cursor is position, lock and fence. Whoever gets by an obstacle is halted no longer."""
    moved = connection.execute(
        update(cursors)
        .where(*_is_cursor(key), cursors.c.position == position_from)
        .values(**to._asdict(), halted_event=None, halted_reason=None)
    )
    if moved.rowcount != 1:
        raise Fenced(f"the cursor of {key.projection} is not at position {position_from}: somebody else writes these books")


def halt(connection: Connection, key: CursorKey, why: Halt) -> None:
    connection.execute(update(cursors).where(*_is_cursor(key)).values(halted_event=why.event_id, halted_reason=why.reason))


def stream_versions(connection: Connection, key: CursorKey, wanted: Iterable[str]) -> dict[str, int]:
    """The last version seen of each stream; a stream that is not there has not been seen."""
    of = streams.c.projection == key.projection, streams.c.generation == key.generation
    rows = connection.execute(select(streams.c.stream, streams.c.version).where(*of, streams.c.stream.in_(list(wanted))))
    return {row.stream: row.version for row in rows}


def parked_sources(connection: Connection, key: CursorKey) -> list[Parked]:
    columns = (parked.c.source, parked.c.position, parked.c.event_id, parked.c.reason)
    rows = connection.execute(select(*columns).where(*_is(parked, key)).order_by(parked.c.position))
    return [Parked(*row) for row in rows]


def park(connection: Connection, key: CursorKey, what: Parked) -> None:
    connection.execute(insert(parked), {"projection": key.projection, "generation": key.generation, **what._asdict()})


def _is(table: Table, key: CursorKey) -> tuple[ColumnElement[bool], ...]:
    return table.c.projection == key.projection, table.c.generation == key.generation


def _is_cursor(key: CursorKey) -> tuple[ColumnElement[bool], ...]:
    return *_is(cursors, key), cursors.c.partition == key.partition
