"""A house for a test: in memory, or with its files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.books import Books
from tests.services.house import House, house


@pytest.fixture
def pit() -> Iterator[House]:
    """A house in memory."""
    with house() as opened:
        yield opened


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[House]:
    """A house with its files in `tmp_path`."""
    with house(tmp_path) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Books]:
    """Empty read models of each kind."""
    at = tmp_path / "books.sqlite"
    opened = Books.sqlite(at) if request.param == "sqlite" else Books.postgres(request.getfixturevalue("postgres"))
    yield opened
    opened.close()
