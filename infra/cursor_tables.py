"""The tables that say how far each projection has come; they stand beside its rows, in the same database."""

from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, Text

metadata = MetaData()

_Name = Text().with_variant(Text(collation="C"), "postgresql")  # ordered by code points, as SQLite does, whatever the server's language

generations = Table(
    "generations",
    metadata,
    Column("projection", _Name, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("live", Integer, nullable=False),
    Column("tables", _Name, nullable=False),
)
cursors = Table(
    "cursors",
    metadata,
    Column("projection", _Name, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("partition", Integer, primary_key=True),
    Column("lanes", Integer, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("event_id", _Name),
    Column("event_time", _Name),
    Column("correlation", _Name),
    Column("passed", BigInteger, nullable=False),
    Column("next_offset", BigInteger),
    Column("halted_event", _Name),
    Column("halted_reason", _Name),
)
"""One row a lane. `lanes` says among how many: who believes in another number finds no row to write to."""

streams = Table(
    "streams",
    metadata,
    Column("projection", _Name, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("stream", _Name, primary_key=True),
    Column("version", BigInteger, nullable=False),
)
parked = Table(
    "parked",
    metadata,
    Column("projection", _Name, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("source", _Name, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("event_id", _Name, nullable=False),
    Column("reason", _Name, nullable=False),
)
