"""A long log: the same evening again and again, each time at tables, with players and a cage of another name.

What happens is what happened in a house that played it, and every stream is whole; only the recorded commands would not be
decided so again, for they leave out the cage that is taken where none is named.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, islice
from typing import Any

import psycopg

from domain.catalogue import BY_TOPIC
from infra.event_store import EventStore
from infra.mapper import metadata_line
from infra.postgres import connect
from tests.bench.evening import evening

Row = tuple[str, int, str, bytes]
"""Stream, version, topic and state, as the store holds them."""

_COPY = "COPY casino.events (stream, version, topic, state) FROM STDIN (FORMAT BINARY)"
_NAMES = "|".join(
    [*(rf'(?<=["/]{name})(?=\d)' for name in ("PK-", "BA-", "PR-", "P-")), *(rf'(?<=["/]F-{game}-)' for game in ("PK", "BA"))]
)
"""Where a number makes another name of it. What is sealed holds neither of the signs before a name."""
_DIGITS = 4
_WITH_CAGE = rf'{_NAMES}|(?<=["/]MAIN)(?=["/])'


def renamed(command: Mapping[str, Any], number: int) -> Any:
    """A command about the table, player, permit or slip of the evening with this number; the cage is the same for all."""
    return json.loads(re.sub(_NAMES, _tag(number), json.dumps(command)))


def unnamed(hand: str) -> str:
    """The hand of the evening that this one of a renamed evening is."""
    return re.sub(rf"((?:PK|BA)-)\d{{{_DIGITS}}}", r"\1", hand)


def log(events: int) -> Iterator[Row]:
    """The first so many of them."""
    return islice((row for number in count(1) for row in _evening(number)), events)


def fill(url: str, events: int) -> None:
    """The store in this database gets so many events, as many at a time as an evening has."""
    EventStore.postgres(url, BY_TOPIC).close()
    rows = log(events)
    with connect(url, application="bench") as connection:
        while page := list(islice(rows, len(evening()))):
            _copy(connection, page)
        connection.execute("VACUUM (ANALYZE) casino.events")


def _copy(connection: psycopg.Connection, page: list[Row]) -> None:
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.set_types(["text", "int8", "text", "bytea"])
        for row in page:
            copy.write_row(row)


def _evening(number: int) -> Iterator[Row]:
    text = _tag(number)
    tag = text.encode()
    for stream, version, topic, state in _parts():
        yield text.join(stream), version, topic, tag.join(state)


def _tag(number: int) -> str:
    return f"{number:0{_DIGITS}}"


@cache
def _parts() -> list[tuple[list[str], int, str, list[bytes]]]:
    """The evening's rows, cut where the number goes."""
    return [
        (
            re.split(_WITH_CAGE, record.stream),
            record.version,
            record.event.topic(),
            re.split(_WITH_CAGE.encode(), metadata_line(record.meta) + b"\n" + record.body),
        )
        for record in evening()
    ]
