"""The generations of a projection: one is live; a rebuild makes the next one beside it, and it takes the live one's place.

Functions over a connection, as in infra/cursors.py.
"""

from sqlalchemy import Connection, MetaData, Table, delete, func, insert, select, update
from sqlalchemy.schema import DropTable

from infra.cursor_tables import cursors, generations, metadata
from infra.cursors import CursorKey, Generation, cursor, halt, is_lane, is_of, lane_of_event, lanes_of


def take_turn(connection: Connection, projection: str) -> None:
    """Whoever begins, divides or replaces generations of this projection does it alone, until the transaction ends.

    SQLite's transaction to write is alone anyhow.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"pataca generations {projection}", 0))))


def live_generation(connection: Connection, projection: str) -> Generation | None:
    lanes = select(func.count()).where(cursors.c.projection == projection, cursors.c.generation == generations.c.generation)
    row = connection.execute(
        select(generations.c.generation, generations.c.version, lanes.scalar_subquery()).where(
            generations.c.projection == projection, generations.c.live == 1
        )
    ).one_or_none()
    return None if row is None else Generation(projection, *row)


def last_generation(connection: Connection, projection: str) -> int:
    """The highest number given so far, 0 without one."""
    numbers = select(func.max(generations.c.generation)).where(generations.c.projection == projection)
    return connection.execute(numbers).scalar_one() or 0


def begin_generation(connection: Connection, key: CursorKey, version: int, tables: MetaData, *, live: bool) -> Generation:
    """Its empty tables, and all its lanes before the first event."""
    names = ",".join(sorted(tables.tables))
    row = {"projection": key.projection, "generation": key.generation, "version": version, "live": int(live), "tables": names}
    connection.execute(insert(generations), row)
    begun = Generation(key.projection, key.generation, version, key.lanes)
    connection.execute(insert(cursors), [{**lane._asdict(), "position": 0, "passed": 0} for lane in begun.keys])
    tables.create_all(connection)
    return begun


def split(connection: Connection, whole: Generation, lanes: int) -> Generation:
    """One lane becomes `lanes`, each of them where it stands. A halt goes into the lane of its event, into all if it names none.

    Fenced if it is no longer there as one lane. Parked sources and streams need no change: their names tell the lane.
    """
    [key] = whole.keys
    [stands] = lanes_of(connection, whole, lock=True)
    divided = whole._replace(lanes=lanes)
    connection.execute(delete(cursors).where(*is_lane(key)))
    rows = [{**lane._asdict(), **stands.mark._asdict(), "passed": stands.passed} for lane in divided.keys]
    connection.execute(insert(cursors), rows)
    if stands.halt is not None:
        named = "@" in stands.halt.event_id
        for lane in [divided.keys[lane_of_event(stands.halt.event_id, lanes)]] if named else divided.keys:
            halt(connection, lane, stands.position, stands.halt)
    return divided


def swap(connection: Connection, old: Generation, new: Generation) -> None:
    """`new` becomes the live generation in the place of `old`, whose cursors go at once: who still writes to it is fenced off.

    To lanes that stand at the same event goes over why they had halted there, and what is known of offsets.
    """
    for after, stood in zip(new.keys, lanes_of(connection, old), strict=True):
        if cursor(connection, after).position == stood.position:
            connection.execute(update(cursors).where(*is_lane(after)).values(next_offset=stood.next_offset))
            if stood.halt is not None:
                halt(connection, after, stood.position, stood.halt)
    for generation, live in ((old, 0), (new, 1)):
        connection.execute(update(generations).where(*is_of(generations, generation)).values(live=live))
    connection.execute(delete(cursors).where(*is_of(cursors, old)))


def drop_generations(connection: Connection, projection: str) -> None:
    """Every generation of the projection that is not live, with its tables; who still wrote to one is fenced off."""
    rows = connection.execute(
        select(generations.c.generation, generations.c.tables).where(generations.c.projection == projection, generations.c.live == 0)
    ).all()
    for row in rows:
        for name in filter(None, row.tables.split(",")):
            connection.execute(DropTable(Table(name, MetaData()), if_exists=True))
        for table in metadata.sorted_tables:
            connection.execute(delete(table).where(*is_of(table, CursorKey(projection, row.generation))))


def retire(connection: Connection, live: Generation) -> None:
    """It is live no longer, and nothing has taken its place yet."""
    connection.execute(update(generations).where(*is_of(generations, live)).values(live=0))
