"""`pataca admin roles`, and then every process of the house under the role that is made for it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest

from domain.catalogue import BY_TOPIC
from infra.event_store import EventStore
from infra.settings import BOOKS, STORE, VAULT
from services.app import PROJECTIONS
from tests.cli.evening import commands
from tests.cli.terminal import in_lines, pataca

Environment = pytest.MonkeyPatch


@pytest.fixture
def owner(postgres: str, monkeypatch: Environment) -> str:
    """The owner's URL, set as the house's."""
    monkeypatch.setenv(STORE, postgres)
    for name in (BOOKS, VAULT):
        monkeypatch.delenv(name, raising=False)
    return postgres


@contextmanager
def login(url: str, *roles: str, as_role: str | None = None) -> Iterator[str]:
    """A user made as the command says it is to be done; its URL."""
    name = f"pataca_{uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'hush' IN ROLE {', '.join(roles)}")
        if as_role is not None:
            admin.execute(f"ALTER ROLE {name} SET role = '{as_role}'")
        parts = urlsplit(url)
        try:
            yield urlunsplit(parts._replace(netloc=f"{name}:hush@{parts.netloc.rpartition('@')[2]}"))
        finally:
            admin.execute(f"DROP OWNED BY {name}")
            admin.execute(f"DROP ROLE {name}")


def test_it_prints_what_it_granted(owner, tmp_path):
    ended = pataca("admin", "roles", "--data", tmp_path)
    assert ended.status == 0, ended.err
    assert "casino_writer" in ended.out
    assert "SELECT, INSERT                   on TABLE casino.events" in ended.out
    assert "IN ROLE casino_writer" in ended.out

    [database] = pataca("admin", "roles", "--json", "--data", tmp_path).document()["databases"]
    assert {"role": "casino_vault", "rights": "SELECT, INSERT", "thing": "TABLE casino_vault.keys"} in database["grants"]
    assert {f"casino_projector_{projection.name}" for projection in PROJECTIONS} <= {grant["role"] for grant in database["grants"]}
    assert database["may_change"] == []


def test_without_an_event_store_on_postgresql_it_says_what_to_set(tmp_path, monkeypatch):
    monkeypatch.delenv(STORE, raising=False)
    ended = pataca("admin", "roles", "--data", tmp_path)
    assert ended.status == 4
    assert ended.err.startswith(f"pataca: {STORE}: it is not set")


def test_who_may_still_change_events_is_named_with_status_1(owner, tmp_path):
    assert pataca("admin", "roles", "--data", tmp_path).status == 0
    with login(owner, "pg_write_all_data") as url:
        ended = pataca("admin", "roles", "--data", tmp_path)
        assert ended.status == 1
        assert f"{urlsplit(url).username} may still change what is recorded" in ended.out


def test_every_process_works_under_its_role(owner, tmp_path, monkeypatch):
    assert pataca("admin", "roles", "--data", tmp_path).status == 0

    with login(owner, "casino_writer") as writer, login(owner, "casino_vault") as vault:
        monkeypatch.setenv(STORE, writer)
        monkeypatch.setenv(VAULT, vault)
        ended = pataca("run", "-", "--data", tmp_path, stdin=in_lines(commands()))
        assert ended.status == 0, (ended.out.splitlines()[-1:], ended.err)
    monkeypatch.delenv(VAULT)

    with login(owner, "casino_relay") as relay, closing(EventStore.postgres(relay, BY_TOPIC, read_only=True)) as store:
        end = store.stored(0, 1_000)[-1].position
        with store.relay_lock() as lock:
            store.mark_relayed(end)
            assert lock.held()
        assert store.relayed() == end

    projects_each_alone(owner, tmp_path, monkeypatch)
    with login(owner, "casino_projector", as_role="casino_projector") as projector:
        monkeypatch.setenv(STORE, projector)
        assert pataca("project", "--once", "--data", tmp_path).status == 0

    with login(owner, "casino_report") as report:
        monkeypatch.setenv(STORE, report)
        ended = pataca("ledger", "trial-balance", "--json", "--data", tmp_path)
        assert ended.status == 0, ended.err
        assert ended.document()["as_of"] == end
        assert pataca("events", "tail", "--json", "--data", tmp_path).status == 0
        refused = pataca(
            "run", "-", "--data", tmp_path, stdin=in_lines([{"do": "deposit", "wallet": "P-1", "amount": 1, "currency": "HKD"}])
        )
        assert refused.status == 4
        assert "pataca admin roles" in refused.err
        assert "hush" not in refused.err + refused.out


def projects_each_alone(owner: str, data: Path, monkeypatch: Environment) -> None:
    for projection in PROJECTIONS:
        role = f"casino_projector_{projection.name}"
        with login(owner, role, as_role=role) as url:
            monkeypatch.setenv(STORE, url)
            ended = pataca("project", projection.name, "--once", "--data", data)
            assert ended.status == 0, ended.err
            if projection is PROJECTIONS[0]:
                others = pataca("project", PROJECTIONS[1].name, "--once", "--data", data)
                assert others.status == 4, others
                assert "pataca admin roles" in others.err
    with psycopg.connect(owner) as connection:
        owners = connection.execute(
            "SELECT DISTINCT split_part(relname, '_', 1), pg_get_userbyid(relowner) FROM pg_class "
            "WHERE relnamespace = 'casino_books'::regnamespace AND relkind = 'r' AND relname LIKE '%\\_1'"
        ).fetchall()
    assert sorted(owners) == sorted((projection.name, f"casino_projector_{projection.name}") for projection in PROJECTIONS)
