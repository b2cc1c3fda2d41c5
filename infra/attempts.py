"""What was asked for and refused. Beside the event store: no decision reads it, and losing it changes nothing."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from infra.attempts_sqlite import SqliteAttemptRows
from infra.store_errors import StoreTrouble

TEXT_BYTES_MAX = 4096
KEPT_MAX = 100_000

_TEXTS = ("time", "actor", "key", "command", "code", "rule", "message")
"""What a row holds, in this order."""


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


class AttemptRows(Protocol):
    """What a database does for them, used by one thread at a time. StoreDamaged, StoreUnavailable."""

    def add(self, texts: Sequence[str | None], kept_max: int) -> None:
        """One more, and those that came `kept_max` or more before it go."""

    def recent(self, limit: int) -> list[Any]:
        """Rows of texts, the newest first."""

    def holding(self, text: str) -> list[Any]:
        """Rows of texts whose command holds this text, the oldest first. Nothing is made where there is none."""

    def close(self) -> None: ...


class Attempts:
    """The newest `kept_max` refusals, a few less where other processes were interrupted while they wrote one."""

    def __init__(self, rows: AttemptRows, kept_max: int = KEPT_MAX) -> None:
        self._rows = rows
        self._kept_max = kept_max
        self._lock = Lock()

    @classmethod
    def memory(cls, kept_max: int = KEPT_MAX) -> "Attempts":
        return cls(SqliteAttemptRows(None), kept_max)

    @classmethod
    def sqlite(cls, path: Path, kept_max: int = KEPT_MAX) -> "Attempts":
        """In this file, made at the first refusal."""
        return cls(SqliteAttemptRows(path), kept_max)

    @classmethod
    def postgres(cls, url: str, kept_max: int = KEPT_MAX) -> "Attempts":
        """In this database's table casino.attempts, looked for at the first refusal; several processes share it."""
        from infra.attempts_postgres import PostgresAttemptRows

        return cls(PostgresAttemptRows(url), kept_max)

    def record(self, attempt: Attempt) -> str | None:
        """Keeps it, every text cut at 4 KiB. What went wrong, if anything did: a refusal must not fail over its record."""
        texts = [kept_text(getattr(attempt, name)) for name in _TEXTS]
        try:
            with self._lock:
                self._rows.add(texts, self._kept_max)
        except (StoreTrouble, sqlite3.Error) as trouble:
            return f"the refusal was not recorded: {trouble}"
        return None

    def recent(self, limit: int) -> list[Attempt]:
        """Up to `limit` refusals, the newest first. StoreDamaged, StoreUnavailable."""
        with self._lock:
            return [Attempt(*row) for row in self._rows.recent(limit)]

    def at_table(self, table: str) -> list[Attempt]:
        """What this table refused, the oldest first; a few of other tables may be among them. StoreDamaged, StoreUnavailable."""
        with self._lock:
            return [Attempt(*row) for row in self._rows.holding(f'"{table}"')]

    def close(self) -> None:
        with self._lock:
            self._rows.close()


def kept_text(text: str | None) -> str | None:
    """At most 4 KiB of UTF-8 in whole characters; what a database may not take, lone surrogates and U+0000, is written as an escape."""
    if text is None:
        return None
    plain = text.replace("\0", r"\x00").encode(errors="backslashreplace")
    return plain[:TEXT_BYTES_MAX].decode(errors="ignore")
