"""Appends on PostgreSQL: one connection that writes, which comes back after it was lost and knows what it had stored before."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock, get_ident
from time import monotonic, sleep
from typing import Any

import psycopg
from pydantic_core import to_json

from infra.appender import Outcome, Request
from infra.failpoints import reach
from infra.postgres import LOCK_TIMEOUT_S, Explaining, is_lost, reason_of
from infra.postgres_locks import APPEND, holder_of
from infra.postgres_sql import statement
from infra.store_errors import NameTaken, ReceiptExists, StoreUnavailable, VersionConflict

RETRY_S_MAX = 5.0
"""How long a lost connection is looked for again."""
IDLE_S_MAX = 60
"""A process that stands still inside a transaction holds up the whole house: the server ends it after this time."""

_APPEND = statement("call_append")
_OWN_POSITIONS = statement("own_positions")
_RECEIPT = b"SELECT digest, spans FROM casino.receipts WHERE actor = %s AND key = %s"
# One plan for all groups: planning anew for the length of the arrays takes longer than the append.
_SESSION = f"SET idle_in_transaction_session_timeout = '{IDLE_S_MAX}s'; SET plan_cache_mode = force_generic_plan".encode()
_PAUSE_S = 0.05
_UNKNOWN = "Whether this was stored is not known: look, or give the command again with its key, and it takes effect once."


class PostgresWriter:
    """One thread at a time writes; the others wait for it."""

    def __init__(self, place: str, opening: Callable[[], psycopg.Connection]) -> None:
        self._place = place
        self._open = opening
        self._turn = RLock()
        self._connection: psycopg.Connection | None = None
        self._inside: int | None = None
        """The thread that has a transaction open."""

    def write(self, group: Sequence[Request]) -> Sequence[Outcome]:
        """Stores the requests that the rules allow, in one transaction of one round trip; an outcome for each.

        StoreUnavailable if it cannot be done. What a lost connection leaves in doubt is cleared up with the next one.
        """
        with self._turn, Explaining(self._place):
            try:
                return self._persistently(group)
            except (psycopg.DataError, psycopg.IntegrityError):
                if len(group) == 1:
                    raise
                return [self._alone(request) for request in group]  # one of them is not fit to be stored: not the others' fault

    @contextmanager
    def together(self) -> Iterator[None]:
        """A transaction of this thread; inside another one a savepoint."""
        with self._turn, Explaining(self._place):
            outermost = self._inside is None
            connection = self._alive() if outermost else self._connected()
            try:
                with connection.transaction():
                    self._inside = get_ident()
                    yield
            except psycopg.Error as error:
                if not is_lost(connection, error):
                    raise
                raise StoreUnavailable(self._place, "the connection was lost on the way", _UNKNOWN) from error
            finally:
                if outermost:
                    self._inside = None

    def inside(self) -> psycopg.Connection | None:
        """The connection, for the thread that has a transaction open on it; else None."""
        return self._connection if self._inside == get_ident() else None

    def write_inside(self, request: Request) -> Sequence[int]:
        """In the transaction of this thread. What is refused leaves the rest as it is."""
        with Explaining(self._place):
            connection = self._connected()
            with connection.transaction():
                [outcome] = self._call(connection, [request])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        with self._turn:
            if self._connection is not None:
                self._connection.close()

    def _alone(self, request: Request) -> Outcome:
        try:
            [outcome] = self._persistently([request])
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            return error
        return outcome

    def _persistently(self, group: Sequence[Request]) -> Sequence[Outcome]:
        """Tries again while the connection gets lost, for a few seconds."""
        until = monotonic() + RETRY_S_MAX
        in_doubt = False
        while True:
            connection = None
            try:
                connection = self._connected()
                outcomes = self._call(connection, group)
                return _cleared(connection, group, outcomes) if in_doubt else outcomes
            except StoreUnavailable as away:
                if monotonic() > until:
                    raise StoreUnavailable(self._place, away.reason, _UNKNOWN if in_doubt else away.remedy) from away
            except psycopg.Error as error:
                assert connection is not None
                lost = is_lost(connection, error)
                in_doubt = in_doubt or lost
                if not lost or monotonic() > until:
                    raise self._told(connection, error, in_doubt) from error
            sleep(_PAUSE_S)

    def _told(self, connection: psycopg.Connection, error: psycopg.Error, in_doubt: bool) -> Exception:
        """What the callers are to know of it: that nobody can say what was stored, or who did not let them have their turn."""
        if in_doubt:
            return StoreUnavailable(self._place, reason_of(error), _UNKNOWN)
        if isinstance(error, psycopg.errors.LockNotAvailable) and (holder := holder_of(connection, APPEND)):
            remedy = "Wait for it or end it, and try again; nothing of this was stored."
            return StoreUnavailable(self._place, f"{holder} has kept others from appending for {LOCK_TIMEOUT_S} s", remedy)
        return error

    def _call(self, connection: psycopg.Connection, group: Sequence[Request]) -> list[Outcome]:
        reach("append-before-commit")
        row = connection.cursor(binary=True).execute(_APPEND, _arrays(group), prepare=True).fetchone()
        reach("append-after-commit")
        assert row is not None
        return _outcomes(group, *row)

    def _connected(self) -> psycopg.Connection:
        if self._connection is None or self._connection.closed:
            if self._inside is not None:
                raise StoreUnavailable(self._place, "the connection was lost on the way", "Nothing of this was stored: try again.")
            self._connection = self._open()
            self._connection.execute(_SESSION)
        return self._connection

    def _alive(self) -> psycopg.Connection:
        """The connection, seen to answer."""
        connection = self._connected()
        try:
            connection.execute("SELECT")
        except psycopg.Error as error:
            if not is_lost(connection, error):
                raise
        return self._connected()


def _arrays(group: Sequence[Request]) -> list[list[Any]]:
    """The columns that casino.append takes."""
    events = [(n, str(e.originator_id), e.originator_version, e.topic, e.state) for n, one in enumerate(group) for e in one.events]
    asked = [(n, *ask) for n, one in enumerate(group) for ask in one.asked]
    receipts = [(n, r.actor, r.key, r.digest, to_json(r.spans).decode()) for n, one in enumerate(group) if (r := one.receipt) is not None]
    taken = [(n, t.kind, t.name, t.stream) for n, one in enumerate(group) for t in one.taken]
    columns: list[list[Any]] = []
    for rows, width in ((events, 5), (asked, 3), (receipts, 5), (taken, 4)):
        columns += map(list, zip(*rows, strict=True)) if rows else ([] for _ in range(width))
    return columns


def _outcomes(group: Sequence[Request], positions: list[int], refusals: list[tuple[int, str, str, str]] | None) -> list[Outcome]:
    refused = {request: _REFUSALS[what](one, two) for request, what, one, two in refusals or ()}
    outcomes: list[Outcome] = []
    first = 0
    for number, request in enumerate(group):
        if number in refused:
            outcomes.append(refused[number])
        else:
            outcomes.append(positions[first : first + len(request.events)])
            first += len(request.events)
    return outcomes


_REFUSALS: dict[str, Callable[[str, str], Exception]] = {
    "receipt": ReceiptExists,
    "stream": lambda stream, _: VersionConflict(stream),
    "name": NameTaken,
}


def _cleared(connection: psycopg.Connection, group: Sequence[Request], outcomes: Sequence[Outcome]) -> list[Outcome]:
    """A refusal may come from what the same request stored just before its answer got lost: then it was a success."""
    return [
        outcome if own is None else own
        for request, outcome in zip(group, outcomes, strict=True)
        for own in [_own_positions(connection, request) if isinstance(outcome, Exception) else None]
    ]


def _own_positions(connection: psycopg.Connection, request: Request) -> Sequence[int] | None:
    """The positions, if the request stands there to the byte; None if somebody else's does, or nobody's."""
    if request.events:
        rows = [(str(e.originator_id), e.originator_version, e.topic, e.state) for e in request.events]
        columns = [list(column) for column in zip(*rows, strict=True)]
        row = connection.execute(_OWN_POSITIONS, columns).fetchone()
        positions: list[int] = (row and row[0]) or []
        return positions if len(positions) == len(request.events) else None
    receipt = request.receipt
    if receipt is None:
        return None
    row = connection.execute(_RECEIPT, (receipt.actor, receipt.key)).fetchone()
    return [] if row == (receipt.digest, to_json(receipt.spans).decode()) else None
