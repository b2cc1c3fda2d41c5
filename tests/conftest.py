"""How many examples Hypothesis tries: `fast` by default, `ci` the same ones every time, `thorough` for `make test-all`.

And the engines that a test may ask for: a database of its own, a topic of its own. Without them it is skipped with the
reason, or fails where CASINO_REQUIRE says that they must be there.
"""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings

from infra.books import Books
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


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The address of a real PostgreSQL, for whoever makes databases."""
    try:
        return postgres_engine.server()
    except run.Missing as missing:
        require("postgres", str(missing))


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The URL of a new, empty database there."""
    with postgres_engine.database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_of_all(postgres_server: str) -> Iterator[str]:
    with postgres_engine.database(postgres_server) as url:
        yield url


@pytest.fixture
def postgres_emptied(postgres_of_all: str) -> Iterator[str]:
    """The URL of an empty database too, there in a tenth of the time; for tests that change nothing of it but what is in it."""
    yield postgres_of_all
    postgres_engine.empty(postgres_of_all)


@pytest.fixture(params=["sqlite", "postgres"])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Books]:
    """Empty read models of each kind."""
    at = tmp_path / "books.sqlite"
    with closing(Books.sqlite(at) if request.param == "sqlite" else Books.postgres(request.getfixturevalue("postgres_emptied"))) as opened:
        yield opened


@pytest.fixture
def kafka() -> Iterator[tuple[str, str]]:
    """host:port of a real Apache Kafka, and a name for a topic: created by the test, deleted after it."""
    try:
        servers = kafka_engine.server()
    except run.Missing as missing:
        require("kafka", str(missing))
    with kafka_engine.topic() as name:
        yield servers, name
