"""What the house needs to run, one by one, with what to do where it is missing."""

import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from services.app import PROJECTIONS, Place, Records, open_records
from services.projector import status
from services.proof.audit import kept_tree, standing

BEHIND_MAX = 10_000
"""Positions: more than a relay at work is ever behind."""

FREE_BYTES_MIN = 256 * 1024 * 1024
SQLITE_SAFE = (3, 51, 3)
"""Before it, two connections that write or checkpoint at once could damage a file; the house has one writer for that reason."""


@dataclass(frozen=True, slots=True)
class Need:
    """`remedy` is what to do where it is not `fine`."""

    what: str
    fine: bool
    found: str
    remedy: str = ""


def examine(data: Path | None, explain: Callable[[Exception], str | None]) -> Iterator[Need]:
    """Opens everything as a question would; nothing is changed but what the first command makes too.

    `explain` gives the sentence for an error that is no defect, None for one that is.
    """
    yield Need("Python", sys.version_info >= (3, 11), sys.version.split()[0], "install Python 3.11 or newer")
    place = Place.at(data)
    needs = _on_postgres(data, place) if place.shared else _in_folder(data, place)
    try:
        yield from needs
    except Exception as error:
        if (message := explain(error)) is None:
            raise
        yield Need(place.name, False, message, "see the message")


def _in_folder(data: Path | None, place: Place) -> Iterator[Need]:
    yield _sqlite()
    yield _free_space(place.folder.path)
    with open_records(data) as records:
        yield Need("data folder", True, f"{place.name}, {_writer(records)}")
        yield Need("event store", True, f"{records.store.last_position()} positions")
        yield from _projections(records)
        yield _checkpoint(records)
        yield _vault(place.folder.vault)


def _on_postgres(data: Path | None, place: Place) -> Iterator[Need]:
    with open_records(data) as records:
        end = records.store.last_position()
        yield Need("event store", True, f"{place.name}, {end} positions")
        yield from _projections(records)
        yield _checkpoint(records)
    with closing(place.vault()):
        yield Need("vault", True, "it can be opened")
    if place.settings.kafka is None:
        yield Need("Kafka", True, "not set (CASINO_KAFKA): read models are fed from the store itself")
    else:
        yield from _topic(place, end)


def _topic(place: Place, end: int) -> Iterator[Need]:
    from infra.kafka_client import topic_of
    from infra.kafka_topic import partitions_there
    from infra.postgres_store import PostgresStore

    kafka = place.settings.kafka
    assert kafka is not None
    partitions = partitions_there(kafka)
    found = "not there yet" if partitions is None else f"{partitions} partitions"
    yield Need("Kafka", partitions is not None, f"{topic_of(kafka)}: {found}", "`pataca admin topics` or `pataca relay` creates it")
    with closing(place.store(read_only=True)) as store:
        assert isinstance(store, PostgresStore)
        relayed = store.relayed()
    behind = max(0, end - relayed)
    yield Need(
        "relay", behind < BEHIND_MAX, f"relayed up to position {relayed}, {behind} behind", "run `pataca relay`; what it says tells why"
    )


def _sqlite() -> Need:
    found = sqlite3.sqlite_version
    note = "" if sqlite3.sqlite_version_info >= SQLITE_SAFE else "; one writer at a time, as this version needs it"
    return Need("SQLite", sqlite3.sqlite_version_info >= (3, 37), f"{found}{note}", "install a Python that links SQLite 3.37 or newer")


def _free_space(path: Path) -> Need:
    there = next(parent for parent in (path, *path.parents) if parent.exists())
    free = shutil.disk_usage(there).free
    return Need(
        "free disk space", free >= FREE_BYTES_MIN, f"{free // 1024**2:,} MiB at {there}", "make room: a full disk refuses every command"
    )


def _writer(records: Records) -> str:
    return "nobody else writes" if records.writer is None else f"process {records.writer} writes; questions are answered meanwhile"


def _projections(records: Records) -> Iterator[Need]:
    for one in status(records.store, records.books, PROJECTIONS):
        if one.halted_reason:
            yield Need(
                f"projection {one.name}", False, f"halted at {one.halted_event}: {one.halted_reason}", "`pataca verify` says what differs"
            )
        else:
            where = "not built yet" if one.version is None else f"position {one.position}, {one.behind} behind"
            how = "a question" if records.may_catch_up else "`pataca project`"
            yield Need(f"projection {one.name}", True, f"{where}; {how} brings it up to date")


def _checkpoint(records: Records) -> Need:
    with kept_tree(records.place) as tree:
        agrees, found = standing(records.store, tree)
    return Need("checkpoint", agrees, found, "the events are not those that were signed: `pataca verify` says where they differ")


def _vault(path: Path) -> Need:
    if not path.exists():
        return Need("vault", True, "made by the first hand")
    mode = stat.S_IMODE(os.stat(path).st_mode)
    return Need("vault", mode & 0o077 == 0, f"{path}, mode {mode:o}", f"chmod 600 {path}: nobody else may read the keys of sealed cards")
