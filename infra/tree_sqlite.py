"""The tree's rows in a SQLite file of the data folder, or in memory."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from infra.sqlite_file import Explaining, FileKind, open_in_memory, open_to_read, open_to_write
from infra.store_errors import StoreDamaged
from infra.tree import Head, Tile

_SCHEMA = """
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    size INTEGER NOT NULL,
    position INTEGER NOT NULL
) STRICT;
INSERT INTO head VALUES (1, 0, 0);
CREATE TABLE tiles (
    level INTEGER NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, number)
) STRICT;
CREATE INDEX tiles_first ON tiles (first) WHERE level = 0;
"""
TREE = FileKind("tree", b"PTtr", _SCHEMA, disposable=True)

_REMEDY = "Delete it, with the -wal and -shm beside it: it grows again from the events."
_LEAF_TILE = "SELECT level, number, first, hashes FROM tiles WHERE level = 0 AND first <= ? ORDER BY first DESC LIMIT 1"


class SqliteTreeRows:
    """A loss of power may take its last pages: they grow again."""

    def __init__(self, connection: sqlite3.Connection, where: Path | str) -> None:
        self._connection = connection
        self.where = str(where)

    @classmethod
    def memory(cls) -> Self:
        return cls(open_in_memory(TREE), "tree in memory")

    @classmethod
    def file(cls, path: Path, read_only: bool) -> Self:
        with _told(path):
            return cls(open_to_read(path, TREE) if read_only else open_to_write(path, TREE, "NORMAL"), path)

    def head(self) -> Head:
        return Head(*self._run("SELECT size, position FROM head").fetchone())

    def tile(self, level: int, number: int) -> Tile | None:
        row = self._run("SELECT level, number, first, hashes FROM tiles WHERE level = ? AND number = ?", level, number).fetchone()
        return None if row is None else Tile(*row)

    def leaf_tile(self, position: int) -> Tile | None:
        row = self._run(_LEAF_TILE, position).fetchone()
        return None if row is None else Tile(*row)

    def put(self, head: Head, to: Head, tiles: Sequence[Tile]) -> bool:
        with _told(self.where), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            moved = self._connection.execute("UPDATE head SET size = ?, position = ? WHERE size = ? AND position = ?", (*to, *head))
            if moved.rowcount == 1:
                self._connection.executemany("INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)", tiles)
            return moved.rowcount == 1

    def close(self) -> None:
        with _told(self.where):
            self._connection.close()

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        with _told(self.where):
            return self._connection.execute(statement, values)


@contextmanager
def _told(where: Path | str) -> Iterator[None]:
    try:
        with Explaining(where):
            yield
    except StoreDamaged as damage:
        raise StoreDamaged(where, damage.reason, _REMEDY) from damage
