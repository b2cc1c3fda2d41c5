"""The ledger built again from a million events on PostgreSQL, compared row by row with the live one, and put in its place.

It is `pataca projections rebuild ledger`, from its start to its end, in a process of its own. Beside its time stands that of the
first build, `pataca project ledger --once`, which has nothing to compare with; beside its peak of memory that for a tenth of the events.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from tests.bench.engines import Missing, database
from tests.bench.evenings import fill
from tests.bench.frame import Benchmark, Figure, Work
from tests.crash.town import Town

EVENTS = 1_000_000

_STATUS = Path("/proc/self/status")
_PROGRAM = f"""
import atexit, pathlib, sys
atexit.register(lambda: sys.stderr.write(pathlib.Path({str(_STATUS)!r}).read_text()))
from services.cli.main import main
main()
"""


class Ran(NamedTuple):
    """`memory_mb`: the most that was resident at any time."""

    seconds: float
    memory_mb: float


class RebuildMillion(Benchmark):
    name = "rebuild-million"
    unit = "s"
    against = "first build"
    goal = 60
    goal_of = "ours"
    lower_is_better = True
    long = True
    runs = 1

    def ours(self) -> Work:
        return lambda: Figure(_built(EVENTS)[1].seconds)

    def beside(self) -> Work:
        return lambda: Figure(_built(EVENTS)[0].seconds)


class RebuildMemory(Benchmark):
    name = "rebuild-million-memory"
    unit = "MB"
    against = "100,000 events"
    goal = 1.1
    lower_is_better = True
    long = True
    runs = 1

    def ours(self) -> Work:
        return lambda: Figure(_built(EVENTS)[1].memory_mb)

    def beside(self) -> Work:
        return lambda: Figure(_built(EVENTS // 10)[1].memory_mb)


@cache
def _built(events: int) -> tuple[Ran, Ran]:
    """For the first time, and again."""
    if not _STATUS.exists():
        raise Missing(f"there is no {_STATUS} here, which tells how much memory a process took")
    with TemporaryDirectory(prefix="bench-", dir=".") as folder:
        url = database()
        fill(url, events)
        town = Town(url, "", "", Path(folder))
        return _run(town, "project", "ledger", "--once"), _run(town, "projections", "rebuild", "ledger")


def _run(town: Town, *arguments: str) -> Ran:
    start = perf_counter()
    done = subprocess.run([sys.executable, "-c", _PROGRAM, *arguments], check=False, capture_output=True, text=True, env=town.environment())
    seconds = perf_counter() - start
    peak = re.search(r"VmHWM:\s*(\d+) kB", done.stderr)
    if done.returncode != 0 or peak is None:
        raise RuntimeError(f"pataca {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return Ran(seconds, int(peak[1]) / 1024)
