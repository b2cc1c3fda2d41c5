"""How many examples Hypothesis tries: `fast` by default, `ci` the same ones every time, `thorough` for `make test-all`.

And the engines that a test may ask for: a database of its own, a topic of its own. Without them it is skipped with the
reason, or fails where CASINO_REQUIRE says that they must be there.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.engines import kafka as kafka_engine
from tests.engines import postgres as postgres_engine
from tests.engines import run
from tests.required import require

settings.register_profile("fast", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("thorough", max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "fast"))


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        run.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        run.end()


@pytest.fixture
def postgres() -> Iterator[str]:
    """The URL of a new, empty database on a real PostgreSQL."""
    try:
        postgres_engine.server()
    except run.Missing as missing:
        require("postgres", str(missing))
    with postgres_engine.database() as url:
        yield url


@pytest.fixture
def kafka() -> Iterator[tuple[str, str]]:
    """host:port of a real Apache Kafka, and a name for a topic: created by the test, deleted after it."""
    try:
        servers = kafka_engine.server()
    except run.Missing as missing:
        require("kafka", str(missing))
    with kafka_engine.topic() as name:
        yield servers, name
