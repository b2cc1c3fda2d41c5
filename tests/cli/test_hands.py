"""A hand as a list, a story and step by step; the log as consumers see it; the reason of a line. No hidden card in any of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.cards import DECK
from domain.catalogue import BY_TOPIC
from tests.cli.evening import DAY, HIDDEN, NIGHT, refused
from tests.cli.terminal import in_lines, pataca
from tests.services.searching import read_out, readable

IN_PLAY = f"{NIGHT}/{DAY}/1"
SHOWDOWN, WALK, VOID = (f"PK-07/{DAY}/{number}" for number in (1, 2, 3))


def test_the_list_has_a_line_a_hand_with_its_id_first(played: Path) -> None:
    ended = pataca("hand", "list", "--json", "--data", played)
    rows = ended.documents()

    assert all(line.startswith('{"id": "') for line in ended.out.splitlines())
    assert [(row["id"], row["status"]) for row in rows] == [
        (SHOWDOWN, "showdown"),
        (WALK, "all-folded"),
        (VOID, "void"),
        (IN_PLAY, "open"),
    ]
    assert pataca("hand", "list", "--data", played).out.count("\n") == 4


@pytest.mark.parametrize(
    ("narrowed", "found"),
    [
        ("--table PK-08", [IN_PLAY]),
        ("--player P-5", [SHOWDOWN, WALK, VOID]),
        ("--player P-5 --table PK-08", []),
        ("--gaming-day 2026-11-29", []),
        ("--currency MOP", []),
        (f"--gaming-day {DAY} --currency HKD --player P-1 --table PK-07", [SHOWDOWN, WALK, VOID]),
    ],
)
def test_the_list_is_narrowed(played: Path, narrowed: str, found: list[str]) -> None:
    rows = pataca("hand", "list", *narrowed.split(), "--json", "--data", played).documents()
    assert [row["id"] for row in rows] == found


def test_a_story_tells_the_hand_from_the_indicator_to_the_last_chip(played: Path) -> None:
    story = pataca("hand", "show", SHOWDOWN, "--json", "--data", played).document()["story"]
    text = pataca("hand", "show", SHOWDOWN, "--data", played).out

    assert all(sentence in text for sentence in story)
    assert "seat 2 (P-2) calls HKD 2,950.00 and is all-in" in story
    assert "HKD 1,000.00 that nobody called go back to seat 1 (P-1)" in story
    assert "seat 5 (P-5) shows As Ad" in text
    assert "pot 2 of HKD 3,800.00: seat 2 (P-2) HKD 3,800.00" in story


@pytest.mark.parametrize("hand", [SHOWDOWN, WALK, VOID, IN_PLAY])
def test_a_replay_has_a_step_an_event_with_state_and_postings(played: Path, hand: str) -> None:
    ended = pataca("hand", "replay", hand, "--json", "--data", played)
    document = ended.document()

    assert (ended.status, document["id"], document["replay"]["differences"]) == (0, hand, [])
    assert document["replay"]["commands"] > 0
    for step in document["steps"]:
        assert {"event", "rule", "text", "state", "postings"} <= step.keys()
        assert all(set(posting) == {"book", "account", "currency", "amount"} for posting in step["postings"])
        for book in ("MONEY", "CHIP"):
            assert sum(posting["amount"] for posting in step["postings"] if posting["book"] == book) == 0
    assert "give the same events byte for byte" in pataca("hand", "replay", hand, "--data", played).out


def test_the_log_is_told_as_consumers_get_it(played: Path) -> None:
    events = pataca("events", "tail", "--limit", "1000", "--json", "--data", played).documents()

    assert [int(event["sequence"]) for event in events] == list(range(1, 90))
    for event in events:
        assert event["specversion"] == "1.0"
        assert event["type"].startswith("casino.")
        assert event["dataschema"] == f"urn:casino:{event['type'].removeprefix('casino.')}:1"
        assert event["id"].startswith(event["source"].removeprefix("/"))
        assert {"key", "subject", "time", "gamingday", "correlationid", "content-type", "data", "actor"} <= event.keys()
        BY_TOPIC[f"{event['type'].removeprefix('casino.')}.v1"].model_validate_json(json.dumps(event["data"]))


def test_the_log_is_read_from_any_place(played: Path) -> None:
    def tail(*options: str) -> list[int]:
        return [int(event["sequence"]) for event in pataca("events", "tail", *options, "--json", "--data", played).documents()]

    assert tail() == list(range(70, 90))
    assert tail("--limit", "2") == [88, 89]
    assert tail("--after", "0", "--limit", "2") == [1, 2]
    assert tail("--after", "89") == tail("--after", "500") == []
    assert pataca("events", "tail", "--limit", "3", "--data", played).out.count("\n") == 3


def test_why_a_line_stands_in_the_books(played: Path) -> None:
    document = pataca("ledger", "why", "41.2", "--json", "--data", played).document()
    text = pataca("ledger", "why", "41.2", "--data", played).out

    assert (document["line"]["account"], document["line"]["amount"]) == ("4010:PK-07", -350_00)
    assert [line["line"] for line in document["lines"]] == ["41.1", "41.2", "41.3", "41.4"]
    assert (document["event"]["type"], document["rule"]) == ("holdem.commission-taken", "MO-THP-2008 16")
    assert document["hand"]["id"] == SHOWDOWN
    assert document["hand"]["cards"]["board"] == "2c 7h 9s Td 3h".split()
    assert document["hand"]["cards"]["shown"] == {"1": ["Qc", "Qd"], "2": ["Kh", "Kd"], "5": ["As", "Ad"]}
    assert document["article"]
    assert document["article"] in text
    assert document["entry"]["chain_hash"] in text


def test_why_a_line_without_a_hand_stands_there(played: Path) -> None:
    document = pataca("ledger", "why", "2.1", "--json", "--data", played).document()
    assert document["hand"] is None
    assert document["article"]
    assert "approved by E-3001" in pataca("ledger", "why", "2.1", "--data", played).out


def everything(data: Path) -> list[tuple[str, str]]:
    """Every question that comes near the hand in play, and all that is printed for it."""
    questions = [f"hand show {IN_PLAY}", f"hand replay {IN_PLAY}", "hand list", "events tail --limit 1000", "ledger journal"]
    questions += [f"{question} --json" for question in questions]
    questions += ["ledger why 89.1", "ledger why 83.1", "ledger why 89.1 --json", "verify", "doctor", "ledger trial-balance --detail"]
    questions += [f"hand show {WALK}", f"hand replay {WALK} --json", "ledger why 60.1 --json"]
    return [(question, ended.out + ended.err) for question in questions for ended in [pataca(*question.split(), "--data", data)]]


def test_no_answer_shows_a_card_of_a_hand_in_play_or_folded(data: Path) -> None:
    """In play are four cards that no board and no other hand has shown; of the hand without a showdown nobody knows any."""
    for question, printed in everything(data):
        assert read_out(printed, DECK if WALK in question else HIDDEN) == [], question
    assert readable(data, HIDDEN) == []


def test_no_answer_to_a_command_shows_one_either(data: Path) -> None:
    commands: list[dict[str, Any]] = [{"do": "inspect", "table": NIGHT}, refused()]
    commands += [{"do": "show", "table": NIGHT, "seat": 1}, {"do": "show", "table": NIGHT, "seat": 1, "cards": HIDDEN[:2]}]
    commands += [{"do": "deal", "table": NIGHT, "cards": HIDDEN[:3]}, {"do": "deal", "table": NIGHT, "card": HIDDEN}]
    commands += [
        {"do": "act", "table": NIGHT, "seat": 1, "action": "check"},
        {"do": "deal", "table": NIGHT, "cards": [HIDDEN[0], "2c", "3c"]},
    ]
    commands += [{"do": "deal", "table": NIGHT, "cards": ["2h", "2c", "3c"]}, {"do": "act", "table": NIGHT, "seat": 2, "action": "fold"}]
    ended = pataca("run", "-", "--keep-going", "--data", data, stdin=in_lines(commands))

    assert [answer["ok"] for answer in ended.documents()] == [True, False, False, False, False, False, True, False, True, True]
    assert read_out(ended.out + ended.err, HIDDEN) == []
    assert readable(data, HIDDEN) == []


def test_a_sealed_card_that_was_changed_is_told_without_a_card(data: Path) -> None:
    for path in data.glob("vault.sqlite*"):
        path.unlink()
    lines = [{"do": "act", "table": NIGHT, "seat": 1, "action": "all-in"}, {"do": "act", "table": NIGHT, "seat": 2, "action": "all-in"}]
    lines += [{"do": "deal", "table": NIGHT, "cards": "2c 7h 9s Td 3h".split()}, {"do": "show", "table": NIGHT, "seat": 1}]
    ended = pataca("run", "-", "--data", data, stdin=in_lines(lines))

    assert ended.status == 4
    assert ended.err.count("\n") == 1
    assert "its key is not here" in ended.err
    assert [answer["ok"] for answer in ended.documents()] == [True, True, True]
    assert read_out(ended.out + ended.err, HIDDEN) == []
