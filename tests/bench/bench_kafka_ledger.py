"""From the topic into the ledger on PostgreSQL: read, decoded, posted, chained and stored, with balances and cursors.

One other side is the library's ProjectionRunner over the same events in the same server, which has no Kafka to read and
nothing to post: each event's rows are ready made. The other is COPY alone, of the same rows into the same tables, as many in
a transaction as ours has stored; what ours keeps up to date with every page (balances, heads, contexts) it writes once.
"""

from contextlib import closing
from threading import Event as Flag

from domain.catalogue import BY_TOPIC
from infra.books import Books
from infra.event_store import EventStore
from infra.kafka_log import KafkaLog
from infra.kafka_outlet import Outlet
from infra.postgres import connect
from infra.upcasting import Catalogue
from projections.ledger.ledger import Ledger
from services.kafka_feed import KafkaFeed
from services.projecting import AllLanes, Standing, Worker
from services.projector import make_ready
from services.relay import Relay
from tests.bench import ledger_rows, library_projection
from tests.bench.engines import PARTITIONS, database, empty_topic, keep
from tests.bench.evenings import fill
from tests.bench.frame import Benchmark, Work

EVENTS = 40_000
THEIRS = 4_000
"""Events of one run; of the library's, that it takes seconds and not minutes."""


class _FromKafka:
    unit = "events/s"

    def __init__(self) -> None:
        self.url = database()
        fill(self.url, EVENTS)
        self._topic = empty_topic()
        Relay(lambda: EventStore.postgres(self.url, BY_TOPIC), lambda: Outlet(self._topic), Flag(), lambda _: None).run(once=True)
        self._store = keep(closing(EventStore.postgres(self.url, BY_TOPIC, read_only=True)))
        ledger_rows.make_tables(self.url)
        self.ours()()

    def ours(self) -> Work:
        self.books = database()
        books = keep(closing(Books.postgres(self.books)))
        make_ready(books, Ledger, PARTITIONS)

        def project() -> int:
            feed = KafkaFeed(self._store, KafkaLog(self._topic, Catalogue(BY_TOPIC, {})))
            Worker(Ledger, books, feed, AllLanes(), Standing(Ledger.name), Flag(), lambda _: None).run_once()
            return EVENTS

        return project


class KafkaLedger(_FromKafka, Benchmark):
    name = "kafka-ledger"
    against = "ProjectionRunner"
    goal = 10

    def __init__(self) -> None:
        super().__init__()
        self._entries = ledger_rows.entries_of(self.books)
        library_projection.fill(self.url, THEIRS)
        self.beside()()
        assert ledger_rows.stored(self.url, THEIRS) == ledger_rows.stored(self.books, THEIRS)

    def beside(self) -> Work:
        ledger_rows.empty_tables(self.url)
        library_projection.begin_anew(self.url)

        def project() -> int:
            library_projection.run(self.url, self._entries, THEIRS)
            return THEIRS

        return project


class KafkaLedgerCopy(_FromKafka, Benchmark):
    name = "kafka-ledger-copy"
    against = "COPY"
    goal = 0.5

    def __init__(self) -> None:
        super().__init__()
        self._transactions = ledger_rows.transactions_of(self.books)
        self.beside()()
        assert ledger_rows.stored(self.url, EVENTS) == ledger_rows.stored(self.books, EVENTS)

    def beside(self) -> Work:
        ledger_rows.empty_tables(self.url)

        def copy() -> int:
            with connect(self.url, application="bench") as connection:
                for statements in self._transactions:
                    with connection.transaction(), connection.cursor() as cursor:
                        for table, rows in statements:
                            with cursor.copy(f"COPY casino_books.{table} FROM STDIN") as stream:
                                for row in rows:
                                    stream.write_row(row)
            return EVENTS

        return copy
