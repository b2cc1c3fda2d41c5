"""The hash chain (docs/finance.md, Hash chain): its bytes are fixed for ever, and every stored field is under it."""

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Integer, select, update
from sqlalchemy import Table as SqlTable

from projections.ledger.chain import day_root, entry_hash, field, heads_root
from projections.ledger.halt import BooksHalted
from projections.ledger.prove_books import unbroken
from tests.projections.ledger.house import Desk, House, Table
from tests.projections.ledger.play import evening

VECTORS = [
    (None, "ffffffff"),
    ("", "00000000"),
    (0, "0000000130"),
    (-150, "000000042d313530"),
    (12_345_678_901, "0000000b3132333435363738393031"),
    ("comissão", "00000009636f6d697373c3a36f"),
    ("佣金", "00000006e4bda3e98791"),
    ("♠️🂡", "0000000ae299a0efb88ff09f82a1"),
    ("a\nb\tc|d", "00000007610a620963" + "7c64"),
    ("\x00", "0000000100"),
]


@pytest.mark.parametrize(("value", "expected"), VECTORS, ids=[repr(value) for value, _ in VECTORS])
def test_a_field_is_four_length_bytes_and_utf_8(value: Any, expected: str) -> None:
    assert field(value).hex() == expected


def test_an_entry_s_hash_is_over_the_previous_one_and_all_fields_in_order() -> None:
    head, lines = ("e@1", 7, None, "牌"), [(1, "MONEY", -5), (2, "MONEY", 5)]
    told = b"".join(field(value) for value in (*head, *lines[0], *lines[1]))
    assert entry_hash(None, head, lines) == hashlib.sha256(b"\xff\xff\xff\xff" + told).hexdigest()
    assert entry_hash("ab" * 32, head, lines) == hashlib.sha256(b"\0\0\0\x40" + b"ab" * 32 + told).hexdigest()
    assert entry_hash(None, head, lines) == "d681354faefbe4067c0c41f0ca5ac311ad106ad6c3bd227ba79d29d4ec9a844f"


FIELDS = st.one_of(st.none(), st.integers(-(2**63), 2**63), st.text(max_size=6))


@given(st.lists(FIELDS, max_size=6), st.lists(FIELDS, max_size=6))
def test_two_different_lists_of_fields_never_make_the_same_bytes(one: list[Any], other: list[Any]) -> None:
    same = [str(value) if value is not None else None for value in one] == [str(value) if value is not None else None for value in other]
    assert (b"".join(map(field, one)) == b"".join(map(field, other))) == same


@given(st.lists(st.binary(min_size=32, max_size=32).map(bytes.hex), max_size=20))
def test_the_root_of_a_day_is_the_same_worked_out_from_the_top(hashes: list[str]) -> None:
    def root(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return hashlib.sha256(b"\x00" + leaves[0]).digest()
        half = 1 << (len(leaves) - 1).bit_length() - 1
        return hashlib.sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()

    leaves = [bytes.fromhex(value) for value in hashes]
    assert day_root(hashes) == (root(leaves) if leaves else hashlib.sha256(b"").digest()).hex()


def test_the_root_of_the_heads_knows_whose_head_it_is() -> None:
    one, two = "11" * 32, "22" * 32
    assert heads_root([("/tables/A", one), ("/tables/B", two)]) == heads_root([("/tables/B", two), ("/tables/A", one)])
    assert heads_root([("/tables/A", one), ("/tables/B", two)]) != heads_root([("/tables/A", two), ("/tables/B", one)])


def test_chains_of_tables_and_currencies_run_side_by_side() -> None:
    """A table and a wallet of one name are two chains; what one table does leaves the other's hashes as they were."""
    alone, beside = House(), House()
    for house in (alone, beside):
        table = Table(house, "P-1")
        table.open()
        other = Table(house, "PK-08", "MOP")
        if house is beside:
            other.open()
        table.sit(1, "P-1", 500, "wallet")
        if house is beside:
            other.sit(1, "P-1", 500)
    desk = Desk().book(beside.log)
    assert [row["source"] for row in desk.rows("heads")] == ["/tables/P-1", "/tables/PK-08", "/wallets/P-1"]
    assert len({row["chain_hash"] for row in desk.rows("heads")}) == 3
    with desk.read() as connection:
        assert unbroken(connection, desk.ledger.tables).holds


def _columns() -> list[tuple[str, str]]:
    tables = Desk().ledger.tables
    return [
        (name, column.name) for name in ("entries", "lines", "heads") for column in getattr(tables, name).columns if column.name != "seen"
    ]


@pytest.mark.parametrize(("name", "column"), _columns())
def test_a_change_of_any_stored_field_breaks_the_chain(name: str, column: str) -> None:
    desk = Desk().book(evening(4, hands=3, days=1).log)
    row = 3 if name != "heads" else next(n for n, head in enumerate(desk.rows("heads")) if head["position"])
    table: SqlTable = getattr(desk.ledger.tables, name)
    with desk.books.change() as connection:
        keys = connection.execute(select(*table.primary_key).order_by(*table.primary_key).limit(1).offset(row)).one()
        this_one = [key == value for key, value in zip(table.primary_key, keys, strict=True)]
        value = connection.execute(select(table.c[column]).where(*this_one)).scalar_one()
        changed = (value or 0) + 1_000_000 if isinstance(table.c[column].type, Integer) else f"{value}~"
        connection.execute(update(table).where(*this_one).values({column: changed}))
    with desk.read() as connection:
        verdict = unbroken(connection, desk.ledger.tables)
    assert not verdict.holds
    assert {difference.type for difference in verdict.differences} == {"CHAIN"}


def test_a_head_that_is_not_its_last_entry_s_stops_the_books() -> None:
    house = House()
    table = Table(house, "PK-07")
    table.open()
    table.sit(1, "P-1", 500)
    desk = Desk().book(house.log)
    with desk.books.change() as connection:
        connection.execute(update(desk.ledger.tables.entries).values(chain_hash="00" * 32))
    desk.ledger.forget()
    table.add(1, 100)
    with pytest.raises(BooksHalted) as stop:
        desk.book(house.log[-1:])
    assert (stop.value.code, stop.value.defect) == ("chain", False)
