"""Every process is killed where it hurts most, at the first, second and third time that it comes there, and started again.

Nothing is lost, nothing takes effect twice, every table's events keep their order, and the books are those of a house that
nothing ever happened to.
"""

import json
from dataclasses import replace

import pytest

from domain.event import Recorded
from projections.hands import Hands
from projections.ledger.ledger import Ledger
from projections.regulator import Regulator
from tests.crash.conftest import played
from tests.crash.script import lines
from tests.crash.sent import records_of
from tests.crash.town import KILLED, Town, clean_books, facts

HITS = (1, 2, 3)

MONEY_AND_REPORTS = (Ledger, Hands, Regulator)
"""Each by itself writes as all of them do."""


@pytest.mark.parametrize("hit", HITS)
@pytest.mark.parametrize("where", ["append-before-commit", "append-after-commit"])
def test_a_house_dies_while_it_stores(town: Town, where: str, hit: int) -> None:
    commands, undisturbed = played(1, 2)
    given = lines(commands)

    town.run("run", "-", given=given, failpoint=f"{where}:{hit}", status=KILLED)
    stored = len(town.log())
    answers = [json.loads(line) for line in town.run("run", "-", given=given).splitlines()]

    assert stored < len(undisturbed)
    assert [answer["line"] for answer in answers] == list(range(1, len(commands) + 1))
    assert all(answer["ok"] for answer in answers)
    assert facts(town.log()) == facts(undisturbed)


@pytest.mark.parametrize("where", ["relay-before-send", "relay-after-send", "relay-after-mark"])
def test_a_relay_dies(town: Town, long_evening: list[Recorded], where: str) -> None:
    skipped = 0
    for hit in HITS:
        house = replace(town, topic=f"{town.topic}.{hit}")
        house.run("relay", "--once", failpoint=f"{where}:{hit}", status=KILLED)
        resumed = json.loads(house.run("relay", "--once", "--json"))

        sent = records_of(house.servers, house.topic)
        assert sorted(event.position for of_partition in sent.values() for event in of_partition) == [
            record.position for record in long_evening
        ]
        for of_partition in sent.values():
            positions = [event.position for event in of_partition]
            assert positions == sorted(positions)
        assert {event.id: event.body for of_partition in sent.values() for event in of_partition} == {
            record.id: record.body for record in long_evening
        }
        skipped += resumed["skipped"]
    assert skipped, "nothing was there twice to be dropped"


@pytest.mark.parametrize("where", ["project-after-poll", "project-before-write", "project-after-write"])
def test_a_projector_dies(town: Town, short_evening: list[Recorded], where: str) -> None:
    """The topic holds every event twice, as after a relay that was told to begin anew."""
    town.run("relay", "--once")
    town.run("relay", "--once", "--from-start")
    names = [projection.name for projection in MONEY_AND_REPORTS]
    clean = clean_books(short_evening, MONEY_AND_REPORTS)

    for hit in HITS:
        town.without_books()
        town.run("project", *names, "--once", failpoint=f"{where}:{hit}", status=KILLED)
        resumed = json.loads(town.run("project", *names, "--once", "--json"))

        assert town.books(MONEY_AND_REPORTS) == clean
        assert sum(of_projection["duplicates"] for of_projection in resumed["rows"]) > 0
