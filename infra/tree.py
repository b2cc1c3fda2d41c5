"""The Merkle tree over all stored events in the order of the log: what is kept of it, and every hash of it at any size.

It may be deleted at any time and grows again from the log, the same. Kept are the leaves, and of each complete subtree of 256 leaves
(of 256 such, and so on) the hash: tiles of up to 256 hashes, of which no full one ever changes. How tiles are stored is told by
`infra/tree_sqlite.py` and `infra/tree_postgres.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from struct import Struct
from typing import NamedTuple, Protocol

from domain.merkle import EMPTY, Part, apart_from, consistency, leaf_hash, middle, node_hash, root
from infra.cursors import Fenced
from infra.log import Row

HEIGHT = 8
WIDTH = 1 << HEIGHT
"""Hashes in a full tile."""
HASH_BYTES = 32
_LENGTHS = Struct(">5I")
TILES_KEPT_MAX = 1_024
"""Full tiles in memory: some 16 MiB."""


class Head(NamedTuple):
    """How far the tree has come: its leaves, and the position of the last one's event."""

    size: int
    position: int


class Tile(NamedTuple):
    """`number` from 0 within its level; `first` is the position of a leaf tile's first event, None above the leaves."""

    level: int
    number: int
    first: int | None
    hashes: bytes


class TreeRows(Protocol):
    """What a database does for the tree. StoreDamaged, StoreUnavailable."""

    where: str

    def head(self) -> Head: ...

    def tile(self, level: int, number: int) -> Tile | None: ...

    def leaf_tile(self, position: int) -> Tile | None:
        """The last one whose first event does not come after this position."""

    def put(self, head: Head, to: Head, tiles: Sequence[Tile]) -> bool:
        """All in one transaction, in place of what the tiles held; False, and nothing, where the head is another by now."""

    def close(self) -> None: ...


class Tree:
    """For one thread at a time, beside any number of processes."""

    def __init__(self, rows: TreeRows) -> None:
        self._rows = rows
        self._full: dict[tuple[int, int], list[bytes]] = {}

    @classmethod
    def memory(cls) -> "Tree":
        from infra.tree_sqlite import SqliteTreeRows

        return cls(SqliteTreeRows.memory())

    @classmethod
    def sqlite(cls, path: Path, *, read_only: bool = False) -> "Tree":
        """The file is made where there is none, unless it is opened to read."""
        from infra.tree_sqlite import SqliteTreeRows

        return cls(SqliteTreeRows.file(path, read_only))

    @classmethod
    def postgres(cls, url: str, *, read_only: bool = False) -> "Tree":
        """In the schema `casino_tree` of this database, made where there is none and the role may, unless `read_only`."""
        from infra.tree_postgres import PostgresTreeRows

        return cls(PostgresTreeRows(url, read_only))

    @property
    def where(self) -> str:
        return self._rows.where

    def head(self) -> Head:
        return self._rows.head()

    def grow(self, head: Head, rows: Iterable[Row]) -> Head:
        """Adds the events that come next in the log after `head`; Fenced where somebody else has added any meanwhile."""
        added = list(rows)
        if not added:
            return head
        to = Head(head.size + len(added), added[-1].position)
        if not self._rows.put(head, to, self._new_tiles(head.size, added)):
            raise Fenced(f"the tree in {self.where} is not at position {head.position}: another process lets it grow")
        return to

    def root(self, size: int) -> bytes:
        return self.hash_of((0, size)) if size else EMPTY

    def hash_of(self, part: Part) -> bytes:
        """Of a part that a proof names, or of a whole tree of any size up to the head's."""
        low, high = part
        size = high - low
        if size & (size - 1):
            at = middle(low, high)
            return node_hash(self.hash_of((low, at)), self.hash_of((at, high)))
        level = (size.bit_length() - 1) // HEIGHT
        first, many = low >> HEIGHT * level, size >> HEIGHT * level
        number, offset = divmod(first, WIDTH)
        hashes = self._hashes(level, number)[offset : offset + many]
        assert len(hashes) == many, f"the tree in {self.where} has no leaves {low} to {high}"
        return root(hashes)

    def inclusion(self, leaves: Sequence[int], size: int) -> list[bytes]:
        """What proves all of these leaves in the tree of this size at once."""
        return [self.hash_of(part) for part in apart_from(leaves, size)]

    def consistency(self, old: int, size: int) -> list[bytes]:
        return [self.hash_of(part) for part in consistency(old, size)]

    def leaf(self, number: int) -> bytes:
        return self.hash_of((number, number + 1))

    def numbers_of(self, rows: Iterable[Row]) -> Iterator[int | None]:
        """Which leaf each event is, from 0, for rows in the order of the log; None where the tree knows other bytes there, or none."""
        tile, within = Tile(0, -1, None, b""), dict[bytes, int]()
        for row in rows:
            hash_ = leaf_of(row)
            if hash_ not in within and (found := self._rows.leaf_tile(row.position)) is not None:
                tile, within = found, {one: offset for offset, one in enumerate(_split(found.hashes))}
            yield tile.number * WIDTH + within[hash_] if hash_ in within else None

    def close(self) -> None:
        self._rows.close()

    def _new_tiles(self, size: int, added: Sequence[Row]) -> list[Tile]:
        """The tiles that change: of each level the one that was not full, and those behind it."""
        tiles: list[Tile] = []
        new, level = [leaf_of(row) for row in added], 0
        while new:
            number, offset = divmod(size, WIDTH)
            begun = self._rows.tile(level, number) if offset else None
            hashes = [*(_split(begun.hashes)[:offset] if begun else ()), *new]
            complete = []
            for start in range(0, len(hashes), WIDTH):
                within = hashes[start : start + WIDTH]
                first = None
                if level == 0:
                    first = begun.first if begun and not start else added[start - offset].position
                tiles.append(Tile(level, number + start // WIDTH, first, b"".join(within)))
                if len(within) == WIDTH:
                    complete.append(root(within))
            new, size, level = complete, number, level + 1
        return tiles

    def _hashes(self, level: int, number: int) -> list[bytes]:
        kept = self._full.get((level, number))
        if kept is None:
            tile = self._rows.tile(level, number)
            kept = _split(tile.hashes) if tile else []
            if len(kept) == WIDTH:
                if len(self._full) >= TILES_KEPT_MAX:
                    self._full.clear()
                self._full[level, number] = kept
        return kept


def leaf_of(row: Row) -> bytes:
    """The hash of an event's leaf (docs/proof.md, The leaf of an event): the lengths of five fields, then the fields."""
    fields = (row.stream.encode(), b"%d" % row.version, b"%d" % row.position, row.topic.encode(), row.state)
    return leaf_hash(_LENGTHS.pack(*map(len, fields)) + b"".join(fields))


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
