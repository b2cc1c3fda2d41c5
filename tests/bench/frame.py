"""Benchmarks: ours beside somebody else's, on the same material, in the same run.

To add one, write a file `bench_NAME.py` in this folder with a class; `make bench` finds it:

    class Append(Benchmark):
        name = "append"
        unit = "events/s"
        against = "raw sqlite3"
        goal = 0.6                                  # of the ratio; with goal_of = "ours", in the unit

        def __init__(self) -> None:                 # once, untimed: the material that both sides work on
            self.events = ...

        def ours(self) -> Work:                     # before each run, untimed: what a run needs afresh
            store = ...

            def append() -> int:                    # timed: the work, and how many units it was
                ...
                return len(self.events)

            return append

        def beside(self) -> Work: ...               # the same for the other side

Each side runs once to fill its caches, then RUNS times, ours and theirs in turn, so that a machine that slows down slows
both. Reported are the medians and, as spread, the lowest and the highest run. What takes minutes is `long` and runs only where
it is asked for by its name; with `runs = 1` each side runs once, cold.

A work that measures by itself, how long others waited or how much memory was taken, returns that as a `Figure`.
"""

import gc
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any, ClassVar, Literal

RUNS = 5


class Figure(float):
    """What a run has found by its own measuring, in the benchmark's unit."""


Work = Callable[[], int | Figure]
"""Does the work of one run, some tenths of a second, and returns how many units that was, or what it has measured."""


class Benchmark(ABC):
    """`unit` reads `THINGS/s`, or with `lower_is_better` `us/THING`: the microseconds that one takes. Of a Figure it may be any."""

    name: ClassVar[str]
    unit: ClassVar[str]
    against: ClassVar[str]
    goal: ClassVar[float]
    goal_of: ClassVar[Literal["ours", "ratio"]] = "ratio"
    lower_is_better: ClassVar[bool] = False
    long: ClassVar[bool] = False
    runs: ClassVar[int] = RUNS

    @abstractmethod
    def ours(self) -> Work: ...

    @abstractmethod
    def beside(self) -> Work: ...


@dataclass(frozen=True)
class Result:
    """The runs of both sides, in the benchmark's unit."""

    benchmark: Benchmark
    ours: list[float]
    beside: list[float]

    @property
    def ratio(self) -> float:
        return median(self.ours) / median(self.beside)

    @property
    def reached(self) -> bool:
        got = self.ratio if self.benchmark.goal_of == "ratio" else median(self.ours)
        return got <= self.benchmark.goal if self.benchmark.lower_is_better else got >= self.benchmark.goal

    def as_json(self) -> dict[str, Any]:
        """One object of bench-results.json; `lower_is_better` stands there only where it is so."""
        benchmark = self.benchmark
        return {
            "name": benchmark.name,
            "unit": benchmark.unit,
            "ours": median(self.ours),
            "beside": median(self.beside),
            "against": benchmark.against,
            "ratio": self.ratio,
            "goal": benchmark.goal,
            "goal_of": benchmark.goal_of,
            "spread": {"ours": [min(self.ours), max(self.ours)], "beside": [min(self.beside), max(self.beside)]},
            "runs": len(self.ours),
            **({"lower_is_better": True} if benchmark.lower_is_better else {}),
        }


def measure(benchmark: Benchmark, clock: Callable[[], float] = perf_counter) -> Result:
    """Run both sides in turn."""
    result = Result(benchmark, [], [])
    if benchmark.runs > 1:
        for side in (benchmark.ours, benchmark.beside):
            side()()
    for _ in range(benchmark.runs):
        result.ours.append(_timed(benchmark, benchmark.ours(), clock))
        result.beside.append(_timed(benchmark, benchmark.beside(), clock))
    return result


def _timed(benchmark: Benchmark, work: Work, clock: Callable[[], float]) -> float:
    gc.collect()
    gc.freeze()  # neither side pays for what stood in memory before it began
    start = clock()
    units = work()
    seconds = clock() - start
    if isinstance(units, Figure):
        return units
    return seconds * 1_000_000 / units if benchmark.lower_is_better else units / seconds
