"""Processes that run until they are told to end: SIGTERM from a supervisor, SIGINT from a terminal."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType


@contextmanager
def until_stopped() -> Iterator[Event]:
    """The flag is set by the first of these signals; whoever runs inside looks at it between two batches and ends with 0."""
    stop = Event()

    def told(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, told) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
