"""A running house moves from its data folder to PostgreSQL: what is recorded goes along as it is, with its positions.

It is copied in pages, each in one transaction, in the order of the rows' keys: what has arrived is always a beginning of what
there is, and an interrupted move goes on where it stopped. Before the first row is written all that lies at the new place is
compared with the old one, and at the end all of it once more. Read models stay behind: they are built again there.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

from infra.folder import DataFolder
from infra.moving import FileRows, Key, PostgresRows, Row, Table, beside
from infra.postgres import place_of
from services.errors import AnotherHouse, CopyDiffers, NotFound

PAGE = 500
"""Rows in one transaction, and in memory."""

Progress = Callable[[int, int], None]
"""Rows copied and compared so far, and how many there are to copy and compare."""


class Arrived(NamedTuple):
    """`sha256` over all columns of all rows in the order of their keys, the same on both sides."""

    what: str
    rows: int
    sha256: str


class Moved(NamedTuple):
    """`already`: it had been moved before, and nothing was looked at."""

    store: str
    vault: str
    already: bool
    arrived: Sequence[Arrived]


class _Differs(Exception):
    def __init__(self, key: Key) -> None:
        self.at = ", ".join(map(repr, key))


class _Compared(NamedTuple):
    rows: int
    last: Key | None
    sha256: str


def move(folder: DataFolder, url: str, vault_url: str, progress: Progress) -> Moved:
    """All that is recorded in this folder to the database at `url`, the vault to `vault_url`; afterwards nobody deals in the folder.

    NotFound without a house there. AnotherHouse, CopyDiffers, FolderBusy, HouseMoved (to another place), Busy, StoreUnavailable.
    """
    store, vault = place_of(url), place_of(vault_url)
    there = store if vault == store else f"{store}, its vault to {vault}"
    if folder.moved_to() == there:
        return Moved(store, vault, True, ())
    if not folder.events.exists():
        raise NotFound(f"there is no house in {folder.path}; name its folder with --data")
    with beside(folder, url, vault_url) as pairs:
        arrived = _carry_over([(table, old, new) for old, new in pairs for table in old.tables], progress)
        folder.mark_moved(there)
    return Moved(store, vault, False, arrived)


def _carry_over(tables: Sequence[tuple[Table, FileRows, PostgresRows]], progress: Progress) -> list[Arrived]:
    total = 2 * sum(old.count(table) for table, old, _ in tables)
    done = 0

    def further(rows: int) -> None:
        nonlocal done
        done += rows
        progress(done, total)

    begun = []
    for table, old, new in tables:
        try:
            begun.append(_compare(table, old, new, lambda _rows: None))
        except _Differs as found:
            raise AnotherHouse(new.where, table.what, found.at) from None
    for (table, old, new), standing in zip(tables, begun, strict=True):
        further(standing.rows)
        _copy(table, old, new, standing.last, further)
    arrived = []
    for table, old, new in tables:
        try:
            compared = _compare(table, old, new, further)
            _nothing_left(table, old, compared.last)
        except _Differs as found:
            raise CopyDiffers(new.where, table.what, found.at) from None
        arrived.append(Arrived(table.what, compared.rows, compared.sha256))
    return arrived


def _copy(table: Table, old: FileRows, new: PostgresRows, last: Key | None, further: Callable[[int], None]) -> None:
    while page := old.page(table, last, PAGE):
        new.add(table, page)
        last = table.key(page[-1])
        further(len(page))


def _compare(table: Table, old: FileRows, new: PostgresRows, further: Callable[[int], None]) -> _Compared:
    """All that lies at the new place, row by row with the beginning of what lies at the old one."""
    rows, last, running = 0, None, sha256()
    while page := new.page(table, last, PAGE):
        for ours, theirs in zip_longest(old.page(table, last, len(page)), page):
            if ours != theirs:
                raise _Differs(table.key(theirs))
            running.update(_bytes_of(theirs))
        rows += len(page)
        last = table.key(page[-1])
        further(len(page))
    return _Compared(rows, last, running.hexdigest())


def _nothing_left(table: Table, old: FileRows, last: Key | None) -> None:
    if left := old.page(table, last, 1):
        raise _Differs(table.key(left[0]))


def _bytes_of(row: Row) -> bytes:
    """Every value behind its length, a null as a length that no value has: no two rows look alike."""
    parts = []
    for value in row:
        data = value if isinstance(value, bytes) else str(value).encode()
        parts += [b"\xff" * 8] if value is None else [len(data).to_bytes(8), data]
    return b"".join(parts)
