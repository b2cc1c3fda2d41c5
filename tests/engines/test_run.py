"""The engines of a run end with it, however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engines import run

ROOT = Path(__file__).parents[2]
PROGRAM = """
import subprocess, sys, time
from tests.engines import run
run.begin()
folder = run.folder_of_this_run()
engine = subprocess.Popen(["sleep", "600"], start_new_session=True)
(folder / "engine.pid").write_text(str(engine.pid))
print(folder, engine.pid, flush=True)
"""


@pytest.mark.parametrize("end", ["run.end()", "sys.stdin.read()"], ids=["in order", "killed"])
def test_neither_an_engine_nor_a_folder_stays_behind(end: str) -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM + end], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        folder, pid = first.stdout.readline().split()
        if end == "sys.stdin.read()":
            first.kill()

    within(lambda: not run.alive(int(pid)) and not Path(folder).exists())


def within(holds: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_process_that_does_not_hear_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_PATIENCE_S", 0.2)
    with subprocess.Popen(["sh", "-c", "trap '' TERM INT; echo; while :; do sleep 1; done"], stdout=subprocess.PIPE) as deaf:
        assert deaf.stdout is not None
        deaf.stdout.readline()
        run.stop(deaf.pid)
    assert deaf.returncode == -signal.SIGKILL


def test_a_process_that_nobody_has_asked_about_is_not_alive() -> None:
    with subprocess.Popen(["true"]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        assert not run.alive(ended.pid)
    assert run.alive(os.getpid())
