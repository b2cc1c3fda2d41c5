"""Baccarat on the command line: every shared scenario through `pataca run`, the proof of its books, the house's own working days."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.scenarios import differences, scenarios, timed
from tests.cli.terminal import in_lines, pataca, run

DAY = "2026-11-30"
TABLE = "BA-12"


def test_every_scenario_leads_to_what_it_must_and_the_books_prove_it(tmp_path: Path) -> None:
    cases = scenarios("baccarat")
    if not cases:
        pytest.skip("the shared scenarios do not lie beside this repository; tests/domain/baccarat/scenarios has the same facts")
    file, data = tmp_path / "cases.jsonl", tmp_path / "data"
    file.write_bytes(in_lines(command for case in cases for command in timed(case)))
    ended = pataca("run", file, "--keep-going", "--json", "--data", data)
    answers = ended.documents()

    assert ended.status == 1, "some lines of them are refused"
    found = []
    for case in cases:
        many = len(case["commands"])
        found += differences(case, answers[:many])
        answers = answers[many:]
    assert not found, "\n".join(found)
    assert not answers
    assert pataca("verify", "--data", data).status == 0


def opening(**rules: Any) -> dict[str, Any]:
    game = {"game": "baccarat", "ruleset": "MO-BAC-2004", "currency": "HKD", "gaming_day": DAY}
    return {"do": "open-table", "table": TABLE, **game, "rules": {"differential": 50_000, **rules}}


def test_a_permit_is_asked_for_and_then_it_counts(tmp_path: Path) -> None:
    two_people = {"actor": "E-2001", "approver": "E-3001"}
    permit = {"do": "register-permit", "permit": "PR-1", "ruleset": "MO-BAC-2004", "articles": ["2"], "tables": [TABLE], **two_people}
    days = {"applied_on": "2026-11-02", "granted_on": "2026-11-16", "effective_on": DAY}
    without, registered, opened = run(tmp_path, opening(demo_rounds_max=2), {**permit, **days}, opening(demo_rounds_max=2))

    assert without["error"]["code"] == "permit-required"
    assert without["error"]["allowed"] == {"articles": ["2"], "effective_on": "2026-12-03"}
    assert registered["ok"]
    assert opened["events"][0]["type"] == "baccarat.table-opened"


def test_the_houses_own_working_days_move_the_first_lawful_day(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "working-days.txt").write_text("2026-12-01 off typhoon\n", encoding="utf-8")
    (refused,) = run(data, opening(demo_rounds_max=2))

    assert refused["error"]["allowed"] == {"articles": ["2"], "effective_on": "2026-12-04"}


def test_a_round_told_and_answered(tmp_path: Path) -> None:
    """Banker 1,000 wins with 7 to 5: 950 more after commission; nobody else had bet."""
    at = {"table": TABLE}
    answers = run(
        tmp_path,
        opening(),
        {"do": "take-seat", **at, "seat": 1, "player": "P-1", "amount": 5_000, "source": "cash"},
        {"do": "load-shoe", **at, "decks": 8, "cut_by": "bettor", "cut_depth": 20},
        {"do": "burn", **at, "first_card": "7h"},
        {"do": "open-round", **at},
        {"do": "place-bet", **at, "bet": "b", "player": "P-1", "seat": 1, "on": "banker", "amount": 1_000},
        {"do": "close-bets", **at},
        {"do": "deal", **at, "cards": "2c 7d Kh Ts 3c".split()},
        {"do": "inspect", **at},
    )
    assert all(answer["ok"] for answer in answers)
    dealt = [event["type"].partition(".")[2] for event in answers[-2]["events"]]
    assert dealt == [*["card-dealt"] * 5, "round-decided", "bet-settled", "commission-taken"]
    state = answers[-1]["state"]
    assert state["seats"] == [{"seat": 1, "player": "P-1", "stack": 5_950}]
    assert state["totals"] == {"player": 5, "banker": 7}
    assert state["shoe"]["dealt"] == 13
    assert pataca("verify", "--data", tmp_path).status == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda line: line.update(card="As"), "unknown-field"),
        (lambda line: line.update(do="dael"), "unknown-command"),
        (lambda line: line.update(do="start-hand"), "unknown-command"),
        (lambda line: line.update(cards=["As", 5]), "bad-field"),
    ],
)
def test_a_wrong_line_is_refused_alone(tmp_path: Path, change: Callable[[dict[str, Any]], None], code: str) -> None:
    line: dict[str, Any] = {"do": "deal", "table": TABLE}
    change(line)
    opened, refused, seen = run(tmp_path, opening(), line, {"do": "inspect", "table": TABLE})

    assert opened["ok"]
    assert refused["error"]["code"] == code
    assert seen["state"]["due"] == "load-shoe"
