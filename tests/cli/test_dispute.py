"""`pataca dispute`: a wrong pot from the claim to books that agree again, each step told in a sentence (docs/disputes.md)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Ended, in_lines, pataca

TWO = ["--actor", "E-2001", "--approver", "E-3001"]
HAND = "PK-09/2026-11-30/1"
CHANGE = ["--change", "card:board/4=Qc", "--change", "card:board/5=Kh"]
RULING = ["--level", "floor", "--ruling", "upheld", "--article", "MO-THP-2008 10(2)", "--reason", "seen on the recording"]
RULES = {"unit": 1, "small_blind": 50, "big_blind": 100, "structure": "no-limit"}


def a_hand() -> Iterator[dict[str, Any]]:
    """Seats 2 and 3 put in 300 each; the aces of seat 2 win, as the river was read."""
    at = {"table": "PK-09"}
    opening = {"game": "holdem", "ruleset": "MO-THP-2008", "currency": "HKD", "gaming_day": "2026-11-30", "rules": RULES}
    yield {"do": "open-table", **at, **opening}
    for seat in (1, 2, 3):
        yield {"do": "take-seat", **at, "seat": seat, "player": f"P-{seat}", "amount": 10_000, "source": "cash"}
    yield {"do": "start-hand", **at}
    yield {"do": "deal", **at, "cards": ["As", "Kd", "7h", "Ac", "Qd", "2c"]}
    yield {"do": "act", **at, "seat": 1, "action": "fold"}
    yield {"do": "act", **at, "seat": 2, "action": "raise", "to": 300}
    yield {"do": "act", **at, "seat": 3, "action": "call"}
    for cards in (["2d", "9s", "Jh"], ["5c"], ["3s"]):
        yield {"do": "deal", **at, "cards": cards}
        yield from ({"do": "act", **at, "seat": seat, "action": "check"} for seat in (2, 3))
    yield from ({"do": "show", **at, "seat": seat} for seat in (2, 3))


@pytest.fixture
def house(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    ended = pataca("run", "-", "--data", folder, stdin=in_lines(a_hand()))
    assert ended.status == 0, ended.out.splitlines()[-1]
    return folder


def dispute(house: Path, *words: str) -> Ended:
    return pataca("dispute", *words, "--data", house)


def opened(house: Path) -> None:
    asked = ["open", HAND, "--claimant", "P-3", "--claim", "I had two pair", "--case", "C-1", *TWO]
    assert dispute(house, *asked).out == f"C-1  P-3 disputes {HAND}: I had two pair; an answer is due on 2026-12-15\n"


def test_from_the_claim_to_the_corrected_ledger(house: Path) -> None:
    opened(house)
    noted = dispute(house, "note", "C-1", "the river is a king", "--video", "2026-11-30T14:03:07+08:00", "--actor", "E-2001")
    assert noted.out == "C-1  note on the recording of 2026-11-30T06:03:07.000000Z: the river is a king\n"
    assert dispute(house, "list").out == f"C-1  open  {HAND}  P-3  due 2026-12-15\n"

    decided = dispute(house, "decide", "C-1", *RULING, *CHANGE, *TWO)
    assert decided.out.splitlines() == [
        "C-1  upheld at the level floor: seen on the recording   [MO-THP-2008 10(2)]",
        f"C-1  the settlement of {HAND} is reversed: P-2 2.70 becomes -3.00; P-3 -3.00 becomes 2.70",
        f"P-2 owes 5.70 HKD: pataca dispute collect C-1 --player P-2 --amount 570 --from wallet --data {house}",
        f"P-3 is owed 5.70 HKD: pataca dispute pay C-1 --player P-3 --amount 570 --to wallet --data {house}",
    ]
    paid = dispute(house, "pay", "C-1", "--player", "P-3", "--amount", "570", "--to", "wallet", *TWO)
    assert paid.out.splitlines()[0] == "C-1  5.70 HKD paid to P-3, over the wallet"
    dispute(house, "collect", "C-1", "--player", "P-2", "--amount", "300", "--from", "chips", "--table", "PK-09", *TWO)
    borne = dispute(house, "bear", "C-1", "--player", "P-2", "--amount", "270", "--reason", "he has left", *TWO)
    assert borne.out == "C-1  the house bears 2.70 HKD for P-2: he has left\n"

    told = dispute(house, "show", "C-1").out.splitlines()
    assert (told[0], len(told)) == (f"C-1  settled  {HAND}", 8)
    assert "5.70 HKD paid to P-3, over the wallet (E-2001, E-3001)" in told[5]
    statement = pataca("ledger", "statement", "--wallet", "P-3", "--json", "--data", house).document()
    assert statement["totals"][0]["closing"] == 570
    assert pataca("verify", "--data", house).status == 0
    assert pataca("ledger", "journal", "--hand", HAND, "--json", "--data", house).out.count("REVERSAL") == 12


def test_a_case_as_json(house: Path) -> None:
    opened(house)
    answer = dispute(house, "decide", "C-1", *RULING, *CHANGE, *TWO, "--json").document()
    assert [event["type"] for event in answer["events"]] == ["dispute.dispute-decided", "dispute.settlement-reversed"]
    row = dispute(house, "list", "--json").document()
    assert {name: row[name] for name in ("case", "status", "level", "ruling", "corrects", "owed", "owing")} == {
        "case": "C-1",
        "status": "decided",
        "level": "floor",
        "ruling": "upheld",
        "corrects": True,
        "owed": 570,
        "owing": 570,
    }
    shown = dispute(house, "show", "C-1", "--json").document()
    assert [(one["player"], one["recorded"], one["corrected"], one["balance"]) for one in shown["players"]] == [
        ("P-2", 270, -300, -570),
        ("P-3", -300, 270, 570),
    ]
    assert [step["type"] for step in shown["steps"]] == ["dispute.dispute-opened", "dispute.dispute-decided", "dispute.settlement-reversed"]
    assert dispute(house, "list", "--table", "PK-09", "--json").documents() == [row]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["show", "C-9"], 3, "there is no case C-9"),
        (["open", "PK-09/2026-11-30/9", "--claimant", "P-3", "--claim", "mine", *TWO], 3, "no-such-hand"),
        (["open", HAND, "--claimant", "P-3", "--claim", "mine", "--case", "C-1", *TWO], 5, "case-exists"),
        (["open", HAND, "--claimant", "P-3", "--claim", "mine", "--actor", "E-1", "--approver", "E-1"], 1, "two-people-needed"),
        (["pay", "C-1", "--player", "P-3", "--amount", "1", "--to", "wallet", *TWO], 1, "not-decided"),
        (["pay", "C-9", "--player", "P-3", "--amount", "1", "--to", "wallet", *TWO], 3, "no-such-case"),
        (["decide", "C-1", *RULING, "--change", "card:board/4", *TWO], 2, "change 1 cannot be read"),
        (["decide", "C-9", *RULING, *CHANGE, *TWO], 3, "there is no case C-9"),
        (["decide", "C-1", *RULING, "--change", "act:99=fold", *TWO], 1, "no-such-step"),
        (["list", "--table", "PK-99"], 3, "no table PK-99"),
    ],
)
def test_how_it_is_not_used(house: Path, words: list[str], status: int, said: str) -> None:
    opened(house)
    ended = dispute(house, *words)
    assert (ended.status, ended.out) == (status, "")
    assert said in ended.err
