"""`pataca proof`: from the house with its vault to somebody who has a key and a file."""

import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from infra.failpoints import SETTING
from infra.settings import STORE
from tests.cli.terminal import PATACA, Ended, in_lines, pataca

HAND = "PK-07/2026-11-30/1"


@pytest.fixture
def key(data: Path) -> str:
    return pataca("proof", "key", "--data", data).out.strip()


@pytest.fixture
def bundle(data: Path, tmp_path: Path) -> Path:
    file = tmp_path / "hand.proof"
    assert pataca("proof", "export", HAND, "--out", file, "--data", data).status == 0
    return file


def check(file: Path, key: str, *more: str | Path) -> Ended:
    return pataca("proof", "verify", file, "--key", key, *more)


def deposit(data: Path) -> None:
    command = {"do": "deposit", "wallet": "P-1", "amount": 100, "currency": "HKD"}
    assert pataca("run", "-", "--data", data, stdin=in_lines([command])).status == 0


def meddle(file: Path, *statements: str) -> None:
    """A stranger who may do all, and takes the triggers away that forbid it."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


def test_a_hand_goes_to_an_outsider(data: Path, key: str, bundle: Path) -> None:
    assert pataca("proof", "key", "--json", "--data", data).document() == {"key": key}
    told = check(bundle, key, "--json").document()
    assert (told["origin"], told["scope"]) == (key.partition("+")[0], {"hand": HAND})
    assert told["events"] > 20
    assert "proved: hand PK-07/2026-11-30/1" in check(bundle, key).out
    again = bundle.with_name("again")
    assert pataca("proof", "export", HAND, "--out", again, "--data", data).status == 0
    assert again.read_bytes() == bundle.read_bytes()


def test_a_day(data: Path, key: str, tmp_path: Path) -> None:
    file = tmp_path / "day"
    said = pataca("proof", "export", "--gaming-day", "2026-11-30", "--out", file, "--json", "--data", data).document()
    assert said == {"file": str(file), "bytes": file.stat().st_size}
    assert check(file, key, "--json").document()["scope"] == {"gaming_day": "2026-11-30"}


def test_a_checkpoint_is_kept_and_asked_for_later(data: Path, key: str, bundle: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    note = pataca("proof", "checkpoint", "--data", data).out
    assert note == pataca("proof", "checkpoint", "--json", "--data", data).document()["note"]
    seen.write_text(note, encoding="utf-8")
    assert check(bundle, key, "--previous", seen).status == 0
    deposit(data)
    later = pataca("proof", "checkpoint", "--sign", "--data", data).out
    assert later != note
    seen.write_text(later, encoding="utf-8")
    refused = check(bundle, key, "--previous", seen)
    assert refused.status == 1
    assert "export it with --previous" in refused.err
    assert pataca("proof", "export", HAND, "--out", bundle, "--previous", seen, "--data", data).status == 0
    assert check(bundle, key, "--previous", seen).status == 0


def test_what_is_wrong_is_said(data: Path, key: str, bundle: Path, tmp_path: Path) -> None:
    def export(*words: str | Path) -> Ended:
        return pataca("proof", "export", *words, "--data", data)

    out = tmp_path / "out"
    for words, status, why in (
        (["PK-07/2026-11-30/99"], 3, "there is no hand"),
        (["PK-08/2026-11-30/1"], 1, "is not over"),
        (["--gaming-day", "2026-11-29"], 3, "nothing of gaming day 2026-11-29"),
        ([], 2, "give HAND or --gaming-day D"),
        ([HAND, "--gaming-day", "2026-11-30"], 2, "give HAND or --gaming-day D"),
        ([HAND, "--previous", tmp_path / "none"], 3, "there is no file"),
    ):
        ended = export(*words, "--out", out)
        assert (ended.status, why in ended.err) == (status, True), ended
        assert not out.exists()
    missing = check(tmp_path / "none", key)
    assert (missing.status, "there is no file" in missing.err) == (3, True)
    no_key = check(bundle, "nobody")
    assert (no_key.status, no_key.out) == (1, "")
    bundle.write_bytes(bundle.read_bytes().replace(b"P-1", b"P-2", 1))
    assert check(bundle, key).status == 1


def test_no_checkpoint_yet(data: Path) -> None:
    assert pataca("proof", "checkpoint", "--data", data).status == 3
    told = {need["what"]: need["found"] for need in pataca("doctor", "--json", "--data", data).documents()}
    assert "no checkpoint was signed yet" in told["checkpoint"]


def test_a_bundle_of_another_house(key: str, bundle: Path, tmp_path: Path) -> None:
    other = pataca("proof", "key", "--data", tmp_path / "other").out.strip()
    refused = check(bundle, other)
    assert refused.status == 1
    assert "another house's" in refused.err
    assert key.partition("+")[0] in refused.err


def test_a_changed_event_is_named_by_verify_and_nothing_is_signed(data: Path, bundle: Path) -> None:
    """An actor's name in the metadata, which no rule and no ledger line depends on."""
    meddle(data / "events.sqlite", "UPDATE events SET state = CAST(replace(state, 'E-2001', 'E-2002') AS BLOB) WHERE position = 3")
    verified = pataca("verify", "--data", data)
    assert verified.status == 1
    assert "at position 3 is not the event that the tree was made from" in verified.out
    assert "was signed over another history: an event behind leaf 0 was changed" in verified.out
    (data / "tree.sqlite").unlink()
    deposit(data)
    refused = pataca("proof", "checkpoint", "--sign", "--data", data)
    assert refused.status == 1
    assert "do not have the root that was signed as proof/2026-11-30@1" in refused.err
    assert {need["what"]: need["fine"] for need in pataca("doctor", "--json", "--data", data).documents()}["checkpoint"] is False


def test_a_house_from_a_backup_signs_nothing(data: Path, bundle: Path) -> None:
    deposit(data)
    assert pataca("proof", "checkpoint", "--sign", "--data", data).status == 0
    meddle(data / "events.sqlite", "DELETE FROM events WHERE position > (SELECT max(position) - 3 FROM events)")
    refused = pataca("proof", "checkpoint", "--sign", "--data", data)
    assert refused.status == 1
    assert "restored from a backup" in refused.err


def test_the_sequencer_signs_as_events_come_and_at_its_end(data: Path) -> None:
    command = [PATACA, "proof", "sequence", "--every-events", "1", "--data", data]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "signed over all events" in process.stderr.readline()
        busy = pataca("proof", "key", "--data", data)
        assert (busy.status, str(process.pid) in busy.err) == (5, True)
        time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
    assert pataca("verify", "--data", data).status == 0


def test_a_house_that_has_moved_to_postgresql_proves_the_same(
    data: Path, key: str, bundle: Path, postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Key, checkpoints and positions go along; the tree grows again there, and gives the same bytes."""
    assert pataca("admin", "move", "--to", postgres, "--data", data).status == 0
    monkeypatch.setenv(STORE, postgres)
    assert pataca("proof", "key", "--data", data).out.strip() == key
    again = tmp_path / "again"
    ended = pataca("proof", "export", HAND, "--out", again, "--data", data)
    assert ended.status == 0, ended.err
    assert again.read_bytes() == bundle.read_bytes()
    deposit(data)
    seen = tmp_path / "seen"
    seen.write_text(pataca("proof", "checkpoint", "--sign", "--data", data).out, encoding="utf-8")
    assert pataca("proof", "export", HAND, "--out", again, "--previous", seen, "--data", data).status == 0
    assert check(again, key, "--previous", seen).status == 0
    told = {need["what"]: need for need in pataca("doctor", "--json", "--data", data).documents()}
    assert told["checkpoint"]["fine"]
    assert pataca("verify", "--data", data).status == 0


@pytest.mark.parametrize("where", ["tree-before-write", "tree-after-write"])
def test_a_sequencer_that_dies_between_two_pages_loses_nothing(data: Path, key: str, tmp_path: Path, where: str) -> None:
    sign = [PATACA, "proof", "checkpoint", "--sign", "--data", data]
    killed = subprocess.run(sign, env={**os.environ, SETTING: f"{where}:1"}, check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert pataca("proof", "checkpoint", "--data", data).status == 3, "nothing was signed"
    bundle = tmp_path / "hand.proof"
    assert pataca("proof", "export", HAND, "--out", bundle, "--data", data).status == 0
    assert check(bundle, key).status == 0


def test_a_damaged_tree_is_deleted_and_grows_again(data: Path, key: str, bundle: Path) -> None:
    tree = data / "tree.sqlite"
    tree.write_bytes(b"not a tree" * 1_000)
    deposit(data)
    damaged = pataca("proof", "checkpoint", "--sign", "--data", data)
    assert (damaged.status, "it grows again from the events" in damaged.err) == (4, True)
    tree.unlink()
    assert pataca("proof", "checkpoint", "--sign", "--data", data).status == 0
    assert check(bundle, key).status == 0
