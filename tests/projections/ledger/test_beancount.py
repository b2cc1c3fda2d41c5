"""The export to beancount is what its own programs accept, and their balances are our trial balance."""

import csv
import io
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from projections.filters import FilterRefused
from projections.ledger.accounts import ACCOUNTS
from projections.ledger.beancount import account_name, to_beancount
from projections.ledger.foreign import commodity
from projections.ledger.scope import Scope
from projections.ledger.trial_balance import trial_balance
from tests.engines.run import Missing
from tests.engines.tools import beancount
from tests.projections.ledger.house import Desk, House, Table
from tests.projections.ledger.play import DAYS, evening
from tests.projections.ledger.test_hledger import SCOPES, whole
from tests.projections.ledger.test_ledger import played

QUERY = "SELECT account, currency, sum(number) AS amount GROUP BY account, currency"


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk().book(evening(33, hands=8, days=3).log)


def exported(desk: Desk, scope: Scope) -> str:
    with desk.read() as connection:
        return "".join(to_beancount(connection, desk.ledger.tables, scope))


def checked(text: str, folder: Path) -> str:
    """What `bean-check` says against it."""
    file = folder / "books.beancount"
    file.write_text(text, encoding="utf-8")
    try:
        ended = beancount("bean-check", file)
    except Missing as missing:
        pytest.skip(str(missing))
    assert (ended.returncode == 0) == (ended.stderr == ""), ended
    return ended.stderr


def their_balances(folder: Path) -> dict[tuple[str, str], int]:
    """Account and commodity to minor units, as `bean-query` adds them up."""
    ended = beancount("bean-query", "-f", "csv", folder / "books.beancount", QUERY)
    assert ended.returncode == 0, ended.stderr
    rows = csv.DictReader(io.StringIO(ended.stdout))
    amounts = {(row["account"].strip(), row["currency"].strip()): int(row["amount"].strip().replace(".", "")) for row in rows}
    return {key: amount for key, amount in amounts.items() if amount}


def our_balances(desk: Desk, scope: Scope) -> dict[tuple[str, str], int]:
    with desk.read() as connection:
        rows = trial_balance(connection, desk.ledger.tables, scope, detail=True).rows
    return {(account_name(row["account"]), commodity(row["account"], row["currency"])): row["closing"] for row in rows if row["closing"]}


@pytest.mark.parametrize("filters", SCOPES, ids=str)
def test_their_check_finds_nothing_and_their_balances_are_ours(desk: Desk, tmp_path: Path, filters: dict[str, object]) -> None:
    scope = whole(desk, **filters)
    assert checked(exported(desk, scope), tmp_path) == ""
    assert their_balances(tmp_path) == our_balances(desk, scope)


def test_every_account_is_asserted_at_the_end_of_each_day_to_the_minor_unit(desk: Desk, tmp_path: Path) -> None:
    text = exported(desk, whole(desk))
    after = [str(date.fromisoformat(day) + timedelta(days=1)) for day in DAYS]
    assert sorted(set(re.findall(r"^(\S+) balance", text, re.MULTILINE))) == after
    last = re.findall(rf"^{after[-1]} balance (\S+) \S+ ~ 0.00 (\S+)$", text, re.MULTILINE)
    opened = re.findall(r"^\S+ open (\S+) (\S+)$", text, re.MULTILINE)
    assert sorted(last) == sorted((account, name) for account, names in opened for name in names.split(","))

    wrong = re.sub(rf"(?m)^({after[0]} balance Assets:9290\S* \d+\.\d)(\d)", lambda found: f"{found[1]}{(int(found[2]) + 1) % 10}", text)
    assert wrong != text
    assert "Balance failed for 'Assets:9290-chips-in-public-hands'" in checked(wrong, tmp_path)


@pytest.mark.parametrize("hidden", ["MONEY", "CHIP"])
def test_each_book_must_balance_by_itself(tmp_path: Path, hidden: str) -> None:
    """One minor unit more on a single line is found, though the other book balances."""
    text = exported(desk := Desk().book(played().house.log), whole(desk))
    line = (
        "  Income:4010-Holdem-commission:PK-07  -0.45 HKD\n"
        if hidden == "MONEY"
        else "  Assets:9290-chips-in-public-hands  -0.45 HKDCHIP\n"
    )
    assert line in text
    assert "Transaction does not balance" in checked(text.replace(line, line.replace("-0.45", "-0.46")), tmp_path)


def test_a_hand_as_the_program_reads_it() -> None:
    text = exported(desk := Desk().book(played().house.log), whole(desk))
    assert '\n2026-11-30 open Liabilities:2120-pot-in-play:PK-07 HKD\n  account: "2120:PK-07"\n  name: "pot in play"\n' in text
    assert (
        '\n2026-11-30 * "holdem.commission-taken"\n'
        '  event: "tables/PK-07/000001@9"\n'
        "  position: 10\n"
        '  hand: "PK-07/2026-11-30/1"\n'
        "  Liabilities:2120-pot-in-play:PK-07  0.45 HKD\n"
        '    leg: "COMMISSION"\n'
        '    rule: "MO-THP-2008 16"\n'
        "  Income:4010-Holdem-commission:PK-07  -0.45 HKD\n"
    ) in text


def test_every_account_of_the_chart_has_a_name_that_the_program_takes(tmp_path: Path) -> None:
    values = ("P-1", "alice", "-x", ".y", "_z", "a.b_c", "9")
    accounts = [":".join((code, *([value] * len(account.dimensions)))) for code, account in ACCOUNTS.items() for value in values]
    names = sorted({account_name(account) for account in accounts})
    assert checked("".join(f"2026-11-30 open {name} HKD\n" for name in names), tmp_path) == ""


IDS = st.from_regex(r"[A-Za-z0-9._-]{1,8}", fullmatch=True)


@given(IDS, IDS)
@example("a.b", "a_b")
@example("-x", "x")
@example("alice", "Alice")
def test_two_accounts_never_have_one_name(one: str, other: str) -> None:
    assert (account_name(f"2010:{one}") == account_name(f"2010:{other}")) == (one == other)


def test_an_export_cannot_be_narrowed_to_a_hand_because_its_balances_would_be_wrong(desk: Desk) -> None:
    with pytest.raises(FilterRefused, match="hand"):
        exported(desk, whole(desk, hand=f"PK-07/{DAYS[0]}/1"))


def test_days_without_an_entry_have_their_opening_and_empty_books_make_an_empty_file(desk: Desk, tmp_path: Path) -> None:
    assert exported(Desk(), Scope(as_of=0)) == ""
    later = whole(desk, day_from="2027-01-01")
    assert checked(text := exported(desk, later), tmp_path) == ""
    assert '2027-01-01 * "opening balances"' in text
    assert their_balances(tmp_path) == our_balances(desk, later)


def test_large_amounts_are_exported_whole(tmp_path: Path) -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(1, "p_1", 12_345_678_901)
    desk = Desk().book(house.log)
    assert checked(exported(desk, whole(desk)), tmp_path) == ""
    assert their_balances(tmp_path)[account_name("2110:PK-07:p_1"), "HKD"] == -12_345_678_901
