"""Disks that refuse to write, and roles of a database."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import pytest


def mount(*arguments: str | Path) -> None:
    try:
        done = subprocess.run(["mount", *arguments], check=False, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no mount command")
    if done.returncode:
        pytest.skip(f"this user may not mount: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of 512 KiB of its own; skipped where this user may not mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=512k", "tmpfs", folder)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def freeze(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)


@pytest.fixture
def freezable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A folder, and what makes it read-only with all in it: its mode, or its disk where no mode stops this user."""
    folder = tmp_path / "frozen"
    folder.mkdir(mode=0o555)
    if os.access(folder, os.W_OK):
        disk = request.getfixturevalue("small_disk")
        yield disk, lambda: mount("-o", "remount,ro", disk)
    else:
        folder.chmod(0o755)
        yield folder, lambda: freeze(folder)
        folder.chmod(0o755)


def of_database(url: str, name: str) -> str:
    """The URL of another database of the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@pytest.fixture
def role(postgres: str) -> Iterator[Callable[..., str]]:
    """Makes roles that may log in and nothing else, but for the grants that are told: the URL of each."""
    import psycopg

    made: list[str] = []

    def make(*grants: str) -> str:
        name = f"pataca_{uuid4().hex}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'geheim'")
            made.append(name)
            for grant in grants:
                connection.execute(f"GRANT {grant} TO {name}")
        there = urlsplit(postgres)
        return urlunsplit(there._replace(netloc=f"{name}:geheim@{there.netloc.rpartition('@')[2]}"))

    yield make
    with psycopg.connect(postgres, autocommit=True) as connection:
        for name in made:
            connection.execute(f"DROP OWNED BY {name} CASCADE")
            connection.execute(f"DROP ROLE {name}")
