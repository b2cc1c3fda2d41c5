"""The tree over all events: what it costs beside the append itself, a large bundle checked, and one hand's out of a million events.

Growth is everything that the sequencer does: the log read, leaves and nodes hashed, tiles stored. Beside it the same events are
appended to a file as their commands appended them, each append safe against a loss of power. Beside the check its file is hashed
once, and its lines are read as JSON; beside the hand's bundle stands a SELECT of the same rows.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from domain.catalogue import BY_TOPIC
from domain.checkpoints import CheckpointSigned
from domain.event import proof_stream
from infra.books import Books
from infra.event_store import Append, EventStore, NewEvent
from infra.sqlite_file import open_to_write
from infra.sqlite_tables import EVENTS as EVENTS_FILE
from infra.tree import Tree
from infra.vault import Opening
from projections.hands import Hands
from projections.ledger.ledger import Ledger
from services.projector import catch_up, live
from services.proof import check
from services.proof.bundle import Chosen, choose_hand, written
from services.proof.notary import Notary
from services.proof.sequencer import catch_up as grow
from tests.bench.bench_hand_of_million import HANDS, HandOfMillion
from tests.bench.engines import keep
from tests.bench.evening import evening, kept, vault
from tests.bench.evenings import Row, log, unnamed
from tests.bench.files import Files
from tests.bench.frame import Benchmark, Work
from tests.services.house import DAY

EVENTS = 100_000
"""Of the bundle."""


class TreeGrowth(Benchmark):
    name = "tree-growth"
    unit = "us/event"
    against = "append"
    goal = 0.03
    lower_is_better = True

    def __init__(self) -> None:
        self._files = Files()
        self._store = kept(self._files.fresh())
        self._answers = [
            [
                Append(stream, records[0].version - 1, [NewEvent(record.event, record.meta) for record in records])
                for stream, records in ((stream, list(run)) for stream, run in groupby(answer, key=lambda record: record.stream))
            ]
            for _, answer in groupby(evening(), key=lambda record: record.meta.correlation)
        ]

    def ours(self) -> Work:
        tree = Tree.sqlite(self._files.fresh())
        return lambda: grow(self._store, tree).size

    def beside(self) -> Work:
        store = EventStore.sqlite(self._files.fresh(), BY_TOPIC)

        def append() -> int:
            for appends in self._answers:
                store.append(appends)
            return len(evening())

        return append


class BundleCheck(Benchmark):
    name = "bundle-check"
    unit = "us/event"
    against = "sha256 and json"
    goal = 50
    goal_of = "ours"
    lower_is_better = True

    def __init__(self) -> None:
        self._files = Files()
        self._file = self._files.fresh()
        with closing(Tree.memory()) as tree, closing(Books.memory()) as books:
            store = _stored(self._files.fresh(), log(EVENTS))
            notary = Notary(store, _Vault(), lambda: tree)
            catch_up(store, books, [Ledger])
            self._key = notary.key
            with books.read() as connection:
                rows = store.rows(0, EVENTS)
                tables = live(connection, Ledger).projection.tables
                whole = Chosen({"gaming_day": DAY}, rows, _signed(notary), ())
                self._file.write_bytes(b"".join(written(whole, notary, (connection, tables))))

    def ours(self) -> Work:
        return lambda: check.verify(self._file, self._key)["events"]

    def beside(self) -> Work:
        def read() -> int:
            data = self._file.read_bytes()
            sha256(data).digest()
            return sum("leaf" in json.loads(line) for line in data.splitlines())

        return read


class BundleOfMillion(HandOfMillion, Benchmark):
    """As `pataca proof export` does once it has started."""

    name = "bundle-of-million"
    goal = 200_000

    def __init__(self) -> None:
        super().__init__()
        self._notary = Notary(self._store, _Vault(), lambda: keep(closing(Tree.postgres(self.url))))
        catch_up(self._store, self._books, [Ledger])
        _signed(self._notary)

    def ours(self) -> Work:
        wanted = [row["id"] for row in self._chance.sample(self._hands, HANDS)]

        def export() -> int:
            for hand in wanted:
                catch_up(self._store, self._books, [Ledger, Hands])
                with self._books.read() as connection:
                    row = live(connection, Hands).projection.find(connection, hand)
                    assert row is not None
                    span = (row["stream"], row["first_version"], row["last_version"])
                    chosen = choose_hand(self._store, hand, *span)
                    self._notary.catch_up()
                    assert b"".join(written(chosen, self._notary, (connection, live(connection, Ledger).projection.tables)))
            return HANDS

        return export


class _Vault:
    """That of the evening, whose hands have other names here."""

    def __init__(self) -> None:
        self.public_key, self.sign = vault().public_key, vault().sign

    def opening(self, hand: str, card: str) -> Opening:
        return vault().opening(unnamed(hand), card)


def _signed(notary: Notary) -> CheckpointSigned:
    """Over all that is stored, and stored behind it."""
    given = notary.checkpoint(None)
    assert given is not None
    signed = CheckpointSigned.model_validate(given)
    notary.store.append([Append(proof_stream(DAY), 0, [NewEvent(signed, evening()[0].meta)])])
    return signed


def _stored(file: Path, rows: Iterator[Row]) -> EventStore:
    with closing(open_to_write(file, EVENTS_FILE, "NORMAL")) as connection:
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO events (stream, version, topic, state) VALUES (?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
    return EventStore.sqlite(file, BY_TOPIC)
