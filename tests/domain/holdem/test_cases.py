"""The shared scenarios as they are, straight through the rules; a clone without them has the same facts in test_golden_hands."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.given import Permit
from tests.domain.holdem.notation import Telling
from tests.domain.holdem.scene import CLASSES, Scene
from tests.spec import Outcome

CASES = Path(__file__).parents[4] / "shared" / "cases" / "holdem.json"
SCENARIOS = json.loads(CASES.read_text(encoding="utf-8")) if CASES.exists() else []


def test_the_shared_scenarios_are_there() -> None:
    if not SCENARIOS:
        pytest.skip("no shared cases beside this repository")
    assert len(SCENARIOS) >= 124


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["id"] for scenario in SCENARIOS])
def test_scenario(scenario: dict[str, Any]) -> None:
    expect = scenario["expect"]
    refused = {line["line"]: line for line in expect.get("refused", [])}
    checks = {check["after"]: check["state"] for check in expect.get("checks", [])}
    telling = Telling(scenario["ruleset"])
    permits: list[Permit] = []
    for line, command in enumerate(scenario["commands"], 1):
        if command["do"] == "register-permit":
            permits.append(Permit(**{name: command[name] for name in ("permit", "ruleset")}, articles=tuple(command["articles"])))
            continue
        outcome = _carry_out(telling.scene, command, permits)
        if line in refused:
            assert outcome.refusal is not None, command
            for name, value in refused[line].items():
                assert name == "line" or getattr(outcome.refusal, name) == value
        else:
            outcome.accepted()
        if line in checks:
            assert _holds(checks[line], telling.scene.state), (command, telling.scene.state)
    _final(expect, telling)


def _carry_out(scene: Scene, command: dict[str, Any], permits: list[Permit]) -> Outcome:
    fields = {name: value for name, value in command.items() if name != "do"}
    return scene.send(CLASSES[command["do"]].model_validate(fields), permits if command["do"] == "open-table" else ())


def _final(expect: dict[str, Any], telling: Telling) -> None:
    if "stacks" in expect:
        assert telling.scene.stacks == {int(seat): stack for seat, stack in expect["stacks"].items()}
    if "commission" in expect:
        assert telling.scene.taken == expect["commission"]
    if "pots" in expect:
        pots = " ".join(f"{pot['amount']}({','.join(map(str, pot['eligible']))})" for pot in expect["pots"]) or "none"
        assert telling.final_pots() == pots
    if "uncalled" in expect:
        assert telling.final_uncalled() == f"{expect['uncalled']['seat']}:{expect['uncalled']['amount']}"


def _holds(expected: Any, found: Any) -> bool:
    """Fields not named do not matter; null means absent, null or empty; seats are looked up by number."""
    if expected is None:
        return found in (None, {}, [])
    if isinstance(expected, dict):
        return all(_holds(value, found.get(name)) for name, value in expected.items())
    if isinstance(expected, list) and expected and isinstance(expected[0], dict) and "seat" in expected[0]:
        by_seat = {entry["seat"]: entry for entry in found}
        return all(_holds(entry, by_seat.get(entry["seat"], {})) for entry in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(_holds(*pair) for pair in zip(expected, found, strict=True))
    return bool(expected == found)
