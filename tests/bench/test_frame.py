import pytest
from rich.console import Console

from tests.bench.__main__ import chosen, measured
from tests.bench.engines import Missing
from tests.bench.frame import RUNS, Benchmark, Figure, Work, measure


class Scripted(Benchmark):
    """Whose runs take as long as the test says: the clock moves while the work is done."""

    name = "scripted"
    unit = "things/s"
    against = "a script"
    goal = 2.0

    def __init__(self, ours: list[float], beside: list[float]) -> None:
        self.seconds = {"ours": iter([99.0, *ours]), "beside": iter([99.0, *beside])}
        self.time = 0.0
        self.order: list[str] = []

    def _work(self, side: str) -> Work:
        def work() -> int:
            self.order.append(side)
            self.time += next(self.seconds[side])
            return 10

        return work

    def ours(self) -> Work:
        return self._work("ours")

    def beside(self) -> Work:
        return self._work("beside")


class ScriptedCost(Scripted):
    unit = "us/thing"
    lower_is_better = True


class ScriptedOnce(Scripted):
    long = True
    runs = 1


class ScriptedFigure(ScriptedCost):
    unit = "MB"

    def ours(self) -> Work:
        return lambda: Figure(70)


class Unplugged(Scripted):
    """There is no engine for it."""

    def __init__(self) -> None:
        raise Missing("there is no `java` here")


OURS, BESIDE = [1.0, 2.0, 5.0, 2.0, 1.0], [4.0, 5.0, 5.0, 10.0, 4.0]


def test_sides_run_in_turn_after_one_run_that_does_not_count():
    scripted = Scripted(OURS, BESIDE)
    result = measure(scripted, clock=lambda: scripted.time)
    assert scripted.order == ["ours", "beside"] * (RUNS + 1)
    assert result.ours == [10.0, 5.0, 2.0, 5.0, 10.0]


def test_the_json_has_medians_ratio_and_spread():
    scripted = Scripted(OURS, BESIDE)
    assert measure(scripted, clock=lambda: scripted.time).as_json() == {
        "name": "scripted",
        "unit": "things/s",
        "ours": 5.0,
        "beside": 2.0,
        "against": "a script",
        "ratio": 2.5,
        "goal": 2.0,
        "goal_of": "ratio",
        "spread": {"ours": [2.0, 10.0], "beside": [1.0, 2.5]},
        "runs": 5,
    }


def test_where_lower_is_better_the_json_says_so_and_the_goal_is_a_ceiling():
    scripted = ScriptedCost(OURS, BESIDE)
    result = measure(scripted, clock=lambda: scripted.time)
    assert result.as_json()["lower_is_better"] is True
    assert result.as_json()["ours"] == 200_000
    assert result.reached


def test_a_goal_is_for_the_ratio_or_for_ours_alone():
    scripted = Scripted(BESIDE, OURS)
    result = measure(scripted, clock=lambda: scripted.time)
    assert not result.reached
    scripted.goal_of = "ours"
    assert result.reached


def test_what_a_run_has_measured_itself_is_taken_as_it_is():
    scripted = ScriptedFigure(OURS, BESIDE)
    result = measure(scripted, clock=lambda: scripted.time)
    assert result.ours == [70.0] * RUNS
    assert result.ratio == 70 / 500_000


def test_one_run_is_cold():
    scripted = ScriptedOnce(OURS, BESIDE)
    result = measure(scripted, clock=lambda: scripted.time)
    assert scripted.order == ["ours", "beside"]
    assert result.as_json()["runs"] == 1


def test_without_its_engine_a_benchmark_is_left_out_and_says_why(capsys):
    console = Console(stderr=True)
    assert list(measured(Unplugged, console)) == []
    assert "scripted is left out: there is no `java` here" in capsys.readouterr().err


def test_only_known_benchmarks_can_be_chosen_and_long_ones_only_by_name(capsys):
    known = {"scripted": Scripted, "cost": ScriptedCost, "once": ScriptedOnce}
    assert chosen([], known) == [Scripted, ScriptedCost]
    assert chosen(["once"], known) == [ScriptedOnce]
    with pytest.raises(SystemExit, match="2"):
        chosen(["ranks"], known)
    assert "no benchmark is called ranks; there are scripted, cost, once" in capsys.readouterr().err
