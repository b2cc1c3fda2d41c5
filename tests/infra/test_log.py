"""The log in pages."""

from hypothesis import given
from hypothesis import strategies as st

from infra.event_store import EventStore
from infra.log import Log, pages
from tests.infra.samples import CATALOGUE, PK_07, bells


class HoledLog:
    """A log with holes, as a database leaves them where an append was refused."""

    def __init__(self, log: Log, taken_out: set[int]) -> None:
        self.records = [record for record in log.read(0, 100) if record.position not in taken_out]

    def read(self, after, limit):
        return [record for record in self.records if record.position > after][:limit]

    def last_position(self):
        return self.records[-1].position if self.records else 0


@given(
    count=st.integers(0, 20), holes=st.sets(st.integers(1, 20)), after=st.integers(0, 22), upto=st.integers(0, 22), size=st.integers(1, 7)
)
def test_pages_give_every_event_between_once_and_in_order(count, holes, after, upto, size):
    store = EventStore.memory(CATALOGUE)
    store.append([bells(PK_07, 0, *range(count))])
    log: Log = HoledLog(store, holes)
    given_pages = list(pages(log, after, upto, size))
    assert all(0 < len(page) <= size for page in given_pages)
    positions = [record.position for page in given_pages for record in page]
    assert positions == [position for position in range(1, count + 1) if position not in holes and after < position <= upto]


def test_the_event_store_is_a_log():
    log: Log = EventStore.memory(CATALOGUE)
    assert log.last_position() == 0
    assert list(pages(log, 0, log.last_position())) == []
