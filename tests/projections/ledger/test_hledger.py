"""The export to hledger reads back to the same books, with a reader of ours and with the program where it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.filters import FilterRefused
from projections.ledger.accounts import full_name
from projections.ledger.foreign import commodity, decimal
from projections.ledger.hledger import to_hledger
from projections.ledger.scope import Scope
from projections.ledger.trial_balance import trial_balance
from tests.projections.ledger.hledger_reader import read_hledger
from tests.projections.ledger.house import Desk, House, Table
from tests.projections.ledger.play import DAYS, evening
from tests.projections.ledger.test_ledger import played

SCOPES = [{}, {"gaming_day": DAYS[1]}, {"day_to": DAYS[0]}, {"day_from": DAYS[1], "currency": "MOP"}, {"as_of": 600}]


@pytest.fixture(scope="module")
def desk() -> Desk:
    house = evening(33, hands=8, days=3)
    house.gaming_day = DAYS[0]
    late = Table(house, "LATE")
    late.open()
    late.sit(1, "P-9", 777)
    return Desk().book(house.log)


def exported(desk: Desk, scope: Scope) -> str:
    with desk.read() as connection:
        return "".join(to_hledger(connection, desk.ledger.tables, scope))


def whole(desk: Desk, **filters: object) -> Scope:
    return Scope(**{"as_of": desk.rows("entries")[-1]["position"], **filters})  # type: ignore[arg-type]


@pytest.mark.parametrize("filters", SCOPES, ids=str)
def test_an_export_reads_back_to_the_same_trial_balance(desk: Desk, filters: dict[str, object]) -> None:
    scope = whole(desk, **filters)
    journal = read_hledger(exported(desk, scope))
    with desk.read() as connection:
        rows = trial_balance(connection, desk.ledger.tables, scope, detail=True).rows
    closing = {(full_name(row["account"]), commodity(row["account"], row["currency"])): row["closing"] for row in rows if row["closing"]}
    assert {key: amount for key, amount in journal.balances.items() if amount} == closing
    assert journal.asserted > 0


def test_one_transaction_an_entry_with_its_position_and_tags(desk: Desk) -> None:
    journal = read_hledger(exported(desk, whole(desk)))
    booked = [one for one in journal.transactions if "event" in one]
    entries = sorted(desk.rows("entries"), key=lambda entry: (entry["gaming_day"], entry["position"]))
    assert [(one["date"], one["head"], one["event"], one.get("hand")) for one in booked] == [
        (entry["gaming_day"], f"({entry['position']}) {entry['event_type']}", entry["event_id"], entry["hand"]) for entry in entries
    ]
    assert sorted(tags["leg"] for tags in journal.line_tags) == sorted(line["leg"] for line in desk.rows("lines"))
    assert {tags["rule"] for tags in journal.line_tags} == {line["rule"] for line in desk.rows("lines")}


def test_every_account_is_asserted_at_the_end_of_each_day(desk: Desk) -> None:
    journal = read_hledger(exported(desk, whole(desk)))
    closings = [one["date"] for one in journal.transactions if one["head"] == "closing balances"]
    assert closings == list(DAYS)


def test_a_hand_as_the_program_reads_it() -> None:
    text = exported(desk := Desk().book(played().house.log), whole(desk))
    assert (
        "\n2026-11-30 * (10) holdem.commission-taken  ; event:tables/PK-07/000001@9, hand:PK-07/2026-11-30/1\n"
        "    2120 pot in play:PK-07  0.45 HKD  ; leg:COMMISSION, rule:MO-THP-2008 16\n"
        "    4010 Hold'em commission:PK-07  -0.45 HKD  ; leg:COMMISSION, rule:MO-THP-2008 16\n"
        "    9230 Hold'em commission box:PK-07  0.45 HKDCHIP  ; leg:COMMISSION, rule:MO-THP-2008 16\n"
        "    9290 chips in public hands  -0.45 HKDCHIP  ; leg:COMMISSION, rule:MO-THP-2008 16\n"
    ) in text


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "0.00"), (1, "0.01"), (-1, "-0.01"), (99, "0.99"), (-100, "-1.00"), (12_345_678_901, "123456789.01")],
)
def test_decimals_are_made_from_digits(amount: int, text: str) -> None:
    assert decimal(amount, "HKD") == text


@given(st.integers(-(2**62), 2**62))
def test_decimals_read_back_to_the_same_amount(amount: int) -> None:
    text = decimal(amount, "MOP")
    assert int(text.replace(".", "")) == amount
    assert text.startswith("-") == (amount < 0)


def test_an_export_cannot_be_narrowed_to_a_hand_because_its_balances_would_be_wrong(desk: Desk) -> None:
    with pytest.raises(FilterRefused, match="hand"):
        exported(desk, whole(desk, hand=f"PK-07/{DAYS[0]}/1"))


def test_empty_books_make_an_empty_file() -> None:
    assert exported(Desk(), Scope(as_of=0)) == ""


@pytest.mark.skipif(shutil.which("hledger") is None, reason="the program hledger is not installed")
@pytest.mark.parametrize("filters", SCOPES, ids=str)
def test_hledger_itself_finds_nothing_wrong(desk: Desk, tmp_path: Path, filters: dict[str, object]) -> None:
    scope = whole(desk, **filters)
    file = tmp_path / "books.journal"
    file.write_text(exported(desk, scope), encoding="utf-8")
    command = ["hledger", "-f", str(file)]
    checked = subprocess.run([*command, "check", "--strict"], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert _hledger_balances(command) == _our_balances(desk, scope)


def test_a_wrong_closing_balance_would_be_found() -> None:
    text = exported(desk := Desk().book(played().house.log), whole(desk))
    with pytest.raises(AssertionError):
        read_hledger(text.replace("0.00 HKD = -0.45 HKD", "0.00 HKD = -0.46 HKD"))


def _hledger_balances(command: list[str]) -> dict[tuple[str, str], str]:
    asked = [*command, "balance", "--flat", "--no-total", "--layout", "bare", "--output-format", "csv"]
    rows = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    cells = [row.strip('"').split('","') for row in rows]
    return {(account, name): amount for account, name, amount in cells if amount not in ("0", "0.00")}


def _our_balances(desk: Desk, scope: Scope) -> dict[tuple[str, str], str]:
    with desk.read() as connection:
        rows = trial_balance(connection, desk.ledger.tables, scope, detail=True).rows
    return {
        (full_name(row["account"]), commodity(row["account"], row["currency"])): decimal(row["closing"], row["currency"])
        for row in rows
        if row["closing"]
    }


def test_a_house_of_large_amounts_is_exported_whole() -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(1, "P-1", 12_345_678_901)
    journal = read_hledger(exported(desk := Desk().book(house.log), whole(desk)))
    assert journal.balances["2110 chips at seat:PK-07:P-1", "HKD"] == -12_345_678_901
