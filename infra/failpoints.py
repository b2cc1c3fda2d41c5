"""Named places where a process can be made to die, so that a test reaches the windows that no random kill does."""

import os
import signal

SETTING = "CASINO_FAILPOINT"


class _Failpoint:
    """`NAME:HIT` in the environment, once for a process: which place, and at which time that it is reached, from 1."""

    def __init__(self, setting: str | None) -> None:
        self.name, _, hit = (setting or "").rpartition(":")
        self.left = int(hit) if self.name else 0


_failpoint = _Failpoint(os.environ.get(SETTING))


def reach(name: str) -> None:
    """Ends this process as kill -9 does, if it was started to die at this place; else nothing."""
    if name == _failpoint.name:
        _failpoint.left -= 1
        if _failpoint.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
