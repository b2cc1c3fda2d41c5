"""The vault: sealed cards and their keys, apart from everything that others read.

A sealed card travels in events; its key lies here and nowhere else. What is sealed is written here before the events
that hold it: a deal that is refused after that leaves rows that nothing refers to.
"""

import hmac
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from secrets import token_bytes
from threading import RLock
from typing import NamedTuple, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.merkle import apart_from, leaf_hash, root
from infra.sealing import KEY_BYTES, Place, SealBroken, seal, unseal
from infra.vault_sqlite import SqliteVaultRows

__all__ = ["Place", "SealBroken", "Vault", "VaultRows"]

UNKNOWN = "??"
_CARD_BYTES = 2
_DIGEST_BYTES = 32
_HOUSE = ""  # the owner of the keys that belong to no hand


class Opening(NamedTuple):
    """A card's place in the deck, from 0, its salt, and the hashes that lead from it to the root."""

    place: int
    salt: bytes
    path: list[bytes]


class VaultRows(Protocol):
    """What a database does for the vault, used by one thread at a time. Everything is written inside a batch.

    `where` is its place for people. StoreDamaged, StoreUnavailable, with no key, digest or sealed deck in them.
    """

    where: str

    def batch(self) -> AbstractContextManager[None]:
        """One transaction; one inside another one belongs to it."""

    def key(self, hand: str, holder: str) -> bytes | None: ...

    def draw(self, hand: str, holder: str, key: bytes) -> bytes:
        """Keeps this key where there is none; the one that is kept. From here to the end of the batch nobody else draws
        a key in this hand, and what is then read of the hand is the last word of whoever did before."""

    def remember(self, hand: str, spot: str, digest: bytes) -> None:
        """In place of the digest that the spot had."""

    def spots(self, hand: str, digest: bytes) -> list[str]:
        """The spots that have this digest now."""

    def deck(self, hand: str) -> str | None: ...
    def keep_deck(self, hand: str, sealed: str) -> None: ...
    def close(self) -> None: ...


class Vault:
    """For any number of threads. A hand is its public id, `PK-07/2026-11-30/12`; a spot is where a card lies in it:
    `seat/3/1`, `seat/3/2`, `burn/1`, `board/4`, `seat/3/1#2` (the second card there, after an error in dealing).

    StoreDamaged and StoreUnavailable where its database does not do its work. No error and no repr holds a card or a key.
    """

    def __init__(self, rows: VaultRows) -> None:
        self._rows = rows
        self._lock = RLock()

    @classmethod
    def memory(cls) -> "Vault":
        """A vault that ends with the process: its cards can then never be opened again."""
        return cls(SqliteVaultRows.memory())

    @classmethod
    def sqlite(cls, path: Path) -> "Vault":
        """The vault in this file, made where there is none, readable for this user alone."""
        return cls(SqliteVaultRows.file(path))

    @classmethod
    def postgres(cls, url: str) -> "Vault":
        """The vault in this database's schema casino_vault, made where there is none and the role may; for several processes."""
        from infra.vault_postgres import PostgresVaultRows

        return cls(PostgresVaultRows(url))

    def __repr__(self) -> str:
        return f"Vault({self._rows.where!r})"

    @contextmanager
    def batch(self) -> Iterator[None]:
        """All that is written inside is written in one transaction, or not at all; one commit for a whole deal."""
        with self._lock, self._rows.batch():
            yield

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
        return self._opened(Place(hand, spot), sealed)

    def name(self, hand: str, spot: str, card: str) -> None:
        """Remembers that the card was named at this spot, e.g. on the board, in place of an earlier one."""
        with self.batch():
            self._remember(hand, spot, card)

    def named(self, hand: str, card: str, among: Collection[str]) -> bool:
        """Whether the card was named at one of these spots of the hand. Opens nothing; an unknown card is never named."""
        with self._lock:
            key = self._rows.key(hand, "names")
            return key is not None and any(spot in among for spot in self._rows.spots(hand, _digest(key, card)))

    def deck(self, hand: str, shuffle: Callable[[], Sequence[str]]) -> Sequence[str]:
        """The house's order of the cards in this hand: shuffled once, kept sealed, the same ever after."""
        place = Place(hand, "deck")
        with self.batch():
            key = self._key(hand, place.holder)
            sealed = self._rows.deck(hand)  # after the key: whoever drew that first has shuffled too
            if sealed is not None:
                return unseal(key, place, sealed).decode().split()
            cards = list(shuffle())
            self._rows.keep_deck(hand, seal(key, place, " ".join(cards).encode()))
            return cards

    def commitment(self, hand: str) -> str:
        """What commits the house to its deck's order in this hand, and tells nothing about it: how many cards, and the root over
        them as salted leaves (docs/proof.md, Cards)."""
        with self.batch():
            leaves = self._salted(hand)[2]
            return f"{len(leaves)}:{root(leaves).hex()}"

    def opening(self, hand: str, card: str) -> Opening:
        """What proves the place of a card that lies open in a hand of the house's deck. SealBroken where there is no such deck."""
        with self.batch():
            cards, salts, leaves = self._salted(hand)
            place = cards.index(card)
            return Opening(place, salts[place], [root(leaves[low:high]) for low, high in apart_from([place], len(leaves))])

    def seal_order(self, shoe: str, cards: Sequence[str]) -> str:
        """The sealed form of a whole order that is known, such as a shoe's that a reader has seen."""
        place = Place(shoe, "order")
        with self.batch():
            return seal(self._key(shoe, place.holder), place, " ".join(cards).encode())

    def open_order(self, shoe: str, sealed: str) -> Sequence[str]:
        """SealBroken."""
        return self._opened(Place(shoe, "order"), sealed).split()

    def digest(self, data: bytes) -> bytes:
        """HMAC-SHA256 under a key of the vault: tells whether two bodies are the same, and nothing about either."""
        return hmac.digest(self._house_key("receipts"), data, "sha256")

    def sign(self, data: bytes) -> bytes:
        """64 bytes of Ed25519 under the house's signing key, which never leaves the vault; the same data, the same bytes."""
        return self._signing_key().sign(data)

    def public_key(self) -> bytes:
        """32 bytes: what checks the house's signatures."""
        return self._signing_key().public_key().public_bytes_raw()

    def close(self) -> None:
        with self._lock:
            self._rows.close()

    def _salted(self, hand: str) -> tuple[list[str], list[bytes], list[bytes]]:
        """The deck's cards in their order, a salt for each of them, and the leaves that both make."""
        sealed = self._rows.deck(hand)
        if sealed is None:
            raise SealBroken(Place(hand, "deck"))
        cards, key = self._opened(Place(hand, "deck"), sealed).split(), self._key(hand, "salts")
        salts = [hmac.digest(key, b"%d" % place, "sha256") for place in range(len(cards))]
        return cards, salts, [leaf_hash(salt + card.encode()) for salt, card in zip(salts, cards, strict=True)]

    def _signing_key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._house_key("proof"))

    def _house_key(self, holder: str) -> bytes:
        with self._lock:
            key = self._rows.key(_HOUSE, holder)
        if key is None:
            with self.batch():
                key = self._key(_HOUSE, holder)
        return key

    def _opened(self, place: Place, sealed: str) -> str:
        with self._lock:
            key = self._rows.key(place.hand, place.holder)
        if key is None:
            raise SealBroken(place)
        return unseal(key, place, sealed).decode()

    def _remember(self, hand: str, spot: str, card: str) -> None:
        if len(card.encode()) != _CARD_BYTES:
            raise ValueError(f"what is named at {spot} of {hand} is not a card: two characters are accepted, such as As or ??")
        # Two unknown cards must not look the same: named cards are all distinct, so they would be known as unknown.
        digest = _digest(self._key(hand, "names"), card) if card != UNKNOWN else token_bytes(_DIGEST_BYTES)
        self._rows.remember(hand, spot, digest)

    def _key(self, hand: str, holder: str) -> bytes:
        """The key of a seat, of the burned cards, of the deck or of the names in one hand; drawn when first asked for."""
        key = self._rows.key(hand, holder)
        return self._rows.draw(hand, holder, token_bytes(KEY_BYTES)) if key is None else key


def _digest(key: bytes, card: str) -> bytes:
    return hmac.digest(key, card.encode(), "sha256")
