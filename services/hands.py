"""One hand, found in the index, and told from its events as a story."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.event import Recorded
from domain.holdem.events import CardDealt
from infra.event_store import EventStore
from services.reports.language import Language
from services.story import ENGLISH, Story


@dataclass(frozen=True, slots=True)
class Hand:
    """`row` is the hand's line in the index. `before`: its table session up to the hand; `events`: from its first to its last."""

    row: Mapping[str, Any]
    before: Sequence[Recorded]
    events: Sequence[Recorded]

    @property
    def id(self) -> str:
        return str(self.row["id"])

    @property
    def digest(self) -> str:
        """SHA-256 of its events in their order: of each one its id, a line feed, its facts as stored, a line feed."""
        told = hashlib.sha256()
        for record in self.events:
            told.update(b"%s\n%s\n" % (record.id.encode(), record.body))
        return told.hexdigest()


def read_hand(store: EventStore, row: Mapping[str, Any]) -> Hand:
    """A hand that is still open goes up to the last event of its table."""
    stream, first = row["stream"], row["first_version"]
    records = store.span(stream, 1, row["last_version"] or store.version(stream))
    return Hand(row, records[: first - 1], records[first - 1 :])


def story(hand: Hand, language: Language = ENGLISH) -> Iterator[tuple[Recorded, str]]:
    """Each event with its sentence; what happened at the table beside the hand is told too."""
    teller = Story(hand.row["currency"], {}, language)
    for record in hand.before:
        teller.meet(record.event)
    for record in hand.events:
        yield record, teller.tell(record.event)


def in_short(hand: Hand, language: Language = ENGLISH) -> Iterator[tuple[Recorded, str]]:
    """The story with the hole cards in one sentence: they are all face down."""
    dealt = False
    for record, text in story(hand, language):
        if isinstance(record.event, CardDealt) and record.event.seat is not None:
            if not dealt:
                yield record, language.says("two cards to each of them, face down")
            dealt = True
        else:
            yield record, text
