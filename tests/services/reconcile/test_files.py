"""Files are read strictly: what is refused is refused whole, with its line and what would be accepted there."""

import pytest

from services.reconcile.bank_file import read_bank
from services.reconcile.counts_file import CountedSheet, read_counts
from services.reconcile.files import FileRefused, Given
from services.reconcile.slips_file import read_slips

COUNTS = (
    "version,gaming_day,shift,place_type,place,kind,currency,denomination,quantity,amount,counted_at,at_pos,counted_by,witnessed_by,slip"
)
ROW = "1,2026-11-30,day,table,PK-07,closer,HKD,10000,5,50000,2026-11-30T20:00:00+08:00,70,E-1,E-2,C-1"
SLIPS = (
    "version,gaming_day,slip,kind,table,cage,currency,denomination,quantity,amount,sent_at,sent_by,received_at,received_by,voided,reason"
)
SLIP = "1,2026-11-30,S-1,fill,PK-07,MAIN,HKD,10000,5,50000,2026-11-30T20:00:00+08:00,E-1,2026-11-30T20:05:00+08:00,E-2,no,"
BANK = "version,account,statement,booked_on,value_on,currency,amount,reference,text"
LINE = "1,bank,2026-11,2026-11-30,2026-12-01,HKD,-50000,FT-1,paid"


def counts(*lines: str, header: str = COUNTS, decimal: bool = False, day: str | None = None) -> list[CountedSheet]:
    return read_counts(Given("counts.csv", "\n".join((header, *lines, "")).encode(), decimal), day)


def changed(column: str, value: str, row: str = ROW, header: str = COUNTS) -> str:
    cells = row.split(",")
    cells[header.split(",").index(column)] = value
    return ",".join(cells)


def test_rows_of_one_count_are_one_sheet() -> None:
    second = changed("denomination", "5000", changed("amount", "15000", changed("quantity", "3")))
    (sheet,) = counts(ROW, second)
    assert (sheet.line, sheet.amount, sheet.chips) == (2, 65_000, {"10000": 5, "5000": 3})
    given = Given("counts.csv", "\n".join((COUNTS, ROW, second, "")).encode())
    assert sheet.command(given) == {
        "do": "count",
        "key": f"{given.sha256[:40]}.2",
        "at": "2026-11-30T12:00:00.000000Z",
        "actor": "E-1",
        "approver": "E-2",
        "place": "PK-07",
        "kind": "closer",
        "currency": "HKD",
        "amount": 65_000,
        "denominations": {"10000": 5, "5000": 3},
        "at_pos": 70,
        "gaming_day": "2026-11-30",
        "slip": "C-1",
    }


def test_a_mark_at_the_beginning_and_other_line_ends_change_nothing() -> None:
    plain = "\n".join((COUNTS, ROW, "")).encode()
    for data in (b"\xef\xbb\xbf" + plain, plain.replace(b"\n", b"\r\n"), plain.rstrip()):
        assert read_counts(Given("counts.csv", data), None) == counts(ROW)


def test_two_equal_rows_with_two_slips_are_two_counts() -> None:
    assert [sheet.row["slip"] for sheet in counts(ROW, changed("slip", "C-2"))] == ["C-1", "C-2"]


def test_amounts_with_decimals_are_read_digit_by_digit() -> None:
    row = '1,2026-11-30,day,table,PK-07,closer,HKD,100.00,123,"12,300.00",2026-11-30T20:00:00+08:00,70,E-1,E-2,C-1'
    (sheet,) = counts(row, decimal=True)
    assert (sheet.amount, sheet.chips) == (1_230_000, {"10000": 123})


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("amount", "50000.0", "'50000.0' is not a whole number, amounts in minor units; --decimal"),
        ("amount", '"50,000"', "'50,000' is not a whole number"),
        ("amount", "5e4", "'5e4' is not a whole number"),
        ("amount", "050000", "'050000' is not a whole number"),
        ("amount", "+50000", "is not a whole number"),
        ("amount", "-50000", "'-50000' is below 0"),
        ("amount", " 50000", "is not a whole number"),
        ("amount", "٥", "is not a whole number"),
        ("amount", "", "amount: this may not be empty"),
        ("amount", "40000", "5 x 10000 is 50000, and the amount says 40000"),
        ("quantity", "", "denomination and quantity are both there or both empty"),
        ("witnessed_by", "E-1", "E-1 has counted; another person witnesses"),
        ("gaming_day", "30.11.2026", "gaming_day: a day is written YYYY-MM-DD"),
        ("counted_at", "2026-11-30 20:00", "counted_at: a time is RFC 3339"),
        ("currency", "USD", "currency: the currency is one of HKD, MOP"),
        ("kind", "closing", "kind: Input should be"),
        ("place_type", "cage", "a closer is counted at a table, not at a cage"),
        ("version", "2", "version is '2', and 1 is what can be read"),
        ("place", "=PK-07", "a text that begins with '=' would be run by a spreadsheet"),
        ("slip", "@1", "begins with '@'"),
        ("slip", "-1", "begins with '-'"),
        ("slip", "+1", "begins with '+'"),
        ("shift", '"\tday"', "begins with '\\t'"),
        ("at_pos", "1.5", "at_pos: '1.5' is not a whole number"),
        ("place", '"PK"07"', "this is no CSV"),
        ("slip", "C-1,more", "15 columns are wanted, and 16 are there"),
    ],
)
def test_a_row_that_is_refused(column: str, value: str, told: str) -> None:
    with pytest.raises(FileRefused) as refused:
        counts(ROW, changed("slip", "C-2", changed(column, value)) if column != "slip" else changed(column, value))
    assert refused.value.line == 3
    assert told in refused.value.reason
    assert str(refused.value).startswith("counts.csv line 3: ")


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        (b"", None, "it is empty"),
        (f"{COUNTS}\n".encode(), None, "it has no rows"),
        (f"{COUNTS}\n{ROW}\n\n{ROW}\n".encode(), 3, "15 columns are wanted, and 0 are there"),
        (f"{COUNTS.replace(',', ';')}\n{ROW.replace(',', ';')}\n".encode(), 1, "columns are parted by commas, not by semicolons"),
        (f"{COUNTS},more\n{ROW},x\n".encode(), 1, "there is no column 'more'"),
        (f"{COUNTS.replace(',slip', '')}\n".encode(), 1, "the column slip is missing"),
        (f"{COUNTS.replace('version,gaming_day', 'gaming_day,version')}\n".encode(), 1, "stand in another order"),
        (f"{COUNTS}\n{ROW.replace('E-1', 'José')}\n".encode("latin-1"), 2, "this is not UTF-8"),
        (f"{COUNTS}\n{ROW}\n".encode("utf-16"), 1, "this is not UTF-8"),
        (f"{COUNTS}\n{ROW}\n{ROW}\n".encode(), 3, "stands in the file twice"),
        (f"{COUNTS}\n{ROW}\n{changed('witnessed_by', 'E-3')}\n".encode(), 3, "'E-3' where the rows above of this count have 'E-2'"),
        (f"{COUNTS}\n{ROW}\n{changed('gaming_day', '2026-12-01')}\n".encode(), 3, "this is about 2026-12-01, not about 2026-11-30"),
    ],
)
def test_a_file_that_is_refused(data: bytes, line: int | None, told: str) -> None:
    with pytest.raises(FileRefused) as refused:
        read_counts(Given("counts.csv", data), None)
    assert (refused.value.line, told in refused.value.reason) == (line, True), refused.value


def test_a_file_about_another_day_than_the_run() -> None:
    with pytest.raises(FileRefused, match="not about 2026-12-01"):
        counts(ROW, day="2026-12-01")


def test_decimals_are_strict() -> None:
    for amount in ("500", "500.0", "500.000", '"5,00.00"', '"0,500.00"', "1e3.00", "500,00"):
        with pytest.raises(FileRefused):
            counts(changed("amount", amount, changed("denomination", "100.00")), decimal=True)


def slips(*lines: str) -> list[object]:
    return list(read_slips(Given("slips.csv", "\n".join((SLIPS, *lines, "")).encode()), None, 9))


def test_slips() -> None:
    second = changed("denomination", "5000", changed("amount", "5000", changed("quantity", "1", SLIP, SLIPS), SLIPS), SLIPS)
    (slip,) = read_slips(Given("slips.csv", "\n".join((SLIPS, SLIP, second, "")).encode()), None, 9)
    assert (slip.slip, slip.amount, slip.voided, slip.source, slip.position) == ("S-1", 55_000, False, "slips.csv:2", 9)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (SLIP, "slip S-1, or this denomination of it, stands in the file twice"),
        (changed("table", "PK-08", SLIP, SLIPS), "table: 'PK-08' where the rows above of slip S-1 have 'PK-07'"),
        (changed("slip", "S-2", changed("voided", "yes", SLIP, SLIPS), SLIPS), "reason: a voided slip has one"),
        (changed("slip", "S-2", changed("received_by", "", SLIP, SLIPS), SLIPS), "received_at and received_by"),
        (changed("slip", "S-2", changed("reason", "=1+1", SLIP, SLIPS), SLIPS), "would be run by a spreadsheet"),
    ],
)
def test_slips_that_are_refused(row: str, told: str) -> None:
    with pytest.raises(FileRefused, match=r"slips\.csv line 3") as refused:
        slips(SLIP, row)
    assert told in refused.value.reason


def bank(*lines: str) -> list[object]:
    return list(read_bank(Given("bank.csv", "\n".join((BANK, *lines, "")).encode())))


def test_lines_of_a_bank_have_a_sign_and_a_number() -> None:
    no_reference = changed("reference", "", LINE, BANK)
    found = read_bank(Given("bank.csv", "\n".join((BANK, LINE, no_reference, no_reference, "")).encode()))
    assert [(line.amount, line.number, line.reference) for line in found] == [(-50_000, 1, "FT-1"), (-50_000, 2, None), (-50_000, 3, None)]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (LINE, "with the reference FT-1 stands in the file twice"),
        (changed("account", "MAIN", LINE, BANK), "'MAIN' is no bank"),
        (changed("amount", "0", LINE, BANK), "amount: an amount is a whole number of minor units, not 0"),
        (changed("text", "+853 2888", LINE, BANK), "would be run by a spreadsheet"),
    ],
)
def test_lines_that_are_refused(row: str, told: str) -> None:
    with pytest.raises(FileRefused, match=r"bank\.csv line 3") as refused:
        bank(LINE, row)
    assert told in refused.value.reason
