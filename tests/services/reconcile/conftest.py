"""A floor with books of each kind beside it."""

from collections.abc import Iterator

import pytest

from infra.books import Books
from tests.services.house import house
from tests.services.reconcile.floor import Floor


@pytest.fixture
def floor(books: Books) -> Iterator[Floor]:
    with house() as pit:
        yield Floor(pit, books)
