"""The vault's rows in a SQLite file for this user alone, or in memory."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from infra.sqlite_file import Explaining, FileKind, make_private, open_in_memory, open_to_write

_SCHEMA = """
CREATE TABLE keys (
    hand TEXT NOT NULL,
    holder TEXT NOT NULL,
    key BLOB NOT NULL,
    PRIMARY KEY (hand, holder)
) STRICT, WITHOUT ROWID;
CREATE TABLE named (
    hand TEXT NOT NULL,
    spot TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (hand, spot)
) STRICT, WITHOUT ROWID;
CREATE TABLE decks (
    hand TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
VAULT = FileKind("vault", b"PTCv", _SCHEMA)


class SqliteVaultRows:
    """The house's one writer has no other process beside it: what is missing when it looks stays missing until it writes."""

    def __init__(self, connection: sqlite3.Connection, where: Path | str) -> None:
        self.connection = connection
        self.where = str(where)
        self._explaining = Explaining(where)

    @classmethod
    def memory(cls) -> Self:
        return cls(open_in_memory(VAULT), "vault in memory")

    @classmethod
    def file(cls, path: Path) -> Self:
        connection = open_to_write(path, VAULT)
        make_private(path)
        return cls(connection, path)

    @contextmanager
    def batch(self) -> Iterator[None]:
        if self.connection.in_transaction:
            yield
            return
        self._run("BEGIN IMMEDIATE")
        try:
            yield
            self._run("COMMIT")
        except BaseException:
            if self.connection.in_transaction:  # a full disk may have ended it already
                self._run("ROLLBACK")
            raise

    def key(self, hand: str, holder: str) -> bytes | None:
        row = self._run("SELECT key FROM keys WHERE hand = ? AND holder = ?", hand, holder).fetchone()
        return None if row is None else bytes(row[0])

    def draw(self, hand: str, holder: str, key: bytes) -> bytes:
        self._run("INSERT INTO keys VALUES (?, ?, ?)", hand, holder, key)
        return key

    def remember(self, hand: str, spot: str, digest: bytes) -> None:
        self._run("INSERT OR REPLACE INTO named VALUES (?, ?, ?)", hand, spot, digest)

    def spots(self, hand: str, digest: bytes) -> list[str]:
        return [spot for (spot,) in self._run("SELECT spot FROM named WHERE hand = ? AND digest = ?", hand, digest)]

    def deck(self, hand: str) -> str | None:
        row = self._run("SELECT sealed FROM decks WHERE hand = ?", hand).fetchone()
        return None if row is None else str(row[0])

    def keep_deck(self, hand: str, sealed: str) -> None:
        self._run("INSERT INTO decks VALUES (?, ?)", hand, sealed)

    def close(self) -> None:
        with self._explaining:
            self.connection.close()

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        with self._explaining:
            return self.connection.execute(statement, values)
