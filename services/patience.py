"""What a process that runs on does while something that it needs is away: it waits, and tells the operator without flooding him."""

from collections.abc import Callable
from threading import Event as Flag
from time import monotonic

_PAUSE_S_MIN, _PAUSE_S_MAX = 0.2, 5.0
_REPEAT_AFTER_S = 60.0


class Patience:
    """Pauses grow from 0.2 to 5 s; the same trouble is told once, and again every minute. `stop` ends a pause."""

    def __init__(self, stop: Flag, say: Callable[[str], None]) -> None:
        self._stop = stop
        self._say = say
        self._pause_s = _PAUSE_S_MIN
        self._told = ""
        self._told_at = 0.0

    def wait(self, trouble: Exception, standing: str) -> None:
        """A pause before the next attempt; `standing` says how far the process has come."""
        text = str(trouble)
        if text != self._told or monotonic() - self._told_at >= _REPEAT_AFTER_S:
            self._told, self._told_at = text, monotonic()
            self._say(f"{text.removesuffix('.')}. Waiting for it; {standing}")
        self._stop.wait(self._pause_s)
        self._pause_s = min(2 * self._pause_s, _PAUSE_S_MAX)

    def over(self) -> None:
        """It works again: the next trouble is a new one."""
        self._told = ""
        self._pause_s = _PAUSE_S_MIN
