"""Baccarat rounds with ten bets each through the house: every command parsed, decided and stored by itself, then all of it booked.

The other side saves the same events as ready-made rows through `sqlite3` alone, one transaction a command, and keeps no books.
Neither waits for the disk at each save.
"""

from itertools import groupby

from domain.catalogue import BY_TOPIC
from domain.event import Recorded
from infra.books import Books
from infra.event_store import EventStore
from infra.sqlite_file import open_to_write
from infra.sqlite_tables import EVENTS
from infra.vault import Vault
from projections.ledger.ledger import Ledger
from services.projector import catch_up
from tests.bench.coups import Coup, commands, coups, opening
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work
from tests.services.house import DAY, House, house

ROUNDS = 40

_INSERT = "INSERT INTO events (stream, version, topic, state) VALUES (?, ?, ?, ?)"


class BaccaratRoundsHouse(Benchmark):
    name = "baccarat-rounds-house"
    unit = "rounds/s"
    against = "raw sqlite3"
    goal = 60
    goal_of = "ours"
