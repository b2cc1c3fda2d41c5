"""Files that are not what they should be, and disks that do not do their work: one sentence, and nothing half done."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.evening import refused
from tests.cli.terminal import Ended, in_lines, pataca, process, run
from tests.infra.conftest import mount

DEPOSIT = {"do": "deposit", "wallet": "P-1", "amount": 100, "currency": "HKD"}
FOLD = {**refused(), "action": "fold"}
FOLD.pop("to")
FILES = ["events.sqlite", "vault.sqlite", "books.sqlite"]


def told(ended: Ended, file: str) -> None:
    """4, in one sentence that names the file and what to do."""
    assert (ended.status, ended.out) == (4, ""), ended
    assert ended.err.startswith("pataca: ")
    assert ended.err.count("\n") == 1
    assert file in ended.err


def deposit(data: Path) -> Ended:
    return pataca("run", "-", "--data", data, stdin=in_lines([DEPOSIT]))


def needing(file: str, data: Path) -> Ended:
    """A command that needs the file."""
    return pataca("ledger", "trial-balance", "--data", data) if file == "books.sqlite" else deposit(data)


def test_tables_go_on_dealing_whatever_has_become_of_the_books(data: Path) -> None:
    (data / "books.sqlite").write_bytes(b"no database")
    assert deposit(data).status == 0


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("left", [100, 5_000, 4_096 * 3, 0])
def test_a_file_that_was_cut_off(data: Path, file: str, left: int) -> None:
    path = data / file
    path.write_bytes(path.read_bytes()[:left])
    before = {other.name: other.read_bytes() for other in data.glob("*.sqlite")}

    told(needing(file, data), file)
    assert {other.name: other.read_bytes() for other in data.glob("*.sqlite")} == before


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_another_program(data: Path, file: str) -> None:
    other = "events.sqlite" if file != "events.sqlite" else "books.sqlite"
    shutil.copy(data / other, data / file)
    told(needing(file, data), file)


@pytest.mark.parametrize("file", ["events.sqlite", "books.sqlite"])
@pytest.mark.parametrize("command", ["hand list", "ledger trial-balance", "events tail", "report ggr", "verify"])
def test_questions_to_a_file_that_was_overwritten(data: Path, command: str, file: str) -> None:
    (data / file).write_bytes(b"not a database, " * 4_096)
    told(pataca(*command.split(), "--data", data), file)


def test_pages_that_were_overwritten_are_found(data: Path) -> None:
    """In the middle of the file, where its header says nothing of it."""
    path = data / "events.sqlite"
    content = bytearray(path.read_bytes())
    content[8 * 4_096 : -4_096] = b"\xff" * (len(content) - 9 * 4_096)
    path.write_bytes(content)

    assert pataca("verify", "--data", data).status in (1, 4)
    assert "Traceback" not in pataca("verify", "--data", data).err


def test_books_that_are_gone_come_back_equal(data: Path) -> None:
    questions = ["ledger trial-balance --detail", "report commission", "hand list", "ledger journal", "report voids"]
    before = [pataca(*question.split(), "--json", "--data", data).out for question in questions]
    for path in data.glob("books.sqlite*"):
        path.unlink()

    assert [pataca(*question.split(), "--json", "--data", data).out for question in questions] == before
    assert pataca("verify", "--data", data).status == 0


def test_a_vault_that_is_gone_takes_the_hidden_cards_with_it_and_nothing_else(data: Path) -> None:
    for path in data.glob("vault.sqlite*"):
        path.unlink()

    assert pataca("verify", "--data", data).status == 0
    assert run(data, FOLD)[0]["ok"]


@pytest.mark.parametrize("command", ["run -", "hand list", "verify", "events tail", "doctor", "import phh docs"])
def test_a_data_folder_that_is_a_file(tmp_path: Path, command: str) -> None:
    path = tmp_path / "data"
    path.write_text("not a folder")
    ended = pataca(*command.split(), "--data", path)

    assert ended.status == 4
    assert "it is a file" in ended.err + ended.out
    assert path.read_text() == "not a folder"


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """By its mode, or for root, whom no mode stops, by a mount."""
    as_root = os.geteuid() == 0
    if as_root:
        mount("--bind", folder, folder)
    try:
        if as_root:
            mount("-o", "remount,ro,bind", folder)
        else:
            folder.chmod(0o500)
        yield
    finally:
        if as_root:
            subprocess.run(["umount", folder], check=True)
        else:
            folder.chmod(0o700)


def test_a_folder_that_may_not_be_written(data: Path) -> None:
    with read_only(data):
        told(deposit(data), str(data))

    assert pataca("events", "tail", "--limit", "1000", "--data", data).out.count("\n") == 89


# A disk that is full.


@pytest.fixture
def small_disk(data: Path) -> Iterator[Path]:
    """The evening on a disk of its own with a little room left."""
    folder = data.parent / "small"
    folder.mkdir()
    size = sum(path.stat().st_size for path in data.iterdir())
    mount("-t", "tmpfs", "-o", f"size={size + 1_500_000}", "tmpfs", folder)
    yield Path(shutil.copytree(data, folder / "data"))
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder: Path, spare: int) -> Path:
    """A file that leaves so many bytes of room."""
    free = shutil.disk_usage(folder).free
    path = folder.parent / "filler"
    path.write_bytes(b"\0" * max(0, free - spare))
    return path


def test_a_full_disk_refuses_what_it_cannot_keep_and_keeps_what_it_answered(small_disk: Path) -> None:
    filler = fill(small_disk, 200_000)
    lines = in_lines([{**DEPOSIT, "reference": f"{number} {'x' * 1_900}"} for number in range(500)])
    ended = pataca("run", "-", "--data", small_disk, stdin=lines)

    assert ended.status == 4
    assert ended.err.count("\n") == 1
    assert "Free space on its disk" in ended.err or "disk is full" in ended.err
    answered = len(ended.documents())
    assert 0 < answered < 500
    filler.unlink()

    assert pataca("verify", "--data", small_disk).status == 0
    again = pataca("run", "-", "--data", small_disk, stdin=lines.splitlines(keepends=True)[answered])
    assert again.documents()[0]["ok"], "what was not answered is not stored"
    assert pataca("events", "tail", "--limit", "1000", "--json", "--data", small_disk).out.count("\n") == 89 + answered + 1


@pytest.mark.parametrize("spare", [0, 4_096, 20_000, 60_000])
def test_a_hand_on_a_full_disk_goes_on_when_there_is_room(small_disk: Path, spare: int) -> None:
    """Wherever it stops: sealing in the vault, storing the events, or making the files of the logs."""
    filler = fill(small_disk, spare)
    check, flop = {**FOLD, "action": "check"}, {"do": "deal", "table": "PK-08", "cards": ["2c", "7h", "9s"]}
    ended = pataca("run", "-", "--data", small_disk, stdin=in_lines([check, flop]))
    answered = len(ended.documents())
    assert ended.status == (0 if answered == 2 else 4), ended
    filler.unlink()

    rest = pataca("run", "-", "--data", small_disk, stdin=in_lines([check, flop][answered:]))
    assert rest.status == 0
    assert pataca("verify", "--data", small_disk).status == 0


def test_books_on_a_full_disk_go_on_when_there_is_room(small_disk: Path) -> None:
    run(small_disk, *[{**DEPOSIT, "wallet": f"P-{number}"} for number in range(20)])
    filler = fill(small_disk, 0)
    ended = pataca("ledger", "trial-balance", "--data", small_disk)
    assert (ended.status, ended.out) == (4, "")
    filler.unlink()

    assert pataca("ledger", "trial-balance", "--data", small_disk).status == 0
    assert pataca("verify", "--data", small_disk).status == 0


def test_a_house_that_cannot_be_made_leaves_no_half_of_it(small_disk: Path) -> None:
    fill(small_disk, 20_000)
    new = small_disk.parent / "new"
    assert deposit(new).status == 4
    (small_disk.parent / "filler").unlink()

    assert deposit(new).status == 0
    assert process("doctor", "--data", new).out.count("MISSING") == (0 if shutil.disk_usage(new).free > 256 * 1024**2 else 1)
