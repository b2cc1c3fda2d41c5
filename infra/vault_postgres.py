"""The vault's rows in PostgreSQL: schema casino_vault, whose role sees nothing else and which nobody else sees.

Keys, digests and sealed decks travel as parameters, never in the text of a statement. A server that logs parameters is
asked not to log ours. The driver's own errors, which may show a row, go no further than this file.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

from infra.postgres import Explaining, place_of
from infra.postgres_link import Link
from infra.postgres_schema import Schema, make_or_check
from infra.postgres_sql import statement
from infra.store_errors import StoreDamaged, StoreTrouble

VAULT = Schema("casino_vault", "vault", 1, (statement("vault"),))

# A role may be given this right by `pataca admin roles`; without it the server's own setting stays.
_QUIET = """
SELECT set_config(name, '0', false) FROM unnest(ARRAY['log_parameter_max_length', 'log_parameter_max_length_on_error']) AS name
WHERE has_parameter_privilege(name, 'SET')
"""
_MAY_USE = "SELECT FROM casino_vault.keys LIMIT 0"
_ONE_HAND = "SELECT pg_advisory_xact_lock(hashtextextended('casino_vault ' || %s, 0))"
_KEYS = "SELECT holder, key FROM casino_vault.keys WHERE hand = %s"
_DRAW = "INSERT INTO casino_vault.keys (hand, holder, key) VALUES (%s, %s, %s)"
_REMEMBER = """
INSERT INTO casino_vault.named (hand, spot, digest) VALUES (%s, %s, %s)
ON CONFLICT (hand, spot) DO UPDATE SET digest = excluded.digest
"""
_SPOTS = "SELECT spot FROM casino_vault.named WHERE hand = %s AND digest = %s"
_DECK = "SELECT sealed FROM casino_vault.decks WHERE hand = %s"
_KEEP_DECK = "INSERT INTO casino_vault.decks (hand, sealed) VALUES (%s, %s)"


class _Batch:
    """One transaction under way, on the connection that it began on."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection
        self.keys: dict[str, dict[str, bytes]] = {}  # of each hand by holder, as read and drawn so far
        self.held: set[str] = set()  # the hands that nobody else draws keys in until the end
        self.pipeline = connection.pipeline()
        self.pipeline.__enter__()


class PostgresVaultRows:
    """For several processes: whoever draws a key of a hand first holds that hand until its batch ends, the others wait.

    What a batch writes is sent without waiting for each answer, so that a deal costs a few round trips, however many
    cards it has; what PostgreSQL refuses of it is told at the next question or at the end.
    """

    def __init__(self, url: str) -> None:
        self.where = place_of(url)
        self._link = Link(url, "pataca vault", self._greet)
        self._batch: _Batch | None = None
        try:
            with self._told():
                self._link.run(_MAY_USE)
        except BaseException:
            self._link.close()
            raise

    @contextmanager
    def batch(self) -> Iterator[None]:
        if self._batch is not None:
            yield
            return
        try:
            with self._told():  # BEGIN by itself: a connection that was lost meanwhile is found out before anything hangs on it
                self._batch = _Batch(self._link.run("BEGIN").connection)
            yield
            with self._told():
                self._batch.connection.execute("COMMIT")
                self._leave()
        except BaseException:
            self._undo()
            raise

    def key(self, hand: str, holder: str) -> bytes | None:
        return self._keys_of(hand).get(holder)

    def draw(self, hand: str, holder: str, key: bytes) -> bytes:
        batch = self._writing()
        if hand not in batch.held:
            self._write(_ONE_HAND, hand)
            batch.held.add(hand)
            batch.keys.pop(hand, None)  # another process may have drawn since they were read
        keys = self._keys_of(hand)
        if holder not in keys:
            self._write(_DRAW, hand, holder, key)
            keys[holder] = key
        return keys[holder]

    def remember(self, hand: str, spot: str, digest: bytes) -> None:
        self._write(_REMEMBER, hand, spot, digest)

    def spots(self, hand: str, digest: bytes) -> list[str]:
        return [spot for (spot,) in self._read(_SPOTS, hand, digest)]

    def deck(self, hand: str) -> str | None:
        return next((sealed for (sealed,) in self._read(_DECK, hand)), None)

    def keep_deck(self, hand: str, sealed: str) -> None:
        self._write(_KEEP_DECK, hand, sealed)

    def close(self) -> None:
        self._link.close()

    def _greet(self, connection: psycopg.Connection) -> None:
        connection.execute(_QUIET)
        make_or_check(connection, self.where, VAULT)

    def _keys_of(self, hand: str) -> dict[str, bytes]:
        keys = self._batch.keys.get(hand) if self._batch else None
        if keys is None:
            keys = {holder: bytes(key) for holder, key in self._read(_KEYS, hand)}
            if self._batch is not None:
                self._batch.keys[hand] = keys
        return keys

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._told():
            if self._batch is not None:
                return self._batch.connection.execute(statement, values).fetchall()
            return self._link.run(statement, *values).fetchall()

    def _write(self, statement: str, *values: object) -> None:
        with self._told():
            self._writing().connection.execute(statement, values)

    def _writing(self) -> _Batch:
        assert self._batch is not None, "the vault writes in batches alone"
        return self._batch

    def _leave(self) -> None:
        """The batch is over: waits for the answers that are still to come."""
        batch, self._batch = self._batch, None
        if batch is not None:
            batch.pipeline.__exit__(None, None, None)

    def _undo(self) -> None:
        with suppress(psycopg.Error):  # it is undone for another reason, or this one was told already
            self._leave()
        self._link.undo()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """The driver's errors in the house's words, and nothing of them behind the words: a detail of theirs may show a row."""
        try:
            with Explaining(self.where):
                yield
        except StoreTrouble as trouble:
            raise type(trouble)(trouble.where, trouble.reason, trouble.remedy) from None
        except psycopg.Error as error:
            reason = f"its vault does not take what it should, with SQLSTATE {error.sqlstate}"
            raise StoreDamaged(self.where, reason, "See that schema casino_vault is as pataca made it, or restore it.") from None
