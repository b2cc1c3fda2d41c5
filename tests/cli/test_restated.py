"""A signed day about which something is learnt later: as it was reported, and restated, on both axes."""

from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import NOON
from tests.cli.terminal import pataca, run

DAY, NEXT_DAY = "2026-11-30", "2026-12-01"
PEOPLE = {"actor": "E-1", "approver": "E-2"}
MONEY = {"currency": "HKD", "cage": "MAIN"}
CASH = {"place": "MAIN", "kind": "cage-cash", "currency": "HKD", "slip": "C-1"}
SHORT = 5_000


def asked(data: Path, *words: str) -> Any:
    ended = pataca(*words, "--json", "--data", data)
    assert (ended.status, ended.err) == (0, ""), words
    return ended.document()


def journal(data: Path, *words: str) -> list[Any]:
    return pataca("ledger", "journal", *words, "--json", "--data", data).documents()


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cage's cash is 50.00 short, the day is signed with that carried, and on the next day it is accepted."""
    data = tmp_path_factory.mktemp("signed") / "data"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.app._now", lambda: NOON)
        fund = {"do": "fund-cage", "amount": 1_000_000, **MONEY, "from": "owner", **PEOPLE}
        run(data, fund, {"do": "deposit", "wallet": "P-1", "amount": 70_000, **MONEY}, {"do": "open-day", "gaming_day": DAY})
        run(data, {"do": "count", **CASH, "amount": 1_070_000 - SHORT, **PEOPLE})
        [found] = pataca("breaks", "list", "--json", "--data", data).documents()
        of_break = ["--actor", "E-1", "--data", data]
        carried = ["--gaming-day", DAY, "--reason", "looked into", "--approver", "E-2"]
        assert pataca("breaks", "carry", found["id"], *carried, *of_break).status == 0
        for step, actor in (("--cut", "E-1"), ("--prepare", "E-1"), ("--sign", "E-2")):
            assert pataca("close-day", "--gaming-day", DAY, step, "--actor", actor, "--data", data).status == 0
        patch.setattr("services.app._now", lambda: NOON + timedelta(days=1))
        for word in (
            ["assign", found["id"], "--owner", "E-1"],
            ["explain", found["id"], "miscount"],
            ["propose", found["id"], "accept it"],
        ):
            assert pataca("breaks", *word, *of_break).status == 0
        figures = ["--booked", "1070000", "--counted", str(1_070_000 - SHORT), "--approver", "E-2"]
        assert pataca("breaks", "approve", found["id"], *figures, *of_break).status == 0
        run(data, {"do": "deposit", "wallet": "P-1", "amount": 5, **MONEY})
    return data


def of_day(lines: list[Any], form: str, certificate: int, end: int) -> Counter[tuple[str, str, str]]:
    """Debits and credits by account, added up line by line."""
    sums: Counter[tuple[str, str, str]] = Counter()
    for line in lines:
        mine = line["gaming_day"] == DAY or (form == "restated" and line["restates"] == DAY)
        if mine and line["position"] <= (certificate if form == "as-reported" else end):
            sums[line["account"], line["currency"], "debits" if line["amount"] > 0 else "credits"] += line["amount"]
    return sums


@pytest.mark.parametrize(("form", "early"), [("as-reported", False), ("restated", False), ("restated", True)])
def test_the_trial_balance_is_the_plain_sum_of_its_lines(signed: Path, form: str, early: bool) -> None:
    """`early`: as of a position between the certificate and what was learnt later."""
    [certificate] = asked(signed, "report", "certificate")["rows"]
    lines = journal(signed)
    end = certificate["proof_as_of"] + 1 if early else lines[-1]["position"]
    words = ["--as-of", str(end)] if early else []
    balance = asked(signed, "ledger", "trial-balance", "--detail", "--gaming-day", DAY, f"--{form}", *words)
    found = {(row["account"], row["currency"], side): row[side] for row in balance["rows"] for side in ("debits", "credits") if row[side]}
    assert found == of_day(lines, form, certificate["proof_as_of"], end)
    assert (balance["form"], balance["proof"]) == (form, certificate["proof"])
    assert all(total["closing"] == 0 for total in balance["totals"])


def test_the_forms_differ_by_what_was_learnt(signed: Path) -> None:
    def over_short(*words: str) -> list[int]:
        rows = asked(signed, "ledger", "trial-balance", "--gaming-day", DAY, *words)["rows"]
        return [row["closing"] for row in rows if row["account"] == "6910"]

    assert [over_short(*words) for words in ([], ["--as-reported"], ["--restated"])] == [[], [], [SHORT]]


def test_journal_and_statement_show_what_restates_the_day(signed: Path) -> None:
    reported, restated = (journal(signed, "--gaming-day", DAY, form) for form in ("--as-reported", "--restated"))
    assert restated[: len(reported)] == reported
    assert [(line["gaming_day"], line["restates"], line["account"]) for line in restated[len(reported) :]] == [
        (NEXT_DAY, DAY, "6910:MAIN"),
        (NEXT_DAY, DAY, "1110:MAIN"),
    ]
    statement = asked(signed, "ledger", "statement", "--account", "1110:MAIN", "--gaming-day", DAY, "--restated")
    assert [row["amount"] for row in statement["rows"]] == [1_000_000, 70_000, -SHORT]
    assert statement["totals"] == [{"currency": "HKD", "opening": 0, "closing": 1_070_000 - SHORT}]
    assert (statement["form"], statement["as_of"]) == ("restated", journal(signed)[-1]["position"])


def test_the_restatement_report_has_all_that_lies_between_the_forms(signed: Path) -> None:
    rows = asked(signed, "report", "restatements", "--gaming-day", DAY)["rows"]
    sides = [
        {
            row["account"]: row["debits"] + row["credits"]
            for row in asked(signed, "ledger", "trial-balance", "--gaming-day", DAY, form)["rows"]
        }
        for form in ("--as-reported", "--restated")
    ]
    told = {row["account"]: (row["first"], row["restated"]) for row in rows}
    accounts = sides[0].keys() | sides[1].keys()
    both = {account: (sides[0].get(account, 0), sides[1].get(account, 0)) for account in accounts}
    assert told == {account: pair for account, pair in both.items() if pair[0] != pair[1]}
    assert [row["difference"] for row in rows] == [-SHORT, SHORT]
    [entry] = {row["entries"] for row in rows}
    assert entry.startswith("counts/MAIN@")
    before = str(asked(signed, "report", "certificate")["as_of"] - 3)
    assert asked(signed, "report", "restatements", "--as-of", before)["rows"] == []


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["ledger", "journal", "--restated", "--gaming-day", DAY, "--format", "hledger"], 2, "hledger proves every day"),
        (["ledger", "trial-balance", "--restated"], 2, "name it with --gaming-day"),
        (["ledger", "statement", "--wallet", "P-1", "--as-reported", "--gaming-day", NEXT_DAY], 3, f"{NEXT_DAY} is not signed"),
        (["report", "restatements", "--table", "PK-99"], 3, "no table"),
    ],
)
def test_what_cannot_be_asked(signed: Path, words: list[str], status: int, said: str) -> None:
    ended = pataca(*words, "--data", signed)
    assert (ended.status, said in ended.err) == (status, True), ended.err
