"""A hand or round found in the streams by its public id: decisions are taken from there, never from an index."""

import re
from typing import Final

from domain.baccarat import events as baccarat
from domain.event import Event
from domain.holdem import events as holdem
from domain.seating import TableOpened
from infra.event_store import EventStore
from services.hands import Hand

_ID: Final = re.compile(r"([A-Za-z0-9-]{1,32})/(\d{4}-\d{2}-\d{2})/([1-9]\d{0,8})")
_BEGIN: Final[tuple[type[Event], ...]] = (holdem.HandStarted, baccarat.RoundOpened)
_END: Final[tuple[type[Event], ...]] = (
    *(holdem.HandEnded, holdem.HandVoided, baccarat.RoundVoided),
    *(baccarat.RoundDecided, baccarat.BetSettled, baccarat.BetHeld, baccarat.CommissionTaken),
)
"""The last one of these ends it: a round is over when its last bet or commission is settled."""


def stored_hand(store: EventStore, name: str) -> Hand | None:
    """None for an id that no hand has. `row` has what is needed to tell the hand and to run it again."""
    match = _ID.fullmatch(name)
    stream = match and _session(store, match[1], match[2], int(match[3]))
    if not stream:
        return None
    records = store.span(stream, 1, store.version(stream))
    mine = [record for record in records if record.meta.subject == name]
    if not mine or not isinstance(mine[0].event, _BEGIN):
        return None
    ended = [record for record in mine if isinstance(record.event, _END)]
    first, last = mine[0].version, (ended or records)[-1].version
    opened = records[0].event
    assert isinstance(opened, TableOpened)
    row = {
        "id": name,
        "gaming_day": opened.gaming_day,
        "game": opened.contract.partition(".")[0],
        "table": opened.table,
        "currency": opened.currency,
        "status": "over" if ended else "open",
        "stream": stream,
    }
    return Hand(row, records[: first - 1], records[first - 1 : last])


def _session(store: EventStore, table: str, gaming_day: str, number: int) -> str | None:
    """The table session that the number belongs to: a table opened again on a day counts on."""
    for stream in reversed(store.streams(f"tables/{table}/")):
        opened = store.span(stream, 1, 1)[0].event
        assert isinstance(opened, TableOpened)
        if opened.gaming_day < gaming_day:
            return None
        if opened.gaming_day == gaming_day and opened.last_number < number:
            return stream
    return None
