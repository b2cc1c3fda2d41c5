"""`pataca project`: as processes that run on, share their work, are killed and stopped."""

import os
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest

from infra.folder import DataFolder
from infra.settings import BOOKS, KAFKA, STORE, TOPIC
from projections.ledger.ledger import Ledger
from tests.cli.terminal import pataca, run, started
from tests.projections.hand_log import Table, log_of
from tests.services.fed import PARTITIONS, Fed, fed, from_store, wait_for
from tests.services.tally import HAND

DEPOSIT = {"do": "deposit", "wallet": "P-9", "amount": 100, "currency": "HKD"}


def position(data: Path, projection: str) -> int:
    rows = pataca("projections", "status", "--json", "--data", data).document()["rows"]
    return next(int(row["position"]) for row in rows if row["name"] == projection)


@contextmanager
def projecting(*arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    with started("project", *arguments) as worker:
        try:
            yield worker
        finally:
            worker.kill()


def test_once_brings_the_named_read_models_to_the_end_of_the_log(tmp_path: Path) -> None:
    run(tmp_path, DEPOSIT, DEPOSIT)
    assert pataca("project", "ledger", "hands", "--once", "--data", tmp_path).status == 0

    assert [position(tmp_path, name) for name in ("ledger", "hands", "commission")] == [2, 2, 0]


def test_a_name_that_nobody_bears_is_told(tmp_path: Path) -> None:
    ended = pataca("project", "ledgers", "--data", tmp_path)
    assert ended.status == 3
    assert "there is no projection ledgers; there are ledger, " in ended.err


def test_an_embedded_house_has_one_of_them_and_it_ends_with_0_when_it_is_told_to(tmp_path: Path) -> None:
    run(tmp_path, DEPOSIT)
    with projecting("--data", tmp_path) as worker:
        wait_for(lambda: DataFolder(tmp_path).writer() == worker.pid)  # before that a question would have the folder to itself
        wait_for(lambda: position(tmp_path, "scoreboards") == 1)
        ended = pataca("project", "--once", "--data", tmp_path)
        assert ended.status == 5
        assert f"process {worker.pid}" in ended.err
        worker.send_signal(signal.SIGTERM)
        _, told = worker.communicate(timeout=30)
    assert (worker.returncode, told) == (0, b"")


def test_it_tells_how_far_it_is_on_a_port(tmp_path: Path) -> None:
    run(tmp_path, DEPOSIT, DEPOSIT)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with projecting("ledger", "--metrics-port", str(port), "--data", tmp_path):

        def told() -> list[str]:
            try:
                with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                    return answer.read().decode().splitlines()
            except OSError:
                return []

        wait_for(lambda: 'pataca_projection_position{projection="ledger"} 2.0' in told())
        found = told()
    for name, number in {"events_behind": 0, "seconds_behind": 0, "lanes_held": 1, "lanes_halted": 0, "parked_sources": 0}.items():
        assert f'pataca_projection_{name}{{projection="ledger"}} {number}.0' in found
    assert 'pataca_projection_duplicates_dropped_total{projection="ledger"} 0.0' in found


def nobody() -> str:
    """An address where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_a_database_that_is_away_is_told_once_and_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = nobody()
    monkeypatch.setenv(STORE, f"postgresql://casino:secret@{address}/casino")
    ended = pataca("project", "--once", "--data", tmp_path)
    assert ended.status == 4
    assert f"casino@{address}" in ended.err

    with projecting("--data", tmp_path) as worker:
        assert worker.stderr is not None
        assert address in worker.stderr.readline().decode()
        worker.send_signal(signal.SIGINT)
        out, told = worker.communicate(timeout=30)
    assert (worker.returncode, out, told) == (0, b"", b"")
    assert "secret" not in ended.err


@pytest.fixture
def pit(postgres: str, kafka: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Fed]:
    """A house that processes are pointed to."""
    for name, value in {STORE: postgres, BOOKS: postgres, KAFKA: kafka[0], TOPIC: kafka[1]}.items():
        monkeypatch.setenv(name, value)
    with fed(postgres, kafka) as opened:
        yield opened


def test_without_its_topic_or_its_broker_once_ends_with_4(pit: Fed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOPIC, "nobodys.topic")
    ended = pataca("project", "ledger", "--once")
    assert ended.status == 4
    assert "there is no topic nobodys.topic" in ended.err

    address = nobody()
    monkeypatch.setenv(KAFKA, address)
    ended = pataca("project", "ledger", "--once")
    assert ended.status == 4
    assert f"Kafka at {address}" in ended.err


def lanes_by_session(url: str) -> list[int]:
    """How many lanes each worker's session has locked."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid > 0 AND granted"
        ).fetchall()
    return sorted(Counter(pid for (pid,) in rows).values())


def test_one_is_killed_one_is_stopped_and_the_books_are_those_of_a_clean_run(pit: Fed) -> None:
    records = log_of(*(Table(f"PK-{number:02}", [HAND] * 3) for number in range(1, 8)), turns=list(range(7)) * 30).records
    parts = iter([records[begin : begin + 50] for begin in range(0, len(records), 50)])

    def more() -> None:
        reached = pit.store.last_position()
        pit.add(next(parts))
        pit.relay(after=reached)

    with ExitStack() as stack:
        one, two = (stack.enter_context(projecting("ledger")) for _ in range(2))
        wait_for(lambda: lanes_by_session(pit.url) == [1, 2])
        more()
        pit.wait_until_shown(Ledger)

        one.kill()
        more()
        pit.wait_until_shown(Ledger)
        wait_for(lambda: lanes_by_session(pit.url) == [PARTITIONS])

        os.kill(two.pid, signal.SIGSTOP)
        more()
        assert pataca("project", "ledger", "--once").status == 0
        os.kill(two.pid, signal.SIGCONT)
        more()
        pit.wait_until_shown(Ledger)

    assert pit.contents(Ledger) == from_store(pit, Ledger)
    assert not pit.stands(Ledger).halted_reason
