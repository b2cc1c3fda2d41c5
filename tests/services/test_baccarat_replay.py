"""Random evenings of baccarat are decided again from their record; what was changed in it is found."""

import json
import sqlite3
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from services.demo.evening import open_the_house
from services.demo.floor import Floor
from services.demo.shoe import open_baccarat_table, play_shoe
from tests.services.baccarat_pit import Pit, order, replayed
from tests.services.house import DAY, House, house

Change = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize("seed", range(4))
def test_a_shoe_of_the_demo_comes_out_again(pit: House, seed: int) -> None:
    chance, floor = Random(seed), Floor(pit.commands)
    open_the_house(floor)
    open_baccarat_table(floor, DAY)
    for _ in play_shoe(floor, 12, chance):
        pass

    assert replayed(pit) == (floor.accepted, [])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("known", [True, False])
def test_an_evening_at_random_comes_out_again(pit: House, seed: int, known: bool) -> None:
    chance, table = Random(seed), Pit(pit.send)
    table.open(unit=1)
    table.sit(1, 2)
    table.evening(chance, 25, **({"cards": order(chance)} if known else {}))
    table.evening(chance, 5)
    table.do("close-table")
    pit.clock.now += timedelta(days=1)
    table.open(day=(date.fromisoformat(DAY) + timedelta(days=1)).isoformat())
    table.evening(chance, 5)

    commands, differing = replayed(pit)
    assert commands > 150
    assert differing == []


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A known shoe, then one of the house's: every kind of fact that the changes below name is in it."""
    folder = tmp_path_factory.mktemp("played")
    with house(folder) as opened:
        table, chance = Pit(opened.send), Random(2)
        table.open()
        table.sit(1, 2)
        table.evening(chance, 20, cards=order(chance))
        table.evening(chance, 10)
        assert replayed(opened)[1] == []
    with sqlite3.connect(folder / "events.sqlite") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return (folder / "events.sqlite").read_bytes()


def put(**fields: Any) -> Change:
    return lambda line: line.update(fields)


def given(**fields: Any) -> Change:
    return lambda meta: meta["command"]["given"].update(fields)


FACTS: list[tuple[str, int, Change]] = [
    ("card-dealt", 3, put(card="2d")),
    ("card-dealt", 0, put(face_up=True)),
    ("card-dealt", 9, put(rule="MO-BAC-2004 9(1)")),
    ("bet-placed", 1, put(amount=19)),
    ("bet-placed", 2, put(player="P-7")),
    ("bet-settled", 0, put(returned=12_345)),
    ("bet-held", 0, put(amount=1)),
    ("commission-taken", 0, put(amount=0)),
    ("round-decided", 2, put(result="tie")),
    ("round-decided", 2, put(player_pair=True)),
    ("bets-closed", 0, put(holders={"player": 2, "banker": 2})),
    ("held-bet-decided", 0, put(refund=1)),
    ("round-voided", 0, put(refunds=[])),
    ("cards-burned", 0, put(removed_total=3)),
    ("shoe-loaded", 0, put(cut_depth=40)),
    ("shoe-closed", 0, put(dealt=400)),
]
COMMANDS: list[tuple[str, int, Change]] = [
    ("bet-placed", 1, lambda meta: meta["command"].update(amount=11)),
    ("shoe-loaded", 0, lambda meta: meta["command"].pop("given")),
    ("shoe-loaded", 0, lambda meta: meta["command"].pop("cards")),
    ("shoe-loaded", 0, lambda meta: meta["command"].update(cards=["x" * 40])),
    ("shoe-loaded", 0, given(sealed="y" * 40)),
    ("cards-burned", 0, given(drawn=["2d"])),
    ("cards-burned", 1, lambda meta: meta["command"].pop("given")),
    ("card-dealt", 0, lambda meta: meta["command"]["given"]["drawn"].append("2d")),
    ("card-dealt", 0, lambda meta: meta["command"]["given"]["drawn"].pop()),
    ("card-dealt", 0, lambda meta: meta["command"].update(exposed=[3])),
    ("round-opened", 4, lambda meta: meta.pop("command")),
]


@pytest.mark.parametrize(("contract", "nth", "change"), FACTS, ids=[f"{row[0]}-{number}" for number, row in enumerate(FACTS)])
def test_a_fact_that_was_changed_is_named(played: bytes, tmp_path: Path, contract: str, nth: int, change: Change) -> None:
    assert _differs(played, tmp_path, contract, nth, facts=change)


@pytest.mark.parametrize(("contract", "nth", "change"), COMMANDS, ids=[f"{row[0]}-{number}" for number, row in enumerate(COMMANDS)])
def test_a_command_or_an_answer_that_was_changed_is_named(played: bytes, tmp_path: Path, contract: str, nth: int, change: Change) -> None:
    assert _differs(played, tmp_path, contract, nth, around=change)


def _differs(played: bytes, folder: Path, contract: str, nth: int, **changes: Change) -> bool:
    """Whether the replay names the changed event of this kind, or another one of the same command."""
    file = folder / "events.sqlite"
    file.write_bytes(played)
    with house(folder) as opened:
        records = list(opened.store.read(0, opened.store.last_position()))
    record = [record for record in records if record.event.contract == f"baccarat.{contract}"][nth]
    answer = [other for other in records if other.meta.correlation == record.meta.correlation]
    tamper(file, record.position if "facts" in changes else answer[0].position, **changes)
    with house(folder) as opened:
        named = replayed(opened)[1]
    return any(one.startswith(tuple(f"{other.id} " for other in answer)) for one in named)


def tamper(file: Path, position: int, *, facts: Change | None = None, around: Change | None = None) -> None:
    """Changes a stored event past the rules of its database."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("DROP TRIGGER events_no_update")
    (state,) = connection.execute("SELECT state FROM events WHERE position = ?", (position,)).fetchone()
    lines = [json.loads(line) for line in state.split(b"\n")]
    for line, change in zip(lines, (around, facts), strict=True):
        before = json.dumps(line)
        if change is not None:
            change(line)
            assert json.dumps(line) != before, "nothing was changed"
    text = "\n".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines)
    connection.execute("UPDATE events SET state = ? WHERE position = ?", (text.encode(), position))
    connection.close()
