"""Where the read models stand, and whether everything is there that the house needs."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from services.app import PROJECTIONS
from tests.cli.terminal import pataca, run

DEPOSIT = {"do": "deposit", "wallet": "P-1", "amount": 100, "currency": "HKD"}


@pytest.fixture(autouse=True)
def room_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever disk these tests run on."""
    monkeypatch.setattr("services.doctor.FREE_BYTES_MIN", 1)


def unreadable(data: Path, position: int) -> None:
    """The event there says nothing that this release understands."""
    connection = sqlite3.connect(data / "events.sqlite", isolation_level=None)
    connection.execute("DROP TRIGGER events_no_update")
    connection.execute("UPDATE events SET state = ? WHERE position = ?", (b"{}\n{}", position))
    connection.close()


def test_every_read_model_says_how_far_it_has_come(data: Path) -> None:
    document = pataca("projections", "status", "--json", "--data", data).document()
    assert (document["as_of"], document["totals"]) == (89, [])
    assert [(row["name"], row["position"], row["behind"]) for row in document["rows"]] == [(one.name, 89, 0) for one in PROJECTIONS]

    run(data, DEPOSIT)
    assert [row["behind"] for row in pataca("projections", "status", "--json", "--data", data).document()["rows"]] == [1] * len(PROJECTIONS)
    assert pataca("projections", "status", "--data", data).out.count(" behind\n") == len(PROJECTIONS)


def test_in_a_new_house_none_is_built_and_a_question_builds_its_own(tmp_path: Path) -> None:
    assert pataca("projections", "status", "--data", tmp_path).out.count("not built yet") == len(PROJECTIONS)
    pataca("hand", "list", "--data", tmp_path)
    assert pataca("projections", "status", "--data", tmp_path).out.count("not built yet") == len(PROJECTIONS) - 1


def test_a_read_model_that_met_something_it_cannot_read_says_where_and_goes_on_afterwards(data: Path) -> None:
    run(data, DEPOSIT, DEPOSIT)
    unreadable(data, 90)
    asked = pataca("ledger", "trial-balance", "--data", data)
    status = pataca("projections", "status", "--data", data)
    doctor = pataca("doctor", "--data", data)

    assert (asked.status, asked.out) == (1, "")
    assert "ledger is halted" in asked.err
    assert "the event at position 90" in asked.err
    assert status.status == 1
    assert "halted at position 90" in status.out
    assert doctor.status == 4
    assert "MISSING projection ledger: halted at position 90" in doctor.out


def test_one_read_model_is_built_again_by_its_name(data: Path) -> None:
    ended = pataca("projections", "rebuild", "ledger", "hands", "--json", "--data", data)
    assert (ended.status, ended.err) == (0, "")
    assert [(row["name"], row["position"], row["swapped"], row["difference"]) for row in ended.documents()] == [
        ("ledger", 89, True, None),
        ("hands", 89, True, None),
    ]
    assert pataca("verify", "--data", data).status == 0


def test_a_house_in_order_lacks_nothing(data: Path) -> None:
    ended = pataca("doctor", "--json", "--data", data)
    assert (ended.status, ended.err) == (0, "")
    needs = {need["what"]: need for need in ended.documents()}
    assert all(need["fine"] for need in needs.values())
    assert {"Python", "SQLite", "data folder", "event store", "vault", "projection ledger"} <= needs.keys()
    assert "MISSING" not in pataca("doctor", "--data", data).out


def test_keys_that_others_may_read_are_told_with_the_remedy(data: Path) -> None:
    (data / "vault.sqlite").chmod(0o644)
    ended = pataca("doctor", "--data", data)
    assert ended.status == 4
    assert f"-> chmod 600 {data / 'vault.sqlite'}" in ended.out

    run(data, DEPOSIT)
    assert pataca("doctor", "--data", data).status == 0


def test_what_is_damaged_is_told_as_everywhere(data: Path) -> None:
    shutil.copy(data / "books.sqlite", data / "events.sqlite")
    ended = pataca("doctor", "--data", data)
    assert ended.status == 4
    assert "this is not pataca's event store" in ended.out
    assert "Traceback" not in ended.err
