"""One hand, found in the index and told from its events: as a story, or step by step with the state and the money.

The rules are run again over it: what its commands decide now must be, byte for byte, what was recorded then.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from domain.event import Event, Recorded
from domain.holdem.events import CardDealt
from infra.event_store import EventStore
from services.parsing import Parser
from services.replay import Difference, decided_again
from services.states import States
from services.story import Story
from services.tables import Tables

Postings = Callable[[str], Sequence[Mapping[str, Any]]]
"""The ledger's lines of an event, by its id."""


@dataclass(frozen=True, slots=True)
class Hand:
    """`row` is the hand's line in the index. `before`: its table session up to the hand; `events`: from its first to its last."""

    row: Mapping[str, Any]
    before: Sequence[Recorded]
    events: Sequence[Recorded]

    @property
    def id(self) -> str:
        return str(self.row["id"])


def read_hand(store: EventStore, row: Mapping[str, Any]) -> Hand:
    """A hand that is still open goes up to the last event of its table."""
    stream, first = row["stream"], row["first_version"]
    records = store.span(stream, 1, row["last_version"] or store.version(stream))
    return Hand(row, records[: first - 1], records[first - 1 :])


def story(hand: Hand) -> Iterator[tuple[Recorded, str]]:
    """Each event with its sentence; what happened at the table beside the hand is told too."""
    teller = Story(hand.row["currency"], {})
    for record in hand.before:
        teller.tell(record.event)
    for record in hand.events:
        yield record, teller.tell(record.event)


def in_short(hand: Hand) -> Iterator[tuple[Recorded, str]]:
    """The story with the hole cards in one sentence: they are all face down."""
    dealt = False
    for record, text in story(hand):
        if isinstance(record.event, CardDealt) and record.event.seat is not None:
            if not dealt:
                yield record, "two cards to each of them, face down"
            dealt = True
        else:
            yield record, text


def steps(hand: Hand, tables: Tables, postings: Postings) -> Iterator[dict[str, Any]]:
    """Each event with its rule, its sentence, the table as it stands after it, and what it moved in the books."""
    session = tables.session()
    for record in hand.before:
        session.evolve(record.event)
    for record, text in story(hand):
        session.evolve(record.event)
        yield {
            "event": record.id,
            "type": record.event.contract,
            "rule": getattr(record.event, "rule", None),
            "text": text,
            "state": tables.state(session),
            "postings": [dict(line) for line in postings(record.id)],
        }


def run_again(hand: Hand, tables: Tables, parser: Parser) -> tuple[int, list[Difference]]:
    """How many of the hand's commands were decided again, and those whose events did not come out."""
    states = States(_Session(hand))
    checked, found = 0, []
    for _, run in groupby(hand.events, key=lambda record: record.meta.correlation):
        answer = list(run)
        if answer[0].meta.subject == hand.id:
            checked += 1
            difference = decided_again(tables.play, parser, states, answer)
            found += [difference] if difference else []
        tables.open_table(states, hand.row["table"])
        states.recorded(answer)
    return checked, found


class _Session:
    """The table session as it stood before the hand."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def fold(self, _stream: str, take: Callable[[Event], None]) -> Recorded | None:
        for record in self._hand.before:
            take(record.event)
        return self._hand.before[-1] if self._hand.before else None

    def last_stream(self, _prefix: str) -> str | None:
        return str(self._hand.row["stream"])

    def streams(self, _prefix: str) -> list[str]:
        return []
