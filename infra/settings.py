"""What the house is told from outside: options of a command, and variables of its environment."""

import os
import re
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

SECURITY = "CASINO_KAFKA_SECURITY"
_SASL = "CASINO_KAFKA_SASL"
_SECURITIES = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
_MECHANISMS = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512")
_TLS = ("CASINO_KAFKA_CA", "CASINO_KAFKA_CERTIFICATE", "CASINO_KAFKA_KEY")
_LOGIN = (_SASL, "CASINO_KAFKA_USER", "CASINO_KAFKA_PASSWORD")

_CLIENT = {
    SECURITY: "security_protocol",
    "CASINO_KAFKA_CA": "ssl_cafile",
    "CASINO_KAFKA_CERTIFICATE": "ssl_certfile",
    "CASINO_KAFKA_KEY": "ssl_keyfile",
    _SASL: "sasl_mechanism",
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
    topic = given.get(TOPIC, TOPIC_NAME)
    if not re.fullmatch(r"[a-zA-Z0-9._-]{1,249}", topic) or topic in (".", ".."):
        raise SettingRefused(TOPIC, "the name of a topic has 1 to 249 of A-Z a-z 0-9 . _ -")
    _check_client(given)
    return Kafka(servers, topic, {option: given[name] for name, option in _CLIENT.items() if name in given})


def _check_client(given: Mapping[str, str]) -> None:
    """The client takes what it does not know for PLAINTEXT, and leaves out what does not go with that, without a word."""
    security, mechanism = given.get(SECURITY, "PLAINTEXT"), given.get(_SASL)
    if security not in _SECURITIES:
        raise SettingRefused(SECURITY, f"there is no such security; there are {', '.join(_SECURITIES)}")
    if mechanism is not None and mechanism not in _MECHANISMS:
        raise SettingRefused(_SASL, f"there is no such mechanism here; there are {', '.join(_MECHANISMS)}")
    for name in (*_TLS, *_LOGIN):
        fitting = [one for one in _SECURITIES if (one.endswith("SSL") if name in _TLS else one.startswith("SASL"))]
        if name in given and security not in fitting:
            raise SettingRefused(name, f"it would not be used: it goes with {' or '.join(fitting)} as {SECURITY}")
    for name in _LOGIN:
        if security.startswith("SASL") and name not in given:
            raise SettingRefused(name, f"it is not set, and {SECURITY} asks for it")
