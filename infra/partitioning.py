"""Which partition of the topic, or lane of a projection, a table or wallet lives in: the same answer on every side."""

from functools import lru_cache

_KEYS_MAX = 65_536  # remembered: the hash is computed in Python, and a house has far fewer tables and wallets in use


def partition_of(key: str | bytes, n: int) -> int:
    """0 to n - 1, as the clients of Kafka compute it from a record's key: murmur2, its sign bit cleared, modulo `n`.

    A text counts as its UTF-8. ValueError where `n` is not positive.
    """
    if n < 1:
        raise ValueError(f"a key has its place among 1 or more partitions, not among {n}")
    return 0 if n == 1 else _hashed(key, n)


@lru_cache(_KEYS_MAX)
def _hashed(key: str | bytes, n: int) -> int:
    from kafka.partitioner.default import murmur2  # with one lane nothing of Kafka is loaded

    hashed: int = murmur2(key.encode() if isinstance(key, str) else key)
    return (hashed & 0x7FFFFFFF) % n
