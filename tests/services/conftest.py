"""A house for a test: in memory, or with its files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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
