"""The vault on PostgreSQL: several processes at one hand, lost connections, and nothing secret in errors and the server's log."""

import logging
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier

import psycopg
import pytest

from infra.postgres import place_of
from infra.randomness import shuffled
from infra.store_errors import StoreDamaged, StoreTrouble, StoreUnavailable
from infra.vault import Vault
from tests.engines.postgres import cut_connections

HAND = "PK-07/2026-11-30/12"
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
PROCESSES = 6


@pytest.fixture
def vault(postgres: str) -> Iterator[Vault]:
    with closing(Vault.postgres(postgres)) as opened:
        yield opened


@pytest.fixture
def beside(postgres: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres, autocommit=True) as connection:
        yield connection


def rows(beside: psycopg.Connection, table: str) -> int:
    found = beside.execute(f"SELECT count(*) FROM casino_vault.{table}").fetchone()  # type: ignore[arg-type]
    assert found
    return int(found[0])


def at_once(url: str, work: Callable[[Vault, int], object]) -> list[object]:
    """What each of several vaults on the same database makes of it, all beginning at the same moment."""
    begin = Barrier(PROCESSES)

    def one(number: int) -> object:
        begin.wait()
        with closing(Vault.postgres(url)) as vault:
            begin.wait()
            return work(vault, number)

    with ThreadPoolExecutor(PROCESSES) as pool:
        return list(pool.map(one, range(PROCESSES)))


def test_several_processes_shuffle_once_and_draw_each_key_once(postgres, beside):
    shuffles = []

    def work(vault: Vault, number: int) -> tuple[list[str], list[str], bytes]:
        deck = vault.deck(HAND, lambda: shuffles.append(number) or shuffled(DECK))
        with vault.batch():
            sealed = [vault.seal(HAND, f"seat/{seat}/1", deck[seat]) for seat in range(1, 6)]
        return list(deck), sealed, vault.digest(b"deal")

    answers = at_once(postgres, work)
    decks, seals, digests = zip(*answers, strict=True)
    assert len(shuffles) == 1
    assert all(deck == decks[0] for deck in decks)
    assert len(set(digests)) == 1
    assert rows(beside, "keys") == 1 + 5 + 1 + 1  # deck, seats, names, receipts
    with closing(Vault.postgres(postgres)) as vault:
        for sealed in seals:
            assert [vault.open(HAND, f"seat/{seat}/1", one) for seat, one in enumerate(sealed, 1)] == decks[0][1:6]


def test_who_comes_second_waits_and_takes_what_the_first_one_made(postgres, vault):
    with closing(Vault.postgres(postgres)) as other, ThreadPoolExecutor(1) as pool:
        with vault.batch():
            first = vault.deck(HAND, lambda: shuffled(DECK))
            second = pool.submit(other.deck, HAND, lambda: pytest.fail("shuffled again"))
            assert not second.done()
        assert second.result() == first


def test_who_comes_second_makes_its_own_if_the_first_one_gave_up(postgres, vault, beside):
    class GivenUp(Exception): ...

    with closing(Vault.postgres(postgres)) as other, ThreadPoolExecutor(1) as pool:
        with suppress(GivenUp), vault.batch():
            vault.deck(HAND, lambda: DECK)
            second = pool.submit(other.deck, HAND, lambda: DECK[::-1])
            raise GivenUp
        assert second.result() == DECK[::-1]
    assert vault.deck(HAND, list) == DECK[::-1]


def test_other_hands_do_not_wait(postgres, vault):
    with closing(Vault.postgres(postgres)) as other, vault.batch():
        vault.seal(HAND, "seat/1/1", "As")
        assert other.open("PK-08/2026-11-30/1", "seat/1/1", other.seal("PK-08/2026-11-30/1", "seat/1/1", "As")) == "As"


def test_a_batch_is_written_whole_or_not_at_all(vault, beside):
    def deal(cards: list[str]) -> None:
        with vault.batch():
            for number, card in enumerate(cards, 1):
                vault.seal(HAND, f"burn/{number}", card)
            assert vault.named(HAND, cards[0], ["burn/1"])
            assert rows(beside, "named") == before

    before = 0
    deal(DECK[:20])
    before = 20
    with pytest.raises(ValueError, match="not a card"):
        deal(["As", ""])
    assert rows(beside, "named") == before
    assert vault.named(HAND, DECK[0], ["burn/1"])
    deal(DECK[1:22])
    assert rows(beside, "named") == 21


def test_a_deal_waits_for_as_many_answers_however_many_cards_it_has(vault, monkeypatch):
    """What only writes is sent without waiting: keys of the hand are read before and after it is held, and that is all."""
    fetched = []
    fetch = psycopg.Cursor.fetchall
    monkeypatch.setattr(psycopg.Cursor, "fetchall", lambda cursor: fetched.append(cursor) or fetch(cursor))

    def deal(hand: str, seats: int) -> int:
        fetched.clear()
        with vault.batch():
            for seat in range(1, seats + 1):
                vault.seal(hand, f"seat/{seat}/1", "As")
        return len(fetched)

    assert deal("PK-07/2026-11-30/1", 1) == deal("PK-07/2026-11-30/2", 10) == 2


def test_reopened_it_opens_and_knows_the_same(postgres, vault):
    sealed = vault.seal(HAND, "seat/3/1", "As")
    deck, digest = vault.deck(HAND, lambda: shuffled(DECK)), vault.digest(b"deal")
    with closing(Vault.postgres(postgres)) as again:
        assert again.open(HAND, "seat/3/1", sealed) == "As"
        assert again.named(HAND, "As", ["seat/3/1"])
        assert again.deck(HAND, list) == deck
        assert again.digest(b"deal") == digest


# Lost connections.


def test_a_question_is_put_again_over_a_new_connection(postgres, vault):
    sealed = vault.seal(HAND, "seat/3/1", "As")
    digest = vault.digest(b"deal")
    questions: list[tuple[Callable[[], object], object]] = [
        (lambda: vault.open(HAND, "seat/3/1", sealed), "As"),
        (lambda: vault.named(HAND, "As", ["seat/3/1"]), True),
        (lambda: vault.digest(b"deal"), digest),
    ]
    for ask, answer in questions:
        cut_connections(postgres)
        assert ask() == answer


def test_a_batch_begins_on_a_new_connection_and_is_never_continued_on_one(postgres, vault, beside):
    vault.seal(HAND, "seat/3/1", "As")
    cut_connections(postgres)
    vault.seal(HAND, "seat/3/2", "Kd")

    with psycopg.connect(postgres, autocommit=True) as third:
        before = rows(third, "named")

        def interrupted() -> None:
            with vault.batch():
                vault.seal("PK-07/2026-11-30/13", "burn/1", "As")
                third.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pataca vault'")
                for number in range(2, 5):
                    vault.seal("PK-07/2026-11-30/13", f"burn/{number}", "As")

        with pytest.raises(StoreUnavailable) as told:
            interrupted()
        assert place_of(postgres) in str(told.value)
        assert rows(third, "named") == before
    assert vault.deck("PK-07/2026-11-30/13", lambda: DECK) == DECK


def test_a_hand_that_another_process_holds_too_long_is_told(postgres, vault, monkeypatch):
    monkeypatch.setattr("infra.postgres.LOCK_TIMEOUT_S", 1)
    with closing(Vault.postgres(postgres)) as hurried, vault.batch():
        vault.seal(HAND, "seat/3/1", "As")
        with pytest.raises(StoreUnavailable, match="Another program has held it"):
            hurried.seal(HAND, "seat/3/2", "Kd")
    assert vault.named(HAND, "As", ["seat/3/1"])


# Nothing secret in errors and logs.


def everything_told(error: BaseException) -> str:
    """As a defect is shown: with all that led to it."""
    return "".join(traceback.format_exception(error)) + repr(error)


@pytest.mark.parametrize(
    ("table", "constraint"),
    [
        ("keys", "CHECK (octet_length(key) < 32)"),
        ("named", "CHECK (octet_length(digest) < 32)"),
        ("decks", "CHECK (octet_length(sealed) < 40)"),
    ],
)
def test_what_the_database_refuses_is_told_without_the_row(vault, beside, caplog, table, constraint):
    """PostgreSQL's own error shows the whole row that it refuses."""
    caplog.set_level(logging.DEBUG)
    beside.execute(f"ALTER TABLE casino_vault.{table} ADD {constraint}")

    def refused() -> None:
        with vault.batch():
            vault.deck(HAND, lambda: DECK)
            vault.name(HAND, "burn/1", "As")

    with pytest.raises(StoreDamaged, match="SQLSTATE 23514") as told:
        refused()
    shown = everything_told(told.value) + caplog.text
    for secret in ("Failing row", "DETAIL", r"\x"):
        assert secret not in shown
    assert vault._rows.key(HAND, "deck") is None


def test_what_is_refused_beside_another_error_is_not_logged_either(vault, beside, caplog):
    caplog.set_level(logging.DEBUG)
    beside.execute("ALTER TABLE casino_vault.named ADD CHECK (octet_length(digest) < 32)")

    def refused() -> None:
        with vault.batch():
            vault.name(HAND, "burn/1", "As")
            vault.name(HAND, "burn/2", "no card")

    with pytest.raises(ValueError, match="not a card"):
        refused()
    assert "Failing row" not in caplog.text


def test_a_url_with_a_password_is_never_shown(postgres):
    url = postgres.replace("postgresql://postgres", "postgresql://postgres:hush")
    assert "hush" in url
    with closing(Vault.postgres(url)) as vault:
        assert "hush" not in repr(vault)
    with pytest.raises(StoreTrouble) as told:
        Vault.postgres(f"{url}_gone")
    assert "hush" not in everything_told(told.value)


def test_no_statement_shows_a_value(vault, beside):
    """Its text is what administrators see of a session, and what most servers log."""
    with vault.batch():
        vault.deck(HAND, lambda: DECK)
        vault.seal(HAND, "seat/3/1", "As")
        vault.named(HAND, "As", ["seat/3/1"])
        seen = beside.execute("SELECT query FROM pg_stat_activity WHERE application_name = 'pataca vault'").fetchone()
    assert seen == ("SELECT spot FROM casino_vault.named WHERE hand = $1 AND digest = $2",)


def test_a_server_that_logs_parameters_is_asked_not_to_log_these(vault):
    session = vault._rows._link.connection
    for name in ("log_parameter_max_length", "log_parameter_max_length_on_error"):
        assert session.execute(f"SHOW {name}").fetchone() == ("0",)
