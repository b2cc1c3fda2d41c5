"""What the engines of one test run share: a folder that all its workers know, and the reason where an engine is missing.

Every engine leaves its process id in a file `*.pid` below the folder. When the run ends, also when it is interrupted or killed,
they are stopped and the folder is removed: a second process, the warden, waits for the end of the first one's life.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from uuid import uuid4

_SETTING = "CASINO_TEST_RUN"
_PATIENCE_S = 20
_wardens: list[subprocess.Popen[bytes]] = []


class Missing(Exception):
    """An engine cannot be used; the text says why and what would help."""


def begin(within: Path | None = None) -> None:
    """By the process that starts the workers: they inherit the name of the folder. `within`: not where the system has such folders."""
    folder = tempfile.mkdtemp(prefix="pataca-tests-", dir=within)
    os.environ[_SETTING] = folder
    _wardens.append(subprocess.Popen([sys.executable, __file__, folder], stdin=subprocess.PIPE, start_new_session=True))


def end() -> None:
    """Stops every engine of the run and removes the folder."""
    remove(Path(os.environ.pop(_SETTING)))
    warden = _wardens.pop()
    warden.kill()
    warden.communicate()


def folder_of_this_run() -> Path:
    return Path(os.environ[_SETTING])


def new_folder() -> Path:
    """A folder of one's own below that of the run, for an engine that no other test uses."""
    folder = folder_of_this_run() / uuid4().hex[:12]  # short: the path of a unix socket may have some 100 characters
    folder.mkdir()
    return folder


def remove(folder: Path) -> None:
    """Stops every engine that has left its process id in a `*.pid` below the folder, and removes the folder."""
    for file in folder.rglob("*.pid"):
        if words := file.read_text().split():
            stop(int(words[0]))
    shutil.rmtree(folder, ignore_errors=True)


def stop(pid: int, *how: signal.Signals) -> None:
    """Sends the signals and waits for the process to be gone, which need not be a child of this one; kills it after 20 s.

    Without `how` both are sent that an engine may stop at: PostgreSQL is quick at SIGINT, and a JVM in the background hears
    SIGTERM alone.
    """
    for signum in how or (signal.SIGTERM, signal.SIGINT):
        try:
            os.kill(pid, signum)
        except ProcessLookupError:
            return
    deadline = time.monotonic() + _PATIENCE_S
    while alive(pid):
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """A process that has ended and that nobody has asked about yet is not: process 1 of a container may never ask."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        return words[0] != "Z" or int(words[17]) > 1  # the first thread may have ended before the others, which hold its ports
    except (FileNotFoundError, ProcessLookupError):  # gone meanwhile, or a system without /proc, whose process 1 does ask
        return not Path("/proc/self").exists()


def _watch(folder: Path) -> None:
    """The warden's life: nothing ever comes through the pipe, which closes when the process at its other end is no more."""
    sys.stdin.buffer.read()
    remove(folder)


if __name__ == "__main__":
    _watch(Path(sys.argv[1]))
