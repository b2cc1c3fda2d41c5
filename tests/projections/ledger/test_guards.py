"""What PostgreSQL refuses the books by itself: a leg that is out, and any change to what was written."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import delete, insert, text, update
from sqlalchemy.exc import IntegrityError

from domain.holdem import events as holdem
from infra.books import Books
from projections.ledger.halt import BooksHalted
from tests.projections.ledger.house import Desk
from tests.projections.ledger.test_ledger import played


@pytest.fixture
def desk(postgres: str) -> Iterator[Desk]:
    with closing(Books.postgres(postgres)) as books:
        yield Desk(books)


def test_lines_that_do_not_sum_to_0_are_refused_with_their_position(desk: Desk) -> None:
    line = {"book": "MONEY", "account": "2110", "currency": "HKD", "leg": "BET", "rule": "6(1)"}
    lines = [
        {**line, "position": position, "n": n, "amount": amount} for position, n, amount in ((7, 1, 5), (7, 2, -5), (8, 1, 5), (8, 2, -4))
    ]
    with pytest.raises(IntegrityError, match=r"position 8 .*leg BET in book MONEY is out by 1 HKD"), desk.books.change() as connection:
        connection.execute(insert(desk.ledger.tables.lines).values(lines))
    assert desk.rows("lines") == []


def test_two_currencies_do_not_make_up_for_each_other(desk: Desk) -> None:
    line = {"book": "MONEY", "account": "2110", "leg": "BET", "rule": "6(1)", "position": 7}
    lines = [{**line, "n": 1, "amount": 5, "currency": "HKD"}, {**line, "n": 2, "amount": -5, "currency": "MOP"}]
    with pytest.raises(IntegrityError, match="position 7"), desk.books.change() as connection:
        connection.execute(insert(desk.ledger.tables.lines).values(lines))


def test_a_refusal_of_the_database_stops_the_books_at_the_event(desk: Desk) -> None:
    """A line that loses its way between the ledger and the table: only the database can see it."""
    lose = "create function lose() returns trigger language plpgsql as $$ begin new.amount := 46; return new; end $$"
    with desk.books.change() as connection:
        connection.execute(text(lose))
        connection.execute(
            text("create trigger loses before insert on ledger_lines_1 for each row when (new.amount = 45) execute function lose()")
        )
    with pytest.raises(BooksHalted) as stop:
        desk.book(played().house.log)
    assert (stop.value.code, stop.value.defect, type(stop.value.record.event)) == ("unbalanced", True, holdem.CommissionTaken)
    assert desk.rows("lines") == []


def test_another_broken_rule_of_the_database_is_no_halt(desk: Desk) -> None:
    records = played().house.log
    with desk.books.change() as connection:
        connection.execute(text("alter table ledger_lines_1 add check (leg <> 'COMMISSION')"))
    with pytest.raises(IntegrityError, match="violates check constraint"):
        desk.book(records)


@pytest.mark.parametrize("name", ["entries", "lines"])
@pytest.mark.parametrize("change", [lambda table: update(table).values(position=9), delete, lambda table: text(f"truncate {table.name}")])
def test_what_was_written_stays_as_it_is(desk: Desk, name: str, change: Any) -> None:
    desk.book(played().house.log)
    before = desk.rows(name)
    with pytest.raises(IntegrityError, match=f"ledger_{name}_1 is only added to"), desk.books.change() as connection:
        connection.execute(change(getattr(desk.ledger.tables, name)))
    assert desk.rows(name) == before
