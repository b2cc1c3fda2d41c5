"""One data folder, one writer."""

import os
import stat
import subprocess
import sys
from threading import Thread

import pytest

from infra.folder import DataFolder, FolderBusy
from infra.store_errors import StoreUnavailable

HOLD = """
import sys
from pathlib import Path
from infra.folder import DataFolder
lock = DataFolder(Path(sys.argv[1])).lock()
print("locked", flush=True)
sys.stdin.read()
"""


def test_the_names_of_the_files(tmp_path):
    folder = DataFolder(tmp_path / "house")
    assert [path.name for path in (folder.events, folder.books, folder.vault, folder.attempts)] == [
        "events.sqlite",
        "books.sqlite",
        "vault.sqlite",
        "attempts.sqlite",
    ]
    assert not folder.path.exists()


def test_a_new_folder_is_for_this_user_alone(tmp_path):
    folder = DataFolder(tmp_path / "deep" / "house")
    folder.create()
    folder.create()
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_second_writer_is_told_who_writes(tmp_path):
    first = DataFolder(tmp_path).lock()
    with pytest.raises(FolderBusy, match=f"process {os.getpid()}") as busy:
        DataFolder(tmp_path).lock()
    assert busy.value.pid == os.getpid()
    first.release()
    first.release()
    with DataFolder(tmp_path).lock():
        pass
    assert DataFolder(tmp_path).writer() is None


def test_any_thread_may_release_it(tmp_path):
    lock = DataFolder(tmp_path).lock()
    thread = Thread(target=lock.release)
    thread.start()
    thread.join()
    DataFolder(tmp_path).lock().release()


def test_another_process_holds_it_until_it_ends_whatever_its_end(tmp_path):
    holder = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with holder:
        assert holder.stdout.readline() == "locked\n"
        with pytest.raises(FolderBusy) as busy:
            DataFolder(tmp_path).lock()
        assert busy.value.pid == holder.pid
        holder.kill()
    assert DataFolder(tmp_path).writer() == holder.pid  # stale: the lock decides
    with DataFolder(tmp_path).lock():
        assert DataFolder(tmp_path).writer() == os.getpid()


@pytest.mark.parametrize("left", ["", "someone\n"])
def test_a_writer_that_has_not_said_who_it_is(tmp_path, left):
    with DataFolder(tmp_path).lock():
        (tmp_path / "writer.pid").write_text(left)
        with pytest.raises(FolderBusy, match="another process") as busy:
            DataFolder(tmp_path).lock()
        assert busy.value.pid is None


def test_a_path_that_is_a_file(tmp_path):
    (tmp_path / "house").write_text("a letter")
    for path in (tmp_path / "house", tmp_path / "house" / "inner"):
        with pytest.raises(StoreUnavailable, match="house"):
            DataFolder(path).lock()
    assert (tmp_path / "house").read_text() == "a letter"


def test_a_folder_that_cannot_be_written(freezable):
    path, freeze = freezable
    freeze()
    DataFolder(path).create()
    for folder in (path, path / "new"):
        with pytest.raises(StoreUnavailable, match="writable"):
            DataFolder(folder).lock()


def test_a_disk_without_room_for_the_lock(small_disk):
    for number in range(1000):
        try:
            (small_disk / str(number)).write_bytes(b"x" * 4096)
        except OSError:
            break
    with pytest.raises(StoreUnavailable) as full:
        DataFolder(small_disk).lock()
    assert "Free space" in full.value.remedy
    (small_disk / "0").unlink()
    DataFolder(small_disk).lock().release()
