"""The ledger as the `eventsourcing` library's documentation has a projection on PostgreSQL: a view, and one transaction an event.

The rows of each event are at hand, ready made. Events are read by our mapper, which is quicker than the library's own.
"""

from collections.abc import Mapping
from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner

from domain.catalogue import BY_TOPIC
from infra.mapper import ContractMapper, Fact
from infra.postgres import connect
from infra.upcasting import Catalogue
from tests.bench.ledger_rows import BALANCES, ENTRIES, LINES, TABLES, Entry
from tests.bench.library_postgres import environment

CONNECTIONS = 3
"""One that writes, one that reads, one that listens."""
WAIT_S_MAX = 120


class Events(Application[str]):
    name = "events"

    def construct_mapper(self) -> Mapper[str]:
        return ContractMapper(Catalogue(BY_TOPIC, {}))


class View(PostgresTrackingRecorder):
    def book(self, entry: Entry, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(_ENTRY, entry.entry, prepare=True)
            cursor.executemany(_LINE, entry.lines)
            cursor.executemany(_ADD, entry.balances)


def _insert(table: str) -> str:
    return f"INSERT INTO casino_books.{table} VALUES ({', '.join('%s' for _ in TABLES[table].columns)})"


_ENTRY, _LINE = _insert(ENTRIES), _insert(LINES)
_ADD = (
    f"INSERT INTO casino_books.{BALANCES} AS b VALUES (%s, %s, %s, %s, %s) ON CONFLICT (account, currency, gaming_day) "
    "DO UPDATE SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits"
)


class Ledger(Projection[View]):
    name = "ledger"
    entries: Mapping[int, Entry]

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        assert isinstance(domain_event, Fact)
        entry = self.entries.get(tracking.notification_id)
        if entry is None:
            self.view.insert_tracking(tracking)
        else:
            self.view.book(entry, tracking)


def fill(url: str, events: int) -> None:
    """The library's table of events in this database, from ours, under the same positions."""
    Events(environment(url, CONNECTIONS)).close()
    with connect(url, application="bench") as connection:
        connection.execute(
            "INSERT INTO events_events (originator_id, originator_version, topic, state) "
            "SELECT stream, version, topic, state FROM casino.events ORDER BY position LIMIT %s",
            (events,),
        )


def run(url: str, entries: Mapping[int, Entry], last: int) -> None:
    """Up to the event at this position, from where its tracking is."""
    Ledger.entries = entries
    with ProjectionRunner(application_class=Events, projection_class=Ledger, view_class=View, env=environment(url, CONNECTIONS)) as runner:
        runner.wait(last, timeout=WAIT_S_MAX)
    runner.view.datastore.close()


def begin_anew(url: str) -> None:
    with connect(url, application="bench") as connection:
        connection.execute("DROP TABLE IF EXISTS ledger_tracking")
