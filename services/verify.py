"""Everything that can be recomputed, recomputed: what does not agree is named, and nothing is changed.

Each check says how much it looked at, so that an empty house is not taken for a proof.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from domain.baccarat import events as baccarat
from domain.disputes.events import SettlementReversed
from domain.event import Recorded
from domain.holdem import events as holdem
from domain.policy import SHIPPED
from domain.seating import TableOpened
from infra.books import Books
from infra.log import pages
from projections.commission import Commission
from projections.ledger.identities import prove
from projections.ledger.ledger import Ledger
from projections.ledger.proof import Verdict
from projections.projection import Projection
from projections.regulator import Regulator
from projections.resettled import signed
from services import rebuild
from services.conserved import ConservedChips
from services.follower import Halted
from services.handlers import Handlers
from services.lanes import Log
from services.projector import live
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
    """One check after the other, from one reading of the log. The books must have been brought up to date before."""
    with books.read() as connection:
        found = live(connection, Ledger)
        readers = _Readers(handlers)
        upto = (record for page in pages(log, 0, found.position) for record in page)
        proofs = prove(connection, found.projection.tables, map(readers.take, show(upto, "the log")))
        yield from readers.checks()
        yield from map(_proved, proofs)
        yield _commission(readers.commission, connection)
    for projection in projections:
        yield _rebuilt(log, books, projection)


class _Tally:
    """Counts what was looked at and what differs; an item is None, or what differs."""

    def __init__(self, name: str, unit: str) -> None:
        self._name, self._unit = name, unit
        self._checked = self._differences = 0
        self._found: list[str] = []

    def add(self, items: Iterable[object]) -> None:
        for item in items:
            self._checked += 1
            if item is not None:
                self._differences += 1
                self._found += [str(item)] if self._differences <= FOUND_MAX else []

    def check(self) -> Check:
        return Check(self._name, self._unit, self._checked, tuple(self._found), self._differences)


class _Readers:
    """What is worked out from the raw events alone, in one reading. `commission` is by table and currency."""

    def __init__(self, handlers: Handlers) -> None:
        self.commission: Counter[tuple[str, str]] = Counter()
        self._currencies: dict[str, str] = {}
        self._chips = ConservedChips()
        self._replay = Replay(handlers)
        self._conserved = _Tally("chips are conserved: what was put in came back, was paid out or is commission", "hands and closings")
        self._replayed = _Tally("every command decided again gives the same events, byte for byte", "commands")

    def take(self, record: Recorded) -> Recorded:
        """Hands the record on to whoever reads after."""
        self._conserved.add(self._chips.take(record))
        self._replayed.add(self._replay.take(record))
        if isinstance(record.event, TableOpened):
            self._currencies[record.stream] = record.event.currency
        elif isinstance(record.event, holdem.CommissionTaken | baccarat.CommissionTaken):
            self.commission[record.key, self._currencies[record.stream]] += record.event.amount
        elif isinstance(record.event, SettlementReversed):
            for sign, event in signed(record.event.settlement):
                if isinstance(event, holdem.CommissionTaken | baccarat.CommissionTaken):
                    self.commission[record.event.table, record.event.settlement.currency] += sign * event.amount
        return record

    def checks(self) -> Iterator[Check]:
        self._replayed.add(self._replay.end())
        yield self._conserved.check()
        yield self._replayed.check()


def _proved(verdict: Verdict) -> Check:
    found = tuple(str(difference) for difference in verdict.differences[:FOUND_MAX])
    return Check(f"{verdict.rule} {verdict.title}", verdict.unit, verdict.checked, found, len(verdict.differences))


def _commission(events: Counter[tuple[str, str]], connection: Connection) -> Check:
    """Four ways to the same figure: the events, the accounts, the commission report, the regulator's report."""
    reports = {
        "accounts 4010 and 4020": _commission_account(connection),
        "the commission report": _by_table(live(connection, Commission).projection.report(connection), "charged"),
        "the regulator's report": _by_table(live(connection, Regulator).projection.ggr(connection, lambda _day: SHIPPED), "commission"),
    }
    tally = _Tally("commission is the same in events, accounts 4010 and 4020, and both reports", "figures")
    tally.add(
        f"{' '.join(key)}: events say {events[key]}, {name} says {figures[key]}" if figures[key] != events[key] else None
        for name, figures in reports.items()
        for key in sorted(events.keys() | figures.keys())
    )
    return tally.check()


def _commission_account(connection: Connection) -> Counter[tuple[str, str]]:
    lines = live(connection, Ledger).projection.tables.lines.c
    of_commission = lines.account.startswith("4010:") | lines.account.startswith("4020:")
    query = select(lines.account, lines.currency, func.sum(lines.amount)).where(of_commission)
    found: Counter[tuple[str, str]] = Counter()
    for account, currency, amount in connection.execute(query.group_by(lines.account, lines.currency)):
        found[account.partition(":")[2], currency] -= amount
    return found


def _by_table(rows: Iterable[dict[str, Any]], figure: str) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for row in rows:
        found[row["table"], row["currency"]] += row[figure]
    return found


def _rebuilt(log: Log, books: Books, projection: type[Projection]) -> Check:
    name = f"{projection.name} built again from nothing is equal"
    try:
        result = rebuild.audit(log, books, projection)
    except Halted as halted:
        return Check(name, "positions", 0, (f"{halted.event_id}: {halted.reason}",), 1)
    told = str(result.difference) if result.difference is not None else result.not_compared
    if told is not None:
        return Check(name, "positions", result.position, (told,), 1)
    return Check(name, "positions", result.position)
