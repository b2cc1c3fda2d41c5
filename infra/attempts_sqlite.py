"""The rows of refused commands in a SQLite file, or in memory."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from infra.sqlite_file import Explaining, FileKind, open_in_memory, open_to_read, open_to_write

_SCHEMA = """
CREATE TABLE attempts (
    number INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    actor TEXT,
    key TEXT,
    command TEXT NOT NULL,
    code TEXT NOT NULL,
    rule TEXT,
    message TEXT NOT NULL
) STRICT;
"""
ATTEMPTS = FileKind("record of refused commands", b"PTCa", _SCHEMA)

_INSERT = "INSERT INTO attempts (time, actor, key, command, code, rule, message) VALUES (?, ?, ?, ?, ?, ?, ?)"
_FORGET = "DELETE FROM attempts WHERE number <= ?"
_HOLDING = "SELECT time, actor, key, command, code, rule, message FROM attempts WHERE instr(command, ?) ORDER BY number"
_RECENT = "SELECT time, actor, key, command, code, rule, message FROM attempts ORDER BY number DESC LIMIT ?"


class SqliteAttemptRows:
    """`path` None keeps them in memory. The file is opened, and made where there is none, at the first one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._explaining = Explaining(path or "attempts in memory")
        self._opened: sqlite3.Connection | None = None

    def add(self, texts: Sequence[str | None], kept_max: int) -> None:
        with self._explaining:
            connection = self._connection()
            number = connection.execute(_INSERT, texts).lastrowid or 0
            connection.execute(_FORGET, (number - kept_max,))

    def recent(self, limit: int) -> list[tuple[str | None, ...]]:
        with self._explaining:
            return self._connection().execute(_RECENT, (limit,)).fetchall()

    def holding(self, text: str) -> list[tuple[str | None, ...]]:
        """Beside a process that writes there too."""
        if self._opened is not None or self._path is None:
            return self._connection().execute(_HOLDING, (text,)).fetchall()
        if not self._path.exists():
            return []
        with closing(open_to_read(self._path, ATTEMPTS)) as reading, self._explaining:
            return reading.execute(_HOLDING, (text,)).fetchall()

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = open_in_memory(ATTEMPTS) if self._path is None else open_to_write(self._path, ATTEMPTS, "NORMAL")
        return self._opened
