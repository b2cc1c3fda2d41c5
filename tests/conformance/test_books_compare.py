"""Two generations of the same tables, compared: equal, or the first row that is not."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Connection, MetaData, Table, Text, insert

from infra.books import Books
from infra.compare import first_difference

ROWS = [("2010:P-1", "HKD", 5, "kept"), ("2010:P-1", "MOP", 6, None), ("2010:P-2", "HKD", None, "kept")]


class Generation:
    def __init__(self, number: int) -> None:
        self.metadata = MetaData()
        self.balances = Table(
            f"toy_balances_{number}",
            self.metadata,
            Column("account", Text, primary_key=True),
            Column("currency", Text, primary_key=True),
            Column("amount", BigInteger),
            Column("note", Text),
        )
        self.alone = Table(f"toy_alone_{number}", self.metadata, Column("position", BigInteger, primary_key=True, autoincrement=False))

    def fill(self, connection: Connection, rows: list[Any], *positions: int) -> None:
        self.metadata.create_all(connection)
        names = [column.name for column in self.balances.c]
        connection.execute(insert(self.balances), [dict(zip(names, row, strict=True)) for row in rows])
        connection.execute(insert(self.alone), [{"position": position} for position in (0, *positions)])


@pytest.fixture(params=["memory", "postgres"])
def connection(request: pytest.FixtureRequest) -> Iterator[Connection]:
    books = Books.memory() if request.param == "memory" else Books.postgres(request.getfixturevalue("postgres"))
    with books.change() as connection:
        yield connection
    books.close()


def compared(connection: Connection, live: list[Any], rebuilt: list[Any]) -> str | None:
    one, other = Generation(1), Generation(2)
    one.fill(connection, live)
    other.fill(connection, rebuilt)
    found = first_difference(connection, one.metadata, other.metadata)
    return None if found is None else str(found)


def test_equal_rows_have_no_difference(connection: Connection) -> None:
    assert compared(connection, ROWS, ROWS[::-1]) is None


@pytest.mark.parametrize(
    ("live", "rebuilt", "told"),
    [
        (ROWS, ROWS[:2], "toy_balances, account 2010:P-2, currency HKD: not in the rebuilt table"),
        (ROWS[1:], ROWS, "toy_balances, account 2010:P-1, currency HKD: not in the live table"),
        (ROWS, [*ROWS[:2], ("2010:P-2", "HKD", 0, "kept")], "toy_balances, account 2010:P-2, currency HKD: amount is None live, 0 rebuilt"),
        ([("A", "HKD", 1, "a"), *ROWS], [("a", "HKD", 1, "a"), *ROWS], "toy_balances, account A, currency HKD: not in the rebuilt table"),
        ([*ROWS, ("b", "HKD", 1, "")], [*ROWS, ("a", "HKD", 1, "")], "toy_balances, account a, currency HKD: not in the live table"),
        (
            [("2010:P-0", "HKD", 1, ""), *ROWS],
            [("2010:P-0", "HKD", 2, None), *ROWS[:2]],
            "toy_balances, account 2010:P-0, currency HKD: amount is 1 live, 2 rebuilt, note is '' live, None rebuilt",
        ),
    ],
)
def test_the_first_row_that_is_not_the_same_is_told(connection: Connection, live: list[Any], rebuilt: list[Any], told: str) -> None:
    assert compared(connection, live, rebuilt) == told


def test_a_table_of_keys_alone_is_compared_too(connection: Connection) -> None:
    one, other = Generation(1), Generation(2)
    one.fill(connection, ROWS, 7)
    other.fill(connection, ROWS, 8)
    assert str(first_difference(connection, one.metadata, other.metadata)) == "toy_alone, position 7: not in the rebuilt table"
