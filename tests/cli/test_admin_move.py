"""`pataca admin move`: the one command, and the two settings after it."""

import json
from pathlib import Path

import pytest

from infra.folder import DataFolder
from infra.settings import STORE
from tests.cli.evening import HIDDEN, NIGHT
from tests.cli.terminal import pataca, run, started


@pytest.fixture
def url(postgres: str) -> str:
    """With a password, which no output may show."""
    return postgres.replace("postgresql://postgres", "postgresql://postgres:hush")


def to_the_showdown(data: Path) -> None:
    """The hand that was in play at the end of the evening: its hole cards were sealed before the house moved."""
    check = [{"do": "act", "table": NIGHT, "seat": seat, "action": "check"} for seat in (2, 1)]
    streets = [{"do": "deal", "table": NIGHT, "cards": cards.split()} for cards in ("2c 7h 9s", "Td", "3h")]
    rest = [check[1], *(command for street in streets for command in (street, *check))]
    rest += [{"do": "show", "table": NIGHT, "seat": seat} for seat in (1, 2)]
    answers = run(data, *[{**command, "actor": "E-2001"} for command in rest])
    assert all(answer["ok"] for answer in answers), [answer for answer in answers if not answer["ok"]]
    shown = [event["body"]["cards"] for answer in answers for event in answer["events"] if event["type"] == "holdem.hand-shown"]
    assert sorted(card for cards in shown for card in cards) == sorted(HIDDEN)


def test_a_house_moves_and_goes_on(data: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pataca("ledger", "trial-balance", "--json", "--data", data).document()
    ended = pataca("admin", "move", "--to", url, "--data", data)
    assert ended.status == 0, ended.err
    assert "CASINO_STORE_URL=postgresql://postgres@" in ended.out
    assert "CASINO_KAFKA=" in ended.out
    assert "pataca relay" in ended.out
    assert "hush" not in ended.out + ended.err

    monkeypatch.setenv(STORE, url)
    assert pataca("project", "--once", "--data", data).status == 0
    after = pataca("ledger", "trial-balance", "--json", "--data", data).document()
    assert after == before
    to_the_showdown(data)
    assert pataca("project", "--once", "--data", data).status == 0


@pytest.mark.parametrize("words", [("ledger", "trial-balance"), ("run", "-"), ("events", "tail"), ("project", "--once"), ("hand", "list")])
def test_nobody_goes_on_in_the_old_folder(data: Path, words: tuple[str, ...]) -> None:
    DataFolder(data).mark_moved("postgresql://house@db/casino")
    ended = pataca(*words, "--data", data)
    assert ended.status == 5, ended
    assert "was moved to postgresql://house@db/casino: set CASINO_STORE_URL" in ended.err
    assert not ended.out


def test_once_moved_it_says_so(data: Path, url: str) -> None:
    first = pataca("admin", "move", "--to", url, "--json", "--data", data).document()
    again = pataca("admin", "move", "--to", url, "--json", "--data", data)
    assert again.status == 0
    assert (first["already"], again.document()["already"]) == (False, True)
    assert {"events", "keys", "receipts"} <= {part["what"] for part in first["arrived"]}
    assert "hush" not in json.dumps(first)
    assert "was moved to" in pataca("admin", "move", "--to", url, "--data", data).out


def test_a_house_that_is_being_written_stays(data: Path, url: str) -> None:
    with started("run", "-", "--data", data) as writer:
        assert writer.stdin
        assert writer.stdout
        writer.stdin.write(b'{"do": "inspect", "table": "PK-08"}\n')
        writer.stdin.flush()
        writer.stdout.readline()
        ended = pataca("admin", "move", "--to", url, "--data", data)
        assert ended.status == 5
        assert f"process {writer.pid}" in ended.err
        writer.stdin.close()
        writer.wait(timeout=60)
    assert pataca("admin", "move", "--to", url, "--data", data).status == 0


@pytest.mark.parametrize("to", ["mysql://hush@db/casino", "host=db password=hush", "", "hush"])
def test_no_url_of_postgresql_is_a_mistake_in_the_command(data: Path, to: str) -> None:
    ended = pataca("admin", "move", "--to", to, "--data", data)
    assert ended.status == 2
    assert "postgresql://" in ended.err
    assert "hush" not in ended.err


def test_a_database_that_cannot_be_reached_is_4(data: Path, url: str) -> None:
    ended = pataca("admin", "move", "--to", url.replace("/pataca_", "/gone_"), "--data", data)
    assert ended.status == 4
    assert "hush" not in ended.err
    assert pataca("ledger", "trial-balance", "--data", data).status == 0


def test_a_folder_without_a_house_is_3(tmp_path: Path, url: str) -> None:
    assert pataca("admin", "move", "--to", url, "--data", tmp_path / "none").status == 3
