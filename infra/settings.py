"""What the house is told from outside: options of a command, and variables of its environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

_LATER = {
    "CASINO_STORE_URL": "an event store on PostgreSQL",
    "CASINO_BOOKS_URL": "books on PostgreSQL",
    "CASINO_VAULT_URL": "a vault on PostgreSQL",
    "CASINO_KAFKA": "a log on Apache Kafka",
}


class SettingNotSupported(Exception):
    """A variable asks for what this release does not do. Its value is not repeated: it may hold a password."""

    def __init__(self, name: str, asks_for: str) -> None:
        super().__init__(f"{name} asks for {asks_for}, which this release does not have: unset it to keep everything in the data folder")
        self.name = name


@dataclass(frozen=True, slots=True)
class Settings:
    """`data`: the folder, absolute, that holds events, books, vault and attempts."""

    data: Path


def read_settings(data: Path | None, environ: Mapping[str, str]) -> Settings:
    """From `--data DIR` (None: the user's data folder for pataca) and the environment. SettingNotSupported.

    A variable that is set to nothing counts as not set.
    """
    for name, asks_for in _LATER.items():
        if environ.get(name):
            raise SettingNotSupported(name, asks_for)
    folder = user_data_path("pataca", appauthor=False) if data is None else data.expanduser()
    return Settings(folder.absolute())
