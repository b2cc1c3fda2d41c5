"""What the engines of one test run share: a folder that all its workers know, and the reason where an engine is missing."""

import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

_SETTING = "CASINO_TEST_RUN"
_PATIENCE_S = 20


class Missing(Exception):
    """An engine cannot be used; the text says why and what would help."""


def begin() -> None:
    """By the process that starts the workers: they inherit the name of the folder."""
    os.environ[_SETTING] = tempfile.mkdtemp(prefix="pataca-tests-")


def end() -> None:
    """Stops every engine that has left its process id in a `*.pid` below the folder, and removes the folder."""
    folder = Path(os.environ.pop(_SETTING))
    for file in folder.rglob("*.pid"):
        stop(int(file.read_text().split()[0]))
    shutil.rmtree(folder, ignore_errors=True)


def folder_of_this_run() -> Path:
    return Path(os.environ[_SETTING])


def stop(pid: int, how: signal.Signals = signal.SIGINT) -> None:
    """Sends the signal and waits for the process to be gone; it need not be a child of this one."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        try:
            os.kill(pid, how)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
