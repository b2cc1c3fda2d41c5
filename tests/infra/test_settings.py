"""What is set, and what is refused without being repeated."""

from pathlib import Path

import pytest

from infra.settings import SettingRefused, Settings, read_settings


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


URL = "postgresql://pit:sesame@db/house"


def test_books_and_vault_lie_where_the_store_lies_unless_told(tmp_path):
    alone = read_settings(tmp_path, {"CASINO_STORE_URL": URL})
    assert (alone.store, alone.books, alone.vault) == (URL, URL, URL)
    apart = read_settings(tmp_path, {"CASINO_STORE_URL": URL, "CASINO_BOOKS_URL": URL + "-books", "CASINO_VAULT_URL": URL + "-vault"})
    assert (apart.store, apart.books, apart.vault) == (URL, URL + "-books", URL + "-vault")


def test_kafka_with_what_its_client_is_given(tmp_path):
    given = {
        "CASINO_STORE_URL": URL,
        "CASINO_KAFKA": "kafka-1:9092, [::1]:9093",
        "CASINO_KAFKA_SECURITY": "SASL_SSL",
        "CASINO_KAFKA_SASL": "SCRAM-SHA-512",
        "CASINO_KAFKA_USER": "relay",
        "CASINO_KAFKA_PASSWORD": "sesame",
        "CASINO_KAFKA_CA": "ca.pem",
    }
    kafka = read_settings(tmp_path, given).kafka
    assert kafka is not None
    assert kafka.servers == ("kafka-1:9092", "[::1]:9093")
    assert kafka.topic == "casino.events.v1"
    assert kafka.client == {
        "security_protocol": "SASL_SSL",
        "sasl_mechanism": "SCRAM-SHA-512",
        "sasl_plain_username": "relay",
        "sasl_plain_password": "sesame",
        "ssl_cafile": "ca.pem",
    }


@pytest.mark.parametrize("name", ["CASINO_BOOKS_URL", "CASINO_VAULT_URL", "CASINO_KAFKA"])
def test_what_goes_with_an_event_store_on_postgresql_alone(name, tmp_path):
    with pytest.raises(SettingRefused, match="CASINO_STORE_URL") as refused:
        read_settings(tmp_path, {name: URL})
    assert refused.value.name == name


@pytest.mark.parametrize("url", ["sqlite:///sesame", "host=db password=sesame", "mysql://pit:sesame@db/house"])
def test_what_is_no_url_of_postgresql_is_refused_without_its_value(url, tmp_path):
    with pytest.raises(SettingRefused, match="CASINO_STORE_URL") as refused:
        read_settings(tmp_path, {"CASINO_STORE_URL": url})
    assert "sesame" not in f"{refused.value} {refused.value!r}"


@pytest.mark.parametrize("servers", ["kafka", "kafka:", ":9092", "kafka:0", "kafka:65536", "kafka:9092,", "kafka:９０９２"])
def test_servers_of_kafka_are_host_and_port(servers, tmp_path):
    with pytest.raises(SettingRefused, match="host:port"):
        read_settings(tmp_path, {"CASINO_STORE_URL": URL, "CASINO_KAFKA": servers})


LOGIN = {"CASINO_KAFKA_SASL": "PLAIN", "CASINO_KAFKA_USER": "relay", "CASINO_KAFKA_PASSWORD": "sesame"}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"CASINO_KAFKA_SECURITY": "TLS"}, "CASINO_KAFKA_SECURITY"),
        ({"CASINO_KAFKA_SECURITY": "sasl_ssl", **LOGIN}, "CASINO_KAFKA_SECURITY"),
        (LOGIN, "CASINO_KAFKA_SASL"),
        ({"CASINO_KAFKA_PASSWORD": "sesame"}, "CASINO_KAFKA_PASSWORD"),
        ({"CASINO_KAFKA_SECURITY": "SSL", **LOGIN}, "CASINO_KAFKA_SASL"),
        ({"CASINO_KAFKA_CA": "ca.pem"}, "CASINO_KAFKA_CA"),
        ({"CASINO_KAFKA_SECURITY": "SASL_PLAINTEXT", **LOGIN, "CASINO_KAFKA_KEY": "sesame"}, "CASINO_KAFKA_KEY"),
        ({"CASINO_KAFKA_SECURITY": "SASL_SSL", **LOGIN, "CASINO_KAFKA_SASL": "sesame"}, "CASINO_KAFKA_SASL"),
        ({"CASINO_KAFKA_SECURITY": "SASL_SSL", **LOGIN, "CASINO_KAFKA_USER": ""}, "CASINO_KAFKA_USER"),
        ({"CASINO_KAFKA_TOPIC": "sesame events"}, "CASINO_KAFKA_TOPIC"),
        ({"CASINO_KAFKA_TOPIC": ".."}, "CASINO_KAFKA_TOPIC"),
    ],
)
def test_what_the_client_of_kafka_would_pass_over_in_silence_is_refused(given, name, tmp_path):
    """Misspelt, a security would be none at all."""
    with pytest.raises(SettingRefused) as refused:
        read_settings(tmp_path, {"CASINO_STORE_URL": URL, "CASINO_KAFKA": "kafka:9092"} | given)
    assert refused.value.name == name
    assert "sesame" not in f"{refused.value} {refused.value!r}"


@pytest.mark.parametrize(
    "more", [{}, {"CASINO_KAFKA_SECURITY": "SSL", "CASINO_KAFKA_CA": "ca.pem"}, {"CASINO_KAFKA_SECURITY": "SASL_PLAINTEXT", **LOGIN}]
)
def test_what_goes_together_is_taken(more, tmp_path):
    assert read_settings(tmp_path, {"CASINO_STORE_URL": URL, "CASINO_KAFKA": "kafka:9092"} | more).kafka is not None


def test_no_repr_shows_a_password(tmp_path):
    given = {"CASINO_STORE_URL": URL, "CASINO_KAFKA": "kafka:9092", "CASINO_KAFKA_SECURITY": "SASL_SSL", **LOGIN}
    assert "sesame" not in repr(read_settings(tmp_path, given))


def test_a_setting_that_is_empty_is_none(tmp_path):
    assert read_settings(tmp_path, {"CASINO_KAFKA": "", "OTHER": "x"}) == Settings(tmp_path)
