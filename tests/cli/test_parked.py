"""What a read model has set aside, and bringing it in again."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.event_store import EventStore
from projections.hands import Hands
from projections.projection import Poison, Writer
from tests.cli.terminal import pataca


def first_of_a_table(data: Path) -> tuple[Recorded, int]:
    """The third event of a table session, and how many come from there on."""
    store = EventStore.sqlite(data / "events.sqlite", BY_TOPIC, read_only=True)
    log = store.read(0, 500)
    store.close()
    third = next(record for record in log if record.stream.startswith("tables/") and record.version == 3)
    return third, sum(record.source == third.source and record.position >= third.position for record in log)


def set_aside(data: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Recorded, int]:
    """Books whose list of hands cannot read one event: built so, and `monkeypatch.undo` mends the program."""
    bad, waiting = first_of_a_table(data)
    project = Hands.project

    def fail(self: Hands, batch: Sequence[Recorded], writer: Writer) -> None:
        for record in batch:
            if record.position == bad.position:
                raise Poison(record, "the list of hands has no word for it")
        project(self, batch, writer)

    monkeypatch.setattr(Hands, "project", fail)
    for file in data.glob("books.sqlite*"):
        file.unlink()
    assert pataca("hand", "list", "--data", data).status == 0
    return bad, waiting


def test_nothing_is_set_aside_in_a_house_in_order(played: Path) -> None:
    assert pataca("projections", "parked", "--data", played).out == "nothing is set aside\n"
    assert pataca("projections", "parked", "--json", "--data", played).document() == {"rows": [], "totals": []}
    ended = pataca("projections", "unpark", "nonsense", "--data", played)
    assert (ended.status, "there are ledger, commission" in ended.err) == (3, True)


def test_what_is_set_aside_is_listed_with_what_waits_behind_it(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, waiting = set_aside(data, monkeypatch)
    [row] = pataca("projections", "parked", "--json", "--data", data).document()["rows"]
    assert (row["projection"], row["source"], row["position"], row["event_id"]) == ("hands", bad.source, bad.position, bad.id)
    assert (row["waiting"], "has no word for it" in row["reason"]) == (waiting, True)
    assert f"{bad.source}: {waiting} events from position {bad.position} on" in pataca("projections", "parked", "--data", data).out
    assert f"set aside: {bad.source}" in pataca("projections", "status", "--data", data).out


def test_it_comes_in_once_the_program_is_mended(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pataca("hand", "list", "--json", "--data", data).out
    bad, _ = set_aside(data, monkeypatch)
    assert pataca("hand", "list", "--json", "--data", data).out != before

    again = pataca("projections", "unpark", "hands", bad.source, "--data", data)
    assert (again.status, f"{bad.source} had to be set aside again from position {bad.position} on" in again.out) == (1, True)
    monkeypatch.undo()
    mended = pataca("projections", "unpark", "hands", bad.source, "--data", data)
    assert (mended.status, f"nothing of {bad.source} is set aside any more" in mended.out) == (0, True)
    assert pataca("hand", "list", "--json", "--data", data).out == before
    assert pataca("projections", "parked", "--data", data).out == "nothing is set aside\n"
    ended = pataca("projections", "unpark", "hands", "--data", data)
    assert (ended.status, "hands has set nothing of any source aside" in ended.err) == (3, True)
