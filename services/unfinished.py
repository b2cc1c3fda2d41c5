"""What a gaming day cannot be cut with: its open tables, and slips that were on the way at its end and still are.

Looked up in the store itself, not among the streams that a decision stands on: tables of the next day may play on meanwhile.
"""

from collections.abc import Iterator

from domain.cage.cage import Cage
from domain.event import cage_stream, key_of
from domain.questions import Unfinished
from domain.seating import TableClosed
from infra.event_store import EventStore


def unfinished(store: EventStore, gaming_day: str) -> Unfinished:
    return Unfinished(tuple(sorted(_open_tables(store, gaming_day))), tuple(sorted(_slips(store, gaming_day))))


def _open_tables(store: EventStore, gaming_day: str) -> Iterator[str]:
    for table in _names(store, "tables/"):
        session = store.last_stream(f"tables/{table}/")
        assert session is not None, "a table has the sessions that it was found by"
        end = store.version(session)
        (last,) = store.span(session, end, end)
        if last.meta.gaming_day == gaming_day and not isinstance(last.event, TableClosed):
            yield table


def _slips(store: EventStore, gaming_day: str) -> Iterator[str]:
    for name in _names(store, "cages/"):
        streams = store.streams(f"cages/{name}/")
        until = [stream for stream in streams if stream <= cage_stream(name, gaming_day)]
        if until:
            yield from _on_the_way(store, until[-1]) & _on_the_way(store, streams[-1])


def _on_the_way(store: EventStore, stream: str) -> set[str]:
    cage = Cage()
    store.fold(stream, cage.evolve)
    return set(cage.slips)


def _names(store: EventStore, prefix: str) -> list[str]:
    return sorted({key_of(stream) for stream in store.streams(prefix)})
