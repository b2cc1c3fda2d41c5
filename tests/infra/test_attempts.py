"""Refusals are kept, and never fail over being kept."""

from dataclasses import replace

import pytest

from infra.attempts import TEXT_BYTES_MAX, Attempt, Attempts
from infra.store_errors import StoreDamaged

ATTEMPT = Attempt(
    time="2026-11-30T04:00:00.000000Z",
    actor="dealer-1",
    key=None,
    command='{"do":"act","seat":3,"action":"raise","to":150}',
    code="below-minimum-raise",
    rule="MO-THP-2008 12(1)",
    message="a raise must be to at least 500",
)


@pytest.fixture(params=["memory", "sqlite"])
def attempts(request, tmp_path):
    opened = Attempts(None if request.param == "memory" else tmp_path / "attempts.sqlite", kept_max=10)
    yield opened
    opened.close()


def test_the_newest_come_first(attempts):
    asked = [replace(ATTEMPT, key=f"k-{number}") for number in range(5)]
    assert [attempts.record(one) for one in asked] == [None] * 5
    assert attempts.recent(3) == asked[:1:-1]
    assert attempts.recent(100) == asked[::-1]


def test_only_the_newest_are_kept(attempts):
    for number in range(25):
        assert attempts.record(replace(ATTEMPT, key=f"k-{number}")) is None
    assert [one.key for one in attempts.recent(100)] == [f"k-{number}" for number in range(24, 14, -1)]


@pytest.mark.parametrize("text", ["x" * 5000, "é" * 5000, "x" + "賭" * 5000])
def test_a_long_text_is_cut_between_characters(attempts, text):
    assert attempts.record(replace(ATTEMPT, command=text, message=text, actor=text, key=text)) is None
    [kept] = attempts.recent(1)
    for cut in (kept.command, kept.message, kept.actor, kept.key):
        assert text.startswith(cut)
        assert TEXT_BYTES_MAX - 3 < len(cut.encode()) <= TEXT_BYTES_MAX


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "\x1b[2J"])
def test_a_text_that_is_hardly_one_is_kept_too(attempts, text):
    assert attempts.record(replace(ATTEMPT, command=text)) is None
    assert attempts.recent(1)[0].command == text.encode(errors="backslashreplace").decode()


def test_reopened_they_are_there(tmp_path):
    first = Attempts(tmp_path / "attempts.sqlite")
    assert first.record(ATTEMPT) is None
    first.close()
    assert Attempts(tmp_path / "attempts.sqlite").recent(1) == [ATTEMPT]


def test_a_full_disk_is_told_and_nothing_fails(small_disk):
    attempts = Attempts(small_disk / "attempts.sqlite")
    assert attempts.record(ATTEMPT) is None
    (small_disk / "ballast").write_bytes(b"x" * (512 - 140) * 1024)
    told = [attempts.record(replace(ATTEMPT, command="x" * 4000)) for _ in range(100)]
    assert told[-1].startswith("the refusal was not recorded")
    (small_disk / "ballast").unlink()
    assert attempts.record(ATTEMPT) is None
    attempts.close()


def test_a_folder_that_is_not_there_is_told(tmp_path):
    assert "not recorded" in Attempts(tmp_path / "nowhere" / "attempts.sqlite").record(ATTEMPT)


def test_a_damaged_file_is_told_when_it_is_written_and_raised_when_it_is_read(tmp_path):
    path = tmp_path / "attempts.sqlite"
    path.write_bytes(b"not a database" * 100)
    assert "not a database" in Attempts(path).record(ATTEMPT)
    with pytest.raises(StoreDamaged, match=r"attempts\.sqlite"):
        Attempts(path).recent(1)
