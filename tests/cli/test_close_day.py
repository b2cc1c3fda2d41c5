"""A gaming day ends with two signatures: `pataca demo`, then `pataca close-day` as its last line tells."""

from pathlib import Path

import pytest

from tests.cli.terminal import Ended, pataca

Step = list[str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house") / "data"
    assert pataca("demo", "--hands", "2", "--seed", "5", "--data", folder).status == 0
    return folder


def close(house: Path, *words: str) -> Ended:
    return pataca("close-day", *words, "--data", house)


@pytest.fixture(scope="module")
def day(house: Path) -> str:
    [row, *_] = pataca("hand", "list", "--json", "--data", house).documents()
    return str(row["gaming_day"])


def test_a_day_is_cut_prepared_and_signed_by_two_people(house: Path, day: str) -> None:
    where = ["--gaming-day", day]
    told = close(house, *where, "--json").document()
    assert (told["status"], told["tables"], told["slips"]) == ("open", [], [])
    assert told["next"] == f"pataca close-day --gaming-day {day} --cut --actor ID"

    early = close(house, *where, "--sign", "--actor", "E-2")
    assert early.status == 1
    assert "is open" in early.err

    assert close(house, *where, "--cut", "--actor", "E-1", "--json").document()["status"] == "cut"
    late = pataca("run", "-", "--data", house, stdin=b'{"do": "deposit", "wallet": "P-1", "amount": 100, "currency": "HKD"}\n')
    assert "day-closed" in late.out

    prepared = close(house, *where, "--prepare", "--actor", "E-1", "--json").document()
    assert [event["type"] for event in prepared["events"]] == ["day.tax-accrued", "day.close-prepared"]
    assert (prepared["status"], prepared["prepared_by"]) == ("prepared", "E-1")

    alone = close(house, *where, "--sign", "--actor", "E-1")
    assert alone.status == 1
    assert "another person signs it" in alone.err

    signed = close(house, *where, "--sign", "--actor", "E-2", "--json").document()
    assert signed["status"] == "signed"
    assert signed["events"][0]["body"]["proof"] == prepared["proof"]
    assert [event["type"] for event in signed["events"]] == ["day.close-signed", "proof.checkpoint-signed"]
    assert signed["events"][1]["body"]["position"] == signed["events"][0]["position"]
    assert signed["next"] is None

    assert pataca("verify", "--data", house).status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cut", "--prepare", "--actor", "E-1"], "one step at a time"),
        (["--cut"], "Give --actor ID"),
    ],
)
def test_how_it_is_not_used(house: Path, day: str, words: Step, said: str) -> None:
    ended = close(house, "--gaming-day", day, *words)
    assert ended.status == 2
    assert said in ended.err
