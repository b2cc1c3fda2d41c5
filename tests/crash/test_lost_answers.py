"""Answers of the database are lost, and each command comes three times at once: it takes effect once, and has one answer."""

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.catalogue import BY_TOPIC
from infra.attempts import Attempts
from infra.event_store import EventStore
from infra.store_errors import StoreUnavailable
from infra.vault import Vault
from services.answers import answer_text
from services.commands import Contended
from tests.crash.conftest import played
from tests.crash.proxy import Proxy, proxy
from tests.crash.town import facts, whole
from tests.services.house import House

DOORS = 3
PERCENT = 15
SENDINGS_MAX = 50


@pytest.fixture
def between(postgres: str) -> Iterator[Proxy]:
    with tempfile.TemporaryDirectory(prefix="proxy-") as folder, proxy(postgres, Path(folder), PERCENT, Random(3)) as opened:
        yield opened


def test_every_command_three_times_at_once_while_answers_are_lost(postgres: str, between: Proxy) -> None:
    commands, undisturbed = played(1, 2)
    with ExitStack() as stack:
        vault = stack.enter_context(closing(Vault.postgres(postgres)))
        attempts = stack.enter_context(closing(Attempts.postgres(postgres)))
        doors = [
            House(stack.enter_context(closing(EventStore.postgres(between.database, BY_TOPIC))), vault, attempts) for _ in range(DOORS)
        ]
        threads = stack.enter_context(ThreadPoolExecutor(DOORS))
        for number, command in enumerate(commands, 1):
            answers = list(threads.map(lambda door, number=number, command=command: _answered(door, number, command), doors))
            assert answers == [answers[0]] * DOORS

    with closing(EventStore.postgres(postgres, BY_TOPIC)) as store:
        assert facts(whole(store)) == facts(undisturbed)
    assert between.cut > len(commands) * PERCENT // 200, "answers were meant to be lost"


def _answered(door: House, number: int, command: dict[str, Any]) -> str:
    """As a terminal does: who is told nothing, or to come again, comes again."""
    for _ in range(SENDINGS_MAX):
        try:
            return answer_text(number, door.send(command))
        except (StoreUnavailable, Contended):
            continue
    raise AssertionError(f"{command['do']} was sent {SENDINGS_MAX} times without an answer")
