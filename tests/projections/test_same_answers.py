"""Every table and every answer is the same on SQLite and on PostgreSQL, to the last byte of its JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import Column, select, text

from domain.event import Recorded
from domain.policy import SHIPPED
from infra.books import Books
from projections.filters import FilterRefused, Filters
from projections.hands import Hands
from projections.ledger.hledger import to_hledger
from projections.ledger.identities import prove
from projections.ledger.journal import journal
from projections.ledger.ledger import Ledger
from projections.ledger.scope import Scope
from projections.scoreboards import Scoreboards
from services.app import PROJECTIONS
from services.cli.reports import REPORTS, Narrowed
from services.demo.evening import play_evening
from services.demo.floor import Floor
from services.errors import NotFound
from services.projector import catch_up
from services.reports.fresh import Asked
from services.reports.ledger import statement_of_account, statement_of_wallet, trial_balance
from tests.projections.fake_log import FakeLog
from tests.projections.ledger.play import evening
from tests.projections.ledger.play_baccarat import baccarat_evening
from tests.services.house import DAY, house


def played_by_command() -> Sequence[Recorded]:
    """An evening at the tables of both games, as commands made it."""
    with house() as opened:
        for _ in play_evening(Floor(opened.commands), DAY, 12, Random(7)):
            pass
        return opened.store.read(0, opened.store.last_position())


def played_at_random() -> Sequence[Recorded]:
    """Two days of Hold'em in two currencies: wallets, slips and voids; not everything is in order in these books."""
    return evening(5).log


def played_at_random_baccarat() -> Sequence[Recorded]:
    return baccarat_evening(5).log


@pytest.fixture(params=[played_by_command, played_at_random, played_at_random_baccarat])
def log(request: pytest.FixtureRequest) -> FakeLog:
    return FakeLog(list(request.param()))


@pytest.fixture
def both(log: FakeLog, postgres: str) -> Iterator[tuple[Books, Books]]:
    """The same log in both, taken in page by page."""
    with closing(Books.memory()) as embedded, closing(Books.postgres(postgres)) as large:
        for books in (embedded, large):
            catch_up(log, books, PROJECTIONS)
        yield embedded, large


Answers = Callable[[Asked, FakeLog], Iterator[tuple[str, object]]]
"""Questions to one of them, each with the answer."""


def rows(asked: Asked, _log: FakeLog) -> Iterator[tuple[str, object]]:
    """Every table in the order of its key, which is the order of the texts in it."""
    for kind in PROJECTIONS:
        for table in asked.live(kind)[0].metadata.sorted_tables:
            yield table.name, [list(row) for row in asked.connection.execute(select(table).order_by(*table.primary_key))]


def narrowings(asked: Asked) -> Iterator[tuple[str, Narrowed]]:
    """Everything, half of the log, and each day, table and currency that the books know."""
    ledger, position = asked.live(Ledger)
    entries, lines = ledger.tables.entries.c, ledger.tables.lines.c
    nothing = Narrowed(None, None, None, None, None, None)
    yield "all", nothing
    yield "half", replace(nothing, as_of=position // 2)
    for day in found(asked, entries.gaming_day):
        yield day, replace(nothing, gaming_day=day)
        yield f"up to {day}", replace(nothing, to_day=day)
    for table in found(asked, entries.table):
        yield table, replace(nothing, table=table)
    for currency in found(asked, lines.currency):
        yield currency, replace(nothing, currency=currency)


def found(asked: Asked, column: Column[Any]) -> list[Any]:
    return [value for value in asked.connection.execute(select(column).distinct().order_by(column)).scalars() if value is not None]


def reports(asked: Asked, _log: FakeLog) -> Iterator[tuple[str, object]]:
    for name, (_, load) in REPORTS.items():
        projection, make = load()
        for of, narrowed in narrowings(asked):
            projected, position = asked.live(projection)
            try:
                report = make(asked, projected, narrowed, narrowed.as_of or position)
            except (FilterRefused, NotFound) as refused:
                yield f"{name} of {of}", str(refused)
            else:
                yield f"{name} of {of}", asked.headed(report, narrowed.days).document()


def ledger(asked: Asked, _log: FakeLog) -> Iterator[tuple[str, object]]:
    projected, position = asked.live(Ledger)
    tables, accounts = projected.tables, found(asked, projected.tables.balances.c.account)
    for of, narrowed in narrowings(asked):
        days = {"gaming_day": narrowed.gaming_day, "day_to": narrowed.to_day, "currency": narrowed.currency}
        scope = Scope(as_of=narrowed.as_of or position, **days)
        yield f"journal of {of}", list(journal(asked.connection, tables, replace(scope, table=narrowed.table)))
        for detail in (True, False):
            yield f"balance of {of}", trial_balance(asked.connection, projected, scope, detail=detail).document()
    scope = Scope(as_of=position)
    for account in {*accounts[::5], *(account.partition(":")[0] for account in accounts)}:
        yield f"account {account}", statement_of_account(asked.connection, projected, scope, account).document()
    yield "hledger", list(to_hledger(asked.connection, tables, scope))
    for account in accounts:
        if account.startswith("2010:"):
            yield account, statement_of_wallet(asked.connection, projected, scope, account.removeprefix("2010:")).document()


def proofs(asked: Asked, log: FakeLog) -> Iterator[tuple[str, object]]:
    for verdict in prove(asked.connection, asked.live(Ledger)[0].tables, log.records):
        yield verdict.rule, [verdict.title, verdict.checked, [str(difference) for difference in verdict.differences]]


def hands(asked: Asked, _log: FakeLog) -> Iterator[tuple[str, object]]:
    projected = asked.live(Hands)[0]
    tables = found(asked, asked.live(Ledger)[0].tables.entries.c.table)
    everything = list(projected.list(asked.connection))
    yield "all", everything
    for table in tables:
        yield table, list(projected.list(asked.connection, Filters(table=table)))
    for hand in everything[::5]:
        yield hand["id"], projected.find(asked.connection, hand["id"])
    for player in ("P-1201", "P-1203"):
        yield player, list(projected.list(asked.connection, Filters(player=player)))
    for table in tables:
        yield table, asked.live(Scoreboards)[0].latest(asked.connection, table)


def test_both_databases_give_the_same(both: tuple[Books, Books], log: FakeLog) -> None:
    for answers in (rows, reports, ledger, proofs, hands):
        embedded, large = (dict(given(books, log, answers)) for books in both)
        assert embedded.keys() == large.keys()
        for question, answer in embedded.items():
            assert large[question] == answer, question


def given(books: Books, log: FakeLog, answers: Answers) -> Iterator[tuple[str, str]]:
    """JSON tells a whole number from a fraction and from a truth value; `1 == Decimal(1) == True` does not."""
    with books.read() as connection:
        for question, answer in answers(Asked(connection, lambda _day: SHIPPED), log):
            yield question, json.dumps(answer, default=lambda odd: f"{type(odd).__name__} {odd}")


def test_every_text_is_ordered_byte_by_byte_whatever_the_server_s_language(postgres: str) -> None:
    with closing(Books.postgres(postgres)) as books:
        catch_up(FakeLog(), books, PROJECTIONS)
        with books.read() as connection:
            of_books = "from information_schema.columns where table_schema = 'casino_books' and data_type = 'text'"
            assert connection.execute(text(f"select distinct collation_name {of_books}")).scalars().all() == ["C"]
