"""`pataca import phh`: recorded hands at real tables, each one whole or not at all."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Ended, pataca

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
HALF = 13
"""The example's hand whose recorded stacks have half a chip."""
RECORDED = Path(__file__).parents[3] / "shared" / "data" / "phh"
recorded = pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded hands lie beside the repository, not in it")


def imported(data: Path, *paths: Path) -> tuple[Ended, list[Any]]:
    ended = pataca("import", "phh", *paths, "--json", "--data", data)
    return ended, ended.documents()


def stored(data: Path) -> list[Any]:
    return pataca("events", "tail", "--after", "0", "--limit", "100000", "--json", "--data", data).documents()


def agrees(data: Path) -> None:
    """Everything is proved, and the books of so many tables sum to zero."""
    assert pataca("verify", "--data", data).status == 0
    totals = pataca("ledger", "trial-balance", "--json", "--data", data).document()["totals"]
    assert totals
    assert {total["closing"] for total in totals} == {0}


def test_the_example_of_real_hands_agrees_in_every_stack(tmp_path: Path) -> None:
    ended, lines = imported(tmp_path, EXAMPLES / "evening.phhs")

    assert (ended.status, len(lines)) == (0, 15)
    assert all(line["ok"] and {"file", "pots", "events"} <= line.keys() for line in lines)
    assert [line["hand"] for line in lines if line["stacks"] != line["expected"]] == [HALF]
    assert len(stored(tmp_path)) == sum(len(line["events"]) for line in lines)
    agrees(tmp_path)


def test_the_same_file_again_is_refused_and_stores_nothing(tmp_path: Path) -> None:
    imported(tmp_path, EXAMPLES / "evening.phhs")
    before = stored(tmp_path)
    ended, lines = imported(tmp_path, EXAMPLES / "evening.phhs")

    assert ended.status == 1
    assert {line["error"]["code"] for line in lines} == {"already-imported"}
    assert stored(tmp_path) == before


def test_a_hand_with_an_ante_is_refused_by_file_and_hand_and_stores_nothing(tmp_path: Path) -> None:
    file = EXAMPLES / "antes.phhs"
    ended, lines = imported(tmp_path, file)

    assert ended.status == 1
    assert [(line["file"], line["hand"], line["ok"], line["error"]["code"]) for line in lines] == [
        (str(file), 1, False, "antes-not-supported")
    ]
    assert stored(tmp_path) == []
    assert f"refused  {file}, hand 1: antes-not-supported" in pataca("import", "phh", file, "--data", tmp_path).out


def test_a_person_is_told_how_many_agree(tmp_path: Path) -> None:
    ended = pataca("import", "phh", EXAMPLES, "--data", tmp_path)
    assert ended.status == 1
    assert ended.out.splitlines()[-3:] == [
        "15 hands played, 14 of them end as recorded",
        f"within half a chip, which the file has and a table of whole chips has not: {EXAMPLES / 'evening.phhs'}, hand {HALF}",
        "1 refused: antes-not-supported",
    ]


@pytest.mark.parametrize("content", [b"not toml [", b"\xff\xfe", b"", b'variant = "PO"\nactions = []\n', b"[1]\nvariant = 7\n"])
def test_a_file_that_is_none_of_ours_is_refused_with_its_place(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other.phh"
    file.write_bytes(content)
    ended, lines = imported(tmp_path / "data", file)

    assert ended.status == 1
    assert [(line["file"], line["ok"]) for line in lines] == [(str(file), False)]
    assert stored(tmp_path / "data") == []


def test_a_path_that_leads_nowhere_is_3_before_anything_is_played(tmp_path: Path) -> None:
    ended, lines = imported(tmp_path / "data", EXAMPLES / "evening.phhs", tmp_path / "nothing.phhs")
    assert (ended.status, lines) == (3, [])
    assert "nothing.phhs" in ended.err
    assert stored(tmp_path / "data") == []


def test_a_hand_that_ends_otherwise_than_recorded_is_told_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "wrong.phhs"
    text = (EXAMPLES / "evening.phhs").read_text()
    file.write_text(re.sub(r"finishing_stacks = \[(\d+)", lambda found: f"finishing_stacks = [{int(found[1]) + 1}", text, count=1))
    ended, lines = imported(tmp_path / "data", file)

    assert (ended.status, [line["hand"] for line in lines if not line["ok"]]) == (1, [1])
    assert lines[0]["expected"][0] == lines[0]["stacks"][0] + 1
    assert len(stored(tmp_path / "data")) == sum(len(line["events"]) for line in lines)


@pytest.mark.parametrize("spoilt", [("p6 cbr 250", "p6 cbr 120"), ('p1 f", "p2 f', 'p2 f", "p1 f'), ("p6 6sKs", "p6 Jc2c")])
def test_a_hand_that_breaks_a_rule_half_way_stores_nothing_of_it(tmp_path: Path, spoilt: tuple[str, str]) -> None:
    file = tmp_path / "spoilt.phhs"
    text = (EXAMPLES / "evening.phhs").read_text()
    assert spoilt[0] in text.replace("', '", '", "')
    file.write_text(text.replace(*spoilt, 1))
    ended, lines = imported(tmp_path / "data", file)

    assert (ended.status, [line["hand"] for line in lines if not line["ok"]]) == (1, [1])
    assert len(stored(tmp_path / "data")) == sum(len(line["events"]) for line in lines[1:])
    agrees(tmp_path / "data")


@recorded
def test_recorded_hands_agree_and_what_no_command_can_say_is_refused(tmp_path: Path) -> None:
    """All that is quick, and a hundred hands of the two files that are not."""
    some = tmp_path / "pluribus.phhs"
    some.write_text("".join(re.split(r"(?m)^(?=\[\d+\])", (RECORDED / "pluribus-1.phhs").read_text())[:101]))
    files = [RECORDED / f"{name}.phhs" for name in ("synthetic", "wsop-2023", "synthetic-antes", "wsop-2023-antes")]
    ended, lines = imported(tmp_path / "data", some, *files)

    played = [line for line in lines if "error" not in line]
    assert ended.status == 1
    assert (len(played), all(line["ok"] and line["stacks"] == line["expected"] for line in played)) == (100 + 57 + 7, True)
    refused = Counter((Path(line["file"]).name, line["error"]["code"].split("-")[-1]) for line in lines if "error" in line)
    assert refused == {("synthetic-antes.phhs", "supported"): 33, ("wsop-2023-antes.phhs", "supported"): 11}
    assert len(stored(tmp_path / "data")) == sum(len(line["events"]) for line in played)
    agrees(tmp_path / "data")
