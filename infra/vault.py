"""The vault: sealed cards and their keys, apart from everything that others read.

A sealed card travels in events; its key lies here and nowhere else. What is sealed is written here before the events
that hold it: a deal that is refused after that leaves rows that nothing refers to.
"""

import hmac
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes
from threading import RLock

from infra.sealing import KEY_BYTES, Place, SealBroken, seal, unseal
from infra.sqlite_file import Explaining, FileKind, make_private, open_in_memory, open_to_write

__all__ = ["Place", "SealBroken", "Vault"]

UNKNOWN = "??"
_CARD_BYTES = 2
_DIGEST_BYTES = 32
_HOUSE = ""  # the owner of the keys that belong to no hand

_SCHEMA = """
CREATE TABLE keys (
    hand TEXT NOT NULL,
    holder TEXT NOT NULL,
    key BLOB NOT NULL,
    PRIMARY KEY (hand, holder)
) STRICT, WITHOUT ROWID;
CREATE TABLE named (
    hand TEXT NOT NULL,
    spot TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (hand, spot)
) STRICT, WITHOUT ROWID;
CREATE TABLE decks (
    hand TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
VAULT = FileKind("vault", b"PTCv", _SCHEMA)

_KEY = "SELECT key FROM keys WHERE hand = ? AND holder = ?"
_NAMED = "SELECT spot FROM named WHERE hand = ? AND digest = ?"


class Vault:
    """For any number of threads. A hand is its public id, `PK-07/2026-11-30/12`; a spot is where a card lies in it:
    `seat/3/1`, `seat/3/2`, `burn/1`, `board/4`, `seat/3/1#2` (the second card there, after an error in dealing).

    StoreDamaged and StoreUnavailable where its file does not do its work. No error and no repr holds a card or a key.
    """

    def __init__(self, connection: sqlite3.Connection, name: Path | str) -> None:
        self._connection = connection
        self._name = name
        self._explaining = Explaining(name)
        self._lock = RLock()

    @classmethod
    def memory(cls) -> "Vault":
        """A vault that ends with the process: its cards can then never be opened again."""
        return cls(open_in_memory(VAULT), "vault in memory")

    @classmethod
    def sqlite(cls, path: Path) -> "Vault":
        """The vault in this file, made where there is none, readable for this user alone."""
        connection = open_to_write(path, VAULT)
        make_private(path)
        return cls(connection, path)

    def __repr__(self) -> str:
        return f"Vault({str(self._name)!r})"

    @contextmanager
    def batch(self) -> Iterator[None]:
        """All that is written inside is written in one transaction, or not at all; one commit for a whole deal."""
        with self._lock:
            if self._connection.in_transaction:
                yield
                return
            self._run("BEGIN IMMEDIATE")
            try:
                yield
                self._run("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk may have ended it already
                    self._run("ROLLBACK")
                raise

    def seal(self, hand: str, spot: str, card: str) -> str:
        """The sealed form of a card, and remembers that the card was named here, in place of an earlier one.

        An unknown card `??` is sealed and remembered in the same way, so that nobody can tell.
        """
        place = Place(hand, spot)
        with self.batch():
            self._remember(hand, spot, card)
            return seal(self._key(hand, place.holder), place, card.encode())

    def open(self, hand: str, spot: str, sealed: str) -> str:
        """The card, or `??` where an unknown one was sealed. SealBroken."""
        place = Place(hand, spot)
        key = self._existing_key(hand, place.holder)
        if key is None:
            raise SealBroken(place)
        return unseal(key, place, sealed).decode()

    def name(self, hand: str, spot: str, card: str) -> None:
        """Remembers that the card was named at this spot, e.g. on the board, in place of an earlier one."""
        with self.batch():
            self._remember(hand, spot, card)

    def named(self, hand: str, card: str, among: Collection[str]) -> bool:
        """Whether the card was named at one of these spots of the hand. Opens nothing; an unknown card is never named."""
        key = self._existing_key(hand, "names")
        if key is None:
            return False
        with self._lock:
            spots = self._run(_NAMED, hand, _digest(key, card)).fetchall()
        return any(spot in among for (spot,) in spots)

    def deck(self, hand: str, shuffle: Callable[[], Sequence[str]]) -> Sequence[str]:
        """The house's order of the cards in this hand: shuffled once, kept sealed, the same ever after."""
        place = Place(hand, "deck")
        with self.batch():
            row = self._run("SELECT sealed FROM decks WHERE hand = ?", hand).fetchone()
            if row is not None:
                return unseal(self._key(hand, place.holder), place, row[0]).decode().split()
            cards = list(shuffle())
            sealed = seal(self._key(hand, place.holder), place, " ".join(cards).encode())
            self._run("INSERT INTO decks VALUES (?, ?)", hand, sealed)
            return cards

    def seal_order(self, shoe: str, cards: Sequence[str]) -> str:
        """The sealed form of a whole order that is known, such as a shoe's that a reader has seen."""
        place = Place(shoe, "order")
        with self.batch():
            return seal(self._key(shoe, place.holder), place, " ".join(cards).encode())

    def open_order(self, shoe: str, sealed: str) -> Sequence[str]:
        """SealBroken."""
        place = Place(shoe, "order")
        key = self._existing_key(shoe, place.holder)
        if key is None:
            raise SealBroken(place)
        return unseal(key, place, sealed).decode().split()

    def digest(self, data: bytes) -> bytes:
        """HMAC-SHA256 under a key of the vault: tells whether two bodies are the same, and nothing about either."""
        with self.batch():
            key = self._key(_HOUSE, "receipts")
        return hmac.digest(key, data, "sha256")

    def close(self) -> None:
        with self._lock, self._explaining:
            self._connection.close()

    def _remember(self, hand: str, spot: str, card: str) -> None:
        if len(card.encode()) != _CARD_BYTES:
            raise ValueError(f"what is named at {spot} of {hand} is not a card: two characters are accepted, such as As or ??")
        # Two unknown cards must not look the same: named cards are all distinct, so they would be known as unknown.
        digest = _digest(self._key(hand, "names"), card) if card != UNKNOWN else token_bytes(_DIGEST_BYTES)
        self._run("INSERT OR REPLACE INTO named VALUES (?, ?, ?)", hand, spot, digest)

    def _key(self, hand: str, holder: str) -> bytes:
        """The key of a seat, of the burned cards, of the deck or of the names in one hand; drawn when first asked for."""
        key = self._existing_key(hand, holder)
        if key is None:
            key = token_bytes(KEY_BYTES)
            self._run("INSERT INTO keys VALUES (?, ?, ?)", hand, holder, key)
        return key

    def _existing_key(self, hand: str, holder: str) -> bytes | None:
        with self._lock:
            row = self._run(_KEY, hand, holder).fetchone()
        return None if row is None else bytes(row[0])

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        with self._explaining:
            return self._connection.execute(statement, values)


def _digest(key: bytes, card: str) -> bytes:
    return hmac.digest(key, card.encode(), "sha256")
