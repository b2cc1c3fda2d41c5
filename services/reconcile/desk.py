"""What the rules of a run are put to: one snapshot of the books at one position, and the papers of the house up to there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select

from domain.counting.events import EVENTS as COUNTING
from domain.counting.events import CountDifferenceAccepted, TrayCounted
from domain.disputes.case import DisputeCase
from domain.disputes.events import EVENTS as DISPUTES
from domain.event import Event, Recorded
from domain.policy import Figures, Policy
from infra.event_store import EventStore
from projections.cases import cases_of
from projections.ledger.as_of import BooksAsOf
from projections.ledger.ledger import Ledger
from projections.papers import SLIPS, TABLES, Paper, Papers
from projections.shifts import TableShifts, shifts_of
from services.reconcile.found import break_id
from services.reports.fresh import Asked


class About(NamedTuple):
    """What an event is known by, from its entry or, where it has none, from the log."""

    event_id: str
    position: int
    gaming_day: str
    table: str | None
    hand: str | None


@dataclass
class Desk:
    """`store` is asked for single events, none of them later than `as_of`. `day` is the gaming day that ages are counted to.

    `sheets` are counts of a file that are not on record.
    """

    store: EventStore
    asked: Asked
    as_of: int
    day: str
    sheets: Sequence[Paper] = ()

    @property
    def connection(self) -> Connection:
        return self.asked.connection

    @cached_property
    def ledger(self) -> Ledger:
        return self.asked.live(Ledger)[0]

    @cached_property
    def books(self) -> BooksAsOf:
        return BooksAsOf(self.ledger.tables, self.as_of)

    def papers(self, *kinds: type[Event]) -> list[Paper]:
        return self.asked.live(Papers)[0].read(self.connection, *kinds, as_of=self.as_of)

    @property
    def counts(self) -> list[Paper]:
        """Every count, removal of a box and accepted difference, those of the file last."""
        return [*self.on_record, *self.sheets]

    @cached_property
    def on_record(self) -> list[Paper]:
        return self.papers(*COUNTING)

    @cached_property
    def accepted(self) -> dict[str, int]:
        """What was accepted of the breaks' differences, by break."""
        found: dict[str, int] = {}
        for paper in self.counts:
            if isinstance(paper.event, CountDifferenceAccepted):
                found[paper.event.break_id] = found.get(paper.event.break_id, 0) + paper.event.difference
        return found

    @cached_property
    def settled(self) -> dict[str, tuple[str, ...]]:
        """The events that have booked differences, by break."""
        found: dict[str, tuple[str, ...]] = {}
        for paper in self.counts:
            if isinstance(paper.event, CountDifferenceAccepted):
                found[paper.event.break_id] = (*found.get(paper.event.break_id, ()), paper.event_id)
        return found

    def accepted_of(self, rule: str, kinds: Sequence[str], key: str) -> int:
        """The same by what makes the id; short or over, the break of one count is one."""
        return sum(self.accepted.get(break_id(rule, kind, key), 0) for kind in kinds)

    @cached_property
    def shifts(self) -> dict[tuple[str, str], TableShifts]:
        trays = [paper for paper in self.counts if isinstance(paper.event, TrayCounted)]
        return shifts_of(sorted([*self.papers(*TABLES), *trays], key=lambda paper: paper.position))

    @cached_property
    def cases(self) -> dict[str, DisputeCase]:
        """The disputes of the house, as their events have them."""
        return {name: told.case for name, told in cases_of(self.papers(*DISPUTES)).items()}

    @cached_property
    def tables(self) -> set[str]:
        """Codes of all tables that the house has opened, or sent chips to."""
        return {paper.table for paper in self.papers(*TABLES, *SLIPS) if paper.table is not None}

    def knows(self, table: str) -> bool:
        return table in self.tables

    def figures(self, gaming_day: str) -> Figures:
        return self.policy(gaming_day).close

    def event(self, event_id: str) -> About | None:
        """None for what neither the books nor the log have."""
        entries = self.books.entries.c
        return self._entry(entries.event_id == event_id) or self._logged(event_id)

    def event_at(self, position: int) -> About | None:
        found = self._entry(self.books.entries.c.position == position)
        if found is not None:
            return found
        records = self.store.read(position - 1, 1)
        return _about(records[0]) if records and records[0].position == position else None

    def record(self, event_id: str) -> Recorded | None:
        """The event itself; None for what the log does not have up to here."""
        stream, _, version = event_id.rpartition("@")
        records = self.store.span(stream, int(version), int(version))
        return records[0] if records and records[0].position <= self.as_of else None

    def lines_at(self, position: int) -> tuple[str, ...]:
        lines = self.books.lines.c
        numbers = self.connection.execute(select(lines.n).where(lines.position == position).order_by(lines.n)).scalars()
        return tuple(f"{position}.{n}" for n in numbers)

    def accounts_at(self, position: int) -> list[str]:
        lines = self.books.lines.c
        return list(self.connection.execute(select(lines.account).where(lines.position == position).distinct()).scalars())

    def _entry(self, wanted: ColumnElement[bool]) -> About | None:
        entries = self.books.entries.c
        columns = (entries.event_id, entries.position, entries.gaming_day, entries.table, entries.hand)
        row = self.connection.execute(select(*columns).where(wanted)).first()
        return About(*row) if row else None

    def _logged(self, event_id: str) -> About | None:
        record = self.record(event_id)
        return _about(record) if record else None

    @cached_property
    def policy(self) -> Callable[[str], Policy]:
        known: dict[str, Policy] = {}

        def of(gaming_day: str) -> Policy:
            if gaming_day not in known:
                known[gaming_day] = self.asked.policy_on(gaming_day)
            return known[gaming_day]

        return of


def _about(record: Recorded) -> About:
    table = record.key if record.stream.startswith("tables/") else None
    subject = record.meta.subject
    return About(record.id, record.position, record.meta.gaming_day, table, subject if subject.count("/") == 2 else None)


def last_day(asked: Asked, as_of: int) -> str | None:
    """The latest gaming day that anything was booked into, None for empty books."""
    entries = asked.live(Ledger)[0].tables.entries.c
    found: Any = asked.connection.execute(select(func.max(entries.gaming_day)).where(entries.position <= as_of)).scalar_one()
    return found if found is None else str(found)
