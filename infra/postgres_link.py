"""One connection to PostgreSQL that is made when it is first needed, and anew when it was lost in the meantime."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg

from infra.postgres import connect, place_of


class Link:
    """For one thread at a time. The driver's errors pass: whoever uses it tells them (`infra.postgres.Explaining`).

    `greet` is given each new connection before anything else, e.g. to make tables that are missing.
    """

    def __init__(self, url: str, application: str, greet: Callable[[psycopg.Connection], None]) -> None:
        self._url = url
        self._application = application
        self._greet = greet
        self._opened: psycopg.Connection | None = None
        self.place = place_of(url)

    @property
    def connection(self) -> psycopg.Connection:
        if self._opened is None or self._opened.closed:
            self._opened = None
            opened = connect(self._url, application=self._application)
            try:
                self._greet(opened)
            except BaseException:
                opened.close()
                raise
            self._opened = opened
        return self._opened

    def run(self, statement: str, *values: object) -> psycopg.Cursor[tuple[Any, ...]]:
        """A statement that may be carried out twice: one whose answer was lost is sent once more, over a new connection."""
        connection = self.connection
        try:
            return connection.execute(statement, values)
        except psycopg.OperationalError:
            if not connection.closed:
                raise
        return self.connection.execute(statement, values)

    def undo(self) -> None:
        """No transaction is left open; a connection that does not even take a ROLLBACK is given up."""
        if self._opened is None or self._opened.closed:
            return
        try:
            self._opened.execute("ROLLBACK")
        except psycopg.Error:
            self.close()

    def close(self) -> None:
        if self._opened is not None:
            with suppress(psycopg.Error):
                self._opened.close()
            self._opened = None
