"""Books on PostgreSQL: who may make them, what happens when the server goes away, and what several writers do to each other."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import sleep
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from sqlalchemy import BigInteger, Column, Connection, MetaData, Table, Text, func, select, text

from infra import books_postgres, cursors, generations
from infra.books import Books
from infra.cursors import CursorKey, Fenced, Mark, Move
from infra.store_errors import StoreUnavailable
from tests.engines.postgres import cut_connections, own_server

METADATA = MetaData()
BALANCES = Table("toy_balances_1", METADATA, Column("account", Text, primary_key=True), Column("amount", BigInteger), Column("note", Text))
KEY = CursorKey("toy", 1)


@pytest.fixture
def books(postgres: str) -> Iterator[Books]:
    with closing(Books.postgres(postgres)) as opened:
        begin(opened)
        yield opened


def begin(books: Books) -> None:
    with books.change() as connection:
        generations.begin_generation(connection, KEY, 1, METADATA, live=True)


def row(account: str, amount: int) -> dict[str, Any]:
    return {"account": account, "amount": amount}


def held(books: Books) -> dict[str, int]:
    with books.read() as connection:
        return {row.account: row.amount for row in connection.execute(select(BALANCES))}


def position(books: Books) -> int:
    with books.read() as connection:
        return cursors.cursor(connection, KEY).position


@pytest.fixture
def stranger(postgres: str) -> Iterator[str]:
    """The URL of the same database, as a role that was given nothing."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        name = f"stranger_{urlsplit(postgres).path[-8:]}"
        connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'swordfish'")
        address = urlsplit(postgres)
        yield urlunsplit(address._replace(netloc=f"{name}:swordfish@{address.netloc.rpartition('@')[2]}"))
        connection.execute(f"DROP OWNED BY {name}")
        connection.execute(f"DROP ROLE {name}")


# Making them.


def test_processes_that_start_at_the_same_time_make_them_once(postgres: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        opened = list(pool.map(lambda _: Books.postgres(postgres), range(6)))
    for books in opened:
        with books.read() as connection:
            assert generations.last_generation(connection, "toy") == 0
        books.close()


def test_nothing_is_made_outside_their_schema(books: Books) -> None:
    with books.read() as connection:
        schemas = "select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
        assert connection.execute(text(schemas)).scalars().all() == ["casino_books"]


def test_whatever_else_the_url_says_is_taken(postgres: str) -> None:
    url = f"{postgres}{'&' if '?' in postgres else '?'}application_name=night%20shift&options=-c%20search_path%3Dpublic"
    with closing(Books.postgres(url)) as books, books.read() as connection:
        settings = "select current_setting('application_name'), current_schema()"
        assert tuple(connection.execute(text(settings)).one()) == ("night shift", "casino_books")


def test_a_role_without_rights_is_told_what_to_do(stranger: str) -> None:
    with pytest.raises(StoreUnavailable, match=r"permission denied.*pataca admin roles") as trouble:
        Books.postgres(stranger)
    assert "swordfish" not in str(trouble.value)


def test_a_role_that_may_read_asks_and_cannot_write(books: Books, postgres: str, stranger: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        role = urlsplit(stranger).username
        connection.execute(f"GRANT USAGE ON SCHEMA casino_books TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA casino_books TO {role}")
    with closing(Books.postgres(stranger)) as reading:
        assert (held(reading), position(reading)) == ({}, 0)
        with pytest.raises(StoreUnavailable, match="permission denied"), reading.write(Move(KEY, 0, Mark(7))):
            pass


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreUnavailable, match=r"postgresql://E-7@127\.0\.0\.1:1/casino") as trouble:
        Books.postgres("postgresql://E-7:swordfish@127.0.0.1:1/casino")
    assert "swordfish" not in str(trouble.value)


def test_books_of_another_form_are_refused_with_the_remedy(books: Books, postgres: str) -> None:
    with books.change() as connection:
        connection.execute(text("comment on table generations is 'pataca books, form 0'"))
    with pytest.raises(StoreUnavailable, match=r"form 0.*Drop the schema casino_books"):
        Books.postgres(postgres)


# Reading and writing.


def test_a_sum_is_a_whole_number_beyond_64_bits_too(books: Books) -> None:
    with books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.insert(BALANCES, [row("2010:P-1", 2**63 - 1), row("2010:P-2", 2**63 - 1)])
    with books.read() as connection:
        found = connection.execute(select(func.sum(BALANCES.c.amount))).scalar_one()
    assert (type(found), found) == (int, 2**64 - 2)


@pytest.mark.parametrize("verb", ["insert", "put"])
@pytest.mark.parametrize("odd", ["P\0", "P\ud800"])
def test_a_text_that_cannot_be_kept_is_told_with_its_table(books: Books, verb: str, odd: str) -> None:
    with (
        pytest.raises(ValueError, match=r"text for toy_balances_1 holds .*PostgreSQL cannot keep"),
        books.write(Move(KEY, 0, Mark(7))) as writer,
    ):
        getattr(writer, verb)(BALANCES, [row(odd, 5)])
    assert (held(books), position(books)) == ({}, 0)


def test_rows_are_written_in_the_order_of_their_keys(books: Books) -> None:
    """Two writers that take the same rows in different orders would wait for each other for ever."""
    with books.write(Move(KEY, 0, Mark(7))) as writer:
        writer.put(BALANCES, [row(name, 1) for name in "cab"])
        writer.add(BALANCES, [row(name, 1) for name in "fed"])
    with books.read() as connection:
        assert "".join(connection.execute(text("select account from toy_balances_1 order by ctid")).scalars()) == "abcdef"


def test_a_question_to_a_generation_that_goes_meanwhile_is_to_be_asked_again(books: Books) -> None:
    with books.change() as connection:
        METADATA.drop_all(connection)
    with pytest.raises(StoreUnavailable, match=r"toy_balances_1 has gone.*Try again"):
        held(books)


# Several writers.


def test_a_second_writer_waits_for_the_first_and_is_fenced_off(books: Books) -> None:
    with ThreadPoolExecutor(1) as pool:
        with books.write(Move(KEY, 0, Mark(7))) as writer:
            second = pool.submit(_write, books, 0, 9)
            _until_somebody_waits(writer.connection)
            writer.insert(BALANCES, [row("2010:P-1", 5)])
        with pytest.raises(Fenced, match="not at position 0"):
            second.result()
    assert (held(books), position(books)) == ({"2010:P-1": 5}, 7)


def _write(books: Books, position_from: int, to: int) -> None:
    with books.write(Move(KEY, position_from, Mark(to))) as writer:
        writer.add(BALANCES, [row("2010:P-1", 100)])


def _until_somebody_waits(connection: Connection) -> None:
    waiting = "select count(*) from pg_locks where not granted"
    while not connection.execute(text(waiting)).scalar_one():
        sleep(0.01)


def test_whoever_stands_still_while_he_writes_loses_what_he_wrote(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books_postgres, "_IDLE_S_MAX", 1)
    with closing(Books.postgres(postgres)) as books:
        begin(books)
        with pytest.raises(StoreUnavailable), books.write(Move(KEY, 0, Mark(7))) as writer:  # noqa: PT012 the transaction is what is tried
            writer.insert(BALANCES, [row("2010:P-1", 5)])
            writer.connection.execute(text("select pg_sleep(2)"))  # at work, however long
            sleep(2)
            writer.insert(BALANCES, [row("2010:P-2", 5)])
        assert (held(books), position(books)) == ({}, 0)


# Connections that break, and a server that goes away.


@pytest.mark.parametrize("verb", ["insert", "add"])
def test_a_connection_lost_while_writing_leaves_nothing_and_the_next_one_is_new(books: Books, postgres: str, verb: str) -> None:
    with pytest.raises(StoreUnavailable), books.write(Move(KEY, 0, Mark(7))) as writer:  # noqa: PT012 the transaction is what is tried
        writer.insert(BALANCES, [row("2010:P-1", 5)])
        cut_connections(postgres)
        getattr(writer, verb)(BALANCES, [row("2010:P-2", 5)])
    assert (held(books), position(books)) == ({}, 0)
    _write(books, 0, 7)
    assert held(books) == {"2010:P-1": 100}


def test_a_connection_lost_at_the_commit_is_told(books: Books, postgres: str) -> None:
    with pytest.raises(StoreUnavailable), books.write(Move(KEY, 0, Mark(7))):
        cut_connections(postgres)
    assert position(books) == 0


def test_books_come_back_with_their_server() -> None:
    with own_server() as server, closing(Books.postgres(server.new_database())) as books:
        begin(books)
        _write(books, 0, 7)
        assert held(books) == {"2010:P-1": 100}
        server.stop("immediate")
        for asked in (lambda: held(books), lambda: _write(books, 7, 8)):
            with pytest.raises(StoreUnavailable):
                asked()
        server.start()
        _write(books, 7, 8)
        assert (held(books), position(books)) == ({"2010:P-1": 200}, 8)
        server.stop()
        server.start()
        assert position(books) == 8  # nobody asked while it was away
