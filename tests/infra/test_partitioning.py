"""The same place for a key as every other client of Kafka finds."""

import subprocess
import sys

import pytest

from infra.partitioning import partition_of

JAVA = {
    "21": -973932308,
    "foobar": -790332482,
    "a-little-bit-long-string": -985981536,
    "a-little-bit-longer-string": -1486304829,
    "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    "abc": 479470107,
}
"""What Apache Kafka's own tests expect of its murmur2, as signed numbers of 32 bits."""


@pytest.mark.parametrize("key", JAVA)
@pytest.mark.parametrize("n", [2, 3, 8, 12, 1_000])
def test_it_is_where_the_java_client_puts_it(key: str, n: int) -> None:
    assert partition_of(key, n) == (JAVA[key] & 0x7FFFFFFF) % n
    assert partition_of(key.encode(), n) == partition_of(key, n)


def test_a_text_is_its_utf8() -> None:
    assert partition_of("mesa-ç", 1_000) == partition_of("mesa-ç".encode(), 1_000)


def test_every_partition_of_the_topic_gets_its_share() -> None:
    assert {partition_of(f"PK-{number:02}", 8) for number in range(100)} == set(range(8))


def test_with_one_lane_nothing_of_kafka_is_loaded() -> None:
    code = "import sys; from infra.partitioning import partition_of as p; assert p('PK-07', 1) == 0; sys.exit('kafka' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("n", [0, -8])
def test_there_is_no_place_among_none(n: int) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        partition_of("PK-07", n)
