"""Everything that can be recomputed, recomputed: what does not agree is named, and nothing is changed.

Each check says how much it looked at, so that an empty house is not taken for a proof.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from domain.event import Recorded
from domain.holdem.events import CommissionTaken
from domain.policy import SHIPPED
from infra.books import Books
from infra.log import pages
from projections.commission import Commission
from projections.ledger.identities import prove
from projections.ledger.ledger import Ledger
from projections.ledger.proof import Verdict
from projections.projection import Projection
from projections.regulator import Regulator
from services import rebuild
from services.conserved import conserved_chips
from services.handlers import Handlers
from services.projector import Log, live
from services.replay import Replay

FOUND_MAX = 20
"""How many differences of one check are told; their number is told in full."""

Show = Callable[[Iterable[Recorded], str], Iterable[Recorded]]
"""Hands records on, and may show a person how far along they are."""


@dataclass(frozen=True, slots=True)
class Check:
    """`checked` things of the kind that `unit` names; `found` tells the first differences, `differences` counts all."""

    name: str
    unit: str
    checked: int
    found: tuple[str, ...] = ()
    differences: int = 0

    @property
    def agrees(self) -> bool:
        return self.differences == 0


def verify(log: Log, books: Books, projections: Sequence[type[Projection]], handlers: Handlers, show: Show) -> Iterator[Check]:
    """One check after the other. The books must have been brought up to date before."""
    yield _conserved(show(_records(log), "chips"))
    yield _replayed(show(_records(log), "replay"), handlers)
    with books.read() as connection:
        found = live(connection, Ledger)
        upto = (record for page in pages(log, 0, found.position) for record in page)
        yield from map(_proved, prove(connection, found.projection.tables, show(upto, "books")))
        yield _commission(show(_records(log), "commission"), connection)
    for projection in projections:
        yield _rebuilt(rebuild.audit(log, books, projection))


def _records(log: Log) -> Iterator[Recorded]:
    return (record for page in pages(log, 0, log.last_position()) for record in page)


def _conserved(records: Iterable[Recorded]) -> Check:
    return _tallied("chips are conserved: all that was put in came back, was paid out or is commission", "hands", conserved_chips(records))


def _replayed(records: Iterable[Recorded], handlers: Handlers) -> Check:
    differences = (f"{one.id} ({one.subject}): {one.message}" if one else None for one in Replay(handlers).audit(records))
    return _tallied("every command decided again gives the same events, byte for byte", "commands", differences)


def _proved(verdict: Verdict) -> Check:
    found = tuple(str(difference) for difference in verdict.differences[:FOUND_MAX])
    return Check(f"{verdict.rule} {verdict.title}", verdict.unit, verdict.checked, found, len(verdict.differences))


def _commission(records: Iterable[Recorded], connection: Connection) -> Check:
    """Four ways to the same figure: the events, account 4010, the commission report, the regulator's report."""
    events = _commission_events(records)
    reports = {
        "account 4010": _commission_account(connection),
        "the commission report": _by_table(live(connection, Commission).projection.report(connection), "charged"),
        "the regulator's report": _by_table(live(connection, Regulator).projection.ggr(connection, lambda _day: SHIPPED), "commission"),
    }
    differences = (
        f"{' '.join(key)}: events say {events[key]}, {name} says {figures[key]}" if figures[key] != events[key] else None
        for name, figures in reports.items()
        for key in sorted(events.keys() | figures.keys())
    )
    return _tallied("commission is the same in events, account 4010 and both reports", "figures", differences)


def _commission_events(records: Iterable[Recorded]) -> Counter[tuple[str, str]]:
    """By table and currency."""
    found: Counter[tuple[str, str]] = Counter()
    currencies: dict[str, str] = {}
    for record in records:
        if (currency := getattr(record.event, "currency", None)) and record.version == 1:
            currencies[record.stream] = currency
        if isinstance(record.event, CommissionTaken):
            found[record.key, currencies[record.stream]] += record.event.amount
    return found


def _commission_account(connection: Connection) -> Counter[tuple[str, str]]:
    lines = live(connection, Ledger).projection.tables.lines.c
    query = select(lines.account, lines.currency, func.sum(lines.amount)).where(lines.account.startswith("4010:"))
    rows = connection.execute(query.group_by(lines.account, lines.currency))
    return Counter({(account.partition(":")[2], currency): -amount for account, currency, amount in rows})


def _by_table(rows: Iterable[dict[str, Any]], figure: str) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        found[row["table"], row["currency"]] += row[figure]
    return found


def _rebuilt(result: rebuild.Rebuilt) -> Check:
    name = f"{result.name} built again from nothing is equal"
    if result.difference is not None:
        return Check(name, "positions", result.position, (str(result.difference),), 1)
    return Check(name, "positions", result.position)


def _tallied(name: str, unit: str, items: Iterable[str | None]) -> Check:
    """One item for each thing looked at: None, or what differs."""
    checked = differences = 0
    found: list[str] = []
    for item in items:
        checked += 1
        if item is not None:
            differences += 1
            found += [item] if len(found) < FOUND_MAX else []
    return Check(name, unit, checked, tuple(found), differences)
