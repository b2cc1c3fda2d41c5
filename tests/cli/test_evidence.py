"""Sealed cards at the command line: for two people's eyes, on a terminal, and on record whatever happens then."""

import json
import os
import pty
import re
import signal
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from domain.catalogue import BY_TOPIC
from domain.disputes.events import EvidenceOpened
from infra.event_store import EventStore
from tests.cli.evening import DAY
from tests.cli.terminal import PATACA, environment, pataca, process
from tests.services.searching import readable

HAND = f"PK-07/{DAY}/2"
"""All folded to seat 1; nobody has shown."""
TWO = ("--actor", "E-2001", "--approver", "E-3001")
WHY = ("--reason", "the claimant says that he had aces")
CARD = re.compile(r"^seat/2/[12] +([2-9TJQKA][cdhs])$", re.MULTILINE)


@pytest.fixture
def disputed(data: Path) -> Path:
    opened = ("dispute", "open", HAND, "--case", "C-1", "--claimant", "P-2", "--claim", "I had aces")
    assert pataca(*opened, *TWO, "--data", data).status == 0
    return data


def stored(data: Path) -> list[EvidenceOpened]:
    with closing(EventStore.sqlite(data / "events.sqlite", BY_TOPIC, read_only=True)) as store:
        return [record.event for record in store.span("cases/C-1", 1, 99) if isinstance(record.event, EvidenceOpened)]


def test_without_a_terminal_nothing_is_opened_unless_it_is_asked_for(disputed: Path) -> None:
    asked = ("dispute", "evidence", "C-1", "--seat", "2", *TWO, *WHY, "--data", disputed)
    refused = pataca(*asked)
    assert (refused.status, refused.out, stored(disputed)) == (2, "", [])
    assert "--allow-pipe" in refused.err

    shown = pataca(*asked, "--allow-pipe")
    assert shown.status == 0
    assert len(CARD.findall(shown.out)) == 2
    assert [event.spots for event in stored(disputed)] == [("seat/2/1", "seat/2/2")]
    assert "cases/C-1@2 is stored" in shown.err
    assert not CARD.search(shown.err)


def test_as_json(disputed: Path) -> None:
    told = pataca("dispute", "evidence", "C-1", "--all", "--burned", *TWO, *WHY, "--json", "--allow-pipe", "--data", disputed).document()
    assert (told["case"], told["hand"], told["event"]) == ("C-1", HAND, "cases/C-1@2")
    assert len(told["cards"]) == 6


def test_a_terminal_shows_them_once_and_no_file_has_them(disputed: Path) -> None:
    leader, follower = pty.openpty()
    words = [PATACA, "dispute", "evidence", "C-1", "--seat", "2", *TWO, *WHY, "--data", disputed]
    done = subprocess.run(words, check=False, stdin=follower, stdout=follower, stderr=subprocess.PIPE, env=environment(), timeout=120)
    os.close(follower)
    shown = os.read(leader, 65_536).decode().replace("\r\n", "\n")
    os.close(leader)

    assert done.returncode == 0, done.stderr
    cards = CARD.findall(shown)
    assert len(cards) == 2
    case = pataca("dispute", "show", "C-1", "--data", disputed)
    assert "sealed cards of PK-07/2026-11-30/2 are opened at seat/2/1, seat/2/2" in case.out
    assert not any(card in case.out for card in cards)
    two = [f"{one}{between}{other}" for one, other in (cards, cards[::-1]) for between in ("", " ", '","', '", "')]
    assert readable(disputed, two) == []


def test_a_process_that_dies_before_the_key_is_used_has_stored_the_event(disputed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("dispute", "evidence", "C-1", "--seat", "2", *TWO, *WHY, "--allow-pipe", "--data", disputed)
    monkeypatch.setenv("CASINO_FAILPOINT", "evidence-before-key:1")
    died = process(*asked)
    assert (died.status, died.out) == (-signal.SIGKILL, "")
    assert len(stored(disputed)) == 1

    monkeypatch.delenv("CASINO_FAILPOINT")
    assert len(CARD.findall(process(*asked).out)) == 2
    assert len(stored(disputed)) == 2


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"C-1": "C-9"}, 3),
        ({"E-3001": "E-2001"}, 1),
        ({"2": "7"}, 1),
    ],
)
def test_refusals(disputed: Path, changed: dict[str, str], status: int) -> None:
    asked = ["dispute", "evidence", "C-1", "--seat", "2", *TWO, *WHY, "--allow-pipe", "--data", str(disputed)]
    ended = pataca(*(changed.get(word, word) for word in asked))
    assert (ended.status, ended.out) == (status, "")
    assert stored(disputed) == []


def test_a_line_of_commands_puts_it_on_record_and_shows_nothing(disputed: Path) -> None:
    command = {"do": "open-evidence", "case": "C-1", "hand": HAND, "seat": 2, "reason": "x", "actor": "E-1", "approver": "E-2"}
    (answer,) = pataca("run", "-", "--data", disputed, stdin=json.dumps(command).encode()).documents()
    assert answer["events"][0]["body"]["spots"] == ["seat/2/1", "seat/2/2"]
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", json.dumps(answer))
