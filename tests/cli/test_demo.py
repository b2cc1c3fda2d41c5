"""`pataca demo`: an evening with everything in it that a visitor should see, and its proof."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from projections.ledger.entry import Movements
from tests.cli.terminal import Ended, pataca

HANDS = "3"
BY_CHANCE = ("correlationid", "time", "id")
"""What differs from one run of a seed to another, besides what is sealed."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ended, Path]:
    """What a seeded evening printed, and where it lies."""
    folder = tmp_path_factory.mktemp("demo") / "data"
    return pataca("demo", "--hands", HANDS, "--seed", "7", "--data", folder), folder


def events(folder: Path) -> list[Any]:
    return pataca("events", "tail", "--after", "0", "--limit", "10000", "--json", "--data", folder).documents()


def facts(folder: Path) -> list[Any]:
    """The log without what chance made of it."""
    return [
        {name: value for name, value in event.items() if name not in BY_CHANCE} | {"data": _opened(event["data"])}
        for event in events(folder)
    ]


def _opened(data: dict[str, Any]) -> dict[str, Any]:
    return {name: bool(value) if "sealed" in name else value for name, value in data.items()}


def of_kind(log: list[Any], contract: str) -> list[Any]:
    return [event["data"] for event in log if event["type"] == f"casino.holdem.{contract}"]


def test_it_ends_well_and_says_so_last(evening: tuple[Ended, Path]) -> None:
    ended, _folder = evening
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.endswith("\n\nEverything agrees.\n")
    assert "DIFFERS" not in ended.out
    assert pataca("verify", "--data", evening[1]).status == 0


def test_it_shows_every_kind_of_hand(evening: tuple[Ended, Path]) -> None:
    ended, folder = evening
    log = events(folder)
    splits = of_kind(log, "pot-split")

    assert max(split["pot"] for split in splits) >= 2, "no side pot"
    assert any(split["odd"] and len(split["shares"]) > 1 for split in splits), "no odd chip"
    assert of_kind(log, "hand-voided"), "no void"
    assert _walks(log), "no walk"
    assert "below-minimum-raise (MO-THP-2008 12(1))" in ended.out, "no refusal"
    assert of_kind(log, "bet-returned")
    assert {event["key"] for event in log if event["type"] == "casino.holdem.table-opened"} >= {"PK-01", "PK-02", "PK-03"}


def _walks(log: list[Any]) -> list[str]:
    """Hands that ended without a bet."""
    of_hands = [event for event in log if event["type"].startswith("casino.holdem.") and event["subject"].count("/") == 2]
    kinds = {
        subject: Counter(event["type"] for event in of_hands if event["subject"] == subject) for subject in {e["subject"] for e in of_hands}
    }
    return [subject for subject, kind in kinds.items() if kind["casino.holdem.hand-ended"] and not kind["casino.holdem.bet-placed"]]


def test_it_leaves_its_tables_closed_and_nobody_seated(evening: tuple[Ended, Path]) -> None:
    log = events(evening[1])
    assert Counter(event["key"] for event in log if event["type"] == "casino.holdem.table-opened") == Counter(
        event["key"] for event in log if event["type"] == "casino.holdem.table-closed"
    )
    assert all(closed["carried"] == [] for closed in of_kind(log, "table-closed"))
    balance = pataca("ledger", "trial-balance", "--json", "--data", evening[1]).document()
    assert {row["closing"] for row in balance["rows"] if row["account"] in ("2030", "2110", "2120", "9240")} == {0}


def test_what_it_says_to_try_next_works(evening: tuple[Ended, Path]) -> None:
    ended, _folder = evening
    tries = [line.strip() for line in ended.out.partition("\nTry next:\n")[2].splitlines() if line.startswith("  ")]

    assert [" ".join(line.split()[1:3]) for line in tries][3:] == ["reconcile --gaming-day", "close-day --gaming-day"]
    for line in tries:
        program, *words = line.split()
        assert program == "pataca"
        tried = pataca(*words)
        assert (tried.status, tried.err) == (0, ""), line
        assert tried.out


def test_the_same_seed_plays_the_same_evening(evening: tuple[Ended, Path], tmp_path: Path) -> None:
    assert pataca("demo", "--hands", HANDS, "--seed", "7", "--data", tmp_path / "again").status == 0

    assert facts(tmp_path / "again") == facts(evening[1])
    sealed = [
        {event["data"]["sealed"] for event in events(folder) if event["data"].get("sealed")} for folder in (evening[1], tmp_path / "again")
    ]
    assert not sealed[0] & sealed[1], "no two sealed cards are alike, of the same seed neither"


def test_without_a_seed_in_an_empty_folder_the_cards_are_others(evening: tuple[Ended, Path], tmp_path: Path) -> None:
    assert pataca("demo", "--hands", HANDS, "--data", tmp_path).status == 0
    assert facts(tmp_path) != facts(evening[1])


def test_a_folder_with_something_in_it_is_refused_and_left_alone(evening: tuple[Ended, Path], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for folder in (tmp_path, evening[1], tmp_path / "mine.txt"):
        ended = pataca("demo", "--data", folder)
        assert (ended.status, ended.out) == (5, "")
        assert "the demo takes a missing or an empty folder" in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("lost", ["ODD_CHIP", "UNCALLED", "COMMISSION"])
def test_a_wrong_book_ends_it_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    """One kind of leg is never booked: the books still balance, and are wrong."""
    book = Movements.leg

    def lossy(moves: Movements, leg: str, *arguments: Any, **more: Any) -> None:
        if leg != lost:
            book(moves, leg, *arguments, **more)

    monkeypatch.setattr(Movements, "leg", lossy)
    ended = pataca("demo", "--hands", "0", "--data", tmp_path / "data")

    assert ended.status == 1, ended.out
    assert "Everything agrees." not in ended.out
    assert "DIFFERS" in ended.out or "pataca: ledger is halted" in ended.err


def test_every_hand_and_round_of_it_is_decided_again_alike(evening: tuple[Ended, Path]) -> None:
    _, folder = evening
    days = {row["gaming_day"] for row in pataca("hand", "list", "--json", "--data", folder).documents()}
    audited = [pataca("hand", "audit", "--gaming-day", day, "--json", "--data", folder).document() for day in sorted(days)]

    assert [found["differences"] for found in audited] == [[]] * len(days)
    assert sum(found["hands"] for found in audited) == len(pataca("hand", "list", "--json", "--data", folder).documents()) > 10
