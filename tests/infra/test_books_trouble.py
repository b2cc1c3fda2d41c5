"""Trouble with the books' file, told with its remedy; and what is no trouble of the file's."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import BigInteger, Column, MetaData, Table, Text, func, select

from infra import cursors, generations
from infra.books import Books
from infra.cursors import CursorKey, Mark, Move
from infra.store_errors import StoreDamaged, StoreUnavailable

METADATA = MetaData()
BALANCES = Table("toy_balances_1", METADATA, Column("account", Text, primary_key=True), Column("amount", BigInteger))
KEY = CursorKey("toy", 1)
MANY = [{"account": f"2010:P-{number}", "amount": number} for number in range(5_000)]


def new_books(path: Path) -> Books:
    books = Books.sqlite(path)
    with books.change() as connection:
        generations.begin_generation(connection, KEY, 1, METADATA, live=True)
    return books


def held(books: Books) -> tuple[int, int]:
    """Rows, and the cursor's position."""
    with books.read() as connection:
        return connection.execute(select(func.count()).select_from(BALANCES)).scalar_one(), cursors.cursor(connection, KEY).position


def test_books_that_are_not_there_cannot_be_opened_to_be_read(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="does not exist"):
        Books.sqlite(tmp_path / "books.db", read_only=True)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"nowhere.books\.db: No such file"):
        Books.sqlite(tmp_path / "nowhere" / "books.db")


@pytest.mark.parametrize("content", [b"no database at all, but long enough for its header " * 4, b"SQLite format 3\x00cut off"])
def test_a_file_that_is_no_database_is_told_with_the_remedy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "books.db").write_bytes(content)
    with pytest.raises(StoreDamaged, match="the next command builds the books again from the events"):
        Books.sqlite(tmp_path / "books.db")


def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "books.db"
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE theirs (id)")
    foreign.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="not pataca's books"):
        Books.sqlite(path)
    assert path.read_bytes() == before


def test_a_file_cut_off_is_told_when_it_is_opened_or_read(tmp_path: Path) -> None:
    path = tmp_path / "books.db"
    books = new_books(path)
    with books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, MANY)
    books.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 8192 * 4096])
    with pytest.raises(StoreDamaged, match="the next command builds the books again from the events"):
        held(Books.sqlite(path))


def test_a_full_disk_is_told_and_nothing_is_half_done(tmp_path: Path) -> None:
    books = new_books(tmp_path / "books.db")
    with books.change() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 40")
    with pytest.raises(StoreUnavailable, match="Free space"), books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, MANY)
    assert held(books) == (0, 0)

    with books.change() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 4000")
    with books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, MANY)
    assert held(books) == (5_000, 7)


def test_an_output_that_breaks_off_is_not_told_as_trouble_with_the_file() -> None:
    books = Books.memory()
    with pytest.raises(BrokenPipeError), books.read():
        raise BrokenPipeError
