"""Reports over a house of commands, on every engine that the books lie on."""

from collections.abc import Iterator

import pytest

from infra.books import Books
from tests.services.bookkeeper import Bookkeeper
from tests.services.house import House, house
from tests.services.reports.reading import Desk


@pytest.fixture
def desk(books: Books) -> Desk:
    return Desk(books)


@pytest.fixture
def floor() -> Iterator[House]:
    """A house that has its books at hand, for what needs them."""
    with house() as opened:
        opened.finance = Bookkeeper(opened.store)
        opened.__post_init__()
        yield opened
