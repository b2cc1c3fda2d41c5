"""A house on real engines, empty or with an evening in its store."""

from functools import cache
from pathlib import Path

import pytest

from domain.event import Recorded
from services.answers import answer_text
from services.relay import PAGE
from tests.crash.script import Command, evening
from tests.crash.town import Town, fill, whole
from tests.services.house import house


@cache
def played(hands: int, rounds: int) -> tuple[list[Command], list[Recorded]]:
    """An evening's commands, and the log of a house that nothing happened to."""
    commands = evening(hands, rounds)
    with house() as pit:
        for number, command in enumerate(commands, 1):
            answer_text(number, pit.send(command))
        return commands, whole(pit.store)


@pytest.fixture
def town(postgres: str, kafka: tuple[str, str], tmp_path: Path) -> Town:
    return Town(postgres, *kafka, tmp_path)


@pytest.fixture
def long_evening(town: Town) -> list[Recorded]:
    """Three pages of the relay, and some more; the log as it stands in the town's store."""
    fill(town.database, played(38, 4)[1])
    log = town.log()
    assert len(log) > 3 * PAGE
    return log


@pytest.fixture
def short_evening(town: Town) -> list[Recorded]:
    fill(town.database, played(6, 4)[1])
    return town.log()
