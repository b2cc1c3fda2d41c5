"""Books of another release: what comes back from the events is made anew, what does not is never touched."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from infra import generations
from infra.books import Books
from infra.books_sqlite import BOOKS
from infra.sqlite_file import FileKind, open_to_write
from infra.store_errors import StoreUnavailable

EARLIER = replace(BOOKS, version=BOOKS.version - 1, schema="CREATE TABLE generations (projection TEXT); CREATE TABLE old (n INTEGER)")


def of_earlier_release(path: Path, kind: FileKind = EARLIER) -> bytes:
    """A file as a killed process leaves it, with its last changes in the log beside it."""
    connection = open_to_write(path, kind)
    connection.execute("INSERT INTO old VALUES (4711)")
    kept = {file: file.read_bytes() for file in path.parent.iterdir()}
    connection.close()
    for file, content in kept.items():
        file.write_bytes(content)
    assert path.with_name(path.name + "-wal").stat().st_size
    return path.read_bytes()


def held(path: Path) -> list[tuple[int]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT n FROM old").fetchall()
    connection.close()
    return rows


def test_books_of_an_earlier_form_are_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "books.sqlite"
    of_earlier_release(path)
    books = Books.sqlite(path)
    with books.read() as connection:
        assert generations.live_generation(connection, "ledger") is None
        assert connection.exec_driver_sql("SELECT count(*) FROM sqlite_master WHERE name = 'old'").scalar_one() == 0
    books.close()
    assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["books.sqlite"]


def test_who_only_reads_leaves_them_and_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "books.sqlite"
    before = of_earlier_release(path)
    with pytest.raises(StoreUnavailable, match=r"form 1, this release knows form 2\. The next command that may write here makes it anew"):
        Books.sqlite(path, read_only=True)
    assert path.read_bytes() == before


def test_books_of_a_later_form_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "books.sqlite"
    of_earlier_release(path, replace(EARLIER, version=BOOKS.version + 1))
    with pytest.raises(StoreUnavailable, match="Use the release that made it, or a later one"):
        Books.sqlite(path)
    assert held(path) == [(4711,)]


def test_a_file_that_cannot_be_made_again_is_refused_in_any_other_form(tmp_path: Path) -> None:
    path = tmp_path / "events.sqlite"
    truth = FileKind("events", b"PTev", "CREATE TABLE old (n INTEGER)")
    of_earlier_release(path, truth)
    with pytest.raises(StoreUnavailable, match="form 1, this release knows form 2"):
        open_to_write(path, replace(truth, version=2))
    assert held(path) == [(4711,)]
