"""A hand of a small house as `pataca hand` finds it, and the commands that played it."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from domain.disputes.changes import CHANGE, Change
from domain.disputes.settlement import MOVING
from infra.books import Books
from projections.hands import Hands
from services.hands import Hand, read_hand
from services.projector import catch_up, live
from services.what_if import WhatIf, what_if
from tests.services.house import DAY, TABLE, House

PLAYED = f"{TABLE}/{DAY}/1"


def found(pit: House, hand: str = PLAYED) -> Hand:
    with closing(Books.memory()) as books:
        catch_up(pit.store, books, [Hands])
        with books.read() as connection:
            row = live(connection, Hands).projection.find(connection, hand)
    assert row is not None, hand
    return read_hand(pit.store, row)


def change(kind: str, **fields: Any) -> Change:
    return CHANGE.validate_python({"change": kind, **fields})


def tried(pit: House, *changes: Change, hand: str = PLAYED) -> WhatIf:
    return what_if(found(pit, hand), changes)


def moved(hand: Hand) -> list[bytes]:
    """The bytes of the hand's events that move chips."""
    kinds = tuple(MOVING.values())
    return [record.body for record in hand.events if isinstance(record.event, kinds) and record.meta.subject == hand.id]


def bodies(events: Sequence[Any]) -> list[bytes]:
    return [event.body() for event in events]


def step_of(hand: Hand, contract: str, seat: int | None = None, nth: int = 1) -> int:
    """The number of the nth such event of the hand, of this seat if one is named."""
    numbers = [
        number
        for number, record in enumerate(hand.events, 1)
        if record.event.contract == contract and seat in (None, getattr(record.event, "seat", None))
    ]
    return numbers[nth - 1]
