"""The Merkle tree of RFC 6962, 2.1: how leaves and nodes are hashed, and which parts of a tree a proof is made of.

SHA-256. A leaf is hashed behind a byte 0 and a node behind a byte 1, so that neither passes for the other. A part
`(low, high)` is the subtree over the leaves `low` to `high - 1`, counted from 0.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from hashlib import sha256

Part = tuple[int, int]

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root(hashes: Sequence[bytes]) -> bytes:
    """Of the tree over these hashes. An odd one goes up as it is, which gives the tree of the RFC level by level."""
    level = list(hashes)
    while len(level) > 1:
        pairs = [sha256(b"\x01" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)]
        level = pairs + level[2 * len(pairs) :]
    return level[0] if level else EMPTY


def middle(low: int, high: int) -> int:
    """Where a part of at least two leaves divides: on the left the largest power of two of leaves that leaves some on the right."""
    return low + (1 << (high - low - 1).bit_length() - 1)


def apart_from(leaves: Sequence[int], size: int) -> Iterator[Part]:
    """The largest parts of a tree of this size with none of these leaves in them, from left to right; `leaves` ascend.

    Their hashes prove all of the leaves at once. For one leaf they are its audit path (RFC 6962, 2.1.1), read from left to right.
    """

    def walk(low: int, high: int, first: int, beyond: int) -> Iterator[Part]:
        if first == beyond:
            yield low, high
        elif high - low > 1:
            at = middle(low, high)
            cut = bisect_left(leaves, at, first, beyond)
            yield from walk(low, at, first, cut)
            yield from walk(at, high, cut, beyond)

    return walk(0, size, 0, len(leaves)) if size else iter(())


def consistency(old: int, size: int) -> list[Part]:
    """The parts whose hashes prove that a tree of this size goes on from one of the size `old` (RFC 6962, 2.1.2), in its order.

    None for two trees of one size, and from an empty one. ValueError where `old` is greater.
    """
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {size} leaves does not go on from one of {old}")
    parts: list[Part] = []
    low, high, whole = 0, size, True
    while old not in (0, high):
        at = middle(low, high)
        if old <= at:
            parts.append((at, high))
            high = at
        else:
            parts.append((low, at))
            low, whole = at, False
    if not whole:
        parts.append((low, high))
    return parts[::-1]


class Growing:
    """The root of a tree while leaves are added one after the other, with no storage: a hash for each complete subtree on the left."""

    def __init__(self) -> None:
        self.size = 0
        self._left: list[tuple[int, bytes]] = []

    def add(self, leaf: bytes) -> None:
        many, hash_ = 1, leaf
        while self._left and self._left[-1][0] == many:
            hash_, many = node_hash(self._left.pop()[1], hash_), 2 * many
        self._left.append((many, hash_))
        self.size += 1

    def root(self) -> bytes:
        if not self._left:
            return EMPTY
        *left, (_, hash_) = self._left
        for _, beside in reversed(left):
            hash_ = node_hash(beside, hash_)
        return hash_
