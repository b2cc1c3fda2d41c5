"""A house with several tables' worth of commands, each by its own clock: for benchmarks of what comes after the commands."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from random import Random
from threading import Event as Flag
from threading import Thread
from time import perf_counter
from typing import Any

from domain.event import Recorded
from services.commands import Commands
from services.demo.evening import play_evening
from services.demo.floor import Floor
from services.receipts import Answer
from tests.bench.evening import HANDS
from tests.bench.evenings import renamed
from tests.services.house import DAY

Told = Callable[[Recorded, float], None]
"""Takes an event that was stored, and when its command was due (perf_counter)."""


class _Over(Exception):
    """The floor is closed."""


class Terminal:
    """One croupier's: gives the commands of evening after evening, so many events a second."""

    def __init__(self, commands: Commands, rate: float, numbers: Iterator[int], stop: Flag, told: Told) -> None:
        self.due = perf_counter()
        self.failed: Exception | None = None
        self._commands = commands
        self._rate = rate
        self._numbers = numbers
        self._number = 0
        self._stop = stop
        self._told = told

    def play(self) -> None:
        """Until the floor is closed. What goes wrong is kept in `failed`, for who waits for the events."""
        try:
            for number in self._numbers:
                self._number = number
                for _ in play_evening(Floor(self), DAY, HANDS, Random(number)):
                    pass
        except _Over:
            pass
        except Exception as error:
            self.failed = error

    def handle(self, raw: Mapping[str, Any]) -> Answer:
        command = renamed(raw, self._number)
        if command["do"] != "inspect" and self._stop.wait(max(0.0, self.due - perf_counter())):
            raise _Over
        answer = self._commands.handle(command)
        for record in answer.events:
            self._told(record, self.due)
        self.due += len(answer.events) / self._rate
        return answer

    def together(self) -> AbstractContextManager[None]:
        """Each command is stored by itself."""
        return nullcontext()


@contextmanager
def at_work(commands: Commands, terminals: int, rate: float, told: Told) -> Iterator[list[Terminal]]:
    """So many terminals, which together make `rate` events a second, until the block ends."""
    stop = Flag()
    opened = [Terminal(commands, rate / terminals, count(first, terminals), stop, told) for first in range(1, terminals + 1)]
    threads = [Thread(target=terminal.play) for terminal in opened]
    for thread in threads:
        thread.start()
    try:
        yield opened
    finally:
        stop.set()
        for thread in threads:
            thread.join()
