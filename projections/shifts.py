"""The shifts of a table: from an opener to the next closer, or, where nobody counts, from the opening of the table to its closing.

What moves at a tray belongs to the counted shift that its position lies in. Everything else belongs to a session: to the
one that is open; between two sessions to the next one, unless it bears the gaming day of the one before.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from domain.counting.events import TrayCounted
from domain.seating import TableClosed, TableOpened
from projections.papers import Paper

OUTSIDE = "outside counts"
"""The shift of what happened at a counted table before its opener or behind its closer."""

_END = 2**63


@dataclass(frozen=True, slots=True)
class Shift:
    """From behind the position `begins` to `ends`, which is None as long as it lasts. Amounts are what was counted.

    `name` counts the shifts of the table in their gaming day, from 1.
    """

    table: str
    currency: str
    gaming_day: str
    name: str
    begins: int
    ends: int | None = None
    opener: int | None = None
    closer: int | None = None


@dataclass(slots=True)
class TableShifts:
    """All shifts of one table in one currency: `counted` ones, and `sessions`, in their order."""

    counted: list[Shift] = field(default_factory=list)
    sessions: list[Shift] = field(default_factory=list)

    def of(self, position: int, gaming_day: str) -> Shift | None:
        """The shift of what happened there on that gaming day; None where the table was never opened."""
        counted = _before(self.counted, position)
        if counted is not None and position <= _end(counted):
            return counted
        last = _before(self.sessions, position)
        if last is not None and position <= _end(last):
            return last
        following = self.sessions[bisect_right(self.sessions, position, key=_begins) :]
        if last is not None and (not following or (gaming_day == last.gaming_day != following[0].gaming_day)):
            return last
        return following[0] if following else None

    def counted_at(self, at_pos: int, kind: str) -> str | None:
        """The name of the shift that this opener or closer belongs to; None for a closer without an opener."""
        ends = [shift.name for shift in self.counted if at_pos == (shift.begins if kind == "opener" else shift.ends)]
        return ends[0] if ends else None

    def name(self) -> None:
        """Numbers the counted shifts and the sessions that no count touches; the rest of a counted session is outside."""
        apart = [_is_apart(session, self.counted) for session in self.sessions]
        numbered = sorted([*self.counted, *(s for s, alone in zip(self.sessions, apart, strict=True) if alone)], key=_begins)
        seen: dict[str, int] = {}
        names: dict[tuple[int, str], str] = {}
        for shift in numbered:
            seen[shift.gaming_day] = seen.get(shift.gaming_day, 0) + 1
            names[shift.begins, shift.name] = str(seen[shift.gaming_day])
        self.counted = [replace(shift, name=names[shift.begins, shift.name]) for shift in self.counted]
        self.sessions = [replace(shift, name=names.get((shift.begins, shift.name), OUTSIDE)) for shift in self.sessions]


def shifts_of(papers: Iterable[Paper]) -> dict[tuple[str, str], TableShifts]:
    """By table and currency, of the papers of tables and trays in the order of the log."""
    found: dict[tuple[str, str], TableShifts] = {}
    open_now: dict[str, list[Shift]] = {}
    counts: dict[tuple[str, str], dict[tuple[int, str], Paper]] = {}
    for paper in papers:
        event = paper.event
        if isinstance(event, TableOpened):
            sessions = found.setdefault((paper.key, event.currency), TableShifts()).sessions
            sessions.append(Shift(paper.key, event.currency, event.gaming_day, "session", paper.position))
            open_now[paper.key] = sessions
        elif isinstance(event, TableClosed):
            closing = open_now[paper.key]
            closing[-1] = replace(closing[-1], ends=paper.position)
        elif isinstance(event, TrayCounted):
            of_tray = counts.setdefault((event.table, event.currency), {})
            of_tray[event.at_pos, event.kind] = paper  # the same tray counted again at the same moment: the last count holds
    for key, of_tray in counts.items():
        in_order = sorted(of_tray.values(), key=lambda paper: (paper.event.at_pos, paper.position))
        found.setdefault(key, TableShifts()).counted = _counted(in_order)
    for shifts in found.values():
        shifts.name()
    return found


def _counted(counts: Iterable[Paper]) -> list[Shift]:
    """An opener without a closer behind it lasts until the next opener, and is not known by count."""
    shifts: list[Shift] = []
    for paper in counts:
        event: TrayCounted = paper.event
        waiting = shifts[-1] if shifts and shifts[-1].ends is None else None
        if event.kind == "opener":
            if waiting is not None:
                shifts[-1] = replace(waiting, ends=event.at_pos)
            shifts.append(Shift(event.table, event.currency, paper.gaming_day, "counted", event.at_pos, opener=event.amount))
        elif waiting is not None:
            shifts[-1] = replace(waiting, ends=event.at_pos, closer=event.amount)
    return shifts


def _is_apart(session: Shift, counted: Sequence[Shift]) -> bool:
    return all(shift.begins >= _end(session) or _end(shift) <= session.begins for shift in counted)


def _before(shifts: Sequence[Shift], position: int) -> Shift | None:
    """The last one that had begun there. A session begins with its own opening, which moves nothing."""
    number = bisect_right(shifts, position - 1, key=_begins)
    return shifts[number - 1] if number else None


def _begins(shift: Shift) -> int:
    return shift.begins


def _end(shift: Shift) -> int:
    return _END if shift.ends is None else shift.ends
