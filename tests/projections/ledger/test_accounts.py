"""The chart of accounts (docs/finance.md, Chart of accounts)."""

import pytest

from projections.ledger.accounts import ACCOUNTS, OUTSTANDING, book_of, dimensions_of, full_name

POSTED = """1110 1120 1310 1320 1510 2010 2020 2030 2110 2120 2121 2122 2130 2131 2310 2320 2330 2410 3010 4010 4020 4111 4112
4910 6010 6910 6920 7900 9200 9210 9220 9230 9240 9290""".split()


def test_the_chart_is_complete_and_in_order() -> None:
    assert [code for code, account in ACCOUNTS.items() if not account.reserved] == POSTED
    assert list(ACCOUNTS) == sorted(ACCOUNTS)


def test_codes_from_nine_on_are_chips_all_others_money() -> None:
    assert {code for code, account in ACCOUNTS.items() if account.book == "CHIP"} == {code for code in ACCOUNTS if code >= "9"}


@pytest.mark.parametrize(
    ("code", "side", "dimensions", "on_the_line"),
    [
        ("1110", "D", ("cage",), ()),
        ("2010", "C", ("player",), ()),
        ("2030", "C", (), ("correlation",)),
        ("2110", "C", ("table", "player"), ()),
        ("2120", "C", ("table",), ("hand",)),
        ("2122", "C", ("table",), ("round", "bet")),
        ("4112", "D", ("table", "on"), ()),
        ("6910", "-", ("place",), ()),
        ("9200", "C", (), ()),
        ("9240", "D", ("slip",), ()),
    ],
)
def test_sides_and_dimensions(code: str, side: str, dimensions: tuple[str, ...], on_the_line: tuple[str, ...]) -> None:
    account = ACCOUNTS[code]
    assert (account.side, account.dimensions, account.line_dimensions) == (side, dimensions, on_the_line)


def test_an_account_as_people_and_foreign_programs_read_it() -> None:
    assert full_name("2110:PK-07:P-1208") == "2110 chips at seat:PK-07:P-1208"
    assert full_name("9290") == "9290 chips in public hands"
    assert dimensions_of("2110:PK-07:P-1208") == {"table": "PK-07", "player": "P-1208"}
    assert book_of("9220:PK-07") == "CHIP"


def test_a_name_never_breaks_the_format_of_an_export() -> None:
    assert not any(":" in account.name or "  " in account.name or ";" in account.name for account in ACCOUNTS.values())


def test_chips_outstanding() -> None:
    assert {ACCOUNTS[code].name for code in OUTSTANDING} == {
        "chips at seat",
        "pot in play",
        "wagers in play",
        "held tie bets",
        "chips away from a seat",
        "unattributed chips",
    }
