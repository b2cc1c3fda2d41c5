"""Questions to the books, answered from a fresh and single position."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import sleep
from typing import Any, TypeVar

from sqlalchemy import Connection

from domain.policy import Policy
from infra.books import Books
from infra.event_store import EventStore
from projections.ledger.journal import lines_of
from projections.ledger.ledger import Ledger
from projections.projection import Projection
from services.facts import policies_in_force
from services.lanes import Progress
from services.projector import catch_up, live
from services.reports.head import LATEST, head
from services.reports.report import Report

P = TypeVar("P", bound=Projection)

WAIT_S_MAX = 60
TRIES_A_SECOND = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """One snapshot of the read models; `policy_on` gives the finance policy of a gaming day, `about` stands in every head."""

    connection: Connection
    policy_on: Callable[[str], Policy]
    about: Mapping[str, Any] = field(default_factory=dict)

    def live(self, projection: type[P]) -> tuple[P, int]:
        """The projection and the position that it shows."""
        found = live(self.connection, projection)
        return found.projection, found.position

    def postings(self, event_id: str) -> list[dict[str, Any]]:
        """Book, account, currency and amount of the event's lines, in their order."""
        lines = lines_of(self.connection, self.live(Ledger)[0].tables, event_id)
        return [{name: line[name] for name in ("book", "account", "currency", "amount")} for line in lines]

    def headed(self, report: Report, days: Mapping[str, str | None]) -> Report:
        """The report with its head, behind which stands what the report says itself; the ledger must have been asked for too."""
        ledger, position = self.live(Ledger)
        policy = self.policy_on(days.get("gaming_day") or days.get("to_day") or LATEST)
        of_books = head(self.connection, ledger, position, report.as_of, days, policy)
        return replace(report, head={**of_books, **self.about, **report.head})


class NotReached(Exception):
    """The read models have not come to a position within the time that a question waits for it."""


def await_position(books: Books, projections: Sequence[type[Projection]], position: int, progress: Progress | None = None) -> None:
    """Until all of them have come there. NotBuilt; NotReached after a minute, and where one is halted."""
    for left in reversed(range(WAIT_S_MAX * TRIES_A_SECOND)):
        with books.read() as connection:
            found = [live(connection, projection) for projection in projections]
        slowest = min(found, key=lambda one: one.position)
        if slowest.position >= position:
            return
        if slowest.halted is not None:
            raise NotReached(f"{slowest.projection.name} is halted at position {slowest.position}: {slowest.halted}")
        if progress is not None:
            progress(slowest.position, position)
        if left:
            sleep(1 / TRIES_A_SECOND)
    told = f"{slowest.projection.name} has come to position {slowest.position} of {position} in {WAIT_S_MAX} seconds"
    raise NotReached(f"{told}: see that `pataca project` runs; `pataca projections status` says where each one stands")


@contextmanager
def ask(
    store: EventStore, books: Books, projections: Sequence[type[Projection]], *, writing: bool, progress: Progress | None = None
) -> Iterator[Asked]:
    """Catches the projections up first, where this process may write."""
    if writing:
        catch_up(store, books, projections, progress)
    with books.read() as connection:
        yield Asked(connection, policies_in_force(store))
