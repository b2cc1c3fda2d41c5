"""What has become of a break: who owns it, how it is explained and settled, how old it is, and how serious that makes it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from domain.breaks.events import EVENTS as OF_BREAKS
from domain.breaks.record import BreakRecord, Status, status_of
from domain.questions import Found, Severity
from projections.days import days_apart
from projections.papers import Paper
from services.reconcile.desk import Desk
from services.reconcile.found import Break
from services.reconcile.severity import escalated

AGES = ((0, "same day"), (1, "1"), (3, "2-3"), (7, "4-7"), (30, "8-30"))


@dataclass(frozen=True, slots=True)
class Standing:
    """A break with what people have done about it. `severity` is what its age has made of it; `age` in gaming days.

    `last_position` is where the run stands. `resolved_by`: the entries that settle it.
    """

    found: Break
    record: BreakRecord
    severity: Severity
    age: int
    last_day: str
    last_position: int
    resolved_by: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.found.id

    @property
    def status(self) -> Status:
        return status_of(self.record, self.as_found())

    @property
    def counts(self) -> bool:
        """Whether it stands against a day: neither settled nor within the tolerance."""
        return self.status != "closed" and not self.found.within

    @property
    def bucket(self) -> str:
        return next((name for last, name in AGES if self.age <= last), "over 30")

    def as_found(self) -> Found:
        """As the close and the commands of breaks take it."""
        one = self.found
        return Found(
            break_id=one.id,
            rule=one.rule,
            type=one.type,
            severity=self.severity,
            gaming_day=one.gaming_day,
            currency=one.currency,
            side_a=one.side_a,
            side_b=one.side_b,
            kind=one.kind,
            place=one.place if one.kind else None,
            at_pos=one.at_pos,
            age=max(self.age, 0),
        )


def standings(desk: Desk, breaks: Iterable[Break]) -> list[Standing]:
    """In the order in which a person should look at them: the serious ones first, then the old ones."""
    records = records_of(desk.papers(*OF_BREAKS))
    found = [_standing(desk, one, records.get(one.id, BreakRecord())) for one in breaks]
    return sorted(found, key=_order)


def records_of(papers: Iterable[Paper]) -> Mapping[str, BreakRecord]:
    """By break, as its papers in the order of the log make it."""
    records: dict[str, BreakRecord] = {}
    for paper in papers:
        records.setdefault(paper.event.break_id, BreakRecord()).evolve(paper.event)
    return records


def gone(desk: Desk, breaks: Iterable[Standing]) -> list[tuple[str, BreakRecord, Status]]:
    """Breaks that people have worked on and that this run does not find, by id."""
    found = {one.id for one in breaks}
    records = records_of(desk.papers(*OF_BREAKS))
    return [(name, records[name], status_of(records[name], None)) for name in sorted(records.keys() - found)]


def _standing(desk: Desk, one: Break, record: BreakRecord) -> Standing:
    age = days_apart(one.gaming_day, desk.day)
    severity = escalated(one.severity, age, owned=record.owner is not None)
    return Standing(one, record, severity, max(age, 0), desk.day, desk.as_of, desk.settled.get(one.id, ()))


_WORST_FIRST: Mapping[Severity, int] = {"critical": 0, "regulator": 1, "report": 2, "minor": 3}


def _order(one: Standing) -> tuple[Any, ...]:
    return (not one.counts, _WORST_FIRST[one.severity], -one.age, one.found.rule, one.found.type, one.found.key)
