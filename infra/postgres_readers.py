"""A few connections that any number of threads read through."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import TypeVar

import psycopg

from infra.postgres import is_lost
from infra.store_errors import StoreUnavailable

READERS_MAX = 4
"""Connections. More do not make a house's reads faster; fewer make a long page hold up short questions."""
WAIT_S_MAX = 10

Result = TypeVar("Result")


class Readers:
    """Connections opened when they are needed and kept for the next; a question is put again once if its connection was dead.

    Not the pool of psycopg: that one keeps the reason why it has no connection to itself, and lets its caller wait for it.
    """

    def __init__(self, place: str, opening: Callable[[], psycopg.Connection]) -> None:
        self._place = place
        self._open = opening
        self._free = BoundedSemaphore(READERS_MAX)
        self._lock = Lock()
        self._idle: list[psycopg.Connection] = []
        self._closed = False

    def ask(self, question: Callable[[psycopg.Connection], Result]) -> Result:
        """What `question` returns. It only reads, or may be done twice: a server that was restarted in between is not noticed."""
        try:
            with self._borrowed() as connection:
                return question(connection)
        except psycopg.Error as error:
            if not is_lost(connection, error):
                raise
        self._drop_idle()  # whatever ended this one has most likely ended all of them
        with self._borrowed() as connection:
            return question(connection)

    def close(self) -> None:
        self._closed = True
        self._drop_idle()

    @contextmanager
    def _borrowed(self) -> Iterator[psycopg.Connection]:
        if not self._free.acquire(timeout=WAIT_S_MAX):
            reason = f"{READERS_MAX} other questions have been at it for {WAIT_S_MAX} s"
            raise StoreUnavailable(self._place, reason, "Try again when it is less busy.")
        try:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            connection = connection or self._open()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            self._free.release()

    def _give_back(self, connection: psycopg.Connection) -> None:
        with self._lock:
            if not self._closed and not connection.closed:
                self._idle.append(connection)
                return
        connection.close()

    def _drop_idle(self) -> None:
        with self._lock:
            dropped, self._idle = self._idle, []
        for connection in dropped:
            connection.close()
