"""Files of hands through a house: a line a hand, in order; what is refused leaves nothing behind."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.errors import NotFound
from services.phh.importing import import_files
from tests.services.phh.fields import DEALT, fields
from tests.services.phh.memory import DAY, MemoryHouse

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ANTE = {"antes": [0, 100, 0]}


def toml(hand: dict[str, Any]) -> str:
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in hand.items())


def file_of(path: Path, *hands: dict[str, Any]) -> Path:
    path.write_text("".join(f"[{number}]\n{toml(hand)}" for number, hand in enumerate(hands, 1)))
    return path


def lines_of(house: MemoryHouse, *paths: Path) -> list[dict[str, Any]]:
    lines = list(import_files(paths, house, "HKD", DAY))
    assert json.loads(json.dumps(lines)) == lines
    return lines


def test_a_hand_is_a_line(tmp_path: Path) -> None:
    house = MemoryHouse()
    path = file_of(tmp_path / "a.phhs", fields(starting_stacks=[10_000.5, 10_000, 10_000], finishing_stacks=[9_950.5, 10_050, 10_000]))

    (line,) = lines_of(house, path)

    events = line.pop("events")
    (table,) = house.tables
    assert line == {
        "file": str(path),
        "hand": 1,
        "id": f"{table}/{DAY}/1",
        "ok": True,
        "stacks": [99_505, 100_500, 100_000],
        "expected": [99_505, 100_500, 100_000],
        "scale": 10,
        "half": False,
        "missing": None,
        "pots": [{"amount": 1_000, "eligible": [2]}],
    }
    assert events[0]["type"] == "holdem.table-opened"
    assert events[0]["body"]["ruleset"] == "CARDROOM-TDA"
    assert [event["type"] for event in events[-2:]] == ["holdem.hand-ended", "holdem.table-closed"]
    assert [event["position"] for event in events] == list(range(1, len(house.events) + 1))
    assert {event["version"] for event in events} == {1}
    assert "As" not in json.dumps(events)


def test_the_table_is_closed_behind_the_hand(tmp_path: Path) -> None:
    house = MemoryHouse()
    lines_of(house, file_of(tmp_path / "a.phhs", fields()))

    (table,) = house.tables.values()
    assert not table.is_open
    assert house.commands[0]["currency"] == "HKD"
    assert house.commands[0]["gaming_day"] == DAY
    assert {command["do"] for command in house.commands} == {"open-table", "take-seat", "start-hand", "deal", "act", "close-table"}


def test_a_showdown_names_the_players_of_the_file_in_its_pots(tmp_path: Path) -> None:
    actions = [*DEALT, "p3 cbr 3000", "p1 cc", "p2 cc", "d db 2h3h4d9cJd"]
    hand = fields(starting_stacks=[1_000, 3_000, 3_000], actions=actions, finishing_stacks=[0, 0, 7_000])

    (line,) = lines_of(MemoryHouse(), file_of(tmp_path / "a.phhs", hand))

    assert line["pots"] == [{"amount": 3_000, "eligible": [1, 2, 3]}, {"amount": 4_000, "eligible": [2, 3]}]
    assert (line["ok"], line["stacks"]) == (True, [0, 0, 7_000])


def test_lines_come_in_the_order_of_the_files_and_hands(tmp_path: Path) -> None:
    house = MemoryHouse()
    (tmp_path / "b").mkdir()
    file_of(tmp_path / "b" / "2.phhs", fields(hand=1), fields(**ANTE), fields(variant="PO"), fields(hand=2))
    (tmp_path / "a.phhs").write_text("no toml")
    (tmp_path / "c.phh").write_text(toml(fields(hand=3, finishing_stacks=None)))
    (tmp_path / "d.phhs").write_text("")

    lines = lines_of(house, tmp_path)

    assert [(Path(line["file"]).name, line["hand"], line["ok"], line.get("error", {}).get("code")) for line in lines] == [
        ("a.phhs", None, False, "not-toml"),
        ("2.phhs", 1, True, None),
        ("2.phhs", 2, False, "antes-not-supported"),
        ("2.phhs", 3, False, "variant-not-supported"),
        ("2.phhs", 4, True, None),
        ("c.phh", 1, None, None),
    ]
    assert all(line.keys() == {"file", "hand", "ok", "stacks", "error"} for line in lines if "error" in line)
    assert len(house.tables) == 3


def test_a_stack_that_differs_and_a_commission_elsewhere_are_told(tmp_path: Path) -> None:
    less, wrong = fields(finishing_stacks=[9_950, 10_045, 10_000]), fields(finishing_stacks=[9_900, 10_100, 10_000])

    lines = lines_of(MemoryHouse(), file_of(tmp_path / "a.phhs", less, wrong))

    assert [(line["ok"], line["missing"], line["stacks"]) for line in lines] == [
        (False, 5, [9_950, 10_050, 10_000]),
        (False, None, [9_950, 10_050, 10_000]),
    ]


def test_half_a_chip_is_a_text(tmp_path: Path) -> None:
    (line,) = lines_of(MemoryHouse(), file_of(tmp_path / "a.phhs", fields(finishing_stacks=[9_950.5, 10_049.5, 10_000.0])))

    assert (line["ok"], line["half"], line["expected"]) == (True, True, ["9950.5", "10049.5", 10_000])


def test_the_same_hand_is_imported_once(tmp_path: Path) -> None:
    house = MemoryHouse()
    first = file_of(tmp_path / "1.phhs", fields(hand=1), fields(hand=2))
    again = file_of(tmp_path / "2.phhs", fields(hand=3), fields(hand=2, players=["a", "b", "c"]), fields(hand=3))
    lines_of(house, first)
    before = len(house.events)

    lines = lines_of(house, again)

    assert [line.get("error", {}).get("code") for line in lines] == [None, "already-imported", "already-imported"]
    assert lines[1]["error"]["message"].startswith("this hand is there already, at table PHH-")
    assert len(house.events) == before + len(lines[0]["events"])


@pytest.mark.parametrize(
    "actions",
    [
        [*DEALT, "p3 f"],
        [*DEALT, "p3 f", "p2 f"],
        [*DEALT, "p3 cbr 20000", "p1 f", "p2 f"],
        [*DEALT[:2], "d dh p3 AsQd", "p3 f", "p1 f"],
        [*DEALT, "p3 f", "p1 cc", "p2 cc", "d db 2h3h4d", "d db 9c"],
    ],
)
def test_a_hand_that_is_refused_halfway_stores_nothing_and_may_be_corrected(tmp_path: Path, actions: list[str]) -> None:
    house = MemoryHouse()

    lines = lines_of(house, file_of(tmp_path / "a.phhs", fields(actions=actions), fields()))

    assert [line["ok"] for line in lines] == [False, True]
    assert len(house.tables) == 1
    assert house.commands[0]["do"] == "open-table"
    assert [event["position"] for event in lines[1]["events"]] == list(range(1, len(house.events) + 1))


def test_a_refusal_is_told_as_in_an_answer(tmp_path: Path) -> None:
    (line,) = lines_of(MemoryHouse(), file_of(tmp_path / "a.phhs", fields(actions=[*DEALT, "p3 cbr 150", "p1 f", "p2 f"])))

    assert line["error"] == {
        "code": "below-minimum-raise",
        "rule": "CARDROOM-TDA 12(1)",
        "message": "action 4 (p3 cbr): the smallest raise is to 200, not 150",
        "allowed": {"raise": {"min": 200, "max": 10_000}},
    }


def test_what_is_no_refusal_ends_the_import_and_stores_nothing_of_its_hand(tmp_path: Path) -> None:
    class Failing(MemoryHouse):
        def handle(self, raw: dict[str, Any]) -> Any:
            if raw["do"] == "act":
                raise OSError("no space left on device")
            return super().handle(raw)

    house = Failing()
    with pytest.raises(OSError, match="no space"):
        lines_of(house, file_of(tmp_path / "a.phhs", fields()))

    assert not house.events


def test_a_missing_path_is_told_before_anything_is_played(tmp_path: Path) -> None:
    house = MemoryHouse()
    path = file_of(tmp_path / "a.phhs", fields())

    with pytest.raises(NotFound):
        import_files([path, tmp_path / "missing.phh"], house, "HKD", DAY)

    assert not house.events


def test_a_hand_is_played_when_it_is_asked_for(tmp_path: Path) -> None:
    house = MemoryHouse()
    lines = import_files([file_of(tmp_path / "a.phhs", fields(hand=1), fields(hand=2))], house, "HKD", DAY)
    assert not house.tables

    next(lines)
    assert len(house.tables) == 1


@pytest.mark.parametrize(("currency", "day", "code"), [("EUR", DAY, "unknown-currency"), ("HKD", "30 November", "bad-day")])
def test_a_house_that_cannot_open_the_table_refuses_each_hand(tmp_path: Path, currency: str, day: str, code: str) -> None:
    path = file_of(tmp_path / "a.phhs", fields(hand=1), fields(hand=2))

    assert [line["error"]["code"] for line in import_files([path], MemoryHouse(), currency, day)] == [code, code]


def test_the_examples_agree_and_the_one_with_an_ante_is_refused() -> None:
    evening = lines_of(MemoryHouse(), EXAMPLES / "evening.phhs")
    (antes,) = lines_of(MemoryHouse(), EXAMPLES / "antes.phhs")

    assert [line["ok"] for line in evening] == [True] * 15
    assert [line["hand"] for line in evening if line["half"]] == [13]
    assert antes["error"]["code"] == "antes-not-supported"
