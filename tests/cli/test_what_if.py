"""`pataca dispute what-if`: the hand as it was and as it would have been, and how a change is written."""

import json
from pathlib import Path

import pytest

from tests.cli.evening import DAY, NIGHT
from tests.cli.terminal import Ended, pataca

HAND = f"PK-07/{DAY}/1"


def what_if(data: Path, *changes: str, of: str = HAND, json: bool = False) -> Ended:
    words = [word for change in changes for word in ("--change", change)]
    return pataca("dispute", "what-if", of, *words, "--data", data, *(["--json"] if json else []))


def test_beside_each_other(played: Path) -> None:
    ended = what_if(played, "rule:commission_bp=300")
    assert ended.status == 0
    assert ended.out.splitlines() == [
        "PK-07/2026-11-30/1, HKD               recorded     corrected    difference",
        "P-1                                  -3,000.00     -3,000.00          0.00",
        "P-2                                     800.00        880.00         80.00",
        "P-5                                   1,850.00      1,910.00         60.00",
        "pot 1                                 2,850.00      2,910.00         60.00",
        "pot 2                                 3,800.00      3,880.00         80.00",
        "commission                              350.00        210.00       -140.00",
        "ended showdown",
    ]


def test_as_json_with_the_events(played: Path) -> None:
    told = what_if(played, "rule:commission_bp=300", json=True).document()
    assert told["commission"] == {"recorded": 350_00, "corrected": 210_00, "difference": -140_00}
    assert sum(one["difference"] for one in told["players"]) == 140_00
    assert told["end"] == {"recorded": "showdown", "corrected": "showdown"}
    recorded, corrected = told["events"]["recorded"], told["events"]["corrected"]
    assert recorded[0] == corrected[0]
    assert [one["type"] for one in recorded if one not in corrected] == ["holdem.commission-taken", "holdem.pot-split", "holdem.pot-split"]


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("bet:10=1000000", {"change": "act", "step": 10, "to": 1_000_000}),
        ("act:10=call", {"change": "act", "step": 10, "action": "call"}),
        ("act:10=raise 50000", {"change": "act", "step": 10, "action": "raise", "to": 50_000}),
        ("card:board/5=Ah", {"change": "card", "spot": "board/5", "card": "Ah"}),
        ("rule:no_flop_no_drop=true", {"change": "rule", "name": "no_flop_no_drop", "value": True}),
        ("rule:odd_chip=croupier-left", {"change": "rule", "name": "odd_chip", "value": "croupier-left"}),
    ],
)
def test_a_change_is_written_short_or_as_json(played: Path, short: str, long: dict[str, object]) -> None:
    assert what_if(played, short, json=True) == what_if(played, json.dumps(long), json=True)


@pytest.mark.parametrize(
    "written",
    ["bet", "bet:x=300", "bet:10=Ks", "act:10=jump", "add:soon=check", "card:board/9=Ks", "card:board/1=11", "raise:10=300", "{", "[]",
     '{"change": "act"}', '{"change": "act", "step": 10, "action": "fold", "why": "x"}', '{"change": "act", "step": true}',
     f"act:{'9' * 5_000}=fold", "act:0=fold", "bet:10=-5"],
)  # fmt: skip
def test_what_is_no_change_says_how_one_is_written(played: Path, written: str) -> None:
    ended = what_if(played, "rule:commission_bp=300", written)
    assert (ended.status, ended.out) == (2, "")
    assert "change 2 cannot be read" in ended.err
    assert len(ended.err) < 250
    assert "Ks" not in ended.err


@pytest.mark.parametrize(
    ("of", "status"),
    [(f"PK-07/{DAY}/99", 3), (f"PK-99/{DAY}/1", 3), ("C-9", 3), ("PK-07/x/1", 3), (f"{NIGHT}/{DAY}/1", 1)],
)
def test_a_hand_that_is_not_there_or_not_over(played: Path, of: str, status: int) -> None:
    ended = what_if(played, of=of)
    assert (ended.status, ended.out) == (status, "")
    assert of in ended.err


def test_a_case_stands_for_its_hand_and_nothing_is_stored(data: Path) -> None:
    two = ("--actor", "E-2001", "--approver", "E-3001")
    assert pataca("dispute", "open", HAND, "--case", "C-1", "--claimant", "P-2", "--claim", "x", *two, "--data", data).status == 0
    before = {path.name: path.read_bytes() for path in data.iterdir() if path.name in ("events.sqlite", "attempts.sqlite", "vault.sqlite")}
    assert what_if(data, "act:10=fold", of="C-1").out == what_if(data, "act:10=fold").out
    assert what_if(data, "act:11=check", of="C-1").status == 1
    assert {name: (data / name).read_bytes() for name in before} == before


def test_what_is_missing_is_told_with_how_to_say_it(played: Path) -> None:
    ended = what_if(played, "act:4=fold", of=f"PK-07/{DAY}/2")
    assert ended.status == 1
    assert "bad-change: step 4 of" in ended.err
