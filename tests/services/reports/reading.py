"""A report as the command line makes it, over any log."""

from collections.abc import Sequence
from typing import Any

from domain.event import Recorded
from domain.policy import SHIPPED, Policy
from infra.books import Books
from projections.commission import Commission
from projections.large import Large
from projections.ledger.ledger import Ledger
from projections.papers import Papers
from projections.regulator import Regulator
from services.cli.reports import REPORTS, Narrowed
from services.projector import catch_up
from services.reports.fresh import Asked
from services.reports.report import Report
from tests.projections.fake_log import FakeLog

OF_TOTALS = {"breaks", "rows", "shortfall"}
"""Columns that stand under the rows alone."""
ASKED = (Ledger, Papers, Large, Regulator, Commission)


class Desk:
    """Books that are brought up to the log, which only ever grows, when something is asked."""

    def __init__(self, books: Books, policy: Policy = SHIPPED) -> None:
        self.books = books
        self.policy = policy
        self._shows = -1

    def report(self, log: Sequence[Recorded], name: str, as_of: int | None = None, **narrowed: str) -> Report:
        if self._shows != len(log):
            catch_up(FakeLog(list(log)), self.books, ASKED)
            self._shows = len(log)
        projection, make = REPORTS[name][1]()
        days = {"gaming_day": None, "from_day": None, "to_day": None, "table": None, "currency": None} | narrowed
        with self.books.read() as connection:
            asked = Asked(connection, lambda _day: self.policy)
            end = asked.live(projection)[1]
            return make(asked, asked.live(projection)[0], Narrowed(**days, as_of=as_of), end if as_of is None else as_of)

    def rows(self, log: Sequence[Recorded], name: str, as_of: int | None = None, **narrowed: str) -> list[dict[str, Any]]:
        """The rows, each with every column of the report."""
        report = self.report(log, name, as_of, **narrowed)
        keys = {column.key for column in report.columns} - OF_TOTALS
        assert all(keys <= row.keys() for row in report.rows), name
        return [dict(row) for row in report.rows]
