"""One projection on its way along the log, page by page.

Duplicates are dropped by position. Whether events are missing is told by the versions of each stream, because positions
have holes: the last version seen of every stream stands beside the cursor, for each projection by itself, since each has
come as far as its own cursor. That holds for a log in this process and for one that comes in partitions.
"""

from collections.abc import Sequence

from domain.event import Recorded
from infra import cursors
from infra.books import Books
from infra.cursors import CursorKey, Halt, Mark, Parked
from projections.projection import Poison, Projection, Writer


class Halted(Exception):
    """The projection stays where it is until the cause is gone: it tries again whenever it is caught up.

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
    """Writes one generation of a projection. Fenced where another process writes the same one."""

    def __init__(self, books: Books, projection: Projection, key: CursorKey) -> None:
        self.projection = projection
        self.key = key
        self._books = books
        self._versions: dict[str, int] = {}
        with books.read() as connection:
            self.mark = cursors.cursor(connection, key)
            self._parked = {parked.source: parked for parked in cursors.parked_sources(connection, key)}

    @property
    def position(self) -> int:
        return self.mark.position

    @property
    def parked(self) -> list[str]:
        """The sources whose events are set aside."""
        return sorted(self._parked)

    def take(self, page: Sequence[Recorded]) -> None:
        """Project what is new of the page, in one transaction with the cursor. Halted if there is no way past an event."""
        new = self._new(page)
        while new:
            try:
                self._write(new)
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
                self.mark = Mark.at(new[-1])
                return

    def halt(self, event_id: str, reason: str, *, defect: bool = False) -> None:
        """Store why, for status and doctor, and raise Halted."""
        with self._books.change() as connection:
            cursors.halt(connection, self.key, Halt(event_id, reason))
        raise Halted(self.key.projection, event_id, reason, defect=defect)

    def _new(self, page: Sequence[Recorded]) -> list[Recorded]:
        new: list[Recorded] = []
        last = self.position
        for record in page:
            if record.position > last:
                new.append(record)
                last = record.position
        return new

    def _write(self, new: Sequence[Recorded]) -> None:
        with self._books.write(self.key, self.position, Mark.at(new[-1])) as writer:
            self._check_versions(new, writer)
            wanted = [record for record in new if not self._is_parked(record)] if self._parked else new
            self.projection.project(wanted, writer)

    def _check_versions(self, new: Sequence[Recorded], writer: Writer) -> None:
        touched = {record.stream for record in new}
        unknown = touched - self._versions.keys()
        if unknown:
            self._versions.update(dict.fromkeys(unknown, 0) | cursors.stream_versions(writer.connection, self.key, unknown))
        for record in new:
            due = self._versions[record.stream] + 1
            if record.version != due:
                raise _Gap(record, due)
            self._versions[record.stream] = due
        of = {"projection": self.key.projection, "generation": self.key.generation}
        writer.put(cursors.streams, [{**of, "stream": stream, "version": self._versions[stream]} for stream in sorted(touched)])

    def _is_parked(self, record: Recorded) -> bool:
        parked = self._parked.get(record.source)
        return parked is not None and record.position >= parked.position

    def _stop_or_park(self, poison: Poison) -> None:
        """Parking is stored by itself: if the process ends before the page is written, the page comes again without that source."""
        record = poison.record
        if self.projection.poison == "halt" or self._is_parked(record):
            self.halt(record.id, str(poison), defect=poison.defect)
        parked = Parked(record.source, record.position, record.id, str(poison))
        with self._books.change() as connection:
            cursors.park(connection, self.key, parked)
        self._parked[parked.source] = parked

    def _forget(self) -> None:
        self._versions.clear()
        self.projection.forget()
