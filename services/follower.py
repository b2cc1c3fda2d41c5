"""One lane of a projection on its way along the log, page by page.

Duplicates are dropped by position. Whether events are missing is told by the versions of each stream, because positions
have holes: the last version seen of every stream stands beside the cursor, for each projection by itself, since each has
come as far as its own cursors. That holds for a log in this process and for one that comes in partitions.
"""

from collections.abc import Sequence

from domain.event import Recorded
from infra import cursors
from infra.books import Books
from infra.cursor_tables import streams
from infra.cursors import CursorKey, Halt, Mark, Parked
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


class _Gap(Exception):
    """Events are missing before this one."""

    def __init__(self, record: Recorded, due: int) -> None:
        super().__init__(f"{record.id} at position {record.position} came where version {due} was due: the log has lost or repeated events")
        self.record = record


class Follower:
    """Writes one lane of one generation of a projection. Fenced where another process writes the same one.

    The projection must be an instance of its own: what it keeps in memory is of this lane alone.
    """

    def __init__(self, books: Books, projection: Projection, key: CursorKey) -> None:
        self.books = books
        self.projection = projection
        self.key = key
        self._versions: dict[str, int] = {}
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

    def take(self, page: Sequence[Recorded], passed: int, next_offset: int | None = None) -> None:
        """Project what is new of a page of this lane, in one transaction with the cursor; it may repeat what was taken before.

        `passed`: with this page every event of the lane up to there has been handed over. `next_offset`: where its partition
        of a topic goes on after the page. Of a page without anything new only `passed` is stored, if it is further on.
        Halted if there is no way past an event, which may be one of another lane; Fenced.
        """
        new = self._new(page)
        while new:
            try:
                self._write(new, max(passed, new[-1].position), next_offset)
            except Poison as poison:
                self._forget()
                self._stop_or_park(poison)
            except _Gap as gap:
                self._forget()
                self.halt(gap.record.id, str(gap))
            except BaseException:
                self._forget()
                raise
            else:
                return
        pass_lanes([self], passed)

    def halt(self, event_id: str, reason: str, *, defect: bool = False) -> None:
        """Store why, for status and doctor, and raise Halted."""
        with self.books.change() as connection:
            cursors.halt(connection, self.key, self.position, Halt(event_id, reason))
        raise Halted(self.key.projection, event_id, reason, defect=defect)

    def _new(self, page: Sequence[Recorded]) -> list[Recorded]:
        new: list[Recorded] = []
        last = self.position
        for record in page:
            if record.position <= last:
                continue
            if self.key.lanes > 1 and partition_of(record.key, self.key.lanes) != self.key.partition:
                self.halt(record.id, f"{record.id} came in partition {self.key.partition} of {self.key.lanes}, where {record.key} is not")
            new.append(record)
            last = record.position
        return new

    def _write(self, new: Sequence[Recorded], passed: int, next_offset: int | None) -> None:
        mark = Mark.at(new[-1])
        with self.books.write(self.key, self.position, mark, passed, next_offset) as writer:
            self._check_versions(new, writer)
            wanted = [record for record in new if not self._is_parked(record)] if self._parked else new
            self.projection.project(wanted, writer)
            reach("project-before-write")
        reach("project-after-write")
        self.mark, self.passed, self.next_offset = mark, passed, next_offset

    def _check_versions(self, new: Sequence[Recorded], writer: Writer) -> None:
        touched = {record.stream for record in new}
        if len(self._versions) > STREAMS_MAX:
            self._versions.clear()
        unknown = touched - self._versions.keys()
        if unknown:
            self._versions.update(dict.fromkeys(unknown, 0) | cursors.stream_versions(writer.connection, self.key, unknown))
        for record in new:
            due = self._versions[record.stream] + 1
            if record.version != due:
                raise _Gap(record, due)
            self._versions[record.stream] = due
        of = {"projection": self.key.projection, "generation": self.key.generation}
        writer.put(streams, [{**of, "stream": stream, "version": self._versions[stream]} for stream in sorted(touched)])

    def _is_parked(self, record: Recorded) -> bool:
        parked = self._parked.get(record.source)
        return parked is not None and record.position >= parked.position

    def _stop_or_park(self, poison: Poison) -> None:
        """Parking is stored by itself: if the process ends before the page is written, the page comes again without that source."""
        record = poison.record
        if self.projection.poison == "halt" or self._is_parked(record):
            self.halt(record.id, str(poison), defect=poison.defect)
        parked = Parked(record.source, record.position, record.id, str(poison))
        with self.books.change() as connection:
            cursors.hold(connection, self.key, self.position)
            cursors.park(connection, self.key, parked)
        self._parked[parked.source] = parked

    def _forget(self) -> None:
        self._versions.clear()
        self.projection.forget()


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
