"""Refusals are kept, and never fail over being kept."""

from contextlib import closing
from dataclasses import replace

import psycopg
import pytest

from infra.attempts import TEXT_BYTES_MAX, Attempt, Attempts
from infra.store_errors import StoreDamaged, StoreUnavailable
from tests.engines.postgres import cut_connections

ATTEMPT = Attempt(
    time="2026-11-30T04:00:00.000000Z",
    actor="dealer-1",
    key=None,
    command='{"do":"act","seat":3,"action":"raise","to":150}',
    code="below-minimum-raise",
    rule="MO-THP-2008 12(1)",
    message="a raise must be to at least 500",
)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def attempts(request, tmp_path):
    if request.param == "postgres":
        opened = Attempts.postgres(request.getfixturevalue("postgres"), kept_max=10)
    else:
        opened = Attempts.memory(10) if request.param == "memory" else Attempts.sqlite(tmp_path / "attempts.sqlite", 10)
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
    escaped = text.replace("\0", r"\x00").encode(errors="backslashreplace").decode()
    assert attempts.recent(1)[0].command == escaped


def test_what_one_table_refused_comes_oldest_first(attempts):
    here, there = [replace(ATTEMPT, key=key, command=f'{{"do": "act", "table": "{key[:5]}"}}') for key in ("PK-07-a", "PK-08")]
    for one in (here, there, replace(here, key="PK-07-b")):
        assert attempts.record(one) is None
    assert [one.key for one in attempts.at_table("PK-07")] == ["PK-07-a", "PK-07-b"]
    assert attempts.at_table("PK-0") == []


def test_asking_makes_no_file_and_goes_on_beside_a_writer(tmp_path):
    path = tmp_path / "attempts.sqlite"
    with closing(Attempts.sqlite(path)) as reader:
        assert reader.at_table("PK-07") == []
        assert not path.exists()
        with closing(Attempts.sqlite(path)) as writer:
            assert writer.record(replace(ATTEMPT, command='{"table": "PK-07"}')) is None
            assert len(reader.at_table("PK-07")) == 1


def test_reopened_they_are_there(tmp_path):
    first = Attempts.sqlite(tmp_path / "attempts.sqlite")
    assert first.record(ATTEMPT) is None
    first.close()
    assert Attempts.sqlite(tmp_path / "attempts.sqlite").recent(1) == [ATTEMPT]


def test_a_full_disk_is_told_and_nothing_fails(small_disk):
    attempts = Attempts.sqlite(small_disk / "attempts.sqlite")
    assert attempts.record(ATTEMPT) is None
    (small_disk / "ballast").write_bytes(b"x" * (512 - 140) * 1024)
    told = [attempts.record(replace(ATTEMPT, command="x" * 4000)) for _ in range(100)]
    assert told[-1].startswith("the refusal was not recorded")
    (small_disk / "ballast").unlink()
    assert attempts.record(ATTEMPT) is None
    attempts.close()


def test_a_folder_that_is_not_there_is_told(tmp_path):
    assert "not recorded" in Attempts.sqlite(tmp_path / "nowhere" / "attempts.sqlite").record(ATTEMPT)


def test_a_damaged_file_is_told_when_it_is_written_and_raised_when_it_is_read(tmp_path):
    path = tmp_path / "attempts.sqlite"
    path.write_bytes(b"not a database" * 100)
    assert "not a database" in Attempts.sqlite(path).record(ATTEMPT)
    with pytest.raises(StoreDamaged, match=r"attempts\.sqlite"):
        Attempts.sqlite(path).recent(1)


# On PostgreSQL.


def test_two_processes_keep_the_newest_of_both(postgres):
    with closing(Attempts.postgres(postgres, kept_max=10)) as one, closing(Attempts.postgres(postgres, kept_max=10)) as other:
        for number in range(12):
            assert one.record(replace(ATTEMPT, key=f"one-{number}")) is None
            assert other.record(replace(ATTEMPT, key=f"other-{number}")) is None
        kept = [attempt.key for attempt in one.recent(100)]
    assert kept == [f"{name}-{number}" for number in range(11, 6, -1) for name in ("other", "one")]


def test_a_connection_that_was_lost_is_made_anew(postgres):
    with closing(Attempts.postgres(postgres)) as attempts:
        assert attempts.record(ATTEMPT) is None
        cut_connections(postgres)
        assert attempts.record(replace(ATTEMPT, key="after")) is None
        cut_connections(postgres)
        assert [kept.key for kept in attempts.recent(10)] == ["after", None]


def test_a_database_that_is_away_is_told(postgres):
    with closing(Attempts.postgres(f"{postgres}_gone")) as attempts:
        assert "not recorded" in attempts.record(ATTEMPT)
        with pytest.raises(StoreUnavailable):
            attempts.recent(1)


def test_a_table_that_is_not_ours_is_told_without_what_was_to_be_kept(postgres):
    with closing(Attempts.postgres(postgres)) as attempts:
        assert attempts.record(ATTEMPT) is None
        with psycopg.connect(postgres) as connection:
            connection.execute("ALTER TABLE casino.attempts ADD CHECK (command LIKE 'x%') NOT VALID")
        told = attempts.record(ATTEMPT)
    assert told.startswith("the refusal was not recorded")
    assert "23514" in told
    assert ATTEMPT.command not in told
