"""What was asked for and refused. Beside the event store: no decision reads it, and losing it changes nothing."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from infra.sqlite_file import Explaining, FileKind, open_in_memory, open_to_write
from infra.store_errors import StoreTrouble

TEXT_BYTES_MAX = 4096
KEPT_MAX = 100_000

_TEXTS = ("time", "actor", "key", "command", "code", "rule", "message")
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
_RECENT = "SELECT time, actor, key, command, code, rule, message FROM attempts ORDER BY number DESC LIMIT ?"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A refused command: `time` in UTC, the `command` as it came with hidden cards struck out, and what was answered."""

    time: str
    actor: str | None
    key: str | None
    command: str
    code: str
    rule: str | None
    message: str


class Attempts:
    """The newest `kept_max` refusals; `path` None keeps them in memory. Opened at the first one."""

    def __init__(self, path: Path | None, kept_max: int = KEPT_MAX) -> None:
        self._path = path
        self._kept_max = kept_max
        self._lock = Lock()
        self._explaining = Explaining(path or "attempts in memory")
        self._opened: sqlite3.Connection | None = None

    def record(self, attempt: Attempt) -> str | None:
        """Keeps it, every text cut at 4 KiB. What went wrong, if anything did: a refusal must not fail over its record."""
        values = [_cut(getattr(attempt, name)) for name in _TEXTS]
        try:
            with self._lock, self._explaining:
                connection = self._connection()
                number = connection.execute(_INSERT, values).lastrowid or 0
                connection.execute(_FORGET, (number - self._kept_max,))
        except (StoreTrouble, sqlite3.Error) as trouble:
            return f"the refusal was not recorded: {trouble}"
        return None

    def recent(self, limit: int) -> list[Attempt]:
        """Up to `limit` refusals, the newest first. StoreDamaged, StoreUnavailable."""
        with self._lock, self._explaining:
            return [Attempt(*row) for row in self._connection().execute(_RECENT, (limit,))]

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = open_in_memory(ATTEMPTS) if self._path is None else open_to_write(self._path, ATTEMPTS, "NORMAL")
        return self._opened


def _cut(text: str | None) -> str | None:
    """At most 4 KiB of UTF-8 in whole characters; what cannot be written in UTF-8 is written as an escape."""
    if text is None:
        return None
    return text.encode(errors="backslashreplace")[:TEXT_BYTES_MAX].decode(errors="ignore")
