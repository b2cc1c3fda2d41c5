"""What the house is told from outside: options of a command, and variables of its environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

STORE = "CASINO_STORE_URL"
BOOKS = "CASINO_BOOKS_URL"
VAULT = "CASINO_VAULT_URL"
KAFKA = "CASINO_KAFKA"
TOPIC = "CASINO_KAFKA_TOPIC"

TOPIC_NAME = "casino.events.v1"

_CLIENT = {
    "CASINO_KAFKA_SECURITY": "security_protocol",
    "CASINO_KAFKA_CA": "ssl_cafile",
    "CASINO_KAFKA_CERTIFICATE": "ssl_certfile",
    "CASINO_KAFKA_KEY": "ssl_keyfile",
    "CASINO_KAFKA_SASL": "sasl_mechanism",
    "CASINO_KAFKA_USER": "sasl_plain_username",
    "CASINO_KAFKA_PASSWORD": "sasl_plain_password",
}
"""What is handed on to the client, by the name that it has there (kafka-python)."""


class SettingRefused(Exception):
    """A variable that says nothing that can be used. Its value is not repeated: it may hold a password."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Kafka:
    """`servers`: host:port, where the cluster is asked first; `client`: what a client of kafka-python is given besides."""

    servers: tuple[str, ...]
    topic: str = TOPIC_NAME
    client: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """`data`: the folder, absolute, that holds whatever has no URL. A URL is one that libpq takes."""

    data: Path
    store: str | None = field(default=None, repr=False)
    books: str | None = field(default=None, repr=False)
    vault: str | None = field(default=None, repr=False)
    kafka: Kafka | None = None


def read_settings(data: Path | None, environ: Mapping[str, str] | None = None) -> Settings:
    """From `--data DIR` (None: the user's data folder for pataca) and the environment. SettingRefused.

    A variable that is set to nothing counts as not set. Books and vault lie where the store lies, if nothing else is said.
    """
    given = {name: value for name, value in (os.environ if environ is None else environ).items() if value}
    folder = user_data_path("pataca", appauthor=False) if data is None else data.expanduser()
    store = _url(given, STORE)
    for name in (BOOKS, VAULT, KAFKA):
        if store is None and name in given:
            raise SettingRefused(
                name, f"it goes with an event store on PostgreSQL, so set {STORE} too, or unset it to keep all in the data folder"
            )
    return Settings(folder.absolute(), store, _url(given, BOOKS) or store, _url(given, VAULT) or store, _kafka(given))


def _url(given: Mapping[str, str], name: str) -> str | None:
    url = given.get(name)
    if url is not None and not url.startswith(("postgresql://", "postgres://")):
        raise SettingRefused(
            name, "it is no URL of PostgreSQL; one begins with postgresql://, such as postgresql://user@host:5432/database"
        )
    return url


def _kafka(given: Mapping[str, str]) -> Kafka | None:
    if KAFKA not in given:
        return None
    servers = tuple(server.strip() for server in given[KAFKA].split(","))
    for server in servers:
        host, _, port = server.rpartition(":")
        if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65_536:
            raise SettingRefused(KAFKA, "each server is host:port, separated by commas, such as kafka-1:9092,kafka-2:9092")
    client = {option: given[name] for name, option in _CLIENT.items() if name in given}
    return Kafka(servers, given.get(TOPIC, TOPIC_NAME), client)
