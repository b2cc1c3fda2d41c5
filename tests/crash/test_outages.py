"""Engines go away under load and come back: what was acknowledged is there, and everything drains without a hand laid on it."""

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.crash.conftest import played
from tests.crash.script import lines
from tests.crash.sent import records_of
from tests.crash.town import PATIENCE_S, Town, clean_books, facts
from tests.engines import kafka as kafka_engine
from tests.engines import postgres as postgres_engine
from tests.engines import run
from tests.required import require


@pytest.fixture
def broker() -> Iterator[kafka_engine.Broker]:
    """A broker that may be killed."""
    try:
        with kafka_engine.own_broker() as own:
            yield own
    except run.Missing as missing:
        require("kafka", str(missing))


@contextmanager
def working(town: Town) -> Iterator[None]:
    """A relay and two processes that share the projecting, until they are told to stop; none of them may end before."""
    processes = [town.start("relay"), town.start("project"), town.start("project")]
    try:
        yield
        for process in processes:
            assert process.poll() is None, _told(town)
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0, _told(town)
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def _told(town: Town) -> str:
    """What the processes have said."""
    return "\n".join(f"{file.name}: {file.read_text(encoding='utf-8')}" for file in sorted(town.folder.glob("*.log")))


def drained(town: Town) -> None:
    """Waits until every read model shows the whole log."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        told = json.loads(town.run("projections", "status", "--json"))
        if all(row["version"] and row["behind"] == 0 for row in told["rows"]):
            return
        time.sleep(0.2)
    raise AssertionError(f"the read models do not come to the end of the log: {told}")


def carry_out(town: Town, given: bytes, in_between: Callable[[], None], after: int) -> None:
    """Sends the evening as often as it takes to have every answer; `in_between` comes after so many answers of the first time."""
    evening = town.folder / "evening.jsonl"
    evening.write_bytes(given)
    with town.start("run", evening) as process:
        assert process.stdout is not None
        for _ in range(after):
            assert process.stdout.readline()
        in_between()
        answered = after + sum(1 for line in process.stdout if json.loads(line)["ok"])
    while answered < given.count(b"\n"):
        done = subprocess.run(process.args, check=False, capture_output=True, env=town.environment(), timeout=PATIENCE_S)
        assert done.returncode in (0, 4, 5), done.stderr.decode()
        answered = len(done.stdout.splitlines())


@pytest.mark.parametrize("emptied", [False, True])
def test_the_broker_dies_and_comes_back(postgres: str, broker: kafka_engine.Broker, tmp_path: Path, *, emptied: bool) -> None:
    commands, undisturbed = played(4, 4)
    town = Town(postgres, broker.address, "casino.events.v1", tmp_path)

    def interrupt() -> None:
        broker.kill()
        if emptied:
            broker.wipe()
        broker.start()

    with working(town):
        carry_out(town, lines(commands), interrupt, after=len(commands) // 2)
        drained(town)

    log = town.log()
    assert facts(log) == facts(undisturbed)
    assert {event.id for events in records_of(town.servers, town.topic).values() for event in events} == {record.id for record in log}
    assert town.books() == clean_books(log)


def test_the_database_dies_and_comes_back(kafka: tuple[str, str], tmp_path: Path) -> None:
    commands, undisturbed = played(4, 4)
    try:
        postgres_engine.server()
    except run.Missing as missing:
        require("postgres", str(missing))
    with postgres_engine.own_server() as server:
        town = Town(server.new_database(), *kafka, tmp_path)

        def interrupt() -> None:
            server.stop("immediate")
            server.start()

        with working(town):
            carry_out(town, lines(commands), interrupt, after=len(commands) // 2)
            drained(town)

        log = town.log()
        assert facts(log) == facts(undisturbed)
        assert town.books() == clean_books(log)
