"""Somebody changes what is stored: `pataca verify` finds it, says which event or which figure, and ends with 1."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from services.app import PROJECTIONS
from tests.cli.terminal import pataca

REPLAY = "every command decided again gives the same events, byte for byte"
Change = Callable[[dict[str, Any]], Any]


def event_at(data: Path, contract: str, nth: int = 0) -> tuple[int, str]:
    """Position and id of the nth event of this kind."""
    found = pataca("events", "tail", "--limit", "1000", "--json", "--data", data).documents()
    events = [event for event in found if event["type"] == f"casino.{contract}"]
    return int(events[nth]["sequence"]), events[nth]["id"]


def tamper(data: Path, position: int, *, facts: Change | None = None, around: Change | None = None) -> None:
    """Changes a stored event past the rules of its database."""
    connection = sqlite3.connect(data / "events.sqlite", isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    (state,) = connection.execute("SELECT state FROM events WHERE position = ?", (position,)).fetchone()
    lines = [json.loads(line) for line in state.split(b"\n")]
    for line, change in zip(lines, (around, facts), strict=True):
        if change is not None:
            change(line)
    texts = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines]
    connection.execute("UPDATE events SET state = ? WHERE position = ?", ("\n".join(texts).encode(), position))
    connection.close()


def put(**fields: Any) -> Change:
    return lambda line: line.update(fields)


def found(data: Path) -> dict[str, list[str]]:
    """What `verify` says that differs, by check; it must end with 1."""
    ended = pataca("verify", "--json", "--data", data)
    assert ended.status == 1, ended
    document = ended.document()
    assert document["agrees"] is False
    return {row["name"]: row["found"] for row in document["rows"] if not row["agrees"]}


def test_an_evening_agrees_and_every_check_has_looked_at_something(played: Path) -> None:
    ended = pataca("verify", "--json", "--data", played)
    document = ended.document()

    assert (ended.status, document["agrees"], document["as_of"]) == (0, True, 89)
    assert {row["name"].split()[0] for row in document["rows"]} >= {"R01", "R02", "R03", "R04", "R05", "R06", "R07", "R14"}
    assert all(row["checked"] > 0 and row["agrees"] and not row["found"] for row in document["rows"])
    assert pataca("verify", "--data", played).out.endswith("\neverything agrees\n")


@pytest.mark.parametrize(
    ("contract", "nth", "change"),
    [
        ("holdem.bet-placed", 0, put(amount=400_001, to=400_001)),
        ("holdem.pot-split", 0, put(pot=2)),
        ("holdem.commission-taken", 0, put(amount=36_000)),
        ("holdem.card-dealt", 1, put(sealed="x" * 40)),
        ("holdem.card-dealt", 6, put(card="2d")),
        ("holdem.hand-shown", 0, put(category="two-pair")),
        ("holdem.hand-voided", 0, put(reason="another one")),
        ("holdem.table-closed", 0, put(last_number=4)),
        ("holdem.folded", 0, put(rule="MO-THP-2008 1(1)")),
        ("wallet.funds-deposited", 1, put(amount=20_000_01)),
        ("wallet.funds-moved-out", 0, put(amount=1)),
        ("cage.fill-sent", 0, put(slip="F-9")),
    ],
)
def test_a_fact_that_was_changed_is_named(data: Path, contract: str, nth: int, change: Change) -> None:
    position, event_id = event_at(data, contract, nth)
    tamper(data, position, facts=change)

    assert f"{event_id} " in str(found(data))


@pytest.mark.parametrize(
    ("contract", "nth", "change"),
    [
        ("holdem.bet-placed", 0, lambda meta: meta["command"].update(to=4_500_00)),
        ("holdem.bet-placed", 0, lambda meta: meta["command"].update(action="call", to=None)),
        ("holdem.bet-placed", 0, lambda meta: meta["command"].update(action="bet")),
        ("holdem.card-dealt", 0, lambda meta: meta["command"].update(cards=["x" * 40] * 6)),
        ("holdem.card-dealt", 0, lambda meta: meta["command"]["given"]["dealt"][0].update(sealed="y" * 40)),
        ("holdem.card-dealt", 0, lambda meta: meta["command"]["given"].pop("dealt")),
        ("holdem.card-dealt", 0, lambda meta: meta["command"].pop("given")),
        ("holdem.hand-shown", 1, lambda meta: meta["command"]["given"].update(hole=["Kh", "2d"])),
        ("holdem.hand-started", 1, lambda meta: meta.pop("command")),
        ("wallet.withdrawal-held", 0, lambda meta: meta["command"]["given"].update(withdrawal="other")),
        ("wallet.withdrawal-held", 0, lambda meta: meta["command"].pop("given")),
        ("cage.fill-sent", 0, lambda meta: meta["command"]["given"].update(slip_stream="cages/MAIN/2026-11-29")),
        ("holdem.table-opened", 0, lambda meta: meta["command"]["rules"].update(big_blind=200_00, small_blind=100_00)),
    ],
)
def test_a_command_or_an_answer_that_was_changed_or_is_gone_is_named(data: Path, contract: str, nth: int, change: Change) -> None:
    position, event_id = event_at(data, contract, nth)
    tamper(data, position, around=change)

    assert any(event_id in one for one in found(data)[REPLAY])


@pytest.mark.parametrize("change", [put(actor="E-9999"), put(gaming_day="2026-11-29"), put(time="2026-11-30T03:59:59.000000Z")])
def test_who_and_when_of_what_was_booked_is_under_the_chain(data: Path, change: Change) -> None:
    position, event_id = event_at(data, "holdem.pot-split")
    tamper(data, position, around=change)

    differs = found(data)
    assert any(name.startswith("R02") for name in differs)
    assert event_id in str(differs)


def test_an_event_that_is_gone_is_missed(data: Path) -> None:
    position, event_id = event_at(data, "holdem.hand-voided")
    connection = sqlite3.connect(data / "events.sqlite", isolation_level=None)
    connection.execute("DROP TRIGGER events_no_delete")
    connection.execute("DELETE FROM events WHERE position = ?", (position,))
    connection.close()

    differs = found(data)
    assert event_id in str(differs)
    assert "does not follow version 54" in differs[REPLAY][0]


def test_the_last_event_of_an_answer_that_is_gone_is_missed_too(data: Path) -> None:
    """Nothing of its stream comes after it: the versions have no hole."""
    position, _event_id = event_at(data, "cage.fill-received", 1)
    _sent, sent_id = event_at(data, "cage.fill-sent", 1)
    connection = sqlite3.connect(data / "events.sqlite", isolation_level=None)
    connection.execute("DROP TRIGGER events_no_delete")
    connection.execute("DELETE FROM events WHERE position = ?", (position,))
    connection.close()

    assert any(one.startswith(sent_id) and "2 events come out, 1 are recorded" in one for one in found(data)[REPLAY])


@pytest.mark.parametrize("state", [b"{}", b"", b"{}\n{}", b"\xff\n\xff", b'{"time": 1}\n{"hand": 3}'])
def test_an_event_that_cannot_be_read_is_named_without_what_it_holds(data: Path, state: bytes) -> None:
    position, _event_id = event_at(data, "holdem.hand-voided")
    connection = sqlite3.connect(data / "events.sqlite", isolation_level=None)
    connection.execute("DROP TRIGGER events_no_update")
    connection.execute("UPDATE events SET state = ? WHERE position = ?", (state, position))
    connection.close()

    ended = pataca("verify", "--data", data)
    assert ended.status == 1
    assert f"the event at position {position}" in ended.err
    assert "Traceback" not in ended.err


def test_a_hand_that_does_not_come_out_again_says_so_when_it_is_replayed(data: Path) -> None:
    position, event_id = event_at(data, "holdem.bet-placed")
    tamper(data, position, around=lambda meta: meta["command"].update(to=4_500_00))
    ended = pataca("hand", "replay", "PK-07/2026-11-30/1", "--data", data)

    assert ended.status == 1
    assert f"DIFFERS at {event_id}" in ended.out
    assert pataca("hand", "replay", "PK-07/2026-11-30/2", "--data", data).status == 0


# The books.


def change_books(data: Path, statement: str) -> None:
    """`{ledger_lines}` stands for that table of the live generation."""
    connection = sqlite3.connect(data / "books.sqlite", isolation_level=None)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    changed = connection.execute(re.sub(r"{(\w+)}", lambda word: next(n for n in names if n.startswith(word[1])), statement)).rowcount
    connection.close()
    assert changed == 1, f"{changed} rows changed"


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE {ledger_lines} SET amount = amount + 1 WHERE position = 41 AND n = 1", "41"),
        ("UPDATE {ledger_lines} SET account = '2110:PK-07:P-9' WHERE position = 25 AND n = 1", "25"),
        ("UPDATE {ledger_lines} SET player = 'P-9' WHERE position = 42 AND n = 2", "42"),
        ("DELETE FROM {ledger_lines} WHERE position = 43 AND n = 2", "43"),
        ("UPDATE {ledger_entries} SET actor = 'E-9999' WHERE position = 43", "43"),
        ("UPDATE {ledger_entries} SET chain_hash = 'ff' WHERE position = 43", "43"),
        ("DELETE FROM {ledger_entries} WHERE position = 89", "89"),
        ("UPDATE {ledger_balances} SET debits = debits + 1 WHERE account = '2010:P-1'", "2010:P-1"),
        ("UPDATE {commission_taken} SET charged = charged + 1 WHERE position = 41", "PK-07"),
        ("UPDATE {hands_index} SET status = 'void' WHERE id = 'PK-07/2026-11-30/1'", "PK-07/2026-11-30/1"),
    ],
)
def test_a_row_of_the_books_that_was_changed_is_named(data: Path, statement: str, named: str) -> None:
    change_books(data, statement)
    differs = found(data)

    assert named in str(differs)
    assert REPLAY not in differs


def test_books_that_are_wrong_stay_until_they_are_deleted(data: Path) -> None:
    change_books(data, "UPDATE {ledger_lines} SET amount = amount + 1 WHERE position = 41 AND n = 1")
    rebuilt = pataca("projections", "rebuild", "ledger", "--data", data)
    assert rebuilt.status == 1
    assert "differs from a rebuild" in rebuilt.out

    for path in data.glob("books.sqlite*"):
        path.unlink()
    assert pataca("verify", "--data", data).status == 0


def test_a_person_is_told_the_same_in_sentences(data: Path) -> None:
    change_books(data, "UPDATE {ledger_lines} SET amount = amount + 1 WHERE position = 41 AND n = 1")
    differs = found(data)
    ended = pataca("verify", "--data", data)

    assert ended.status == 1
    assert [line for line in ended.out.splitlines() if line.startswith("DIFFERS")] == [
        line for line in ended.out.splitlines() for name in differs if line.startswith(f"DIFFERS {name} (")
    ]
    assert all(one in ended.out for told in differs.values() for one in told)
    assert re.search(r"\n\d+ differences\n$", ended.out)


def test_a_rebuild_of_every_read_model_is_equal(data: Path) -> None:
    ended = pataca("projections", "rebuild", "--data", data)
    assert ended.status == 0
    assert ended.out.count(", equal\n") == len(PROJECTIONS)
