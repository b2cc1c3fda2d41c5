"""The lanes of a projection on their way along the log, page by page; those of one process are written together.

Duplicates are dropped by position. Whether events are missing is told by the versions of each stream, because positions
have holes: the last version seen of every stream stands beside the cursor, for each projection by itself, since each has
come as far as its own cursors. That holds for a log in this process and for one that comes in partitions.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from domain.event import Recorded
from infra import cursors
from infra.books import Books
from infra.cursor_tables import streams
from infra.cursors import CursorKey, Halt, Mark, Move, Parked
from infra.failpoints import reach
from infra.partitioning import partition_of
from projections.projection import Poison, Projection, Writer

STREAMS_MAX = 65_536
"""Streams whose versions a follower remembers; beyond that it asks the books again."""


class Halted(Exception):
    """The lane stays where it is until the cause is gone: it tries again whenever the projection is caught up.

    `defect`: the program is at fault, not what it read.
    """

    def __init__(self, projection: str, event_id: str, reason: str, *, defect: bool = False) -> None:
        super().__init__(f"{projection} is halted: {reason}")
        self.projection = projection
        self.event_id = event_id
        self.reason = reason
        self.defect = defect


class _Impassable(Exception):
    """Whatever the projection may say to it: this event must not come next in its lane."""

    def __init__(self, record: Recorded, reason: str) -> None:
        super().__init__(reason)
        self.record = record


class Follower:
    """Stands for one lane of one generation of a projection. Fenced where another process writes the same one.

    Lanes with the same projection object share what it keeps in memory, so they must stay in one process together.
    """

    def __init__(self, books: Books, projection: Projection, key: CursorKey) -> None:
        self.books = books
        self.projection = projection
        self.key = key
        self.versions: dict[str, int] = {}
        with books.read() as connection:
            stands = cursors.cursor(connection, key)
            self._parked = {parked.source: parked for parked in cursors.parked_sources(connection, key) if self.has(parked.event_id)}
        self.mark = stands.mark
        self.passed = stands.passed
        self.next_offset = stands.next_offset

    @property
    def position(self) -> int:
        """Of the last event projected, 0 before the first."""
        return self.mark.position

    @property
    def parked(self) -> list[str]:
        """The sources of this lane whose events are set aside."""
        return sorted(self._parked)

    def has(self, event_id: str) -> bool:
        """Whether that event belongs to this lane; the one at `mark` does not have to, where lanes were split there."""
        return cursors.lane_of_event(event_id, self.key.lanes) == self.key.partition

    def take(self, records: Sequence[Recorded], passed: int, next_offset: int | None = None) -> None:
        """Project a page of this lane by itself. Halted if there is no way past an event; Fenced."""
        page = Page(self, records, passed, next_offset)
        while True:
            try:
                return _write([page])
            except Poison as poison:
                self._stop_or_park(poison)
            except _Impassable as stop:
                raise self.halt(stop.record.id, str(stop)) from stop

    def new(self, records: Sequence[Recorded]) -> list[Recorded]:
        """Those that it has not taken yet."""
        new: list[Recorded] = []
        last = self.position
        for record in records:
            if record.position <= last:
                continue
            if self.key.lanes > 1 and partition_of(record.key, self.key.lanes) != self.key.partition:
                told = f"{record.id} came in partition {self.key.partition} of {self.key.lanes}, where {record.key} is not"
                raise _Impassable(record, told)
            new.append(record)
            last = record.position
        return new

    def wanted(self, records: Sequence[Recorded]) -> Sequence[Recorded]:
        """Without what is set aside."""
        return [record for record in records if not self._is_parked(record)] if self._parked else records

    def halt(self, event_id: str, reason: str, *, defect: bool = False) -> Halted:
        """Store why, for status and doctor; what is to be raised or told. Fenced."""
        with self.books.change() as connection:
            cursors.halt(connection, self.key, self.position, Halt(event_id, reason))
        return Halted(self.key.projection, event_id, reason, defect=defect)

    def _is_parked(self, record: Recorded) -> bool:
        parked = self._parked.get(record.source)
        return parked is not None and record.position >= parked.position

    def _stop_or_park(self, poison: Poison) -> None:
        """Parking is stored by itself: if the process ends before the page is written, the page comes again without that source."""
        record = poison.record
        if self.projection.poison == "halt" or self._is_parked(record):
            raise self.halt(record.id, str(poison), defect=poison.defect) from poison
        parked = Parked(record.source, record.position, record.id, str(poison))
        with self.books.change() as connection:
            cursors.hold(connection, self.key, self.position)
            cursors.park(connection, self.key, parked)
        self._parked[parked.source] = parked


class Page(NamedTuple):
    """What there is for one lane; it may repeat what the lane has taken before.

    `passed`: with this page every event of the lane up to there has been handed over. `next_offset`: where its partition of a
    topic goes on after the page. Of a page without anything new only `passed` is stored, if it is further on.
    """

    follower: Follower
    records: Sequence[Recorded]
    passed: int
    next_offset: int | None = None


def take_together(pages: Sequence[Page]) -> list[tuple[Follower, Halted]]:
    """Project pages of several lanes; who has halted, while the others went on. Fenced.

    The lanes of one projection object are written in one transaction. Where that fails for what one of them has been given,
    each goes by itself.
    """
    halted: list[tuple[Follower, Halted]] = []
    by_projection: defaultdict[int, list[Page]] = defaultdict(list)
    for page in pages:
        by_projection[id(page.follower.projection)].append(page)
    for together in by_projection.values():
        try:
            _write(together)
        except (Poison, _Impassable):
            halted += _one_by_one(together)
    return halted


def _one_by_one(pages: Sequence[Page]) -> Iterator[tuple[Follower, Halted]]:
    for page in pages:
        try:
            page.follower.take(*page[1:])
        except Halted as halt:
            yield page.follower, halt


def _write(pages: Sequence[Page]) -> None:
    """What is new in them, in one transaction; a lane without anything new passes. All of them have the same projection object."""
    new: list[Page] = []
    for page in pages:
        lane = page.follower
        if records := lane.new(page.records):
            new.append(Page(lane, records, max(page.passed, records[-1].position), page.next_offset))
        else:
            pass_lanes([lane], page.passed)
    if new:
        _project(new)


def _project(pages: Sequence[Page]) -> None:
    first = pages[0].follower
    marks = [Mark.at(page.records[-1]) for page in pages]
    moves = [Move(lane.key, lane.position, mark, passed, offset) for (lane, _, passed, offset), mark in zip(pages, marks, strict=True)]
    try:
        with first.books.write(*moves) as writer:
            _check_versions(pages, writer)
            wanted = chain.from_iterable(page.follower.wanted(page.records) for page in pages)
            first.projection.project(sorted(wanted, key=attrgetter("position")), writer)
            reach("project-before-write")
    except BaseException:
        for page in pages:
            page.follower.versions.clear()
        first.projection.forget()
        raise
    reach("project-after-write")
    for page, mark in zip(pages, marks, strict=True):
        page.follower.mark, page.follower.passed, page.follower.next_offset = mark, page.passed, page.next_offset


def _check_versions(pages: Sequence[Page], writer: Writer) -> None:
    touched: dict[str, int] = {}
    _learn_versions(pages, writer)
    for lane, records, *_ in pages:
        for record in records:
            due = lane.versions[record.stream] + 1
            if record.version != due:
                told = f"{record.id} at position {record.position} came where version {due} was due: the log has lost or repeated events"
                raise _Impassable(record, told)
            lane.versions[record.stream] = touched[record.stream] = due
    of = {"projection": pages[0].follower.key.projection, "generation": pages[0].follower.key.generation}
    writer.put(streams, [{**of, "stream": stream, "version": touched[stream]} for stream in sorted(touched)])


def _learn_versions(pages: Sequence[Page], writer: Writer) -> None:
    """Of the streams that are not remembered, in one question."""
    unknown: dict[str, Follower] = {}
    for lane, records, *_ in pages:
        if len(lane.versions) > STREAMS_MAX:
            lane.versions.clear()
        unknown.update({record.stream: lane for record in records if record.stream not in lane.versions})
    if unknown:
        seen = cursors.stream_versions(writer.connection, pages[0].follower.key, unknown)
        for stream, lane in unknown.items():
            lane.versions[stream] = seen.get(stream, 0)


def pass_lanes(quiet: Sequence[Follower], passed: int) -> None:
    """Lanes that had no event up to `passed` say so, in one statement; those that have passed it already are left. Fenced.

    Several projections of the same books may be among them; if one lane is fenced off none of them has passed.
    """
    behind = [follower for follower in quiet if follower.passed < passed]
    if not behind:
        return
    with behind[0].books.change() as connection:
        cursors.pass_by(connection, [(follower.key, follower.position) for follower in behind], passed)
    for follower in behind:
        follower.passed = passed
