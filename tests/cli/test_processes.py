"""What takes a process of its own: pipes that are read late or not at all, signals, a full output, two writers."""

import json
import os
import selectors
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import PATACA, environment, in_lines, pataca, process, started

DEPOSIT = {"do": "deposit", "wallet": "P-9", "amount": 100, "currency": "HKD"}
ANSWER_S_MAX = 30
"""How long an answer is waited for; it comes at once, unless it stays in a buffer."""


def ask(running: subprocess.Popen[bytes], command: dict[str, Any]) -> Any:
    """Send one line and wait for its answer; nothing else is sent meanwhile."""
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(in_lines([command]))
    running.stdin.flush()
    with selectors.DefaultSelector() as ready:
        ready.register(running.stdout, selectors.EVENT_READ)
        assert ready.select(ANSWER_S_MAX), "no answer before the next command"
    return json.loads(running.stdout.readline())


@contextmanager
def running(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    with started("run", "-", "--keep-going", "--data", data) as writer:
        try:
            yield writer
        finally:
            writer.kill()


def deposits(data: Path) -> int:
    found = pataca("events", "tail", "--limit", "1000", "--json", "--data", data)
    assert found.status == 0
    return len(found.documents())


def test_each_answer_is_there_before_the_next_command_is_read(tmp_path: Path) -> None:
    with running(tmp_path) as writer:
        assert [ask(writer, DEPOSIT)["line"] for _ in range(3)] == [1, 2, 3]
        assert ask(writer, {**DEPOSIT, "amount": 0})["ok"] is False
        assert ask(writer, DEPOSIT)["ok"] is True
        assert writer.stdin is not None
        writer.stdin.close()
        assert writer.wait(ANSWER_S_MAX) == 1


def test_what_was_answered_outlives_a_kill(tmp_path: Path) -> None:
    with running(tmp_path) as writer:
        for _ in range(5):
            assert ask(writer, DEPOSIT)["ok"]
        writer.kill()
        writer.wait()

    assert deposits(tmp_path) == 5
    assert pataca("verify", "--data", tmp_path).status == 0


def test_an_interrupt_is_130_and_leaves_what_was_answered(tmp_path: Path) -> None:
    with running(tmp_path) as writer:
        assert ask(writer, DEPOSIT)["ok"]
        writer.send_signal(signal.SIGINT)
        assert writer.wait(ANSWER_S_MAX) == 130
        assert writer.stderr is not None
        assert b"Traceback" not in writer.stderr.read()

    assert deposits(tmp_path) == 1
    assert not (tmp_path / "writer.pid").exists()


def test_while_somebody_writes_others_read_and_do_not_write(data: Path) -> None:
    with running(data) as writer:
        assert ask(writer, {**DEPOSIT, "wallet": "P-1"})["ok"]

        second = pataca("run", "-", "--data", data, stdin=in_lines([DEPOSIT]))
        assert (second.status, second.out) == (5, "")
        assert f"process {writer.pid}" in second.err
        for command in (["verify"], ["projections", "rebuild", "hands"], ["import", "phh", "docs"]):
            busy = pataca(*command, "--data", data)
            assert busy.status == 5, command
            assert f"process {writer.pid}" in busy.err

        _reading(data, writer.pid)

    assert pataca("ledger", "trial-balance", "--json", "--data", data).document()["as_of"] == 90


def _reading(data: Path, writer: int) -> None:
    """Every question is answered from what the books held, and says so."""
    for command in ("ledger trial-balance", "report ggr", "hand list", "hand show PK-07/2026-11-30/1", "ledger why 41.1"):
        asked = pataca(*command.split(), "--data", data)
        assert asked.status == 0, asked.err
        assert f"process {writer} writes here; this shows position 89 of 90" in asked.err
    assert pataca("ledger", "trial-balance", "--json", "--data", data).document()["as_of"] == 89
    assert pataca("events", "tail", "--limit", "1", "--json", "--data", data).documents()[0]["sequence"] == f"{90:020}"
    assert pataca("doctor", "--data", data).status == 0
    assert pataca("projections", "status", "--data", data).status == 0


@pytest.mark.parametrize("command", ["ledger journal", "events tail --json", "run -"])
def test_a_reader_that_goes_away_is_141_without_a_word(data: Path, command: str) -> None:
    head, tail = os.pipe()
    os.close(head)
    ended = process(*command.split(), "--data", data, stdin=in_lines([DEPOSIT, DEPOSIT]), stdout=tail, stderr=subprocess.PIPE)
    os.close(tail)

    assert (ended.status, ended.err) == (141, "")


def test_what_was_stored_before_the_reader_went_away_stays(data: Path) -> None:
    shell = f"printf '%s' \"$LINES_IN\" | {PATACA} run - --data {data} | head -n 1"
    commands = in_lines([DEPOSIT, {**DEPOSIT, "amount": 7}]).decode()
    done = subprocess.run(["bash", "-c", shell], check=False, capture_output=True, env={**environment(), "LINES_IN": commands})

    assert json.loads(done.stdout)["ok"]
    assert done.stderr == b""
    assert deposits(data) >= 90


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", ["ledger trial-balance", "hand list", "run -", "--help"])
def test_an_output_that_is_full_is_4_in_one_sentence(data: Path, command: str) -> None:
    with Path("/dev/full").open("wb") as full:
        at = [] if command == "--help" else ["--data", str(data)]
        ended = process(*command.split(), *at, stdin=in_lines([DEPOSIT]), stdout=full, stderr=subprocess.PIPE)

    assert ended.status == 4
    assert ended.err == "pataca: the output cannot be written: No space left on device\n"


def test_an_output_that_is_closed_is_4_too(data: Path) -> None:
    done = subprocess.run(["bash", "-c", f"{PATACA} hand list --data {data} >&-"], check=False, capture_output=True, env=environment())
    assert done.returncode == 4
    assert done.stderr == b"pataca: the output cannot be written: standard output is closed\n"


def test_without_a_place_for_messages_the_data_come_all_the_same(data: Path) -> None:
    done = subprocess.run(["bash", "-c", f"{PATACA} hand list --data {data} 2>&-"], check=False, capture_output=True, env=environment())
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 4)
