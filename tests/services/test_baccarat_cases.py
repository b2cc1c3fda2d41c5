"""The shared scenarios of baccarat through the service and a database on disk, and decided again from what is recorded of them."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from domain.rules import RuleBroken
from services.answers import answer_text, refusal_text
from tests.cli.scenarios import differences, scenarios, timed
from tests.services.baccarat_pit import replayed
from tests.services.house import House


def answers(house: House, commands: Iterable[Mapping[str, Any]]) -> list[Any]:
    """As a terminal gets them."""
    told = []
    for number, command in enumerate(commands, 1):
        try:
            told.append(answer_text(number, house.send(command)))
        except RuleBroken as refusal:
            told.append(refusal_text(number, refusal))
    return [json.loads(text) for text in told]


def test_every_shared_scenario_leads_to_what_it_must_and_comes_out_again(kept: House) -> None:
    cases = scenarios("baccarat")
    if not cases:
        pytest.skip("the shared scenarios do not lie beside this repository; tests/domain/baccarat/scenarios has the same facts")
    kept.clock.now = datetime(2027, 3, 1, 4, tzinfo=UTC)
    found = [difference for case in cases for difference in differences(case, answers(kept, timed(case)))]

    assert not found, "\n".join(found)
    commands, differing = replayed(kept)
    assert commands > len(cases)
    assert differing == []
