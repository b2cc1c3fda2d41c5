"""`pataca reconcile` and `pataca breaks`: the clerk's task, files in and out, the steps of two people, and the statuses."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import in_lines, pataca
from tests.domain.baccarat.scene import BANKER, PLAYER
from tests.services.baccarat_pit import CUT

DAY = "2026-11-30"
HEADER = (
    "version,gaming_day,shift,place_type,place,kind,currency,denomination,quantity,amount,counted_at,at_pos,counted_by,witnessed_by,slip"
)
TWO = {"actor": "E-2001", "approver": "E-3001"}
BOOKED = 50_000_000 - 1_000_000 + 20_000 + 5_000 - 30_000 + 1_500
BREAK = re.compile(r"BRK-[0-9a-f]{12}")


def commands() -> list[dict[str, Any]]:
    """A shift at BA-12: its second round brings the house a bet of 50.00."""
    table: dict[str, Any] = {"table": "BA-12"}
    rounds = [("a", "banker", 20_000, PLAYER), ("b", "player", 5_000, BANKER), ("c", "banker", 30_000, BANKER)]
    played = [
        command
        for bet, on, amount, cards in rounds
        for command in (
            {"do": "open-round", **table},
            {"do": "place-bet", **table, "bet": bet, "player": "P-1", "seat": 1, "on": on, "amount": amount},
            {"do": "close-bets", **table},
            {"do": "deal", **table, "cards": cards.split()},
        )
    ]
    opening = {"game": "baccarat", "ruleset": "MO-BAC-2004", "currency": "HKD", "gaming_day": DAY, "rules": {"differential": 1_000_000}}
    return [
        {"do": "issue-chips", "amount": 500_000_000, "currency": "HKD", **TWO},
        {"do": "fill", **table, "slip": "S-1", "amount": 50_000_000, "currency": "HKD"},
        {"do": "count", "place": "BA-12", "kind": "opener", "currency": "HKD", "amount": 50_000_000, "slip": "C-1", **TWO},
        {"do": "open-table", **table, **opening},
        {"do": "take-seat", **table, "seat": 1, "player": "P-1", "amount": 1_000_000, "source": "cash"},
        {"do": "load-shoe", **table, **CUT},
        {"do": "burn", **table, "first_card": "Ac"},
        *played,
        {"do": "close-table", **table},
    ]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    data = tmp_path / "house"
    assert pataca("run", "-", "--data", data, stdin=in_lines(commands())).status == 0
    return data


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """The closer is 50.00 short."""
    file = tmp_path / "counts.csv"
    row = f"1,{DAY},day,table,BA-12,closer,HKD,,,{BOOKED - 5_000},{DAY}T12:00:00+08:00,,E-2001,E-3001,C-2"
    file.write_text(f"{HEADER}\n{row}\n")
    return file


def contents(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def step(text: str, word: str) -> list[str]:
    """The words of the first command that was printed with this word."""
    line = next(line for line in text.splitlines() if line.strip().startswith(f"pataca {word}"))
    return line.split()[1:]


def test_from_a_short_closer_to_the_hand_each_command_printed_by_the_one_before(house: Path, sheet: Path) -> None:
    first = pataca("reconcile", "--gaming-day", DAY, "--counts", sheet, "--data", house)
    assert first.status == 1
    assert "HKD -50.00" in first.out
    second = pataca(*step(first.out, "breaks show"))
    assert "the lost bet was not taken in: HKD 50.00" in second.out
    third = pataca(*step(second.out, "hand replay"))
    assert third.status == 0
    assert third.out.startswith(f"BA-12/{DAY}/2 ")
    assert "bet b on player loses" in third.out


def test_two_people_settle_it_and_each_step_says_the_next(house: Path, sheet: Path) -> None:
    first = pataca("reconcile", "--counts", sheet, "--data", house)
    [name] = set(BREAK.findall(first.out))
    people = {"WHO": "E-5", "SOMEBODY-ELSE": "E-6", "EXPLANATION": "dealing-error"}

    def take(word: str, said: str, then: str) -> None:
        """As `show` tells it; the answer says what was done, and the command that comes next."""
        shown = pataca("breaks", "show", name, "--data", house).out
        line = next(line for line in shown.splitlines() if line.strip().startswith(f"pataca breaks {word}"))
        words = [people.get(part, part) for part in re.sub(r"'[^']*'", "accepted", line).split()[1:]]
        ended = pataca(*words)
        assert ended.status == 0, ended
        *done, after = ended.out.splitlines()
        assert said in done
        assert after.startswith(f"next: pataca {then}")
        assert after.endswith(f" --data {house}")

    take("assign", f"{name} is E-5's to look into", f"breaks explain {name}")
    take("explain", f"{name} is explained by E-5: dealing-error", f"breaks propose {name}")
    take(
        "propose", f"{name} is to be settled, E-5 proposes: accepted", f"breaks approve {name} --booked {BOOKED} --counted {BOOKED - 5_000}"
    )
    figures = ("--booked", str(BOOKED), "--counted", str(BOOKED - 5_000))
    same = pataca("breaks", "approve", name, *figures, "--actor", "E-6", "--approver", "E-5", "--data", house)
    assert (same.status, "same-person" in same.err) == (5, True)
    blind = pataca("breaks", "approve", name, "--actor", "E-5", "--approver", "E-6", "--data", house)
    assert (blind.status, "--booked and --counted" in blind.err) == (2, True)
    stale = pataca("breaks", "approve", name, "--booked", "1", "--counted", "2", "--actor", "E-5", "--approver", "E-6", "--data", house)
    assert (stale.status, "stale" in stale.err) == (1, True)
    take("approve", f"booked at BA-12: HKD -50.00, chips over or short in gaming day {DAY}", "ledger why ")
    after = pataca("reconcile", "--data", house)
    assert (after.status, after.out.splitlines()[0].startswith("Everything agrees")) == (0, True)
    listed = pataca("breaks", "list", "--all", "--json", "--data", house)
    assert listed.documents() == [{"id": name, "status": "closed", "owner": "E-5"}]


def test_a_break_that_is_rejected_and_carried_says_so_and_json_has_the_events(house: Path, sheet: Path) -> None:
    [name] = set(BREAK.findall(pataca("reconcile", "--counts", sheet, "--data", house).out))

    def said(*words: str) -> list[str]:
        return pataca("breaks", words[0], name, *words[1:], "--actor", "E-5", "--data", house).out.splitlines()

    said("assign", "--owner", "E-5")
    words = ("explain", "system-defect", "--number", "D-7", "--evidence", "camera 4", "--json")
    [event] = pataca("breaks", words[0], name, *words[1:], "--actor", "E-5", "--data", house).document()["events"]
    assert (event["type"], event["body"]["number"]) == ("finance.break-explained", "D-7")
    said("propose", "accept it")
    rejected = pataca("breaks", "reject", name, "--reason", "count again", "--actor", "E-6", "--data", house).out.splitlines()
    assert rejected[0] == f"{name} is not settled that way, says E-6: count again"
    assert rejected[1].startswith(f"next: pataca breaks propose {name}")
    carried = said("carry", "--gaming-day", DAY, "--reason", "count again", "--approver", "E-6")
    assert carried == [
        f"{name} is carried by two people: gaming day {DAY} may be closed with it",
        f"next: pataca close-day --gaming-day {DAY} --data {house}",
    ]


def test_a_dry_run_leaves_no_trace_and_takes_a_file_twice(house: Path, sheet: Path, tmp_path: Path) -> None:
    assert pataca("reconcile", "--data", house).status == 0
    before = contents(house)
    written = []
    for name in ("one", "two"):
        ended = pataca("reconcile", "--gaming-day", DAY, "--counts", sheet, "--dry-run", "--out", tmp_path / name, "--data", house)
        assert (ended.status, contents(house)) == (1, before)
        written.append(contents(tmp_path / name))
    assert written[0] == written[1]
    dry = pataca("reconcile", "--counts", sheet, "--dry-run", "--json", "--data", house).document()
    recorded = pataca("reconcile", "--counts", sheet, "--json", "--data", house).document()
    assert [one["id"] for one in dry["breaks"]] == [one["id"] for one in recorded["breaks"]], "the break has its id before it is on record"
    again = pataca("reconcile", "--counts", sheet, "--dry-run", "--json", "--data", house).document()
    assert [one["id"] for one in again["breaks"]] == [one["id"] for one in recorded["breaks"]]


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("amount", "500000.00", "is not a whole number"),
        ("at_pos", "9999", "position-ahead"),
        ("kind", "drop", "place_type"),
        ("place", "=A1", "spreadsheet"),
    ],
)
def test_a_file_is_refused_whole(house: Path, sheet: Path, column: str, value: str, told: str) -> None:
    cells = sheet.read_text().splitlines()[1].split(",")
    cells[HEADER.split(",").index(column)] = value
    sheet.write_text(sheet.read_text() + ",".join(cells).replace("C-2", "C-3") + "\n")
    ended = pataca("reconcile", "--counts", sheet, "--data", house)
    assert (ended.status, ended.out) == (1, "")
    assert f"{sheet.name} line 3: " in ended.err
    assert told in ended.err
    assert [one["type"] for one in pataca("reconcile", "--json", "--data", house).document()["breaks"]] == []


def test_statuses(house: Path, sheet: Path) -> None:
    def status(*words: str | Path) -> tuple[int, str]:
        ended = pataca(*words, "--data", house)
        return ended.status, ended.err

    assert status("reconcile") == (0, "")
    assert status("reconcile", "--gaming-day", "2026-11-29")[0] == 3
    assert status("reconcile", "--table", "PK-99")[0] == 3
    assert status("reconcile", "--counts", "nowhere.csv")[0] == 3
    assert status("reconcile", "--as-of", "9999")[0] == 4
    assert status("reconcile", "--counts", sheet, "--as-of", "5")[0] == 2
    assert status("reconcile", "--counts", sheet)[0] == 1
    assert status("reconcile", "--counts", sheet)[0] == 5
    assert status("breaks", "show", "BRK-000000000000")[0] == 3
    assert status("breaks", "assign", "BRK-000000000000", "--owner", "E-1", "--actor", "E-1")[0] == 3
    assert status("breaks", "list")[0] == 1


def test_what_was_known_before_the_count(house: Path, sheet: Path) -> None:
    before = pataca("reconcile", "--json", "--data", house).document()
    pataca("reconcile", "--counts", sheet, "--data", house)
    again = pataca("reconcile", "--as-of", str(before["as_of"]), "--json", "--data", house).document()
    assert again == before
