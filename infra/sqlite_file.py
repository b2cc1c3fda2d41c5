"""The house's SQLite files: made whole or not at all, marked as ours, opened with care, their errors told in one way.

Embedded mode has one writing process (SQLite 3.40 can corrupt a write-ahead log when two connections write or
checkpoint at once), and a connection opened to read never does either.
"""

import errno
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from infra.store_errors import StoreDamaged, StoreUnavailable

LOCK_TIMEOUT_S = 3.0
Synchronous = Literal["FULL", "NORMAL"]

_PRIVATE = 0o600
_PAGE_BYTES = 4096
_SIDE_FILES = ("-wal", "-shm", "-journal")

_RESTORE = "Restore it from a backup, or choose another folder with --data."
_WRITABLE = "Make the folder and its files writable for this user, or choose another folder with --data."
_OTHER_RELEASE = "Use the release that made it, or a later one."
_REMAKE = "The next command that may write here makes it anew."
_SPACE = "Free space on its disk and try again; nothing of this was stored."
_REMEDIES = {
    sqlite3.SQLITE_FULL: _SPACE,
    sqlite3.SQLITE_READONLY: _WRITABLE,
    sqlite3.SQLITE_CANTOPEN: _WRITABLE,
    sqlite3.SQLITE_PERM: _WRITABLE,
    sqlite3.SQLITE_BUSY: "Another program holds it: end that one and try again.",
    sqlite3.SQLITE_PROTOCOL: "Another program holds it: end that one and try again.",
    sqlite3.SQLITE_LOCKED: "Another program holds it: end that one and try again.",
    sqlite3.SQLITE_IOERR: "Its disk is full or fails: look at the disk and try again; nothing of this was stored.",
}
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True, slots=True)
class FileKind:
    """What a file is: its name for people, four letters for its header, and the statements that make it.

    The four letters are SQLite's `application_id`; with them a foreign file is refused before it is touched.
    `version` is the form of its tables (`user_version`). A file that can be made again from others is `disposable`: one of
    an earlier form is made anew, where any other is refused.
    """

    name: str
    mark: bytes
    schema: str
    version: int = 1
    disposable: bool = False

    @property
    def application_id(self) -> int:
        return int.from_bytes(self.mark)


class Explaining:
    """`with Explaining(path):` turns errors of SQLite and of the system into StoreDamaged and StoreUnavailable.

    Broken constraints pass: they are answers, not troubles.
    """

    __slots__ = ("path",)

    def __init__(self, path: Path | str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, OSError):
            raise StoreUnavailable(self.path, error.strerror or str(error), _SPACE if _is_full(error) else _WRITABLE) from error
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.IntegrityError):
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits tell variants of the same error
            if code in _DAMAGE:
                raise StoreDamaged(self.path, str(error), _RESTORE) from error
            if code in _REMEDIES:
                raise StoreUnavailable(self.path, str(error), _REMEDIES[code]) from error


def open_to_write(path: Path, kind: FileKind, synchronous: Synchronous = "FULL") -> sqlite3.Connection:
    """A connection in autocommit mode, usable by any one thread at a time; makes the file where there is none.

    With FULL a commit is on the disk when it returns; with NORMAL a loss of power may take the last commits, no more.
    """
    with Explaining(path):
        if not path.exists():
            _create(path, kind)
        elif kind.disposable and _is_outdated(path, kind):
            _remove_side_files(path)  # else its log would be taken for that of the new file
            _create(path, kind)
        connection = _connect(path, "mode=rw")
        try:
            _check(connection, path, kind)
            connection.execute(f"PRAGMA synchronous={synchronous}")
            connection.execute("PRAGMA recursive_triggers=ON")  # else REPLACE deletes past the triggers that forbid it
            # SQLite opens a file that it may not write without a word: begin to write, to know it now.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(f"PRAGMA user_version={kind.version}")
            connection.execute("ROLLBACK")
        except BaseException:
            connection.close()
            raise
        return connection


def open_to_read(path: Path, kind: FileKind) -> sqlite3.Connection:
    """A connection that only reads, beside a writer or in a folder where nothing may be written."""
    if not path.exists():
        raise StoreUnavailable(path, "it does not exist", "Choose another folder with --data, or give a command that writes first.")
    try:
        return _open_reader(path, kind, "mode=ro")
    except StoreUnavailable as trouble:
        # Reading beside a log needs a shared-memory file. Where none can be made, the file alone is the whole truth
        # if there is no log, and nobody can write while we look.
        if os.access(path.parent, os.W_OK):
            raise
        if _has_log(path):
            remedy = f"{path.name}-wal holds its last changes: copy both files to a folder that can be written, and read there."
            raise StoreUnavailable(path, trouble.reason, remedy) from trouble
        return _open_reader(path, kind, "mode=ro&immutable=1")


def open_in_memory(kind: FileKind) -> sqlite3.Connection:
    """The same tables, gone with the connection."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.executescript(kind.schema)
    return connection


def make_private(path: Path) -> None:
    """Takes the file and what SQLite puts beside it from every other user, e.g. after it was copied back."""
    with Explaining(path):
        for name in (path.name, *(path.name + side for side in _SIDE_FILES)):
            file = path.with_name(name)
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(_PRIVATE)


def _open_reader(path: Path, kind: FileKind, mode: str) -> sqlite3.Connection:
    with Explaining(path):
        connection = _connect(path, mode)
        try:
            _check(connection, path, kind)
        except BaseException:
            connection.close()
            raise
        return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=LOCK_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )


def _check(connection: sqlite3.Connection, path: Path, kind: FileKind) -> None:
    """Reads the header; SQLite itself then compares its number of pages with the length of the file, but in whole pages."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != kind.application_id:
        raise StoreDamaged(path, f"this is not pataca's {kind.name}", _RESTORE)
    if path.stat().st_size % _PAGE_BYTES and not _has_log(path):
        raise StoreDamaged(path, "its last page is cut off", _RESTORE)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != kind.version:
        reason = f"its tables have form {version}, this release knows form {kind.version}"
        raise StoreUnavailable(path, reason, _REMAKE if kind.disposable and version < kind.version else _OTHER_RELEASE)


def _is_outdated(path: Path, kind: FileKind) -> bool:
    """Whether it is such a file, of an earlier form: both stand in its first bytes from the beginning, and never change."""
    with path.open("rb") as file:
        header = file.read(72)
    version, application_id = int.from_bytes(header[60:64]), int.from_bytes(header[68:72])
    return application_id == kind.application_id and version < kind.version


def _remove_side_files(path: Path) -> None:
    for side in _SIDE_FILES:
        path.with_name(path.name + side).unlink(missing_ok=True)


def _has_log(path: Path) -> bool:
    """Whether a write-ahead log beside the file holds changes that the file may lack."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _create(path: Path, kind: FileKind) -> None:
    """Builds the file under another name and puts it in place, so that an interrupted start leaves nothing half made.

    SQLite gives the files that it puts beside this one the same mode: they are private from their first byte. Two
    processes must not do this at once: whoever writes in a data folder holds its lock.
    """
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    _remove_side_files(unfinished)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _PRIVATE))
    connection = _connect(unfinished, "mode=rw")
    try:
        connection.execute(f"PRAGMA page_size={_PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute(f"PRAGMA application_id={kind.application_id}")
        connection.execute(f"PRAGMA user_version={kind.version}")
        connection.executescript(kind.schema)
    finally:
        connection.close()
    os.replace(unfinished, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A file's name is on the disk only when its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT)
