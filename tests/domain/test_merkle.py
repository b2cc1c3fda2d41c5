"""Roots, inclusion and consistency for every tree of up to 300 leaves, beside the definitions of RFC 6962 taken literally."""

from functools import cache
from hashlib import sha256

import pytest

from domain.merkle import EMPTY, apart_from, consistency, leaf_hash, middle, node_hash, root

SIZES = range(301)

# Leaves, roots and proofs of the test data of Certificate Transparency, which every implementation of RFC 6962 gives.
CT_LEAVES = [bytes.fromhex(one) for one in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
CT_ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
CT_CONSISTENCY = {
    (1, 1): (),
    (1, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (6, 8): (
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
    (2, 5): (
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ),
}
CT_PATHS = {
    (0, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (5, 8): (
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
}


# The RFC's own words: MTH, PATH and PROOF over lists, with nothing of the code under test.


def data(low: int, high: int) -> list[bytes]:
    return [f"leaf {n}".encode() for n in range(low, high)]


def k_of(n: int) -> int:
    """The largest power of two smaller than n."""
    k = 1
    while 2 * k < n:
        k *= 2
    return k


@cache
def mth(low: int, high: int) -> bytes:
    if high == low:
        return sha256().digest()
    if high - low == 1:
        return sha256(b"\x00" + data(low, high)[0]).digest()
    k = k_of(high - low)
    return sha256(b"\x01" + mth(low, low + k) + mth(low + k, high)).digest()


def path(m: int, low: int, high: int) -> list[bytes]:
    if high - low == 1:
        return []
    k = k_of(high - low)
    if m < k:
        return [*path(m, low, low + k), mth(low + k, high)]
    return [*path(m - k, low + k, high), mth(low, low + k)]


def subproof(m: int, low: int, high: int, b: bool) -> list[bytes]:
    if m == high - low:
        return [] if b else [mth(low, high)]
    k = k_of(high - low)
    if m <= k:
        return [*subproof(m, low, low + k, b), mth(low + k, high)]
    return [*subproof(m - k, low + k, high, False), mth(low, low + k)]


@pytest.fixture(scope="module")
def hashes() -> list[bytes]:
    return [leaf_hash(one) for one in data(0, max(SIZES))]


def test_the_root_of_every_size(hashes):
    assert [root(hashes[:size]) for size in SIZES] == [mth(0, size) for size in SIZES]
    assert root([]) == EMPTY


def test_the_inclusion_of_every_leaf_in_every_size():
    """One leaf's parts are its audit path; with the leaf they tile the tree from left to right."""
    for size in SIZES[1:]:
        for leaf in range(size):
            audit, parts = path(leaf, 0, size), list(apart_from([leaf], size))
            left = [mth(low, high) for low, high in parts if high <= leaf]
            right = [mth(low, high) for low, high in parts if low > leaf]
            assert sorted(audit) == sorted(left + right)
            assert [one for one in audit if one in left] == left[::-1]
            assert [one for one in audit if one in right] == right


def test_the_consistency_of_every_two_sizes():
    for size in SIZES[1:]:
        for old in range(1, size + 1):
            assert [mth(low, high) for low, high in consistency(old, size)] == subproof(old, 0, size, True)
    assert consistency(0, 7) == []


def test_many_leaves_at_once_leave_what_lies_between_them():
    assert list(apart_from([], 7)) == [(0, 7)]
    assert list(apart_from([], 0)) == []
    assert list(apart_from(range(7), 7)) == []
    assert list(apart_from([2, 3, 6], 8)) == [(0, 2), (4, 6), (7, 8)]


def test_no_tree_goes_on_from_a_greater_one():
    with pytest.raises(ValueError, match="a tree of 3 leaves does not go on from one of 4"):
        consistency(4, 3)


def test_published_vectors():
    leaves = [leaf_hash(one) for one in CT_LEAVES]

    def of(low: int, high: int) -> str:
        return root(leaves[low:high]).hex()

    assert tuple(of(0, size) for size in range(9)) == CT_ROOTS
    for (old, size), expected in CT_CONSISTENCY.items():
        assert tuple(of(*part) for part in consistency(old, size)) == expected
    for (leaf, size), expected in CT_PATHS.items():
        assert sorted(of(*part) for part in apart_from([leaf], size)) == sorted(expected)


def test_a_part_divides_at_a_power_of_two():
    assert [middle(0, size) for size in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 4, 4, 8]
    assert node_hash(b"l", b"r") == sha256(b"\x01lr").digest()
