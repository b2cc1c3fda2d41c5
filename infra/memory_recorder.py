"""The recorder that keeps everything in memory: for tests, and for a house that ends with its process."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from threading import RLock
from typing import Any, NoReturn
from uuid import UUID

from eventsourcing.persistence import Notification, StoredEvent

from infra.recorder import HouseRecorder, Receipt, Taken
from infra.store_errors import NameTaken, ReceiptExists, VersionConflict


class MemoryRecorder(HouseRecorder):
    """Lists and dictionaries under one lock, for readers too: nobody sees what may be taken back.

    Positions have no holes here; nobody may count on that.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._log: list[Notification] = []
        self._streams: dict[str, list[Notification]] = {}
        self._receipts: dict[tuple[str, str], Receipt] = {}
        self._taken: dict[tuple[str, str], str] = {}

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        guards: Mapping[str, int] | None = None,
        receipt: Receipt | None = None,
        taken: Sequence[Taken] = (),
        **kwargs: Any,
    ) -> Sequence[int]:
        with self._lock:
            self._check_receipt(receipt)
            self._check_versions(stored_events, guards or {})
            self._check_taken(taken)
            first = len(self._log) + 1
            for position, stored in enumerate(stored_events, first):
                row = Notification(stored.originator_id, stored.originator_version, stored.topic, stored.state, position)
                self._log.append(row)
                self._streams.setdefault(str(stored.originator_id), []).append(row)
            if receipt is not None:
                self._receipts[receipt.actor, receipt.key] = receipt
            self._taken.update({(one.kind, one.name): one.stream for one in taken})
            return range(first, first + len(stored_events))

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._lock:
            kept = len(self._log), dict(self._receipts), dict(self._taken)
            try:
                yield
            except BaseException:
                self._forget_after(*kept)
                raise

    def _forget_after(self, position: int, receipts: dict[tuple[str, str], Receipt], taken: dict[tuple[str, str], str]) -> None:
        for row in reversed(self._log[position:]):
            self._streams[str(row.originator_id)].pop()
        del self._log[position:]
        self._streams = {stream: rows for stream, rows in self._streams.items() if rows}
        self._receipts, self._taken = receipts, taken

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[Notification]:
        with self._lock:
            rows = self._streams.get(str(originator_id), [])[gt or 0 : lte]  # version n is the n-th row
        return (rows[::-1] if desc else rows)[:limit]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        first = 0 if start is None else max(0, start - inclusive_of_start)
        with self._lock:
            if not topics:
                return self._log[first : min(first + limit, len(self._log) if stop is None else stop)]
            rows = self._log[first:stop]
        return [row for row in rows if row.topic in topics][:limit]

    def max_notification_id(self) -> int | None:
        with self._lock:
            return len(self._log) or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> NoReturn:
        raise NotImplementedError("read pages of the log instead")

    def version(self, stream: str) -> int:
        with self._lock:
            return len(self._streams.get(stream, ()))

    def last_stream(self, prefix: str) -> str | None:
        return max(self.streams(prefix), default=None)

    def streams(self, prefix: str) -> list[str]:
        with self._lock:
            return sorted(stream for stream in self._streams if stream.startswith(prefix))

    def receipt(self, actor: str, key: str) -> Receipt | None:
        with self._lock:
            return self._receipts.get((actor, key))

    def taken(self, kind: str, name: str) -> str | None:
        with self._lock:
            return self._taken.get((kind, name))

    def close(self) -> None:
        pass

    def _check_receipt(self, receipt: Receipt | None) -> None:
        if receipt is not None and (receipt.actor, receipt.key) in self._receipts:
            raise ReceiptExists(receipt.actor, receipt.key)

    def _check_versions(self, stored_events: Sequence[StoredEvent], guards: Mapping[str, int]) -> None:
        for stream, group in groupby(stored_events, key=lambda stored: str(stored.originator_id)):
            last = self.version(stream)
            for version, stored in enumerate(group, last + 1):
                if stored.originator_version != version:
                    raise VersionConflict(stream)
        for stream, expected in guards.items():
            if self.version(stream) != expected:
                raise VersionConflict(stream)

    def _check_taken(self, taken: Sequence[Taken]) -> None:
        seen = set(self._taken)
        for one in taken:
            if (one.kind, one.name) in seen:
                raise NameTaken(one.kind, one.name)
            seen.add((one.kind, one.name))
