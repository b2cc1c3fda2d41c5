"""Which lanes of a projection this process works, where several share them: locks of its session in the books' database.

Everybody sees in the server's list of locks how many they are, and takes no more than an even share. The server gives up
the locks of a process that has died, and of one that has not been heard of for a while. They spare the processes each
other's work and no more: what keeps a wrong one from writing is the cursor (infra/cursors.py).
"""

from collections.abc import Iterable
from hashlib import sha256

import psycopg

from infra.postgres import Explaining, connect, place_of
from infra.store_errors import StoreUnavailable

SILENCE_S_MAX = 10
"""Whoever does not call `balance` for longer, because it is stopped or its machine is gone, loses its lanes."""

_MEMBER = 0  # the lock that all members hold together; lane n is lock n + 1

_HELD = """
SELECT objid::int4, pid = pg_backend_pid()
  FROM pg_locks
 WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = %s::int4::oid
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class Leases:
    """For one thread. Nothing is held before `balance`, and nothing after StoreUnavailable or `close`."""

    def __init__(self, url: str, projection: str, silence_s_max: int = SILENCE_S_MAX) -> None:
        self._url = url
        self._projection = projection
        self._class = int.from_bytes(sha256(f"pataca lanes {projection}".encode()).digest()[:4], signed=True)
        self._silence_s_max = silence_s_max
        self._explaining = Explaining(place_of(url))
        self._session: psycopg.Connection | None = None

    def balance(self, lanes: int) -> set[int]:
        """Those of 0 to `lanes` - 1 that are ours now: surplus is given back, free ones are taken. StoreUnavailable.

        Nothing may be on its way into one of our lanes meanwhile.
        """
        try:
            with self._explaining:
                return self._balanced(self._session or self._joined(), lanes)
        except StoreUnavailable:
            self.close()
            raise

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _joined(self) -> psycopg.Connection:
        self._session = session = connect(self._url, application=f"pataca project {self._projection}")
        session.execute("SELECT set_config('idle_session_timeout', %s, false)", (f"{self._silence_s_max}s",))
        session.execute("SELECT pg_advisory_lock_shared(%s, %s)", (self._class, _MEMBER))
        return session

    def _balanced(self, session: psycopg.Connection, lanes: int) -> set[int]:
        held = session.execute(_HELD, (self._class,)).fetchall()
        members = sum(lock == _MEMBER for lock, _ in held)
        ours = {lock - 1 for lock, is_ours in held if is_ours and lock != _MEMBER}
        share = -(-lanes // members)
        for lane in sorted(ours, reverse=True)[: max(0, len(ours) - share)]:
            session.execute("SELECT pg_advisory_unlock(%s, %s)", (self._class, lane + 1))
            ours.remove(lane)
        free = sorted(set(range(lanes)) - {lock - 1 for lock, _ in held})
        return ours | self._taken(session, free, share - len(ours))

    def _taken(self, session: psycopg.Connection, free: Iterable[int], wanted: int) -> set[int]:
        """Up to so many of the free ones; somebody else may be faster."""
        taken: set[int] = set()
        for lane in free:
            if len(taken) == wanted:
                break
            row = session.execute("SELECT pg_try_advisory_lock(%s, %s)", (self._class, lane + 1)).fetchone()
            if row is not None and row[0]:
                taken.add(lane)
        return taken
