"""Schemas in PostgreSQL: made once, whole, by whoever comes first and may; another release's are told."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest

from infra.event_store import EventStore, StoreUnavailable
from infra.postgres import connect
from infra.postgres_recorder import SCHEMA
from infra.postgres_schema import Schema, make_or_check
from tests.infra.conftest import of_database
from tests.infra.samples import CATALOGUE, PK_07, bells

TOY = Schema("casino_toy", "toy", 1, [b"CREATE TABLE casino_toy.blocks ()", b"CREATE TABLE casino_toy.trains ()"])


@pytest.fixture
def session(postgres):
    with connect(postgres, application="pataca test") as connection:
        yield connection


def tables(connection: psycopg.Connection) -> list[str]:
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'casino_toy' ORDER BY 1")
    return [name for (name,) in rows]


def test_it_is_made_by_the_first_and_found_by_the_next(session):
    make_or_check(session, "the place", TOY)
    assert tables(session) == ["blocks", "trains"]
    make_or_check(session, "the place", TOY)
    make_or_check(session, "the place", TOY, read_only=True)


def test_it_is_made_whole_or_not_at_all(session):
    broken = replace(TOY, statements=[*TOY.statements, b"CREATE TABLE casino_toy.blocks_of (x nothing_known)"])
    with pytest.raises(psycopg.ProgrammingError):
        make_or_check(session, "the place", broken)
    assert tables(session) == []
    make_or_check(session, "the place", TOY)
    assert tables(session) == ["blocks", "trains"]


def test_who_only_reads_makes_nothing(session):
    with pytest.raises(StoreUnavailable, match="it has no toy of pataca"):
        make_or_check(session, "the place", TOY, read_only=True)
    assert tables(session) == []


def test_tables_of_another_form_are_told(session):
    make_or_check(session, "the place", replace(TOY, form=2))
    with pytest.raises(StoreUnavailable, match=r"form 2'?\"?, this release knows .*form 1"):
        make_or_check(session, "the place", TOY)


def test_a_schema_of_somebody_else_is_left_alone(session):
    session.execute("CREATE SCHEMA casino_toy CREATE TABLE trains (whose text)")
    with pytest.raises(StoreUnavailable, match="holds tables that are not pataca's"):
        make_or_check(session, "the place", TOY)
    assert tables(session) == ["trains"]


def test_several_processes_may_start_at_once(postgres):
    def start(number: int) -> None:
        store = EventStore.postgres(postgres, CATALOGUE)
        store.append([bells(f"tables/A-{number}/000001", 0, 1)])
        store.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(start, range(4)))
    store = EventStore.postgres(postgres, CATALOGUE, read_only=True)
    assert len(store.read(0)) == 4
    store.close()


def test_a_role_that_may_not_make_it_is_told_what_to_do(role):
    with pytest.raises(StoreUnavailable, match="`pataca admin roles`"):
        EventStore.postgres(role(), CATALOGUE)


def test_a_role_that_may_make_nothing_goes_on_where_all_is_there(postgres, role):
    with connect(postgres, application="pataca test") as connection:
        make_or_check(connection, "the place", SCHEMA)
    store = EventStore.postgres(role("USAGE ON SCHEMA casino", "SELECT, INSERT ON casino.events, casino.receipts, casino.taken"), CATALOGUE)
    assert store.append([bells(PK_07, 0, 1)]) == store.read(0)
    store.close()


def test_a_database_that_cannot_hold_every_text_is_refused(postgres):
    with psycopg.connect(postgres, autocommit=True) as connection:
        latin = f"{connection.info.dbname}_latin"
        connection.execute(f"CREATE DATABASE {latin} TEMPLATE template0 ENCODING LATIN1 LC_COLLATE 'C' LC_CTYPE 'C'")
        try:
            with pytest.raises(StoreUnavailable, match="ENCODING 'UTF8'"):
                EventStore.postgres(of_database(postgres, latin), CATALOGUE)
        finally:
            connection.execute(f"DROP DATABASE {latin} WITH (FORCE)")
