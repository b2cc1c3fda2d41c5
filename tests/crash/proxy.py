"""Between a house and its PostgreSQL: hands everything on, but sometimes ends a connection instead of handing on an answer.

Only answers to appends are cut: what was appended has been stored by then, and nobody has been told.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from selectors import EVENT_READ, DefaultSelector
from threading import Event as Flag
from threading import Lock, Thread
from urllib.parse import urlencode, urlsplit, urlunsplit

from psycopg.conninfo import conninfo_to_dict

APPEND = b"casino.append"
_BYTES = 65_536
_LOOK_S = 0.1


class Proxy:
    """`percent` of the answers are cut; `cut` counts them."""

    def __init__(self, database: str, folder: Path, percent: int, chance: Random) -> None:
        self.cut = 0
        self._to = _address(database)
        self._percent = percent
        self._chance = chance
        self._lock = Lock()
        self._stop = Flag()
        self._threads: list[Thread] = []
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.5432"))
        self._door.listen()
        self._door.settimeout(_LOOK_S)
        self.database = urlunsplit(urlsplit(database)._replace(query=urlencode({"host": str(folder)})))

    def run(self) -> None:
        while not self._stop.is_set():
            with suppress(TimeoutError):
                client, _ = self._door.accept()
                client.settimeout(None)
                thread = Thread(target=self._carry, args=(client,))
                thread.start()
                self._threads.append(thread)
        for thread in self._threads:
            thread.join()
        self._door.close()

    def stop(self) -> None:
        """Ends `run`, which then ends all connections."""
        self._stop.set()

    def _carry(self, client: socket.socket) -> None:
        """One connection, until either side or a cut ends it."""
        appends = False
        with client, socket.socket(socket.AF_UNIX) as server, DefaultSelector() as both:
            server.connect(self._to)
            both.register(client, EVENT_READ, server)
            both.register(server, EVENT_READ, client)
            while not self._stop.is_set():
                for key, _ in both.select(_LOOK_S):
                    data = key.fileobj.recv(_BYTES)  # type: ignore[union-attr]
                    appends |= key.fileobj is client and APPEND in data
                    if not data or (appends and key.fileobj is server and self._is_cut()):
                        return
                    with suppress(BrokenPipeError):
                        key.data.sendall(data)

    def _is_cut(self) -> bool:
        with self._lock:
            cut = self._chance.randrange(100) < self._percent
            self.cut += cut
            return cut


def _address(database: str) -> str:
    parts = conninfo_to_dict(database)
    return f"{parts['host']}/.s.PGSQL.{parts.get('port', 5432)}"


@contextmanager
def proxy(database: str, folder: Path, percent: int, chance: Random) -> Iterator[Proxy]:
    between = Proxy(database, folder, percent, chance)
    carrying = Thread(target=between.run)
    carrying.start()
    try:
        yield between
    finally:
        between.stop()
        carrying.join()
