"""Waiting for the next event: the server's NOTIFY is a hint that it may be there, never more."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

import psycopg

from infra.postgres import is_lost

_SLICE_S = 0.5  # between two looks at whether the store was closed


class Listener:
    """One connection listens for all threads that wait; it is opened when the first one does.

    Whoever had it hands it to the next one, who looks for himself. `look` asks for the last position on that connection.
    """

    def __init__(self, opening: Callable[[], psycopg.Connection], last_position: Callable[[psycopg.Connection], int]) -> None:
        self._open = opening
        self._last_position = last_position
        self._turn = Lock()
        self._connection: psycopg.Connection | None = None
        self._closed = False

    def wait(self, position: int, timeout_s: float) -> None:
        """Returns when there may be an event after `position`, at the latest after the timeout."""
        until = monotonic() + timeout_s
        if not self._turn.acquire(timeout=timeout_s):
            return
        try:
            connection = self._listening()
            while not self._closed and self._last_position(connection) <= position and (left := until - monotonic()) > 0:
                for _ in connection.notifies(timeout=min(left, _SLICE_S), stop_after=1):
                    pass
        finally:
            self._turn.release()

    def close(self) -> None:
        self._closed = True
        with self._turn:
            if self._connection is not None:
                self._connection.close()

    def _listening(self) -> psycopg.Connection:
        """The connection, seen to listen. Only after that is it sure that no event is missed."""
        if self._connection is not None:
            try:
                self._connection.execute("LISTEN casino")
            except psycopg.Error as error:
                if not is_lost(self._connection, error):
                    raise
        if self._connection is None or self._connection.closed:
            self._connection = self._open()
            self._connection.execute("LISTEN casino")
        return self._connection
