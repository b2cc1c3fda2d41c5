"""A house moves from its folder to PostgreSQL in the middle of an evening, and nobody can tell from its books."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select

from domain.catalogue import BY_TOPIC
from infra import moving
from infra.attempts import Attempts
from infra.books import Books
from infra.event_store import EventStore, StoreUnavailable
from infra.folder import DataFolder, HouseMoved
from infra.moving import PostgresRows, Row, Table
from infra.postgres import place_of
from infra.postgres_locks import APPEND
from infra.store_errors import Busy
from infra.vault import Vault
from services import move as moves
from services.app import PROJECTIONS
from services.errors import AnotherHouse, CopyDiffers, NotFound
from services.move import Moved, move
from services.projector import catch_up
from tests.engines.postgres import database
from tests.services.baccarat_pit import CUT, Pit
from tests.services.house import TABLE, TWO_PEOPLE, House, house

KEYED = {"do": "deposit", "wallet": "P-7", "amount": 1_000, "currency": "HKD", "key": "k-1", "actor": "E-2001"}
FILL = {"do": "fill", "table": TABLE, "amount": 5_000, "currency": "HKD", "slip": "F-1"}


def evening(opened: House) -> None:
    """Money, a hand played out and one in play, a shoe that is still dealt from, a refusal, a receipt, a name taken."""
    opened.do("fund-cage", amount=10_000_000, currency="HKD", **{"from": "owner"}, **TWO_PEOPLE)
    opened.do("issue-chips", amount=5_000_000, currency="HKD", **TWO_PEOPLE)
    for player in (2, 4):
        opened.do("deposit", wallet=f"P-{player}", amount=100_000, currency="HKD")
    opened.send(KEYED)
    opened.open({})
    opened.send(FILL)
    for seat in (2, 4):
        opened.do("take-seat", table=TABLE, seat=seat, player=f"P-{seat}", amount=50_000, source="wallet")
    opened.play()
    opened.do("start-hand", table=TABLE)
    opened.do("deal", table=TABLE)
    opened.refused("act", table=TABLE, seat=9, action="fold")
    pit = Pit(opened.send)
    pit.open()
    pit.sit(1, 2)
    pit.do("load-shoe", **CUT)
    pit.do("burn")
    pit.play(1)


def go_on(opened: House) -> None:
    """The hand in play comes to its showdown, and the next round out of the same shoe."""
    while (state := opened.state())["due"] != "start-hand":
        if state["due"] == "act":
            opened.do("act", table=TABLE, seat=state["to_act"], action="call" if "call" in state["legal"] else "check")
        elif state["due"] == "deal":
            opened.do("deal", table=TABLE)
        else:
            opened.show_all()
    Pit(opened.send).play(2)


@pytest.fixture(scope="module")
def evening_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """To be copied."""
    folder = tmp_path_factory.mktemp("house")
    with house(folder) as opened:
        evening(opened)
    return folder


@pytest.fixture
def folder(evening_before: Path, tmp_path: Path) -> DataFolder:
    return DataFolder(Path(shutil.copytree(evening_before, tmp_path / "house")))


def moved(folder: DataFolder, url: str, vault_url: str | None = None) -> Moved:
    return move(folder, url, vault_url or url, lambda _done, _total: None)


@contextmanager
def house_at(url: str, vault_url: str | None = None) -> Iterator[House]:
    store, vault, attempts = EventStore.postgres(url, BY_TOPIC), Vault.postgres(vault_url or url), Attempts.postgres(url)
    with closing(store), closing(vault), closing(attempts):
        yield House(store, vault, attempts)


def facts(opened: House, after: int = 0) -> list[tuple[Any, ...]]:
    """Every event; what differs from run to run of a sealed card, and of a command's correlation, aside."""
    bodies = [(record.position, record.id, record.event.contract, record.event.model_dump()) for record in opened.store.read(after)]
    return [(*place, {**body, "sealed": None}) for *place, body in bodies]


def book_rows(store: EventStore, books: Books) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every read model, by table."""
    catch_up(store, books, PROJECTIONS)
    with books.read() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for projection in PROJECTIONS
            for table in projection(1).metadata.sorted_tables
        }


def test_the_books_are_the_same_line_by_line(folder, postgres, tmp_path):
    with house(folder.path) as embedded, closing(Books.sqlite(tmp_path / "books.sqlite")) as books:
        before = book_rows(embedded.store, books)
    moved(folder, postgres)
    with house_at(postgres) as opened, closing(Books.postgres(postgres)) as books:
        after = book_rows(opened.store, books)
    assert after == before
    assert len(before["ledger_lines_1"]) > 40
    assert {name.split("_")[0] for name, rows in before.items() if rows} == {projection.name for projection in PROJECTIONS}


def test_events_go_along_byte_for_byte_with_their_positions_and_new_ones_follow(folder, postgres):
    with house(folder.path) as embedded:
        before, last = embedded.store.stored(0, 10_000), embedded.store.last_position()
    moved(folder, postgres)
    with house_at(postgres) as opened:
        assert opened.store.stored(0, 10_000) == before
        opened.do("deposit", wallet="P-8", amount=1_000, currency="HKD")
        assert opened.store.read(last)[0].position == last + 1


def test_what_was_in_play_goes_on_to_its_end(folder, postgres, tmp_path):
    """The deck of the hand, the seats' sealed cards and the shoe open there: the same cards come as would have come here."""
    stayed = tmp_path / "stayed"
    shutil.copytree(folder.path, stayed)
    moved(folder, postgres)
    with house(stayed) as embedded, house_at(postgres) as opened:
        last = opened.store.last_position()
        go_on(embedded)
        go_on(opened)
        assert facts(opened, last) == facts(embedded, last)
        assert {"holdem.hand-shown", "baccarat.round-decided"} <= {record.event.contract for record in opened.store.read(last)}
        assert opened.decks.shuffled == 0


def test_receipts_names_and_refusals_go_along(folder, postgres):
    with house(folder.path) as embedded:
        first, refusals = embedded.send(KEYED), embedded.attempts.recent(10)
    moved(folder, postgres)
    with house_at(postgres) as opened:
        assert opened.send(KEYED).events == first.events
        assert opened.attempts.recent(10) == refusals
        assert refusals
        assert opened.refused(FILL["do"], **{name: value for name, value in FILL.items() if name != "do"}).code == "slip-used"
        other = {name: value for name, value in KEYED.items() if name not in ("do", "amount")}
        assert opened.refused("deposit", **other, amount=2_000).code == "key-reused"


def test_the_vault_may_lie_elsewhere(folder, postgres):
    with database() as vault_url:
        arrived = moved(folder, postgres, vault_url)
        assert arrived.vault == place_of(vault_url) != arrived.store
        with psycopg.connect(postgres) as connection:
            assert connection.execute("SELECT to_regnamespace('casino_vault')").fetchone() == (None,)
        with house_at(postgres, vault_url) as opened:
            go_on(opened)


def test_it_tells_what_arrived(folder, postgres):
    arrived = {part.what: part for part in moved(folder, postgres).arrived}
    with sqlite3.connect(folder.events) as connection:
        counts = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("events", "receipts", "taken")}
    connection.close()
    assert {name: arrived[what].rows for name, what in (("events", "events"), ("receipts", "receipts"), ("taken", "names taken"))} == counts
    assert arrived["keys"].rows > 5
    assert arrived["sealed decks"].rows == 3
    assert len({part.sha256 for part in arrived.values()}) == len(arrived)


def test_progress_rises_to_the_end(folder, postgres):
    told: list[tuple[int, int]] = []
    move(folder, postgres, postgres, lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]


# Interrupted, and once more.


class Interrupted(Exception): ...


@pytest.mark.parametrize("stored", [False, True], ids=["before a page is stored", "after a page is stored"])
def test_an_interrupted_move_goes_on_where_it_stopped(folder, postgres, monkeypatch, stored):
    monkeypatch.setattr(moves, "PAGE", 17)
    add = PostgresRows.add
    pages = 0

    def interrupted(self: PostgresRows, table: Table, rows: list[Row]) -> None:
        nonlocal pages
        pages += 1
        if pages % 3:
            return add(self, table, rows)
        if stored:
            add(self, table, rows)
        raise Interrupted

    monkeypatch.setattr(PostgresRows, "add", interrupted)
    runs = 0
    while folder.moved_to() is None:
        runs += 1
        try:
            done = moved(folder, postgres)
        except Interrupted:
            folder.lock().release()  # the house goes on here, until all of it is there
    assert runs > 3
    with house(folder.path) as embedded, house_at(postgres) as opened:
        assert opened.store.stored(0, 10_000) == embedded.store.stored(0, 10_000)
    assert [part.rows for part in done.arrived] == counts(postgres)


def counts(url: str) -> list[int]:
    names = ("casino_vault.keys", "casino_vault.named", "casino_vault.decks", "casino.attempts", "casino.receipts", "casino.taken")
    with psycopg.connect(url) as connection:
        return [connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in (*names, "casino.events")]


def test_a_finished_move_says_so_and_the_folder_is_closed(folder, postgres):
    first = moved(folder, postgres)
    assert not first.already
    with house_at(postgres) as opened:
        go_on(opened)
    again = moved(folder, postgres)
    assert again.already
    assert (again.store, again.vault) == (first.store, first.vault)
    with pytest.raises(HouseMoved, match="CASINO_STORE_URL"):
        folder.lock()
    with database() as other, pytest.raises(HouseMoved):
        moved(folder, other)
    assert folder.moved_to() == place_of(postgres)


def test_a_move_that_ended_before_the_mark_is_compared_again_and_marked(folder, postgres, monkeypatch):
    monkeypatch.setattr(DataFolder, "mark_moved", lambda *_: (_ for _ in ()).throw(Interrupted))
    with pytest.raises(Interrupted):
        moved(folder, postgres)
    monkeypatch.undo()
    assert folder.moved_to() is None
    assert not moved(folder, postgres).already
    assert folder.moved_to() == place_of(postgres)


# Refused, with nothing changed.


def refused_by(folder: DataFolder, url: str, kind: type[Exception], match: str) -> None:
    before = counts(url)
    with pytest.raises(kind, match=match):
        moved(folder, url)
    assert counts(url) == before
    assert folder.moved_to() is None
    folder.lock().release()


def test_another_house_is_left_alone(folder, postgres):
    with house_at(postgres) as other:
        other.open({1: 1_000})
    refused_by(folder, postgres, AnotherHouse, "events are not this house's")


def test_a_house_that_has_gone_on_there_is_left_alone(folder, postgres):
    moved(folder, postgres)
    (folder.path / "moved-to.txt").unlink()
    with house_at(postgres) as opened:
        opened.do("deposit", wallet="P-8", amount=1_000, currency="HKD")
    refused_by(folder, postgres, AnotherHouse, "differ at")


def test_another_vault_is_left_alone(folder, postgres):
    EventStore.postgres(postgres, BY_TOPIC).close()
    with closing(Vault.postgres(postgres)) as vault:
        vault.digest(b"of another house")
    refused_by(folder, postgres, AnotherHouse, "keys are not this house's: they differ at '', 'receipts'")


def test_what_was_tampered_with_on_its_way_is_found(folder, postgres, monkeypatch):
    add = PostgresRows.add

    def altered(self: PostgresRows, table: Table, rows: list[Row]) -> None:
        if table.name == "events":
            rows = [(*row[:-1], row[-1].replace(b'"amount":50000', b'"amount":60000')) for row in rows]
        add(self, table, rows)

    monkeypatch.setattr(PostgresRows, "add", altered)
    with pytest.raises(CopyDiffers, match="the events that arrived"):
        moved(folder, postgres)
    assert folder.moved_to() is None


@pytest.mark.parametrize("name", ["events", "taken", "keys"])
def test_what_was_lost_on_its_way_is_found(folder, postgres, monkeypatch, name):
    add = PostgresRows.add

    def shorter(self: PostgresRows, table: Table, rows: list[Row]) -> None:
        add(self, table, rows[:-1] if table.name == name and len(rows) < moves.PAGE else rows)

    monkeypatch.setattr(PostgresRows, "add", shorter)
    with pytest.raises(CopyDiffers):
        moved(folder, postgres)
    assert folder.moved_to() is None


def test_a_house_that_somebody_appends_to_is_waited_for(folder, postgres):
    EventStore.postgres(postgres, BY_TOPIC).close()
    Vault.postgres(postgres).close()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s, %s)", APPEND)
        refused_by(folder, postgres, Busy, "append")
    moved(folder, postgres)


def test_nobody_appends_there_meanwhile(folder, postgres, monkeypatch):
    EventStore.postgres(postgres, BY_TOPIC).close()
    monkeypatch.setattr("infra.postgres.LOCK_TIMEOUT_S", 1)
    with closing(EventStore.postgres(postgres, BY_TOPIC)) as store, moving.beside(folder, postgres, postgres):
        opened = House(store, Vault.memory(), Attempts.memory())
        with pytest.raises(StoreUnavailable, match="pataca admin move"):
            opened.do("deposit", wallet="P-8", amount=1_000, currency="HKD")
        opened.vault.close()
        opened.attempts.close()


def test_a_folder_without_a_house_is_told(tmp_path, postgres):
    with pytest.raises(NotFound, match="there is no house in"):
        moved(DataFolder(tmp_path / "nowhere"), postgres)
    assert not (tmp_path / "nowhere").exists()


def test_a_house_without_a_hand_or_a_refusal_moves_too(tmp_path, postgres):
    """It has no vault and no record of refusals yet."""
    store = EventStore.sqlite(tmp_path / "events.sqlite", BY_TOPIC)
    store.close()
    assert {part.rows for part in moved(DataFolder(tmp_path), postgres).arrived} == {0}


def test_an_old_refusal_with_a_null_character_arrives_as_it_is_written_now(folder, postgres):
    with sqlite3.connect(folder.attempts) as connection:
        connection.execute("UPDATE attempts SET command = ?", ("a\0b",))
    connection.close()
    moved(folder, postgres)
    with closing(Attempts.postgres(postgres)) as attempts:
        assert attempts.recent(1)[0].command == r"a\x00b"
