"""Baccarat rounds with ten bets each through the house: every command parsed, decided and stored by itself, then all of it booked.

The other side saves the same events as ready-made rows through `sqlite3` alone, one transaction a command, and keeps no books.
Neither waits for the disk at each save.
"""

from contextlib import ExitStack, closing
from itertools import chain
from typing import Any

from infra.books import Books
from infra.sqlite_file import open_to_read, open_to_write
from infra.sqlite_tables import EVENTS
from projections.ledger.ledger import Ledger
from services.projector import catch_up
from tests.bench.coups import commands, coups, opening
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work
from tests.services.house import DAY, house

ROUNDS = 30

_INSERT = "INSERT INTO events (stream, version, topic, state) VALUES (?, ?, ?, ?)"
_STATE = 3
_ROWS = "SELECT stream, version, topic, state FROM events ORDER BY position"


class BaccaratRoundsHouse(Benchmark):
    name = "baccarat-rounds-house"
    unit = "rounds/s"
    against = "raw sqlite3"
    goal = 0.07

    def __init__(self) -> None:
        self._files = Files()
        self._open = ExitStack()
        self._opening = list(opening(DAY))
        self._commands = [raw for coup in coups(ROUNDS, seed=11) for raw in commands(coup, named=True)]
        self._saves = self._stored()

    def ours(self) -> Work:
        self._open.close()
        folder = self._files.fresh()
        folder.mkdir()
        opened = self._open.enter_context(house(folder))
        books = self._open.enter_context(closing(Books.sqlite(folder / "books.sqlite")))
        for raw in self._opening:
            opened.send(raw)

        def play() -> int:
            for raw in self._commands:
                opened.send(raw)
            catch_up(opened.store, books, [Ledger])
            return ROUNDS

        return play

    def beside(self) -> Work:
        connection = open_to_write(self._files.fresh(), EVENTS, "NORMAL")
        before, saves = self._saves[: len(self._opening)], self._saves[len(self._opening) :]
        connection.executemany(_INSERT, chain(*before))

        def save() -> int:
            for rows in saves:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(_INSERT, rows)
                connection.execute("COMMIT")
            return ROUNDS

        return save

    def _stored(self) -> list[list[Any]]:
        """The rows of each command, as our side stores them."""
        self.ours()()
        with closing(open_to_read(self._files.last / "events.sqlite", EVENTS)) as connection:
            rows = connection.execute(_ROWS).fetchall()
        saves: list[list[Any]] = []
        for row in rows:
            if b'"command":' in row[_STATE].split(b"\n")[0]:
                saves.append([])
            saves[-1].append(row)
        assert len(saves) == len(self._opening) + len(self._commands)
        return saves
