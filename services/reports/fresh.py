"""Questions to the books, answered from a fresh and single position."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sqlalchemy import Connection

from domain.policy import Policy
from infra.books import Books
from infra.event_store import EventStore
from projections.ledger.journal import lines_of
from projections.ledger.ledger import Ledger
from projections.projection import Projection
from services.facts import policy_in_force
from services.projector import Progress, catch_up, live
from services.reports.head import LATEST, head
from services.reports.report import Report

P = TypeVar("P", bound=Projection)


@dataclass(frozen=True, slots=True)
class Asked:
    """One snapshot of the read models; `policy_on` gives the finance policy of a gaming day."""

    connection: Connection
    policy_on: Callable[[str], Policy]

    def live(self, projection: type[P]) -> tuple[P, int]:
        """The projection and the position that it shows."""
        found = live(self.connection, projection)
        return found.projection, found.position

    def postings(self, event_id: str) -> list[dict[str, Any]]:
        """Book, account, currency and amount of the event's lines, in their order."""
        lines = lines_of(self.connection, self.live(Ledger)[0].tables, event_id)
        return [{name: line[name] for name in ("book", "account", "currency", "amount")} for line in lines]

    def headed(self, report: Report, days: Mapping[str, str | None]) -> Report:
        """The report with its head; the ledger must have been asked for too."""
        ledger, position = self.live(Ledger)
        policy = self.policy_on(days.get("gaming_day") or days.get("to_day") or LATEST)
        return replace(report, head=head(self.connection, ledger, position, report.as_of, days, policy))


@contextmanager
def ask(
    store: EventStore, books: Books, projections: Sequence[type[Projection]], *, writing: bool, progress: Progress | None = None
) -> Iterator[Asked]:
    """Catches the projections up first, where this process may write."""
    if writing:
        catch_up(store, books, projections, progress)
    with books.read() as connection:
        yield Asked(connection, lambda day: policy_in_force(store, day))
