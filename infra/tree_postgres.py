"""The tree's rows in PostgreSQL, beside the events: schema casino_tree."""

from collections.abc import Sequence
from typing import Any

import psycopg

from infra.postgres import Explaining
from infra.postgres_link import Link
from infra.postgres_schema import Schema, make_or_check
from infra.postgres_sql import statement
from infra.tree import Head, Tile

TREE = Schema("casino_tree", "tree", 1, (statement("tree"),))

_HEAD = "SELECT size, position FROM casino_tree.head"
_TILE = "SELECT level, number, first, hashes FROM casino_tree.tiles WHERE level = %s AND number = %s"
_LEAF_TILE = "SELECT level, number, first, hashes FROM casino_tree.tiles WHERE level = 0 AND first <= %s ORDER BY first DESC LIMIT 1"
_MOVE = "UPDATE casino_tree.head SET size = %s, position = %s WHERE size = %s AND position = %s"
_PUT = """
INSERT INTO casino_tree.tiles (level, number, first, hashes) VALUES (%s, %s, %s, %s)
ON CONFLICT (level, number) DO UPDATE SET first = excluded.first, hashes = excluded.hashes
"""


class PostgresTreeRows:
    """For several processes: the head's row is position, lock and fence."""

    def __init__(self, url: str, read_only: bool) -> None:
        self._link = Link(url, "pataca tree", lambda connection: make_or_check(connection, self.where, TREE, read_only=read_only))
        self.where = self._link.place
        with Explaining(self.where):
            self._link.run(_HEAD)

    def head(self) -> Head:
        row = self._one(_HEAD)
        assert row is not None, "the schema is made with its head"
        return Head(*row)

    def tile(self, level: int, number: int) -> Tile | None:
        row = self._one(_TILE, level, number)
        return None if row is None else Tile(*row)

    def leaf_tile(self, position: int) -> Tile | None:
        row = self._one(_LEAF_TILE, position)
        return None if row is None else Tile(*row)

    def put(self, head: Head, to: Head, tiles: Sequence[Tile]) -> bool:
        with Explaining(self.where), self._connection().transaction(), self._connection().cursor() as cursor:
            moved = cursor.execute(_MOVE, (*to, *head)).rowcount == 1
            if moved:
                cursor.executemany(_PUT, tiles)
            return moved

    def close(self) -> None:
        self._link.close()

    def _connection(self) -> psycopg.Connection:
        return self._link.connection

    def _one(self, query: str, *values: object) -> Any:
        with Explaining(self.where):
            return self._link.run(query, *values).fetchone()
