"""The data folder of an embedded house: where its files lie, and who may write."""

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from infra.sqlite_file import Explaining, sync_folder
from infra.store_errors import StoreError, StoreUnavailable

_PRIVATE = 0o700


class FolderBusy(StoreError):
    """Another process writes there; `pid` is None where it has not said who it is."""

    def __init__(self, path: Path, pid: int | None) -> None:
        by = "another process" if pid is None else f"process {pid}"
        super().__init__(f"{path} is being written by {by}: wait for it or end it, or choose another folder with --data")
        self.path = path
        self.pid = pid


class HouseMoved(StoreError):
    """The house that lies there goes on elsewhere, and must not go on in both places."""

    def __init__(self, path: Path, to: str) -> None:
        super().__init__(f"the house in {path} was moved to {to}: set CASINO_STORE_URL to that place, or choose another folder with --data")
        self.path = path
        self.to = to


class DataFolder:
    """Nothing is made before `create` or `lock`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events = path / "events.sqlite"
        self.books = path / "books.sqlite"
        self.vault = path / "vault.sqlite"
        self.tree = path / "tree.sqlite"
        self.attempts = path / "attempts.sqlite"
        self.working_days = path / "working-days.txt"
        self._pid = path / "writer.pid"
        self._moved = path / "moved-to.txt"

    def create(self) -> None:
        """Makes the folder, for this user alone, where there is none. StoreUnavailable."""
        if self.path.exists() and not self.path.is_dir():
            raise StoreUnavailable(self.path, "it is a file", "Name a folder with --data.")
        with Explaining(self.path):
            self.path.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)

    def lock(self) -> "WriterLock":
        """Makes the folder and becomes its one writer, at once or not at all. FolderBusy, HouseMoved, StoreUnavailable."""
        self.create()
        if (to := self.moved_to()) is not None:
            raise HouseMoved(self.path, to)
        lock = FileLock(self.path / "writer.lock", blocking=False, thread_local=False, mode=0o600)
        with Explaining(self.path):
            try:
                lock.acquire()
            except Timeout:
                raise FolderBusy(self.path, self.writer()) from None
            try:
                self._pid.write_text(f"{os.getpid()}\n")
            except BaseException:
                lock.release()
                raise
        return WriterLock(lock, self._pid)

    def moved_to(self) -> str | None:
        """Where the house of this folder goes on, None while it is here. StoreUnavailable."""
        with Explaining(self._moved):
            return self._moved.read_text().strip() if self._moved.exists() else None

    def mark_moved(self, to: str) -> None:
        """From now on nobody becomes the writer here. On the disk when it returns. StoreUnavailable."""
        unfinished = self._moved.with_name(self._moved.name + ".new")
        with Explaining(self._moved):
            with unfinished.open("w") as file:
                file.write(f"{to}\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, self._moved)
            sync_folder(self.path)

    def writer(self) -> int | None:
        """The process id that the last writer left. Only the lock says whether it still writes."""
        try:
            return int(self._pid.read_text())
        except (OSError, ValueError):
            return None


class WriterLock:
    """Held until `release` or the end of the process, whatever its end."""

    def __init__(self, lock: FileLock, pid: Path) -> None:
        self._lock = lock
        self._pid = pid

    def release(self) -> None:
        if self._lock.is_locked:
            self._pid.unlink(missing_ok=True)
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()
