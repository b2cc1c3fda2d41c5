"""Foreign programs that read our exports. beancount's are fetched once into .tools/ by pip, as requirements-tools.lock pins them.

They are run as programs: what they are made of is under the GPL, and nothing of ours imports it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from filelock import FileLock

from tests.engines.run import Missing

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements-tools.lock"
STORE = ROOT / ".tools"
_FETCH_S = 300
_RUN_S = 120
_PROGRAMS = {"bean-check": "beancount.scripts.check", "bean-query": "beanquery"}


def beancount(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs `bean-check` or `bean-query` to its end. Missing, with the reason, where they cannot be had."""
    environment = {**os.environ, "PYTHONPATH": str(_fetched()), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", _PROGRAMS[program], *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=_RUN_S, env=environment)


def hledger(*arguments: str | Path, journal: str) -> subprocess.CompletedProcess[str]:
    """Runs hledger over the journal. Missing where it is not installed: it is a package of the system."""
    if shutil.which("hledger") is None:
        raise Missing("there is no `hledger` here; Debian has it in its package hledger")
    command = ["hledger", "-f", "-", *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=_RUN_S, input=journal)


def _fetched() -> Path:
    """The folder with their modules, fetched anew after a change of the lock."""
    kept = STORE / f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]}-{sys.implementation.cache_tag}"
    if not kept.is_dir():
        STORE.mkdir(exist_ok=True)
        with FileLock(STORE / "lock", timeout=_FETCH_S + 10):
            if not kept.is_dir():
                _fetch(kept)
    return kept


def _fetch(kept: Path) -> None:
    """All of it or nothing: it is laid beside and renamed at the end."""
    beside = Path(tempfile.mkdtemp(dir=STORE))
    pinned = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--requirement", str(LOCK)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", str(beside / "to"), *pinned]
    try:
        ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_FETCH_S)
        if ended.returncode != 0:
            last = (ended.stderr.strip().splitlines() or [f"status {ended.returncode}"])[-1]
            raise Missing(f"pip could not fetch beancount: {last}")
        (beside / "to").rename(kept)
    except subprocess.TimeoutExpired:
        raise Missing(f"pip could not fetch beancount within {_FETCH_S} s") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
