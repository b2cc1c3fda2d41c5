"""How far each projection has come: the cursors of its lanes, what they have seen of each stream, what is parked.

A generation of a projection has one lane or several. An event belongs to the lane of its key (infra/partitioning.py), so
that the events of one source never part; lanes go on by themselves, in one process or in many.

Functions over a connection, so that they stand in the same transaction as the rows (infra/books.py opens it).
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, Table, bindparam, insert, select, tuple_, update

from domain.event import Recorded, key_of
from infra.cursor_tables import cursors, parked, streams
from infra.partitioning import partition_of


class Fenced(Exception):
    """Somebody else has moved this cursor, or taken its generation away: what was to be written was not."""


class CursorKey(NamedTuple):
    """Whose cursor, in which of how many lanes. An embedded house has one lane, 0."""

    projection: str
    generation: int
    partition: int = 0
    lanes: int = 1


class Generation(NamedTuple):
    projection: str
    generation: int
    version: int
    lanes: int = 1

    @property
    def keys(self) -> list[CursorKey]:
        """Of its lanes, in their order."""
        return [CursorKey(self.projection, self.generation, partition, self.lanes) for partition in range(self.lanes)]


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


class Cursor(NamedTuple):
    """Where a lane stands. `mark` is the last event that was projected; every event of the lane up to `passed` is in the rows.

    A quiet lane passes too, so `passed` may be far beyond the mark. `next_offset` is a hint where its partition of a topic
    goes on, None where it was not read from one. After a split the mark may be of another lane's event.
    """

    mark: Mark
    passed: int
    next_offset: int | None
    halt: Halt | None

    @property
    def position(self) -> int:
        return self.mark.position


class Move(NamedTuple):
    """A lane's cursor goes from one position to the mark of another. Without `passed` it is complete up to there and no further."""

    key: CursorKey
    position_from: int
    to: Mark
    passed: int | None = None
    next_offset: int | None = None


class Parked(NamedTuple):
    """From `position` on the events of `source` are set aside."""

    source: str
    position: int
    event_id: str
    reason: str


def lanes_of(connection: Connection, generation: Generation, *, lock: bool = False) -> list[Cursor]:
    """Where its lanes stand, in their order; with `lock` nobody else moves them before the transaction ends.

    Fenced if the generation is gone, or has another number of lanes.
    """
    query = select(*_CURSOR).where(*is_of(cursors, generation), cursors.c.lanes == generation.lanes).order_by(cursors.c.partition)
    rows = connection.execute(query.with_for_update() if lock else query).all()
    if len(rows) != generation.lanes:
        raise _gone(generation)
    return [_cursor(row) for row in rows]


def cursor(connection: Connection, key: CursorKey) -> Cursor:
    """Fenced if the generation is gone, or has another number of lanes."""
    row = connection.execute(select(*_CURSOR).where(*is_lane(key))).one_or_none()
    if row is None:
        raise _gone(key)
    return _cursor(row)


def advance(connection: Connection, moves: Sequence[Move]) -> None:
    """Compare and set: a cursor is position, lock and fence. Whoever gets by an obstacle is halted no longer.

    The rows are taken in the order in which `lanes_of` takes them. Fenced, if one of them is not where its move begins.
    """
    ordered = sorted(moves, key=lambda move: move.key)
    moved = connection.execute(_ADVANCE, [_values(move) for move in ordered])
    if moved.rowcount != len(moves):
        raise _moved([(move.key, move.position_from) for move in ordered])


def pass_by(connection: Connection, quiet: Sequence[tuple[CursorKey, int]], passed: int) -> None:
    """Lanes that had nothing up to `passed`, each with the position that its cursor must be at; Fenced if one is not.

    One statement for all of them. It takes the rows in the order in which `lanes_of` does, else the two could wait for each other.
    """
    stand = tuple_(*_LANE, cursors.c.position).in_([(*key, position) for key, position in quiet])
    taken = select(*_LANE).where(stand, cursors.c.passed <= passed).order_by(*_LANE).with_for_update().cte("taken")
    passes = update(cursors).where(tuple_(*_LANE).in_(select(taken))).values(passed=passed, halted_event=None, halted_reason=None)
    moved = connection.execute(passes.returning(cursors.c.partition)).all()  # SQLite counts no rows of a statement that begins WITH
    if len(moved) != len(quiet):
        raise _moved(quiet)


def hold(connection: Connection, key: CursorKey, position: int) -> None:
    """Nobody else moves it before the transaction ends; Fenced if it is not at `position`."""
    stands = select(cursors.c.position).where(*is_lane(key), cursors.c.position == position).with_for_update()
    if connection.execute(stands).one_or_none() is None:
        raise _moved([(key, position)])


def halt(connection: Connection, key: CursorKey, position: int, why: Halt) -> None:
    """Fenced if it is not at `position`."""
    hold(connection, key, position)
    connection.execute(update(cursors).where(*is_lane(key)).values(halted_event=why.event_id, halted_reason=why.reason))


def stream_versions(connection: Connection, key: CursorKey, wanted: Iterable[str]) -> dict[str, int]:
    """The last version seen of each stream; a stream that is not there has not been seen."""
    rows = connection.execute(select(streams.c.stream, streams.c.version).where(*is_of(streams, key), streams.c.stream.in_(list(wanted))))
    return {row.stream: row.version for row in rows}


def parked_sources(connection: Connection, of: CursorKey | Generation) -> list[Parked]:
    """Of the whole generation, in the order in which they were set aside."""
    columns = (parked.c.source, parked.c.position, parked.c.event_id, parked.c.reason)
    rows = connection.execute(select(*columns).where(*is_of(parked, of)).order_by(parked.c.position))
    return [Parked(*row) for row in rows]


def park(connection: Connection, of: CursorKey | Generation, what: Parked) -> None:
    connection.execute(insert(parked), {"projection": of.projection, "generation": of.generation, **what._asdict()})


def lane_of_event(event_id: str, lanes: int) -> int:
    """Which lane an event is in, told from its id."""
    return partition_of(key_of(event_id.rpartition("@")[0]), lanes)


_LANE: tuple[Column[Any], ...] = (cursors.c.projection, cursors.c.generation, cursors.c.partition, cursors.c.lanes)
_MARK: tuple[Column[Any], ...] = (cursors.c.position, cursors.c.event_id, cursors.c.event_time, cursors.c.correlation)
_CURSOR: tuple[Column[Any], ...] = (*_MARK, cursors.c.passed, cursors.c.next_offset, cursors.c.halted_event, cursors.c.halted_reason)


_ADVANCE = (
    update(cursors)
    .where(*(column == bindparam(f"of_{column.name}") for column in _LANE), cursors.c.position == bindparam("position_from"))
    .values(**{column.name: bindparam(f"to_{column.name}") for column in (*_MARK, cursors.c.passed, cursors.c.next_offset)})
    .values(halted_event=None, halted_reason=None)
)


def _values(move: Move) -> dict[str, Any]:
    to = {**move.to._asdict(), "passed": move.to.position if move.passed is None else move.passed, "next_offset": move.next_offset}
    of = {f"of_{name}": value for name, value in move.key._asdict().items()}
    return {**of, "position_from": move.position_from, **{f"to_{name}": value for name, value in to.items()}}


def _cursor(row: Sequence[Any]) -> Cursor:
    *mark, passed, next_offset, event_id, reason = row
    return Cursor(Mark(*mark), passed, next_offset, None if event_id is None else Halt(event_id, reason))


def is_of(table: Table, of: CursorKey | Generation) -> tuple[ColumnElement[bool], ...]:
    """Rows of that generation."""
    return table.c.projection == of.projection, table.c.generation == of.generation


def is_lane(key: CursorKey) -> tuple[ColumnElement[bool], ...]:
    """The row of that lane."""
    return tuple(column == value for column, value in zip(_LANE, key, strict=True))


def _gone(of: CursorKey | Generation) -> Fenced:
    return Fenced(f"generation {of.generation} of {of.projection} in {of.lanes} lanes is gone: it was built again or divided elsewhere")


def _moved(expected: Sequence[tuple[CursorKey, int]]) -> Fenced:
    [(key, position), *others] = expected
    lane = f"lane {key.partition} of " if key.lanes > 1 else ""
    more = f", or one of {len(others)} more lanes has moved" if others else ""
    return Fenced(f"the cursor of {lane}{key.projection} is not at position {position}{more}: somebody else writes these books")
