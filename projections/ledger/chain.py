"""The hash chain: each entry vouches for the one before it of the same source, and a day for all of its entries.

A field is four length bytes (big-endian) and its UTF-8 bytes, an absent one the length FFFFFFFF alone; a whole number is its decimal
digits. So two different entries never make the same bytes, in any language.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from domain.merkle import leaf_hash, root

Field = str | int | None


def field(value: Field) -> bytes:
    """One field as the chain takes it in."""
    if value is None:
        return b"\xff\xff\xff\xff"
    raw = value.encode() if type(value) is str else str(value).encode()
    return len(raw).to_bytes(4, "big") + raw


class _Kept(dict[Field, bytes]):
    """Fields of lines as they are hashed: accounts, legs, rules and players come again and again."""

    def __missing__(self, value: Field) -> bytes:
        encoded = field(value)
        if len(self) >= _KEPT_MAX:
            self.clear()
        self[value] = encoded
        return encoded


_KEPT_MAX = 65_536
_kept = _Kept().__getitem__


def entry_hash(previous: str | None, head: Iterable[Field], lines: Iterable[Iterable[Field]]) -> str:
    """64 hex digits: SHA-256 of the previous hash of the same source (absent before the first), the head and each line."""
    parts = [field(previous)]
    parts += map(field, head)
    for line in lines:
        parts += map(_kept, line)
    return sha256(b"".join(parts)).hexdigest()


def day_root(hashes: Sequence[str]) -> str:
    """Merkle root (RFC 6962) over the entry hashes of a day, by position."""
    return root([leaf_hash(bytes.fromhex(value)) for value in hashes]).hex()


def heads_root(heads: Iterable[tuple[str, str]]) -> str:
    """One hash for the state of all chains: over the pairs of source and chain hash, in the order of the sources."""
    leaves = [sha256(field(source) + field(value)).hexdigest() for source, value in sorted(heads)]
    return day_root(leaves)
