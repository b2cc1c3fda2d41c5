"""`make bench`, `make bench ONLY=ranking`: one table on the terminal, and bench-results.json in the folder it is run in.

Benchmarks that take minutes run only by their names; one whose engine is not to be had is left out, and it is said why.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.bench import engines
from tests.bench.frame import RUNS, Benchmark, Result, measure

RESULTS = Path("bench-results.json")


def benchmarks() -> dict[str, type[Benchmark]]:
    """Every benchmark of this folder by its name, in the order of the files."""
    for file in sorted(Path(__file__).parent.glob("bench_*.py")):
        import_module(f"tests.bench.{file.stem}")
    return {found.name: found for found in Benchmark.__subclasses__()}


def chosen(names: list[str], known: Mapping[str, type[Benchmark]]) -> list[type[Benchmark]]:
    """Those named, or all but the long ones; a name that is not known ends the program with status 2."""
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"bench: no benchmark is called {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        sys.exit(2)
    return [known[name] for name in names] or [benchmark for benchmark in known.values() if not benchmark.long]


def table(results: list[Result]) -> Table:
    caption = f"medians of {RUNS} runs each, in turn; below them the lowest and the highest, where there was more than one"
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), caption=caption)
    drawn.add_column("benchmark", no_wrap=True)
    for heading in ("ours", "beside", "ratio", "goal"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for result in results:
        benchmark = result.benchmark
        drawn.add_row(
            f"{benchmark.name}\n{benchmark.unit}",
            with_spread(result.ours),
            f"{with_spread(result.beside)}\n{benchmark.against}",
            number(result.ratio),
            f"{benchmark.goal_of} {number(benchmark.goal)}\n{'reached' if result.reached else 'MISSED'}",
        )
    return drawn


def with_spread(runs: list[float]) -> str:
    return number(median(runs)) if len(runs) == 1 else f"{number(median(runs))}\n{number(min(runs))}-{number(max(runs))}"


def number(value: float) -> str:
    """Three digits that matter: `1.38 M`, `196 k`, `7.07`."""
    for size, letter in ((1_000_000, " M"), (1_000, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def measured(benchmark: type[Benchmark], console: Console) -> Iterator[Result]:
    """Nothing where an engine is missing."""
    runs = 2 * benchmark.runs + 2 * (benchmark.runs > 1)
    with engines.released(), console.status(f"{benchmark.name}: {runs} runs"):
        try:
            yield measure(benchmark())
        except engines.Missing as missing:
            console.print(f"bench: {benchmark.name} is left out: {missing}", soft_wrap=True)


def main(names: list[str]) -> None:
    console = Console(stderr=True)
    wanted = chosen(names, benchmarks())
    with engines.running():
        results = [result for benchmark in wanted for result in measured(benchmark, console)]
    RESULTS.write_text(json.dumps([result.as_json() for result in results], indent=2) + "\n", encoding="utf-8")
    Console().print(table(results))


if __name__ == "__main__":
    main(sys.argv[1:])
