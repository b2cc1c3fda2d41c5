"""The reports of what the house earned, as people and programs get them: both games, every column filled."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from domain.policy import SHIPPED
from projections.commission import Commission
from projections.filters import ALL
from projections.regulator import Regulator
from services.reports import revenue
from services.reports.csv_form import to_csv
from services.reports.report import Report
from services.reports.text_form import to_text
from tests.projections import hand_log
from tests.projections.fake_log import log_of
from tests.projections.reading import asked
from tests.projections.round_log import Table
from tests.projections.round_plans import Bet, Round

BETS = (Bet("P-1", 1, "banker", 150), Bet("P-2", 2, "player", 70), Bet("P-4", None, "tie", 10))
EVENING = (
    Table("BA-12", [Round(BETS), Round(BETS, "void", errors=("foul-shoe",))]),
    hand_log.Table("PK-07", [hand_log.Plan({1: 500, 2: 500}), hand_log.Plan({1: 500, 2: 500}, outcome="void", errors=("foul-deck",))]),
)


def made(projection: Any, make: Callable[..., Report]) -> Report:
    with asked(projection, log_of(*EVENING)) as (found, connection):
        return make(connection, found, ALL, 99, lambda _day: SHIPPED)


@pytest.mark.parametrize(
    ("projection", "make", "rows", "totals"),
    [
        (Commission, revenue.commission, 2, 1),
        (Regulator, revenue.ggr, 2, 1),
        (Regulator, revenue.handle, 3, 1),
        (Regulator, revenue.voids, 2, 0),
    ],
)
def test_every_form_has_every_row(projection: Any, make: Callable[..., Report], rows: int, totals: int) -> None:
    report = made(projection, make)
    keys = [column.key for column in report.columns]
    document = json.loads(json.dumps(report.document()))
    read_back = list(csv.DictReader(io.StringIO(to_csv(report))))

    assert (document["report"], document["as_of"]) == (make.__name__, 99)
    assert (len(document["rows"]), len(document["totals"]), len(read_back)) == (rows, totals, rows)
    assert all(set(keys) <= row.keys() for row in document["rows"])
    assert all(set(keys) <= row.keys() for row in read_back)
    console = Console(width=400, record=True, file=io.StringIO())
    console.print(*to_text(report, 200))
    assert all(row["table"] in console.export_text(clear=False) for row in document["rows"])


def test_handle_is_the_tables_own_and_adds_up_to_its_ggr() -> None:
    handle, ggr = made(Regulator, revenue.handle), made(Regulator, revenue.ggr)

    assert [(row["on"], row["handle"], row["house_win"]) for row in handle.rows] == [
        ("player", 70, 70),
        ("banker", 150, 7 - 150),
        ("tie", 10, 10),
    ]
    [total] = handle.totals
    assert total["house_win"] == next(row["ggr"] for row in ggr.rows if row["game"] == "baccarat") == -63
