"""Books with a million lines on PostgreSQL, and a store with the events that they come from: whole evenings, so that no hand is in play."""

from contextlib import closing
from typing import NamedTuple

import psycopg

from domain.catalogue import BY_TOPIC
from infra.books import Books
from infra.event_store import EventStore
from infra.postgres import connect
from projections.hands import Hands
from projections.ledger.ledger import Ledger
from projections.papers import Papers
from services.projector import catch_up
from tests.bench.engines import database, keep
from tests.bench.evening import evening
from tests.bench.evenings import fill

EVENINGS = 102
LINES = 1_000_000


class House(NamedTuple):
    """`connection` is for the other sides, which ask the same tables themselves."""

    store: EventStore
    books: Books
    connection: psycopg.Connection


def million_lines() -> House:
    """Open until the benchmark ends. Missing."""
    url = database()
    fill(url, EVENINGS * len(evening()))
    store, books = keep(closing(EventStore.postgres(url, BY_TOPIC))), keep(closing(Books.postgres(url)))
    catch_up(store, books, [Ledger, Papers, Hands])
    connection = keep(connect(url, application="bench"))
    connection.execute("VACUUM (ANALYZE)")
    [(lines,)] = connection.execute("SELECT count(*) FROM casino_books.ledger_lines_1").fetchall()
    assert lines >= LINES, f"{EVENINGS} evenings come to {lines:,} lines"
    return House(store, books, connection)
