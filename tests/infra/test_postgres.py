"""Connections to PostgreSQL: every session set in one way, no password in any message, errors told so that one can act."""

import psycopg
import pytest

from infra.postgres import Explaining, connect, is_lost, place_of
from infra.store_errors import StoreDamaged, StoreUnavailable
from tests.engines.postgres import cut_connections
from tests.infra.conftest import of_database


def shown(connection: psycopg.Connection, name: str) -> str:
    return connection.execute("SELECT current_setting(%s)", (name,)).fetchone()[0]


@pytest.fixture
def session(postgres):
    with connect(postgres, application="pataca test") as connection:
        yield connection


UNHELPFUL = {
    "datestyle": "SQL, DMY",
    "timezone": "Asia/Macau",
    "default_transaction_isolation": "serializable",
    "lock_timeout": "0",
    "synchronous_commit": "off",
    "client_encoding": "LATIN1",
    "bytea_output": "escape",
}


def test_a_session_is_set_whatever_the_server_says(postgres, monkeypatch):
    monkeypatch.setenv("PGDATESTYLE", "German")
    monkeypatch.setenv("PGTZ", "Asia/Tokyo")
    with psycopg.connect(postgres, autocommit=True) as connection:
        for name, value in UNHELPFUL.items():
            connection.execute(f"ALTER DATABASE \"{connection.info.dbname}\" SET {name} = '{value}'")
    with connect(postgres, application="pataca test") as connection:
        assert [shown(connection, name) for name in UNHELPFUL] == ["ISO, YMD", "UTC", "read committed", "3s", "on", "UTF8", "hex"]
        moment = connection.execute("SELECT timestamptz '2026-11-30 04:00:00.000001+08'").fetchone()[0]
    assert moment.isoformat() == "2026-11-29T20:00:00.000001+00:00"


def test_a_stricter_durability_is_left_as_it_is(postgres):
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{connection.info.dbname}" SET synchronous_commit = remote_apply')
    with connect(postgres, application="pataca test") as connection:
        assert shown(connection, "synchronous_commit") == "remote_apply"


def test_the_administrator_sees_who_is_connected(session):
    assert shown(session, "application_name") == "pataca test"


def test_each_statement_is_a_transaction_of_its_own(session):
    assert session.autocommit


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("postgresql://cage:geheim@db.example:6432/house", "postgresql://cage@db.example:6432/house"),
        ("postgres://cage@db.example/house?password=geheim&sslmode=require", "postgresql://cage@db.example:5432/house"),
        ("postgresql://cage:geheim@[::1]:5432/house", "postgresql://cage@[::1]:5432/house"),
        ("postgresql://cage@/house?host=/run/pg", "postgresql://cage@/house?host=/run/pg"),
        ("postgresql://cage@a,b/", "postgresql://cage@a,b/cage"),
        ("postgresql://cage@a:1,b:2/", "postgresql://cage@a:1,b:2/cage"),
    ],
)
def test_a_place_is_the_url_without_its_password(url, place, monkeypatch):
    for name in ("PGPORT", "PGDATABASE", "PGHOST", "PGUSER"):
        monkeypatch.delenv(name, raising=False)
    assert place_of(url) == place


@pytest.mark.parametrize("url", ["postgresql://cage:ge%heim@db/house", "postgresql://cage:geheim@db/house?geheim=1"])
def test_a_url_that_cannot_be_read_is_not_repeated(url):
    for use in (place_of, lambda url: connect(url, application="pataca test")):
        with pytest.raises(StoreUnavailable, match="its URL cannot be read") as trouble:
            use(url)
        assert "heim" not in str(trouble.value)
        assert trouble.value.__cause__ is None


def test_a_server_that_is_not_there_is_told_without_the_password():
    with pytest.raises(StoreUnavailable, match=r"^postgresql://cage@127\.0\.0\.1:1/house: .*refused\. See that PostgreSQL runs") as trouble:
        connect("postgresql://cage:geheim@127.0.0.1:1/house", application="pataca test")
    assert "geheim" not in str(trouble.value)
    assert "\n" not in str(trouble.value)


def test_a_database_that_is_not_there(postgres):
    with pytest.raises(StoreUnavailable, match="does not exist"):
        connect(of_database(postgres, "not_there"), application="pataca test")


def test_a_right_that_is_missing_names_the_role_and_the_command(role):
    url = role()
    with connect(url, application="pataca test") as connection, pytest.raises(StoreUnavailable) as trouble, Explaining(place_of(url)):
        connection.execute("CREATE SCHEMA casino")
    assert place_of(url).split("@")[0].removeprefix("postgresql://") in str(trouble.value)
    assert "`pataca admin roles`" in trouble.value.remedy
    assert "geheim" not in str(trouble.value)


def test_a_lock_that_another_program_holds(postgres, session):
    with psycopg.connect(postgres) as other:
        other.execute("CREATE TABLE busy ()")
        other.commit()
        other.execute("LOCK TABLE busy")
        session.execute("SET lock_timeout = '10ms'")
        with pytest.raises(StoreUnavailable, match="nothing of this was stored"), Explaining("the place"):
            session.execute("SELECT FROM busy")


def test_a_server_that_takes_no_changes(session):
    session.execute("SET default_transaction_read_only = on")
    with pytest.raises(StoreUnavailable, match="name the primary server"), Explaining("the place"):
        session.execute("CREATE TABLE x ()")


def test_damage_is_told_as_damage(session):
    with pytest.raises(StoreDamaged, match="Restore the database"), Explaining("the place"):
        session.execute("DO $$ BEGIN RAISE 'page 7 is torn' USING ERRCODE = 'data_corrupted'; END $$")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("DO $$ BEGIN RAISE 'x' USING ERRCODE = 'unique_violation'; END $$", psycopg.IntegrityError),
        ("SELECT no_such_column", psycopg.ProgrammingError),
        ("DO $$ BEGIN RAISE 'x' USING ERRCODE = 'internal_error'; END $$", psycopg.InternalError),
    ],
)
def test_answers_of_the_rules_and_our_own_mistakes_pass(session, statement, error):
    with pytest.raises(error), Explaining("the place"):
        session.execute(statement)


def test_a_session_that_was_ended_is_lost_and_a_refused_statement_is_not(postgres, session):
    with pytest.raises(psycopg.Error) as refused:
        session.execute("SELECT no_such_column")
    assert not is_lost(session, refused.value)
    cut_connections(postgres)
    with pytest.raises(psycopg.Error) as ended:
        session.execute("SELECT")
    assert is_lost(session, ended.value)
    assert session.closed
