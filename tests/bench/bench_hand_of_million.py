"""One hand out of a million events on PostgreSQL: found by its id and told as a story, as `pataca hand show` does once it has started.

The other side selects the rows of the same hands, knowing where they are.
"""

from contextlib import closing
from random import Random

from domain.catalogue import BY_TOPIC
from infra.books import Books
from infra.event_store import EventStore
from infra.postgres import connect
from projections.hands import Hands
from services.hands import in_short, read_hand
from services.projector import catch_up, live
from tests.bench.engines import database, keep
from tests.bench.evenings import fill
from tests.bench.frame import Benchmark, Work

EVENTS = 1_000_000
HANDS = 40
"""Of one run."""

_SELECT = (
    "SELECT position, stream, version, topic, state FROM casino.events WHERE stream = %s AND version BETWEEN %s AND %s ORDER BY version"
)


class HandOfMillion(Benchmark):
    name = "hand-of-million"
    unit = "us/hand"
    against = "SELECT"
    goal = 50_000
    goal_of = "ours"
    lower_is_better = True
    long = True

    def __init__(self) -> None:
        self.url = url = database()
        fill(url, EVENTS)
        self._store = keep(closing(EventStore.postgres(url, BY_TOPIC)))
        self._books = keep(closing(Books.postgres(url)))
        self._connection = keep(connect(url, application="bench"))
        catch_up(self._store, self._books, [Hands])
        self._chance = Random(5)
        with self._books.read() as connection:
            self._hands = [row for row in live(connection, Hands).projection.list(connection) if row["last_version"]]

    def ours(self) -> Work:
        wanted = [row["id"] for row in self._chance.sample(self._hands, HANDS)]

        def show() -> int:
            for hand in wanted:
                with self._books.read() as connection:
                    row = live(connection, Hands).projection.find(connection, hand)
                assert row is not None
                told = list(in_short(read_hand(self._store, row)))
                assert told
            return HANDS

        return show

    def beside(self) -> Work:
        wanted = [(row["stream"], row["first_version"], row["last_version"]) for row in self._chance.sample(self._hands, HANDS)]

        def select() -> int:
            for stream, first, last in wanted:
                rows = self._connection.execute(_SELECT, (stream, first, last)).fetchall()
                assert len(rows) == last - first + 1
            return HANDS

        return select
