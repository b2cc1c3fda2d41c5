"""Every shared scenario as a tester runs it: line by line through `pataca run`, all of them in one data folder."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.scenarios import differences, holds, scenarios, timed
from tests.cli.terminal import in_lines, pataca

Timing = Callable[[Mapping[str, Any]], Iterable[Mapping[str, Any]]]


def _now(scenario: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """At whatever time it is: only what is played on a later day than the house has now needs one."""
    return iter(scenario["commands"])


@pytest.mark.parametrize("timing", [timed, _now], ids=["from noon of its day", "without a time"])
def test_every_scenario_leads_to_what_it_must(tmp_path: Path, timing: Timing) -> None:
    cases = scenarios("holdem")
    if not cases:
        pytest.skip("the shared scenarios do not lie beside this repository; tests/golden/holdem_hands.txt tells them too")
    file = tmp_path / "cases.jsonl"
    file.write_bytes(in_lines(command for case in cases for command in timing(case)))
    ended = pataca("run", file, "--keep-going", "--json", "--data", tmp_path / "data")
    answers = ended.documents()

    assert ended.status == 1, "some lines of them are refused"
    assert [answer["line"] for answer in answers] == list(range(1, len(answers) + 1))
    found = []
    for case in cases:
        many = len(case["commands"])
        found += differences(case, answers[:many])
        answers = answers[many:]
    assert not found, "\n".join(found)
    assert not answers
    if timing is timed:
        assert pataca("verify", "--data", tmp_path / "data").status == 0


def test_what_is_not_as_expected_is_found() -> None:
    seats = [{"seat": 1, "stack": 90}, {"seat": 2, "stack": 110}]
    events = [
        {"type": "holdem.hand-started", "body": {"hand": 1}},
        {"type": "holdem.betting-round-closed", "body": {"hand": 1, "pots": [{"pot": 1, "amount": 20, "eligible": [1, 2]}]}},
        {"type": "holdem.bet-returned", "body": {"hand": 1, "seat": 2, "amount": 5}},
        {"type": "holdem.commission-taken", "body": {"hand": 1, "amount": 1}},
    ]
    answers = [{"ok": True, "events": events}, {"ok": False, "error": {"code": "x"}}, {"ok": True, "events": [], "state": {"seats": seats}}]
    right = {
        "stacks": {"1": 90, "2": 110},
        "commission": 1,
        "pots": [{"amount": 20, "eligible": [1, 2]}],
        "uncalled": {"seat": 2, "amount": 5},
        "refused": [{"line": 2, "code": "x"}],
        "events": [{"line": 1, "type": "holdem.bet-returned", "body": {"amount": 5}}],
        "checks": [{"after": 3, "state": {"seats": [{"seat": 2, "stack": 110}]}}],
    }
    wrong: dict[str, list[Any]] = {
        "stacks": [{"1": 90}, {"1": 91, "2": 110}],
        "commission": [0],
        "pots": [[], [{"amount": 21, "eligible": [1, 2]}], [{"amount": 20, "eligible": [1]}]],
        "uncalled": [{"seat": 1, "amount": 5}],
        "refused": [[], [{"line": 2, "code": "y"}], [{"line": 2}, {"line": 1}]],
        "events": [
            [{"line": 1, "type": "holdem.bet-returned", "body": {"amount": 6}}],
            [{"line": 3, "type": "holdem.bet-returned", "body": {}}],
        ],
        "checks": [[{"after": 3, "state": {"seats": [{"seat": 3}]}}], [{"after": 1, "state": {"due": "act"}}]],
    }

    assert differences({"id": "case", "expect": right}, answers) == []
    _each_is_found(right, wrong, answers)


def test_what_came_back_of_bets_and_results_are_added_up_over_rounds() -> None:
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("round-decided", {"result": "tie"}),
        ("bet-settled", {"bet": "t", "returned": 900}),
        ("held-bet-decided", {"bet": "b", "refund": 40}),
        ("bet-withdrawn", {"bet": "b", "amount": 10}),
        ("round-decided", {"result": "banker"}),
        ("bet-settled", {"bet": "b", "returned": 120}),
        ("round-voided", {"refunds": [{"bet": "t", "amount": 7}, {"bet": "p", "amount": 8}]}),
    ]
    answers = [{"ok": True, "events": [{"type": f"baccarat.{kind}", "body": body}]} for kind, body in bodies]
    right = {"returned": {"t": 907, "b": 160, "p": 8}, "results": ["tie", "banker"]}
    wrong: dict[str, list[Any]] = {
        "returned": [{"t": 907, "b": 170, "p": 8}, {"t": 907, "b": 160}],
        "results": [["tie"], ["banker", "tie"]],
    }

    assert differences({"id": "case", "expect": right}, answers) == []
    _each_is_found(right, wrong, answers)


def _each_is_found(right: Mapping[str, Any], wrong: Mapping[str, list[Any]], answers: list[Any]) -> None:
    for name, values in wrong.items():
        for value in values:
            assert len(differences({"id": "case", "expect": {**right, name: value}}, answers)) == 1, (name, value)


@pytest.mark.parametrize(
    ("expected", "found", "is_so"),
    [
        (None, {}, True),
        (None, 0, False),
        ({"call": None}, {"fold": True}, True),
        ({"check": True}, {"check": 1}, False),
        ({"raise": {"min": 4, "max": 9}}, {"raise": {"min": 4, "max": 9}}, True),
        ([1, 2], [1, 2, 3], False),
        ([{"seat": 2, "stack": 5}], [{"seat": 1}, {"seat": 2, "stack": 5, "bet": 0}], True),
        ([{"bet": "b", "amount": 5}], [{"bet": "a"}, {"bet": "b", "seat": 1, "amount": 5}], True),
        ([{"bet": "b", "amount": 5}], [{"bet": "a", "amount": 5}], False),
        ([{"bet": "b", "amount": 5}], None, False),
    ],
)
def test_a_state_holds_what_is_named(expected: Any, found: Any, is_so: bool) -> None:
    assert holds(expected, found) is is_so
