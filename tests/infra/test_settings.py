"""What is set and what is asked for that this release does not have."""

from pathlib import Path

import pytest

from infra.settings import SettingNotSupported, read_settings


def test_the_folder_that_was_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read_settings(tmp_path / "house", {}).data == tmp_path / "house"
    assert read_settings(Path("house"), {}).data == tmp_path / "house"


def test_the_users_data_folder_where_none_was_named(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = read_settings(None, {}).data
    assert folder.name == "pataca"
    assert folder.is_absolute()


def test_a_home_folder_that_the_shell_left_alone(monkeypatch):
    monkeypatch.setenv("HOME", "/home/cashier")
    assert read_settings(Path("~/house"), {}).data == Path("/home/cashier/house")


@pytest.mark.parametrize("name", ["CASINO_STORE_URL", "CASINO_KAFKA", "CASINO_BOOKS_URL", "CASINO_VAULT_URL"])
def test_a_setting_of_a_later_release_is_refused_without_its_value(name, tmp_path):
    with pytest.raises(SettingNotSupported, match=name) as refused:
        read_settings(tmp_path, {name: "postgresql://pit:sesame@db/house"})
    assert refused.value.name == name
    assert "sesame" not in f"{refused.value} {refused.value!r}"


def test_a_setting_that_is_empty_is_none(tmp_path):
    assert read_settings(tmp_path, {"CASINO_KAFKA": "", "OTHER": "x"}).data == tmp_path
