"""Entries and lines of the books as Parquet, for programs that read columns: every field of the tables, amounts as 64-bit integers."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet
from sqlalchemy import Column, Connection, Integer, Select, Table, select

from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope

BATCH = 50_000
"""Rows of a row group: what is held in memory at once."""


def to_parquet(connection: Connection, ledger: Ledger, scope: Scope, folder: Path) -> dict[str, int]:
    """Writes `entries.parquet` and `lines.parquet`, in the order of the log; how many rows each has. A file is there whole or not at all.

    A scope with a currency has its lines, and the entries that have one.
    """
    scope.only("table", "hand")
    entries, lines = ledger.tables.entries, ledger.tables.lines
    of_scope = lines.join(entries, entries.c.position == lines.c.position)
    wanted = scope.of_lines(entries, lines)
    positions = select(lines.c.position).select_from(of_scope).where(*wanted)
    queries: Sequence[tuple[str, Table, Select[Any]]] = (
        ("entries", entries, select(entries).where(entries.c.position.in_(positions)).order_by(entries.c.position)),
        ("lines", lines, select(lines).select_from(of_scope).where(*wanted).order_by(lines.c.position, lines.c.n)),
    )
    written = {}
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as unfinished:
        for name, table, query in queries:
            beside = folder / f".{name}.parquet"
            unfinished.callback(beside.unlink, missing_ok=True)
            written[name] = _write(connection, table, query, beside)
        for name in written:
            (folder / f".{name}.parquet").replace(folder / f"{name}.parquet")
    return written


def _write(connection: Connection, table: Table, query: Select[Any], path: Path) -> int:
    schema = pa.schema([pa.field(column.name, _type(column), nullable=bool(column.nullable)) for column in table.c])
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        found = connection.execute(query.execution_options(yield_per=BATCH)).mappings()
        for rows in found.partitions(BATCH):
            writer.write_table(pa.Table.from_pylist([dict(row) for row in rows], schema=schema))
            count += len(rows)
    return count


def _type(column: Column[Any]) -> Any:
    return pa.int64() if isinstance(column.type, Integer) else pa.string()
