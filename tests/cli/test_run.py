"""`pataca run`: commands in, answers out, a line each; what was accepted stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.lines import LINE_BYTES_MAX
from tests.cli.evening import DAY, commands, refused
from tests.cli.terminal import in_lines, pataca, run

DEPOSIT = {"do": "deposit", "wallet": "P-9", "amount": 100, "currency": "HKD"}


def end(data: Path) -> int:
    found = pataca("events", "tail", "--limit", "1", "--json", "--data", data).documents()
    return int(found[0]["sequence"]) if found else 0


def test_an_answer_holds_the_events_with_their_facts(tmp_path: Path) -> None:
    (answer,) = run(tmp_path, DEPOSIT)
    body = {"amount": 100, "currency": "HKD", "method": "cash", "cage": "MAIN", "bank": None, "reference": None}

    assert answer == {"line": 1, "ok": True, "events": [{"type": "wallet.funds-deposited", "version": 1, "position": 1, "body": body}]}


def test_a_refusal_says_code_rule_and_what_would_be_accepted(data: Path) -> None:
    (answer,) = run(data, refused())

    assert (answer["line"], answer["ok"]) == (1, False)
    assert answer["error"]["code"] == "below-minimum-raise"
    assert answer["error"]["rule"] == "MO-THP-2008 12(1)"
    assert answer["error"]["allowed"] == {"raise": {"min": 200_00, "max": 5_000_00}}
    assert set(answer["error"]) == {"code", "rule", "message", "allowed"}


def test_it_stops_at_the_first_refusal_and_what_was_accepted_stays(tmp_path: Path) -> None:
    lines = in_lines([DEPOSIT, {**DEPOSIT, "amount": 0}, DEPOSIT])
    ended = pataca("run", "-", "--data", tmp_path, stdin=lines)

    assert (ended.status, [answer["ok"] for answer in ended.documents()]) == (1, [True, False])
    assert "1 command was refused" in ended.err
    assert end(tmp_path) == 1


def test_it_goes_on_if_it_is_told_to_and_still_ends_with_1(tmp_path: Path) -> None:
    lines = in_lines([DEPOSIT, {**DEPOSIT, "amount": 0}, {"do": "nonsense"}, DEPOSIT])
    ended = pataca("run", "-", "--keep-going", "--json", "--data", tmp_path, stdin=lines)

    assert (ended.status, [answer["ok"] for answer in ended.documents()]) == (1, [True, False, False, True])
    assert "2 commands were refused" in ended.err
    assert end(tmp_path) == 2


def test_a_bad_line_is_refused_alone_under_its_number(tmp_path: Path) -> None:
    good = json.dumps(DEPOSIT).encode()
    bad = [b"nonsense", b"[1]", b'{"do": 1, "do": 2}', b"\xff\xfe", b"[" * 100_000, b'{"a": ' * 900 + b"1" + b"}" * 900]
    bad += [b'{"do": "' + b"x" * LINE_BYTES_MAX + b'"}', b"\x00", b'{"a": NaN}', b"{", b"7", b"null", b'{"do": ["deposit"]}']
    lines = b"\xef\xbb\xbf" + b"\r\n".join([good, *bad, b"", b" \t", good, good])
    ended = pataca("run", "-", "--keep-going", "--data", tmp_path, stdin=lines)

    answers = ended.documents()
    assert ended.status == 1
    assert [answer["line"] for answer in answers] == [*range(1, len(bad) + 2), len(bad) + 4, len(bad) + 5]
    assert [answer["line"] for answer in answers if answer["ok"]] == [1, len(bad) + 4, len(bad) + 5]
    assert {answer["error"]["code"] for answer in answers[1:-3]} == {"bad-line"}
    assert answers[-3]["error"]["code"] == "unknown-command"
    assert end(tmp_path) == 3


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "commands.jsonl"
    file.write_bytes(in_lines([DEPOSIT, DEPOSIT]).rstrip())
    ended = pataca("run", file, "--data", tmp_path / "data")

    assert (ended.status, ended.err, len(ended.documents())) == (0, "", 2)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_no_command_is_fine(tmp_path: Path, content: bytes) -> None:
    ended = pataca("run", "-", "--data", tmp_path, stdin=content)
    assert (ended.status, ended.out, ended.err) == (0, "", "")


def test_a_folder_is_no_file_of_commands(tmp_path: Path) -> None:
    ended = pataca("run", tmp_path, "--data", tmp_path / "data")
    assert (ended.status, ended.out) == (4, "")
    assert "cannot be read" in ended.err


def test_a_command_with_a_key_gets_its_first_answer_in_a_later_run(tmp_path: Path) -> None:
    keyed = {**DEPOSIT, "key": "k-1", "actor": "E-1"}
    (first,) = run(tmp_path, keyed)
    none, again, other, foreign = run(
        tmp_path, DEPOSIT, {**keyed, "at": "2026-11-30T03:00:00Z"}, {**keyed, "amount": 7}, {**keyed, "actor": "E-2"}
    )

    assert again == {**first, "line": 2}
    assert other["error"]["code"] == "key-reused"
    assert [none["ok"], foreign["ok"]] == [True, True]
    assert end(tmp_path) == 3


def test_the_whole_evening_once_more_with_keys_changes_nothing(tmp_path: Path) -> None:
    keyed = [{**command, "key": f"k-{number}"} for number, command in enumerate(commands())]
    first = run(tmp_path, *keyed)
    events = pataca("events", "tail", "--limit", "1000", "--json", "--data", tmp_path).out

    assert run(tmp_path, *keyed) == first
    assert all(answer["ok"] for answer in first)
    assert pataca("events", "tail", "--limit", "1000", "--json", "--data", tmp_path).out == events


def test_inspect_answers_with_the_state_and_no_hidden_card(data: Path) -> None:
    (answer,) = run(data, {"do": "inspect", "table": "PK-08"})
    state: dict[str, Any] = answer["state"]

    assert answer["events"] == []
    assert set(state) == {"hand", "street", "button", "board", "to_act", "legal", "seats", "pots", "due"}
    assert (state["hand"], state["street"], state["to_act"], state["due"], state["board"]) == (1, "preflop", 1, "act", [])
    assert state["legal"] == {"fold": True, "check": True, "raise": {"min": 200_00, "max": 5_000_00}}
    assert state["seats"][0] == {"seat": 1, "player": "P-1", "stack": 4_900_00, "bet": 100_00, "status": "in"}


def test_text_that_no_terminal_may_be_sent_is_escaped(tmp_path: Path) -> None:
    opening = {"do": "open-table", "table": "PK-07", "game": "\ud800", "ruleset": "X", "currency": "HKD", "gaming_day": DAY}
    ended = pataca("run", "-", "--data", tmp_path, stdin=json.dumps(opening).encode())

    assert ended.status == 1
    assert ended.documents()[0]["ok"] is False
