"""Files of hands on disk: what is found, in which order, and what is said about a file that cannot be read."""

import os
from decimal import Decimal
from pathlib import Path

import pytest

from services.errors import NotFound
from services.phh import files
from services.phh.files import find_files, read_hands


def code_and_message(path: Path) -> tuple[str, str]:
    (source,) = read_hands(path)
    assert source.hand is None
    assert source.fields is None
    assert source.refusal is not None
    return source.refusal.code, source.refusal.message


def test_a_folder_stands_for_its_files_sorted_at_any_depth(tmp_path: Path) -> None:
    for name in ("b.phhs", "a/2.phh", "a/1.PHH", "notes.txt", "c.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    found = find_files([tmp_path / "c.toml", tmp_path])

    assert [str(file.relative_to(tmp_path)) for file in found] == ["c.toml", "a/1.PHH", "a/2.phh", "b.phhs"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("missing.phh", "does not exist"), ("empty", "holds no .phh or .phhs file"), ("pipe", "is not a file"), ("folder", "is not a file")],
)
def test_a_path_that_leads_to_no_file_is_an_error_of_its_own(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "folder" / "1.phh")

    with pytest.raises(NotFound, match=said):
        find_files([tmp_path / name])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_the_right_to_read_it_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "1.phh").touch(mode=0o000)

    with pytest.raises(NotFound, match="permission denied"):
        find_files([tmp_path])


def test_a_phh_file_is_one_hand_with_its_numbers_untouched(tmp_path: Path) -> None:
    path = tmp_path / "1.phh"
    path.write_bytes(b"\xef\xbb\xbfvariant = 'NT'\r\nstarting_stacks = [100, 100.50]\r\n")

    (source,) = read_hands(path)

    assert (source.file, source.hand, source.refusal) == (str(path), 1, None)
    assert source.fields == {"variant": "NT", "starting_stacks": [100, Decimal("100.50")]}
    assert [type(stack) for stack in source.fields["starting_stacks"]] == [int, Decimal]


def test_the_hands_of_a_phhs_file_are_counted_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "many.phhs"
    path.write_text("[7]\nvariant = 'NT'\n[2]\nvariant = 'FT'\n[x]\n")

    assert [(source.hand, source.fields) for source in read_hands(path)] == [(1, {"variant": "NT"}), (2, {"variant": "FT"}), (3, {})]


def test_fields_outside_of_any_table_make_no_list_of_hands(tmp_path: Path) -> None:
    path = tmp_path / "one.phhs"
    path.write_text("variant = 'NT'\n[1]\nvariant = 'NT'\n")

    assert code_and_message(path) == ("not-phh", "a .phhs file is one numbered table for each hand; `variant` stands outside of them")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"variant = 'NT'\nantes = [0, 0\nactions = []", "line 3"),
        (b"variant = 'NT'\nevent = '\xff'", "line 2 is not UTF-8"),
        ("variant = 'NT'".encode("utf-16"), "line 1 is not UTF-8"),
        (b"{}", "line 1"),
        (b"hand = " + b"9" * 5_000, "thousands of digits"),
        (b"actions = " + b"[" * 5_000, "too deep"),
        (b"hand = 1\nhand = 2\n", "line 2"),
    ],
)
def test_a_file_that_is_not_toml_is_one_refusal_with_its_place(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "broken.phhs"
    path.write_bytes(content)

    code, message = code_and_message(path)

    assert code == "not-toml"
    assert said in message


def test_a_file_above_the_bound_is_refused_before_it_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "FILE_BYTES_MAX", 20)
    path = tmp_path / "large.phhs"
    path.write_bytes(b"#" * 20)
    assert list(read_hands(path)) == []

    path.write_bytes(b"#" * 21)
    assert code_and_message(path) == ("file-too-large", "a file of hands has up to 20 bytes; split it")


def test_a_file_that_went_away_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="cannot be read"):
        list(read_hands(tmp_path / "gone.phh"))


def test_a_name_that_is_not_utf_8_can_still_be_printed(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.phh"))
    path.touch()

    (source,) = read_hands(path)

    assert source.file.endswith("/\\xff.phh")
    assert source.file.encode()


def test_what_was_read_is_not_repeated_where_a_source_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "1.phh"
    path.write_text("actions = ['d dh p1 AsKs']")

    assert "AsKs" not in repr(list(read_hands(path)))
