"""The shared scenarios as they are, straight through the rules; a clone without them has the same facts in test_scenarios."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.given import Permit
from tests.domain.baccarat.scene import CLASSES, Scene
from tests.spec import Outcome

CASES = Path(__file__).parents[4] / "shared" / "cases" / "baccarat.json"
SCENARIOS = json.loads(CASES.read_text(encoding="utf-8")) if CASES.exists() else []


def test_the_shared_scenarios_are_there() -> None:
    if not SCENARIOS:
        pytest.skip("no shared cases beside this repository")
    assert len(SCENARIOS) >= 60


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["id"] for scenario in SCENARIOS])
def test_scenario(scenario: dict[str, Any]) -> None:
    expect = scenario["expect"]
    refused = {line["line"]: line for line in expect.get("refused", [])}
    scene = Scene()
    permits: list[Permit] = []
    for line, command in enumerate(scenario["commands"], 1):
        if command["do"] == "register-permit":
            if line not in refused:
                permits.append(Permit(**{name: command[name] for name in ("permit", "ruleset", "articles", "effective_on")}))
            continue
        outcome = _carry_out(scene, command, permits)
        if line in refused:
            assert outcome.refusal is not None, command
            for name, value in refused[line].items():
                assert name == "line" or getattr(outcome.refusal, name) == value, outcome.refusal.code
        else:
            outcome.accepted()
        for event in (event for event in expect.get("events", []) if event["line"] == line):
            assert any(made.contract == event["type"] and event["body"].items() <= made.model_dump().items() for made in outcome.events)
        for check in (check for check in expect.get("checks", []) if check["after"] == line):
            assert _holds(check["state"], scene.state), (command, scene.state)
    _final(expect, scene)


def _carry_out(scene: Scene, raw: dict[str, Any], permits: list[Permit]) -> Outcome:
    command = CLASSES[raw["do"]].model_validate({name: value for name, value in raw.items() if name != "do"})
    if raw["do"] != "open-table":
        return scene.send(command)
    day = raw["gaming_day"]
    in_force = tuple(permit for permit in permits if (permit.effective_on or day) <= day)
    return scene.send(command, permits=in_force, coming=tuple(permit for permit in permits if permit not in in_force))


def _final(expect: dict[str, Any], scene: Scene) -> None:
    for bet, returned in expect.get("returned", {}).items():
        assert scene.returned[bet] == returned, bet
    if "commission" in expect:
        assert scene.commission == expect["commission"]
    if "results" in expect:
        assert scene.results == expect["results"]


def _holds(expected: Any, found: Any) -> bool:
    """Fields not named do not matter; null means absent, null or empty; seats and bets are looked up."""
    if expected is None:
        return found in (None, {}, [])
    if isinstance(expected, dict):
        return all(_holds(value, found.get(name)) for name, value in expected.items())
    if isinstance(expected, list) and expected and isinstance(expected[0], dict):
        name = "seat" if "seat" in expected[0] else "bet"
        by_name = {entry[name]: entry for entry in found}
        return all(_holds(entry, by_name.get(entry[name], {})) for entry in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(_holds(*pair) for pair in zip(expected, found, strict=True))
    return bool(expected == found)
