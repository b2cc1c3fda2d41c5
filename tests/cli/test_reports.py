"""What the reports say, in every form: the same facts, whole minor units, totals beside the rows."""

import csv
import io
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.evening import DAY
from tests.cli.terminal import pataca, run
from tests.csv_reader import read_csv

TABLES = [
    "ledger trial-balance",
    "ledger trial-balance --detail",
    "ledger statement --account 2010",
    "report commission",
    "report ggr",
    "report voids",
]
KEYS = {
    "ledger trial-balance": "book account name currency opening debits credits closing",
    "ledger statement --wallet P-1": "position line time gaming_day hand account leg text currency amount balance_after",
    "report commission": "gaming_day game table currency hands base exact_e4 charged forgone_by_rounding forgone_by_cap capped_hands"
    " effective_bp rule",
    "report ggr": "gaming_day game segment table currency hands wagered won paid commission ggr rate ggr_mop",
    "report voids": "id gaming_day table currency kind reason actor approver stakes refunds rule",
    "report liability": "currency wallets held on_the_way seats pots wagers held_bets bearer unattributed disputes owed chips_issued"
    " in_cages in_trays in_boxes on_slips in_public_hands",
}
JOURNAL = """event_id position event_type event_version body_hash key table hand gaming_day restates occurred_at actor approver correlation
    policy_version posting_rules_version chain_hash n book account currency amount leg rule player bet_or_pot exact_e4 reverses line"""


def document(data: Path, command: str) -> Any:
    ended = pataca(*command.split(), "--json", "--data", data)
    assert (ended.status, ended.err) == (0, "")
    return ended.document()


def journal(data: Path) -> list[Any]:
    return pataca("ledger", "journal", "--json", "--data", data).documents()


@pytest.mark.parametrize("command", KEYS)
def test_json_is_one_document_on_one_line_with_these_keys(played: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    found = document(played, command)

    assert (found["report"], found["as_of"]) == (command.split()[1], 89)
    assert {"version", "days", "root", "policy", "posting_rules", "rows", "totals"} <= found.keys()
    assert found["rows"]
    for row in found["rows"]:
        assert set(KEYS[command].split()) <= row.keys()


def test_a_line_of_the_journal_has_every_field(played: Path) -> None:
    for line in journal(played):
        assert set(JOURNAL.split()) <= line.keys()
        assert line["line"] == f"{line['position']}.{line['n']}"


@pytest.mark.parametrize("command", TABLES)
def test_totals_are_the_sums_of_the_rows(played: Path, command: str) -> None:
    found = document(played, command)
    for total in found["totals"]:
        of_total = [row for row in found["rows"] if all(row[name] == total[name] for name in ("book", "currency") if name in total)]
        for name in ("debits", "credits", "closing", "base", "charged", "hands", "commission", "ggr", "ggr_mop", "wagered"):
            if name in total and name in found["rows"][0]:
                assert total[name] == sum(row[name] for row in of_total), name


def test_each_book_sums_to_zero_in_each_currency(played: Path) -> None:
    totals = document(played, "ledger trial-balance")["totals"]
    assert [(total["book"], total["currency"], total["closing"]) for total in totals] == [
        ("MONEY", "HKD", 0),
        ("MONEY", "MOP", 0),
        ("CHIP", "HKD", 0),
    ]


def test_a_players_money_is_positive_and_the_accounts_is_not(played: Path) -> None:
    wallet, account = document(played, "ledger statement --wallet P-1"), document(played, "ledger statement --account 2010:P-1")

    assert [row["amount"] for row in wallet["rows"]] == [20_000_00, -5_000_00, 2_045_00, -5_000_00]
    assert [row["amount"] for row in account["rows"]] == [-20_000_00, 5_000_00, -2_045_00, 5_000_00]
    assert wallet["rows"][-1]["balance_after"] == 12_045_00
    assert wallet["totals"] == [{"currency": "HKD", "opening": 0, "closing": 12_045_00}]


def test_a_long_amount_comes_back_as_itself(played: Path) -> None:
    assert document(played, "ledger statement --wallet P-3")["rows"][0]["amount"] == 12_345_678_901
    assert "12345678901" in pataca("ledger", "journal", "--format", "csv", "--data", played).out
    assert "123456789.01 MOP" in pataca("ledger", "journal", "--format", "hledger", "--data", played).out
    assert "123,456,789.01" in pataca("ledger", "statement", "--wallet", "P-3", "--data", played).out


def test_commission_and_revenue_of_the_evening(played: Path) -> None:
    (commission,) = document(played, "report commission")["rows"]
    (revenue,) = document(played, "report ggr --gaming-day 2026-11-30")["rows"]

    assert (commission["hands"], commission["base"], commission["charged"], commission["rule"]) == (2, 7_100_00, 355_00, "MO-THP-2008 16")
    assert (revenue["commission"], revenue["ggr"], revenue["ggr_mop"]) == (355_00, 355_00, 365_65)


def test_what_is_owed_to_customers_and_where_the_chips_are(played: Path) -> None:
    hongkong, macau = document(played, "report liability")["rows"]
    places = ("wallets", "held", "on_the_way", "seats", "pots", "wagers", "held_bets", "bearer", "unattributed", "disputes")

    for row in (hongkong, macau):
        assert row["owed"] == sum(row[place] for place in places)
        assert row["chips_issued"] == sum(row[place] for place in ("in_cages", "in_trays", "in_boxes", "on_slips", "in_public_hands"))
    assert (hongkong["currency"], hongkong["wallets"], hongkong["seats"], hongkong["pots"]) == ("HKD", 33_145_00, 7_800_00, 200_00)
    assert (macau["currency"], macau["wallets"], macau["held"]) == ("MOP", 12_345_678_401, 500)
    assert document(played, "report exceptions")["rows"] == []


def test_a_day_without_anything_has_no_rows(played: Path) -> None:
    for command in ("report ggr", "report commission", "report voids"):
        assert document(played, f"{command} --gaming-day 2026-11-29")["rows"] == []
    assert document(played, "report ggr --table PK-08")["rows"] == []
    assert document(played, "report ggr --currency MOP")["rows"] == []


@pytest.mark.parametrize("command", [*TABLES[:2], *TABLES[3:], "report liability", "report exceptions", "report handle"])
def test_an_empty_house_has_reports_without_rows(tmp_path: Path, command: str) -> None:
    found = document(tmp_path, command)
    assert (found["report"], found["as_of"], found["rows"], found["totals"]) == (command.split()[1], 0, [], [])
    assert pataca(*command.split(), "--data", tmp_path).status == 0
    assert pataca(*command.split(), "--format", "csv", "--data", tmp_path).out.count("\n") == 1


def test_an_empty_house_streams_nothing(tmp_path: Path) -> None:
    for command in ("hand list", "ledger journal", "events tail"):
        ended = pataca(*command.split(), "--json", "--data", tmp_path)
        assert (ended.status, ended.out, ended.err) == (0, "", "")
    assert pataca("verify", "--data", tmp_path).status == 0
    assert pataca("ledger", "journal", "--format", "hledger", "--data", tmp_path).out == ""


# Two axes: when it counts, and when it was known.


def plain(lines: list[Any], as_of: int, days: tuple[str, str]) -> dict[tuple[str, str], int]:
    """The closing of every account, added up line by line."""
    sums: Counter[tuple[str, str]] = Counter()
    for line in lines:
        if line["position"] <= as_of and line["gaming_day"] <= days[1]:
            sums[line["account"], line["currency"]] += line["amount"]
    return {key: amount for key, amount in sums.items() if amount}


def closing(found: Any) -> dict[tuple[str, str], int]:
    return {(row["account"], row["currency"]): row["closing"] for row in found["rows"] if row["closing"]}


def test_both_axes_give_what_a_plain_sum_gives(data: Path) -> None:
    """Money of the day before is recorded late: it counts on its day and was not known then."""
    run(data, {"do": "deposit", "wallet": "P-8", "amount": 7_00, "currency": "HKD", "at": "2026-11-29T12:00:00+08:00"})
    run(data, {"do": "deposit", "wallet": "P-7", "amount": 9_00, "currency": "HKD"})
    lines = journal(data)
    assert {line["gaming_day"] for line in lines} == {"2026-11-29", DAY}

    for as_of in (0, 3, 15, 41, 43, 66, 68, 89, 90, 91):
        for days in (("2026-11-29", "2026-11-29"), (DAY, DAY), ("2026-11-29", DAY)):
            command = f"ledger trial-balance --detail --as-of {as_of} --from {days[0]} --to {days[1]}"
            found = document(data, command)
            assert found["as_of"] == as_of
            assert closing(found) == plain(lines, as_of, days), command
            assert all(total["closing"] == 0 for total in found["totals"])


def test_what_was_known_at_a_position_is_told_the_same_for_ever(data: Path) -> None:
    commands = [f"{command} --as-of 66 --json" for command in (*TABLES, "ledger journal", "ledger statement --wallet P-1")]
    before = [pataca(*command.split(), "--data", data).out for command in commands]
    run(
        data,
        {"do": "deposit", "wallet": "P-1", "amount": 7_00, "currency": "HKD"},
        {"do": "act", "table": "PK-08", "seat": 1, "action": "fold"},
    )

    assert [pataca(*command.split(), "--data", data).out for command in commands] == before


# CSV, and the books in a foreign program.


@pytest.mark.parametrize("command", [*KEYS, "ledger journal", "ledger trial-balance --detail"])
def test_csv_reads_back_as_the_same_table(played: Path, command: str) -> None:
    rows = journal(played) if command == "ledger journal" else document(played, command)["rows"]
    text = pataca(*command.split(), "--format", "csv", "--data", played).out
    read = read_csv(text)

    assert "\r" not in text
    assert len(read) == len(rows)
    for cells, row in zip(read, rows, strict=True):
        for name in cells.keys() & row.keys():
            assert cells[name] == ("" if row[name] is None else str(row[name])), name
        assert set(cells) >= {name for name, value in row.items() if value is not None} - {"position", "game", "time", "currency"}
        if "currency" in cells:
            assert cells["exponent"] == "2"


def test_a_text_that_a_sheet_would_run_does_not_run_and_a_number_stays_one(played: Path) -> None:
    voids = pataca("report", "voids", "--format", "csv", "--data", played).out
    balance = pataca("ledger", "trial-balance", "--format", "csv", "--data", played).out

    assert ",'=foul deck," in voids
    assert ",-1000000," in balance.replace("-100000000", "-1000000")
    assert ",'-" not in balance


hledger = pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed")


def foreign(journal_text: str, *command: str) -> str:
    done = subprocess.run(["hledger", "-f", "-", *command], check=False, capture_output=True, text=True, input=journal_text)
    assert done.returncode == 0, done.stderr
    return done.stdout


@hledger
def test_a_foreign_program_proves_both_books(played: Path) -> None:
    text = pataca("ledger", "journal", "--format", "hledger", "--data", played).out
    foreign(text, "check", "--strict", "balanced", "ordereddates", "assertions")

    found = {}
    for row in csv.DictReader(io.StringIO(foreign(text, "balance", "--layout", "bare", "-O", "csv", "--no-total"))):
        code, _, dimensions = row["account"].partition(":")
        account = ":".join([code.split(" ")[0], *([dimensions] if dimensions else [])])
        found[account, row["commodity"].removesuffix("CHIP")] = int(row["balance"].replace(".", ""))

    assert found == closing(document(played, "ledger trial-balance --detail"))


@hledger
def test_a_part_of_the_days_is_a_journal_of_its_own(data: Path) -> None:
    run(data, {"do": "deposit", "wallet": "P-8", "amount": 7_00, "currency": "HKD", "at": "2026-11-29T12:00:00+08:00"})
    for days in ("--gaming-day 2026-11-30", "--gaming-day 2026-11-29", "--from 2026-11-29 --to 2026-11-30", "--as-of 66"):
        text = pataca("ledger", "journal", "--format", "hledger", *days.split(), "--data", data).out
        foreign(text, "check", "--strict", "balanced", "assertions")
