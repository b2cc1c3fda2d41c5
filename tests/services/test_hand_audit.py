"""The rules run again over hands: all of random play and of the recorded data come out; what was changed is shown beside it."""

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from infra.books import Books
from projections.hands import Hands
from services.app import replaying
from services.audit import Audit, audit
from services.phh.importing import import_files
from services.projector import catch_up, live
from tests.services.baccarat_pit import Pit
from tests.services.exports.played import evening
from tests.services.house import DAY, House, house
from tests.services.test_baccarat_replay import tamper

DATA = Path(__file__).parents[3] / "shared" / "data" / "phh"


def audited(pit: House) -> Audit:
    tables, handlers = replaying()
    with closing(Books.memory()) as books:
        catch_up(pit.store, books, [Hands])
        with books.read() as connection:
            rows = list(live(connection, Hands).projection.list(connection))
    return audit(pit.store, rows, tables, handlers.parser())


@pytest.mark.parametrize("seed", range(4))
def test_random_play_of_both_games_comes_out_again(pit: House, seed: int) -> None:
    evening(pit, Random(seed), 15)
    table = Pit(pit.send)
    table.open()
    table.sit(1, 2)
    table.evening(Random(seed), 12)
    found = audited(pit)

    assert found.differences == []
    assert found.hands == 27
    assert found.commands > 100
    assert found.events > found.commands


@pytest.mark.skipif(not DATA.is_dir(), reason="the recorded hands lie beside the repository, not in it")
@pytest.mark.parametrize("name", ["wsop-2023.phhs", "synthetic.phhs"])
def test_recorded_hands_come_out_again(pit: House, name: str) -> None:
    lines = list(import_files([DATA / name], pit.commands, "HKD", DAY))
    found = audited(pit)

    assert found.differences == []
    assert found.hands == sum("error" not in line for line in lines) > 0


def test_a_fact_that_was_changed_is_shown_beside_what_the_rules_give(tmp_path: Path) -> None:
    with house(tmp_path) as pit:
        pit.open({1: 1_000, 2: 1_000})
        pit.play()
        records = pit.store.load("tables/PK-07/000001")
        bet = next(record for record in records if record.event.contract == "holdem.bet-placed")
    tamper(tmp_path / "events.sqlite", bet.position, facts=lambda facts: facts.update(declared="verbal"))
    with house(tmp_path) as pit:
        found = audited(pit).differences[0]

    assert (found.id, found.position, found.subject) == (bet.id, bet.position, bet.meta.subject)
    recorded, decided = json.loads(found.recorded or ""), json.loads(found.decided or "")
    assert {name for name in recorded if recorded[name] != decided[name]} == {"declared"}


@pytest.mark.parametrize("field", ["actor", "gaming_day", "subject", "time", "approver"])
def test_what_stands_around_an_event_must_come_out_too(tmp_path: Path, field: str) -> None:
    """Of the second event of an answer: that of the first is compared with its command."""
    with house(tmp_path) as pit:
        pit.open({1: 1_000, 2: 1_000})
        pit.play()
        blind = pit.store.load("tables/PK-07/000001")[4]
    other = {"time": "2026-11-30T04:00:00.000001Z", "gaming_day": "2026-11-29"}.get(field, "E-9999")
    tamper(tmp_path / "events.sqlite", blind.position, around=lambda meta: meta.update({field: other}))
    with house(tmp_path) as pit:
        found = audited(pit).differences[0]

    assert (found.id, found.position) == (blind.id, blind.position)
    assert json.loads(found.recorded or "")[field] == other
    assert json.loads(found.decided or "").get(field) != other
