"""What each of the house's roles may do in PostgreSQL, and what none may."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import product
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest

from domain.catalogue import BY_TOPIC
from infra.attempts import Attempts
from infra.books import Books
from infra.event_store import EventStore
from infra.postgres_granting import SCHEMAS, Granted, grant_roles
from infra.postgres_roles import FOR_EVER, OWNER, PROJECTORS, RELAY, REPORT, VAULT, WRITER, all_roles, projector
from infra.store_errors import StoreUnavailable
from infra.tree import Tree
from infra.vault import Vault
from tests.engines import postgres as engine
from tests.engines.postgres import database
from tests.engines.run import Missing
from tests.infra.test_attempts import ATTEMPT
from tests.required import require

NAMES = ("ledger", "hands")
ROLES = all_roles(NAMES)
LEDGER, HANDS = map(projector, NAMES)
EACH_PROJECTOR = (PROJECTORS, LEDGER, HANDS)

EVENTS = (*FOR_EVER, "casino.relayed", "casino.attempts")
KEPT = ("casino_vault.keys", "casino_vault.named", "casino_vault.decks")
TREE = ("casino_tree.head", "casino_tree.tiles")
SHARED = ("casino_books.generations", "casino_books.cursors", "casino_books.streams", "casino_books.parked")
RIGHTS = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")

MAY: dict[str, dict[str, str]] = {
    WRITER: dict.fromkeys(FOR_EVER, "SELECT INSERT")
    | dict.fromkeys(TREE, "SELECT INSERT UPDATE")
    | {"casino.attempts": "SELECT INSERT DELETE"},
    RELAY: {"casino.events": "SELECT", "casino.relayed": "SELECT UPDATE"},
    REPORT: dict.fromkeys(("casino.events", "casino.relayed", "casino.attempts"), "SELECT") | dict.fromkeys((*TREE, *SHARED), "SELECT"),
    VAULT: {"casino_vault.keys": "SELECT INSERT", "casino_vault.decks": "SELECT INSERT", "casino_vault.named": "SELECT INSERT"},
} | dict.fromkeys(
    EACH_PROJECTOR,
    {"casino.events": "SELECT", "casino.relayed": "SELECT"} | dict.fromkeys(SHARED, "SELECT INSERT UPDATE DELETE"),
)
"""Every right that there is on a table as it was made, owners aside."""


def make(url: str) -> None:
    for part in (EventStore.postgres(url, BY_TOPIC), Tree.postgres(url), Books.postgres(url), Vault.postgres(url)):
        part.close()


@pytest.fixture
def granted(postgres: str) -> Granted:
    make(postgres)
    return grant_roles(postgres, SCHEMAS, NAMES)


@pytest.fixture
def admin(postgres: str, granted: Granted) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def standing() -> Iterator[psycopg.Connection]:
    """One database for all tests that change nothing in it, with no trigger that forbids to change what is recorded."""
    try:
        engine.server()
    except Missing as missing:
        require("postgres", str(missing))
    with database() as url, psycopg.connect(url, autocommit=True) as connection:
        make(url)
        grant_roles(url, SCHEMAS, NAMES)
        for table in FOR_EVER:
            connection.execute(f"DROP TRIGGER never_changed ON {table}")
        yield connection


def as_role(admin: psycopg.Connection, role: str, statement: str) -> None:
    admin.execute(f"SET ROLE {role}")
    try:
        admin.execute(statement)
    finally:
        admin.execute("RESET ROLE")


@contextmanager
def login(admin: psycopg.Connection, url: str, *roles: str) -> Iterator[str]:
    """The URL of a new user who is one of these roles, and nothing else; a projector makes its tables as the role."""
    name = f"pataca_{uuid4().hex}"
    admin.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'hush' IN ROLE {', '.join(roles)}")
    if roles[0].startswith(PROJECTORS):
        admin.execute(f"ALTER ROLE {name} SET role = '{roles[0]}'")
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    try:
        yield urlunsplit(parts._replace(netloc=f"{name}:hush@{host}"))
    finally:
        admin.execute(f"DROP OWNED BY {name}")
        admin.execute(f"DROP ROLE {name}")


# Rights, one by one.


def test_each_role_has_these_rights_and_no_other(standing):
    asked = list(product(ROLES, (*EVENTS, *TREE, *KEPT, *SHARED), RIGHTS))
    has = {
        (role, table, right)
        for role, table, right in asked
        if role != OWNER and standing.execute("SELECT has_table_privilege(%s, %s, %s)", (role, table, right)).fetchone() == (True,)
    }
    expected = {(role, table, right) for role, tables in MAY.items() for table, rights in tables.items() for right in rights.split()}
    assert has == expected


def test_everybody_has_nothing(standing):
    found = standing.execute(
        """
        SELECT nspname, relname FROM pg_namespace AS n LEFT JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'S')
        WHERE nspname LIKE 'casino%' AND (
            EXISTS (SELECT FROM aclexplode(relacl) WHERE grantee = 0) OR EXISTS (SELECT FROM aclexplode(nspacl) WHERE grantee = 0))
        UNION ALL
        SELECT nspname, proname FROM pg_proc AS p JOIN pg_namespace AS n ON p.pronamespace = n.oid
        WHERE nspname LIKE 'casino%' AND EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0)
        """
    ).fetchall()
    assert not found


def test_the_roles_are_groups_that_nobody_logs_in_as(standing):
    found = standing.execute(
        "SELECT rolname, rolcanlogin OR rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls FROM pg_roles WHERE rolname = ANY (%s)",
        (ROLES,),
    ).fetchall()
    assert sorted(found) == sorted((role, False) for role in ROLES)


def test_all_of_it_belongs_to_the_owner(standing):
    owners = standing.execute(
        """
        SELECT DISTINCT pg_get_userbyid(owner) FROM (
            SELECT nspowner AS owner FROM pg_namespace WHERE nspname LIKE 'casino%'
            UNION ALL SELECT relowner FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname LIKE 'casino%'
            UNION ALL SELECT proowner FROM pg_proc JOIN pg_namespace AS n ON n.oid = pronamespace WHERE nspname LIKE 'casino%'
        ) AS things
        """
    ).fetchall()
    assert owners == [(OWNER,)]


# For ever.


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("table", FOR_EVER)
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_nobody_may_change_what_is_recorded_even_where_no_trigger_stands(standing, role, table, change):
    column = {"casino.events": "topic", "casino.receipts": "spans", "casino.taken": "stream"}[table]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_role(standing, role, change.format(table, column, column))


def test_a_right_that_somebody_gave_is_taken_away_again(postgres, admin):
    stranger = f"pataca_{uuid4().hex}"
    admin.execute(f"CREATE ROLE {stranger}")
    try:
        admin.execute(f"GRANT ALL ON casino.events TO {stranger} WITH GRANT OPTION")
        admin.execute(f"GRANT UPDATE (state) ON casino.events TO {WRITER}, PUBLIC")
        admin.execute(f"GRANT SELECT ON casino_vault.keys TO {REPORT}, PUBLIC")
        again = grant_roles(postgres, SCHEMAS, NAMES)
        assert again.may_change == []
        test_each_role_has_these_rights_and_no_other(admin)
        test_everybody_has_nothing(admin)
        assert admin.execute("SELECT has_table_privilege(%s, 'casino.events', 'SELECT')", (stranger,)).fetchone() == (True,)
    finally:
        admin.execute(f"DROP OWNED BY {stranger}")
        admin.execute(f"DROP ROLE {stranger}")


def test_who_may_change_events_by_a_role_of_the_server_is_named(postgres, admin):
    with login(admin, postgres, "pg_write_all_data") as url:
        name = urlsplit(url).username
        assert name in grant_roles(postgres, SCHEMAS, NAMES).may_change


# What each may not do, tried.


@pytest.mark.parametrize(
    ("role", "statement"),
    [
        (WRITER, "SELECT * FROM casino_vault.keys"),
        (WRITER, "UPDATE casino.relayed SET position = 1"),
        (WRITER, "UPDATE casino.attempts SET code = ''"),
        (WRITER, "ALTER TABLE casino.events DISABLE TRIGGER ALL"),
        (WRITER, "CREATE TABLE casino.mine (number int)"),
        (WRITER, "SELECT * FROM casino_books.cursors"),
        (WRITER, "DELETE FROM casino_tree.tiles"),
        (LEDGER, "SELECT * FROM casino_tree.head"),
        (RELAY, "INSERT INTO casino.events (stream, version, topic, state) VALUES ('a', 1, 'b', '')"),
        (RELAY, "DELETE FROM casino.relayed"),
        (RELAY, "SELECT * FROM casino.receipts"),
        (RELAY, "SELECT * FROM casino_vault.keys"),
        (LEDGER, "INSERT INTO casino.events (stream, version, topic, state) VALUES ('a', 1, 'b', '')"),
        (LEDGER, "SELECT * FROM casino.attempts"),
        (LEDGER, "SELECT * FROM casino_vault.decks"),
        (LEDGER, "UPDATE casino.relayed SET position = 1"),
        (REPORT, "INSERT INTO casino_books.generations VALUES ('ledger', 1, 1, 1, '')"),
        (REPORT, "CREATE TABLE casino_books.mine (number int)"),
        (REPORT, "SELECT * FROM casino.receipts"),
        (REPORT, "SELECT * FROM casino_vault.named"),
        (VAULT, "SELECT * FROM casino.events"),
        (VAULT, "SELECT * FROM casino_books.cursors"),
        (VAULT, "UPDATE casino_vault.keys SET key = key"),
        (VAULT, "DELETE FROM casino_vault.keys"),
        (VAULT, "UPDATE casino_vault.decks SET sealed = sealed"),
        (VAULT, "UPDATE casino_vault.named SET spot = spot"),
    ],
)
def test_what_a_role_may_not_do(standing, role, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_role(standing, role, statement)


def test_a_projector_writes_its_own_rows_alone_in_what_all_share(admin):
    cursor = "INSERT INTO casino_books.streams (projection, generation, stream, version) VALUES ('{}', 1, 's', 1)"
    as_role(admin, LEDGER, cursor.format("ledger"))
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        as_role(admin, LEDGER, cursor.format("hands"))
    as_role(admin, HANDS, cursor.format("hands"))
    as_role(admin, LEDGER, "UPDATE casino_books.streams SET version = 7")
    as_role(admin, LEDGER, "DELETE FROM casino_books.streams WHERE projection = 'hands'")
    assert admin.execute("SELECT projection, version FROM casino_books.streams ORDER BY 1").fetchall() == [("hands", 1), ("ledger", 7)]
    as_role(admin, PROJECTORS, "UPDATE casino_books.streams SET version = 9")
    assert admin.execute("SELECT DISTINCT version FROM casino_books.streams").fetchall() == [(9,)]


def test_a_projector_makes_tables_that_no_other_one_touches_and_reports_read(admin):
    as_role(admin, LEDGER, "CREATE TABLE casino_books.ledger_lines_2 (number int)")
    as_role(admin, REPORT, "SELECT * FROM casino_books.ledger_lines_2")
    for statement in ("DROP TABLE {}", "INSERT INTO {} VALUES (1)", "SELECT * FROM {}"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            as_role(admin, HANDS, statement.format("casino_books.ledger_lines_2"))
    as_role(admin, PROJECTORS, "INSERT INTO casino_books.ledger_lines_2 VALUES (1)")
    as_role(admin, PROJECTORS, "DROP TABLE casino_books.ledger_lines_2")


def test_tables_that_were_made_before_are_given_to_their_projector(postgres):
    make(postgres)
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute("CREATE TABLE casino_books.ledger_lines_1 (number int)")
        admin.execute("CREATE FUNCTION casino_books.ledger_zero_sum() RETURNS int LANGUAGE sql AS 'SELECT 0'")
        grant_roles(postgres, SCHEMAS, NAMES)
        as_role(admin, LEDGER, "INSERT INTO casino_books.ledger_lines_1 VALUES (1)")
        as_role(admin, LEDGER, "CREATE OR REPLACE FUNCTION casino_books.ledger_zero_sum() RETURNS int LANGUAGE sql AS 'SELECT 1'")
        as_role(admin, REPORT, "SELECT * FROM casino_books.ledger_lines_1")
        as_role(admin, LEDGER, "DROP TABLE casino_books.ledger_lines_1")


# The script.


def test_it_may_be_run_again_and_says_the_same(postgres, granted):
    assert grant_roles(postgres, SCHEMAS, NAMES) == granted
    assert {grant.role for grant in granted.grants} == set(ROLES) - {OWNER}


def test_it_may_be_run_in_several_databases_at_once(postgres):
    with database() as second, database() as third:
        urls = [postgres, second, third]
        for url in urls:
            make(url)
        names = [*NAMES, f"new{uuid4().hex[:8]}"]
        with ThreadPoolExecutor(3) as pool:
            applied = list(pool.map(lambda url: grant_roles(url, SCHEMAS, names), urls))
        assert applied[0].grants == applied[1].grants == applied[2].grants
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(f"DROP OWNED BY {projector(names[-1])}")
        admin.execute(f"DROP ROLE {projector(names[-1])}")


def test_the_vault_alone_in_its_own_database(postgres):
    Vault.postgres(postgres).close()
    granted = grant_roles(postgres, ("casino_vault",), NAMES)
    assert {grant.role for grant in granted.grants} == {VAULT}
    assert granted.may_change == []


def test_who_may_not_do_it_is_told(postgres, admin):
    with login(admin, postgres, WRITER) as url, pytest.raises(StoreUnavailable, match="permission denied") as told:
        grant_roles(url, SCHEMAS, NAMES)
    assert "hush" not in str(told.value)


def test_the_owner_of_the_database_who_may_make_roles_is_enough(postgres, granted):
    """On a server that somebody else runs there is no superuser to be had."""
    name = f"pataca_{uuid4().hex}"
    with database() as other, psycopg.connect(other, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'hush' CREATEROLE")
        try:
            admin.execute(f"GRANT {', '.join(ROLES)} TO {name} WITH ADMIN OPTION")  # as whoever made the roles has them
            admin.execute(f'ALTER DATABASE "{admin.info.dbname}" OWNER TO {name}')
            parts = urlsplit(other)
            url = urlunsplit(parts._replace(netloc=f"{name}:hush@{parts.netloc.rpartition('@')[2]}"))
            make(url)
            grant_roles(url, SCHEMAS, NAMES)
            test_each_role_has_these_rights_and_no_other(admin)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                as_role(admin, name, "DELETE FROM casino.events")
        finally:
            admin.execute(f'ALTER DATABASE "{admin.info.dbname}" OWNER TO CURRENT_USER')
            admin.execute(f"DROP OWNED BY {name}")
            admin.execute(f"DROP ROLE {name}")


# Each process under its own role.


def test_refused_commands_are_kept_by_the_writer(postgres, admin):
    with login(admin, postgres, WRITER) as url, closing(Attempts.postgres(url, kept_max=1)) as attempts:
        assert [attempts.record(ATTEMPT) for _ in range(3)] == [None] * 3
        assert len(attempts.recent(10)) == 1


def test_the_vault_works_for_its_role_and_no_other(postgres, admin):
    with login(admin, postgres, VAULT) as url, closing(Vault.postgres(url)) as vault:
        sealed = vault.seal("H", "seat/1/1", "As")
        assert vault.seal("H", "seat/1/1", "Kd") != sealed
        assert vault.open("H", "seat/1/1", sealed) == "As"
        assert vault.deck("H", lambda: ["As"]) == vault.deck("H", list) == ["As"]
        assert vault._rows._link.connection.execute("SHOW log_parameter_max_length").fetchone() == ("0",)
    for role in (WRITER, RELAY, REPORT, LEDGER):
        with login(admin, postgres, role) as url, pytest.raises(StoreUnavailable, match="pataca admin roles"):
            Vault.postgres(url)
