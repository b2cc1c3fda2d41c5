"""The stores that one suite of assertions runs over (PostgreSQL joins here as one more), and disks that refuse to write."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from infra.event_store import EventStore
from tests.infra.samples import CATALOGUE, UPCASTERS


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    """An empty store of each kind."""
    if request.param == "memory":
        opened = EventStore.memory(CATALOGUE, UPCASTERS)
    else:
        opened = EventStore.sqlite(tmp_path / "events.sqlite", CATALOGUE, UPCASTERS)
    yield opened
    opened.close()


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
