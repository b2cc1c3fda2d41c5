"""Built again from nothing, compared, and swapped only if equal: on any evening, and whatever was changed."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from infra.books import Books
from projections.commission import Commission
from projections.hands import Hands
from projections.projection import Projection
from projections.regulator import Regulator
from services.projector import catch_up, live
from services.rebuild import audit, rebuild
from tests.projections.hand_log import FakeLog, fewer, logs
from tests.projections.hand_log import Table as PlayedTable


@pytest.mark.parametrize("projection", [Hands, Commission, Regulator])
@fewer
@given(found=logs(), data=st.data())
def test_reports_built_again_are_equal_and_any_changed_row_is_found(
    projection: type[Projection], found: tuple[list[PlayedTable], FakeLog], data: st.DataObject
) -> None:
    _, log = found
    books = Books.memory()
    catch_up(log, books, [projection], upto=log.records[len(log.records) // 2].position)
    assert rebuild(log, books, projection).swapped

    with books.change() as connection:
        tables = [t for t in live(connection, projection).projection.metadata.sorted_tables if connection.execute(select(t)).first()]
        table = data.draw(st.sampled_from(tables), "table")
        rows = connection.execute(select(table).order_by(*table.primary_key)).mappings().all()
        row = data.draw(st.sampled_from(rows), "row")
        column = data.draw(st.sampled_from([column for column in table.c if not column.primary_key]), "column")
        key = {name.name: row[name] for name in table.primary_key}
        connection.execute(
            update(table).where(*(table.c[name] == value for name, value in key.items())).values({column: _other(row, column)})
        )

    difference = audit(log, books, projection).difference
    assert difference is not None
    assert (difference.table, difference.key) == (table.name.rpartition("_")[0], key)
    assert difference.live is not None
    assert difference.rebuilt is not None
    assert [name for name in difference.live if difference.live[name] != difference.rebuilt[name]] == [column.name]


def _other(row: Mapping[Any, Any], column: Any) -> int | str:
    value = row[column]
    return value + 1 if isinstance(value, int) else f"{value} more"
