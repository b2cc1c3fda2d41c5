"""Trial balance, statements and journal against a plain scan of the lines, on both axes and with every pair of filters."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import Connection

from projections.filters import FilterRefused
from projections.ledger.errors import UnknownName
from projections.ledger.journal import journal, lines_of, why
from projections.ledger.scope import Scope
from projections.ledger.statement import account_statement, wallet_statement
from projections.ledger.tables import LedgerTables
from projections.ledger.trial_balance import trial_balance
from tests.projections.ledger.house import Desk, House, Table
from tests.projections.ledger.play import DAYS, evening

HOUSE = evening(20, hands=14, days=3)
"""Three gaming days; an entry of the first one comes after those of the last, so that the two axes part."""
Table(HOUSE, "LATE").open()
HOUSE.gaming_day = DAYS[0]
LATE = Table(HOUSE, "LATE-2")
LATE.open()
LATE.sit(1, "P-9", 777)
END = HOUSE.log[-1].position
MIDDLE = HOUSE.log[len(HOUSE.log) // 2].position

FILTERS: dict[str, dict[str, Any]] = {
    "day": {"gaming_day": DAYS[1]},
    "first day": {"gaming_day": DAYS[0]},
    "from": {"day_from": DAYS[1]},
    "to": {"day_to": DAYS[1]},
    "from and to": {"day_from": DAYS[0], "day_to": DAYS[1]},
    "HKD": {"currency": "HKD"},
    "MOP": {"currency": "MOP"},
    "middle": {"as_of": MIDDLE},
    "nothing yet": {"as_of": 0},
}
TABLE_FILTERS = {"table": {"table": "PK-07"}, "hand": {"hand": f"PK-07/{DAYS[1]}/1"}}


def _pairs(filters: dict[str, dict[str, Any]]) -> list[Any]:
    """None, each, and each pair that does not name the days twice."""
    chosen: list[Any] = [pytest.param({}, id="none")]
    for size in (1, 2):
        for names in combinations(filters, size):
            one = {key: value for name in names for key, value in filters[name].items()}
            if len(one) == sum(len(filters[name]) for name in names) and not (
                "gaming_day" in one and len(one.keys() & {"day_from", "day_to"})
            ):
                chosen.append(pytest.param(one, id=" + ".join(names)))
    return chosen


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk().book(HOUSE.log)


@pytest.fixture
def connection(desk: Desk) -> Iterator[Connection]:
    with desk.read() as connection:
        yield connection


@pytest.fixture(scope="module")
def lines(desk: Desk) -> list[dict[str, Any]]:
    """Every line with the fields of its entry."""
    entries = {entry["position"]: entry for entry in desk.rows("entries")}
    return [{**entries[line["position"]], **line} for line in desk.rows("lines")]


def scope(filters: dict[str, Any]) -> Scope:
    return Scope(**{"as_of": END, **filters})


def is_known(line: dict[str, Any], filters: dict[str, Any]) -> bool:
    """As of the position, and of the currency, table and hand."""
    named = all(line[name] == filters[name] for name in ("currency", "table", "hand") if name in filters)
    return bool(line["position"] <= filters.get("as_of", END)) and named


def in_days(line: dict[str, Any], filters: dict[str, Any]) -> bool:
    first = filters.get("gaming_day", filters.get("day_from", ""))
    last = filters.get("gaming_day", filters.get("day_to", "9999"))
    return bool(first <= line["gaming_day"] <= last)


def is_before(line: dict[str, Any], filters: dict[str, Any]) -> bool:
    return bool(line["gaming_day"] < filters.get("gaming_day", filters.get("day_from", "")))


@pytest.mark.parametrize("filters", _pairs(FILTERS))
@pytest.mark.parametrize("detail", [False, True])
def test_a_trial_balance_is_a_plain_sum(
    desk: Desk, connection: Connection, lines: list[dict[str, Any]], filters: dict[str, Any], detail: bool
) -> None:
    expected: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        before, now = is_before(line, filters), in_days(line, filters)
        if is_known(line, filters) and (before or now):
            account = line["account"] if detail else line["account"][:4]
            sums = expected.setdefault((account, line["currency"]), [0, 0, 0])
            sums[0 if before else 1 if line["amount"] > 0 else 2] += line["amount"]
    answer = trial_balance(connection, desk.ledger.tables, scope(filters), detail=detail)
    assert {(row["account"], row["currency"]): [row["opening"], row["debits"], row["credits"]] for row in answer.rows} == {
        key: sums for key, sums in expected.items() if any(sums)
    }
    assert all(row["closing"] == row["opening"] + row["debits"] + row["credits"] for row in answer.rows)
    assert all(total["opening"] == total["closing"] == total["debits"] + total["credits"] == 0 for total in answer.totals)
    assert answer.as_of == scope(filters).as_of


def test_a_trial_balance_has_a_row_an_account_and_a_total_a_book_and_currency(desk: Desk, connection: Connection) -> None:
    answer = trial_balance(connection, desk.ledger.tables, scope({}))
    keys = [(row["account"], row["currency"]) for row in answer.rows]
    assert keys == sorted(set(keys))
    assert answer.rows[0].keys() == {"book", "account", "name", "currency", "opening", "debits", "credits", "closing"}
    assert (answer.rows[0]["account"], answer.rows[0]["name"]) == ("1110", "cage cash")
    assert [(total["book"], total["currency"]) for total in answer.totals] == [
        ("MONEY", "HKD"),
        ("MONEY", "MOP"),
        ("CHIP", "HKD"),
        ("CHIP", "MOP"),
    ]


@pytest.mark.parametrize("filters", _pairs(FILTERS))
@pytest.mark.parametrize("account", ["2010:P-1201", "2110:PK-07", "2110", "9290", "9220:PK-07"])
def test_a_statement_is_a_plain_scan(
    desk: Desk, connection: Connection, lines: list[dict[str, Any]], filters: dict[str, Any], account: str
) -> None:
    mine = [line for line in lines if (line["account"] + ":").startswith(account + ":") and is_known(line, filters)]
    shown = [line for line in mine if in_days(line, filters)]
    answer = account_statement(connection, desk.ledger.tables, scope(filters), account)
    assert [(row["line"], row["amount"]) for row in answer.rows] == [(f"{line['position']}.{line['n']}", line["amount"]) for line in shown]
    for total in answer.totals:
        of_currency = [line for line in mine if line["currency"] == total["currency"]]
        opening = sum(line["amount"] for line in of_currency if is_before(line, filters))
        assert total["opening"] == opening
        assert total["closing"] == opening + sum(line["amount"] for line in of_currency if in_days(line, filters))
    assert {total["currency"] for total in answer.totals} == {line["currency"] for line in mine}
    balance = Counter({total["currency"]: total["opening"] for total in answer.totals})
    for row in answer.rows:
        balance[row["currency"]] += row["amount"]
        assert row["balance_after"] == balance[row["currency"]]


def test_a_player_s_statement_shows_his_money_as_positive(desk: Desk, connection: Connection, lines: list[dict[str, Any]]) -> None:
    answer = wallet_statement(connection, desk.ledger.tables, scope({}), "P-1203")
    assert answer.rows[0]["text"] == "Deposit"
    assert answer.rows[0]["amount"] > 0
    assert {row["account"] for row in answer.rows} == {"2010:P-1203", "2020:P-1203"}
    for total in answer.totals:
        mine = [line for line in lines if line["account"] in ("2010:P-1203", "2020:P-1203") and line["currency"] == total["currency"]]
        assert (total["opening"], total["closing"]) == (0, -sum(line["amount"] for line in mine))


def test_a_statement_of_a_day_without_movements_has_an_opening_all_the_same(desk: Desk, connection: Connection) -> None:
    answer = wallet_statement(connection, desk.ledger.tables, scope({"gaming_day": "2027-01-01"}), "P-1203")
    assert answer.rows == []
    assert all(total["opening"] == total["closing"] != 0 for total in answer.totals)


@pytest.mark.parametrize("filters", _pairs({**FILTERS, **TABLE_FILTERS}))
def test_the_journal_is_a_plain_scan(desk: Desk, connection: Connection, lines: list[dict[str, Any]], filters: dict[str, Any]) -> None:
    expected = [{"line": f"{line['position']}.{line['n']}", **line} for line in lines if is_known(line, filters) and in_days(line, filters)]
    assert list(journal(connection, desk.ledger.tables, scope(filters))) == expected


def test_why_gives_the_line_its_entry_and_all_lines_of_it(desk: Desk, connection: Connection, lines: list[dict[str, Any]]) -> None:
    commission = next(line for line in lines if line["leg"] == "COMMISSION" and line["exact_e4"])
    found = why(connection, desk.ledger.tables, f"{commission['position']}.{commission['n']}")
    assert found["line"]["exact_e4"] == commission["exact_e4"]
    assert found["entry"]["event_id"] == commission["event_id"]
    assert found["entry"]["chain_hash"] == commission["chain_hash"]
    assert [line["line"] for line in found["lines"]] == [f"{commission['position']}.{n}" for n in (1, 2, 3, 4)]
    rows = lines_of(connection, desk.ledger.tables, commission["event_id"])
    assert [row["amount"] for row in rows] == [line["amount"] for line in found["lines"]]


Question = Callable[[Connection, LedgerTables], Any]


@pytest.mark.parametrize(
    "question",
    [
        lambda c, t: wallet_statement(c, t, scope({}), "P-0"),
        lambda c, t: account_statement(c, t, scope({}), "2110:PK-99"),
        lambda c, t: account_statement(c, t, scope({}), "8888"),
        lambda c, t: account_statement(c, t, scope({}), ""),
        lambda c, t: journal(c, t, scope({"table": "PK-99"})),
        lambda c, t: journal(c, t, scope({"hand": f"PK-07/{DAYS[1]}/99"})),
        lambda c, t: why(c, t, "1.99"),
        lambda c, t: why(c, t, "99999999999999999999.1"),
        lambda c, t: why(c, t, "eleven"),
        lambda c, t: why(c, t, "0.1"),
    ],
)
def test_what_the_books_do_not_know_is_no_empty_answer(desk: Desk, connection: Connection, question: Question) -> None:
    with pytest.raises(UnknownName):
        question(connection, desk.ledger.tables)


def test_a_table_on_which_nothing_was_booked_is_known(desk: Desk, connection: Connection) -> None:
    assert list(journal(connection, desk.ledger.tables, scope({"table": "LATE"}))) == []


@pytest.mark.parametrize(
    "filters",
    [
        {"gaming_day": DAYS[0], "day_from": DAYS[0]},
        {"gaming_day": DAYS[0], "day_to": DAYS[0]},
        {"day_from": DAYS[1], "day_to": DAYS[0]},
        {"currency": "EUR"},
    ],
)
def test_filters_that_contradict_each_other_are_refused(filters: dict[str, Any]) -> None:
    with pytest.raises(FilterRefused):
        scope(filters)


@pytest.mark.parametrize("filters", list(TABLE_FILTERS.values()), ids=str)
def test_a_filter_that_a_question_does_not_take_is_refused(desk: Desk, connection: Connection, filters: dict[str, Any]) -> None:
    for question in (trial_balance, lambda *asked: wallet_statement(*asked, "P-1203"), lambda *asked: account_statement(*asked, "2110")):
        with pytest.raises(FilterRefused, match=next(iter(filters))):
            question(connection, desk.ledger.tables, scope(filters))


def test_large_amounts_stay_whole_in_every_answer() -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(1, "P-1", 12_345_678_901)
    desk = Desk().book(house.log)
    with desk.read() as connection:
        tables, all_of_it = desk.ledger.tables, Scope(as_of=9)
        assert trial_balance(connection, tables, all_of_it).rows[0]["debits"] == 12_345_678_901
        assert account_statement(connection, tables, all_of_it, "2110").rows[0]["amount"] == -12_345_678_901
        assert next(journal(connection, tables, all_of_it))["amount"] == 12_345_678_901


def test_empty_books_have_answers_without_rows() -> None:
    desk = Desk()
    with desk.read() as connection:
        nothing = Scope(as_of=0)
        answer = trial_balance(connection, desk.ledger.tables, nothing)
        assert (answer.rows, answer.totals) == ([], [])
        assert list(journal(connection, desk.ledger.tables, nothing)) == []


def test_names_that_differ_in_case_or_begin_alike_are_different_accounts() -> None:
    house = House()
    for code in ("PK-07", "pk-07", "PK-070", "PK_07"):
        table = Table(house, code)
        table.open()
        table.sit(1, "P-1", 100)
    desk = Desk().book(house.log)
    with desk.read() as connection:
        answer = account_statement(connection, desk.ledger.tables, Scope(as_of=99), "2110:PK-07")
    assert [row["account"] for row in answer.rows] == ["2110:PK-07:P-1"]
