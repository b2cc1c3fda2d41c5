"""Rows and cursor in one transaction, a question in one snapshot."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import JSON, BigInteger, Boolean, Column, LargeBinary, MetaData, Table, Text, func, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from infra import cursors, generations
from infra.books import Books
from infra.cursors import CursorKey, Fenced, Generation, Mark, Move
from infra.store_errors import StoreUnavailable

METADATA = MetaData()
BALANCES = Table(
    "toy_balances_1",
    METADATA,
    Column("account", Text, primary_key=True),
    Column("currency", Text, primary_key=True),
    Column("amount", BigInteger),
    Column("lines", BigInteger),
    Column("note", Text),
)
KEY = CursorKey("toy", 1)
LIVE = Generation("toy", 1, 1)


@pytest.fixture(params=["file", "memory", "postgres"])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Books]:
    books = opened(request.param, request, tmp_path)
    begin(books)
    yield books
    books.close()


def opened(kind: str, request: pytest.FixtureRequest, folder: Path, *, read_only: bool = False) -> Books:
    if kind == "postgres":
        return Books.postgres(request.getfixturevalue("postgres"), read_only)
    return Books.memory() if kind == "memory" else Books.sqlite(folder / "books.db", read_only)


def begin(books: Books) -> None:
    with books.change() as connection:
        generations.begin_generation(connection, KEY, 1, METADATA, live=True)


def balance(account: str, amount: int, lines: int = 1, currency: str = "HKD") -> dict[str, Any]:
    return {"account": account, "currency": currency, "amount": amount, "lines": lines}


def held(books: Books) -> list[tuple[Any, ...]]:
    with books.read() as connection:
        return [tuple(row) for row in connection.execute(select(BALANCES).order_by(*BALANCES.primary_key))]


def position(books: Books) -> int:
    with books.read() as connection:
        return cursors.cursor(connection, KEY).position


def test_rows_and_cursor_are_stored_together(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(7, "tables/PK-07/000001@7", "2026-11-30T04:00:00.000000Z", "c"))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", -500), balance("2010:P-1", -70, currency="MOP")])

    assert held(books) == [("2010:P-1", "HKD", -500, 1, None), ("2010:P-1", "MOP", -70, 1, None)]
    with books.read() as connection:
        stands = cursors.cursor(connection, KEY)
    assert stands.mark == (7, "tables/PK-07/000001@7", "2026-11-30T04:00:00.000000Z", "c")
    assert (stands.passed, stands.next_offset, stands.halt) == (7, None, None)


def test_an_exception_leaves_neither(books: Books) -> None:
    with pytest.raises(RuntimeError), books.write(Move(KEY, 0, Mark(7))) as writer:  # noqa: PT012 the transaction is what is tried
        writer.insert(BALANCES, [balance("2010:P-1", -500)])
        raise RuntimeError

    assert (held(books), position(books)) == ([], 0)


def test_the_cursor_moves_from_where_it_stands_or_not_at_all(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(7))):
        pass
    with pytest.raises(Fenced, match="not at position 0"), books.write(Move(KEY, 0, Mark(9))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", -500)])
    with pytest.raises(Fenced), books.write(Move(KEY._replace(generation=2), 0, Mark(9))):
        pass

    assert (held(books), position(books)) == ([], 7)


def test_insert_refuses_a_key_that_is_there(books: Books) -> None:
    with pytest.raises(IntegrityError), books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", 1), balance("2010:P-1", 2)])

    assert (held(books), position(books)) == ([], 0)


def test_put_replaces_what_is_there_and_leaves_what_is_not_named(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.insert(BALANCES, [{**balance("2010:P-1", 1), "note": "kept"}])
        writer.put(BALANCES, [balance("2010:P-1", 5, 2), balance("2010:P-2", 6)])
        writer.put(BALANCES, [balance("2010:P-2", 7), balance("2010:P-2", 8)])

    assert held(books) == [("2010:P-1", "HKD", 5, 2, "kept"), ("2010:P-2", "HKD", 8, 1, None)]


def test_add_sums_up_also_within_one_call(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.add(BALANCES, [balance("2010:P-1", 5), balance("2010:P-1", -8), balance("2010:P-2", 1)])
        writer.add(BALANCES, [balance("2010:P-2", 2**53)])

    assert held(books) == [("2010:P-1", "HKD", -3, 2, None), ("2010:P-2", "HKD", 2**53 + 1, 2, None)]


def test_a_key_alone_can_be_put_twice(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.put(BALANCES, [{"account": "2010:P-1", "currency": "HKD"}] * 2)
        writer.put(BALANCES, [])

    assert held(books) == [("2010:P-1", "HKD", None, None, None)]


def test_what_was_written_can_be_read_in_the_same_transaction(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", 5)])
        assert writer.connection.execute(select(func.sum(BALANCES.c.amount))).scalar_one() == 5


@pytest.mark.parametrize("other", [{"account": "2010:P-2"}, {**balance("2010:P-2", 1), "note": "more"}])
def test_rows_that_name_other_columns_are_refused(books: Books, other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="toy_balances_1 do not all name the same columns"), books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", 1), other])
    assert held(books) == []


@pytest.mark.parametrize("kind", [JSON(), Boolean()])
def test_a_type_that_would_change_the_value_is_refused(books: Books, kind: Any) -> None:
    table = Table("toy_other_1", MetaData(), Column("id", Text, primary_key=True), Column("value", kind))
    with (
        pytest.raises(ValueError, match=r"toy_other_1\.value .*whole numbers, text and bytes"),
        books.write(Move(KEY, 0, Mark(1))) as writer,
    ):
        writer.insert(table, [{"id": "a", "value": True}])


def test_bytes_and_large_numbers_come_back_as_they_were(books: Books) -> None:
    table = Table("toy_values_1", MetaData(), Column("number", BigInteger, primary_key=True), Column("value", LargeBinary))
    rows = [{"number": number, "value": value} for number, value in ((2**63 - 1, b"\x00\xff"), (-(2**63), b""))]
    with books.change() as connection:
        table.create(connection)
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.insert(table, rows)
        assert [dict(row) for row in writer.connection.execute(select(table).order_by(table.c.number.desc())).mappings()] == rows


ODD_TEXTS = ["", " ", "\t", "\n", "\r\n", "\\", "\\N", "\\.", "NULL", '"', '{"a":"b\\"c"}', "a,b", "{}", "'", "%s", "中文", "\U0001f0a1"]


@pytest.mark.parametrize("verb", ["insert", "put"])
def test_any_text_comes_back_as_it_was(books: Books, verb: str) -> None:
    rows = [{"account": odd, "currency": "HKD", "note": odd} for odd in ODD_TEXTS]
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        getattr(writer, verb)(BALANCES, [*rows, {"account": "none", "currency": "HKD", "note": None}])

    expected = {odd: odd for odd in ODD_TEXTS} | {"none": None}
    assert {account: note for account, _, _, _, note in held(books)} == expected


def test_a_truth_value_is_a_whole_number(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(1))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", True)])
        writer.put(BALANCES, [balance("2010:P-2", False)])
    assert [(amount, type(amount)) for _, _, amount, *_ in held(books)] == [(1, int), (0, int)]


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_a_question_sees_one_moment(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    books = opened(kind, request, tmp_path)
    begin(books)
    with books.read() as connection:
        before = connection.execute(select(func.count()).select_from(BALANCES)).scalar_one()
        with books.write(Move(KEY, 0, Mark(7))) as writer:
            writer.insert(BALANCES, [balance("2010:P-1", 1)])
        after = connection.execute(select(func.count()).select_from(BALANCES)).scalar_one()
        assert (before, after, cursors.cursor(connection, KEY).position) == (0, 0, 0)
    assert (len(held(books)), position(books)) == (1, 7)
    books.close()


def test_tables_of_a_generation_go_with_it_and_the_live_ones_stay(books: Books) -> None:
    later = MetaData()
    Table("toy_balances_2", later, Column("account", Text, primary_key=True))
    with books.change() as connection:
        generations.begin_generation(connection, CursorKey("toy", 2), 1, later, live=False)
        generations.begin_generation(connection, CursorKey("toy2", 1), 1, MetaData(), live=True)
        generations.begin_generation(connection, CursorKey("toy2", 2), 1, MetaData(), live=False)
    with books.change() as connection:
        generations.swap(connection, LIVE, Generation("toy", 2, 1))
        generations.drop_generations(connection, "toy")
    with books.read() as connection:
        assert generations.live_generation(connection, "toy") == ("toy", 2, 1, 1)
        assert generations.live_generation(connection, "toy2") == ("toy2", 1, 1, 1)
        assert generations.last_generation(connection, "toy2") == 2
        assert [name for name in inspect(connection).get_table_names() if name.startswith("toy")] == ["toy_balances_2"]
    with pytest.raises(Fenced), books.write(Move(KEY, 0, Mark(1))):
        pass


def test_a_swap_fences_off_who_still_writes_to_the_old_generation(books: Books) -> None:
    with books.change() as connection:
        later = generations.begin_generation(connection, CursorKey("toy", 2), 1, MetaData(), live=False)
    with books.change() as connection:
        generations.swap(connection, LIVE, later)
    with books.read() as connection:
        assert generations.live_generation(connection, "toy") == later
    with pytest.raises(Fenced), books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, [balance("2010:P-1", 1)])
    assert held(books) == []


def test_texts_are_ordered_byte_by_byte(books: Books) -> None:
    names = ["a", "B", "_", "é", "Z", "-", "10", "9", "\U0001f0a1", "\uffee"]
    with books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, [balance(name, 1) for name in names])
    with books.read() as connection:
        assert list(connection.execute(select(BALANCES.c.account).order_by(BALANCES.c.account)).scalars()) == sorted(names)


def test_a_defect_in_a_question_is_not_told_as_trouble_with_the_database(books: Books) -> None:
    with pytest.raises((DBAPIError, sqlite3.Error, psycopg.Error), match="nowhere"), books.read() as connection:
        connection.execute(text("select * from nowhere"))


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_books_are_there_when_they_are_opened_again(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    with closing(opened(kind, request, tmp_path)) as books:
        begin(books)
        with books.write(Move(KEY, 0, Mark(7))) as writer:
            writer.insert(BALANCES, [balance("2010:P-1", 1)])
    for read_only in (True, False):
        with closing(opened(kind, request, tmp_path, read_only=read_only)) as books:
            assert (len(held(books)), position(books)) == (1, 7)


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_a_question_cannot_write_and_books_opened_to_be_read_cannot_be_written(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with closing(opened(kind, request, tmp_path)) as books:
        begin(books)
        with pytest.raises(StoreUnavailable, match=r"read-?only"), books.read() as connection:
            connection.execute(BALANCES.insert(), balance("2010:P-1", 1))
    with closing(opened(kind, request, tmp_path, read_only=True)) as books:
        assert (held(books), position(books)) == ([], 0)
        with pytest.raises(StoreUnavailable, match="open to be read alone"), books.change():
            pass
