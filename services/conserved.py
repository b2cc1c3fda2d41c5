"""Chips conserved, worked out from the raw events of every table and from nothing else: each game in its own way.

What was put in came back, was paid out, or is the house's. Every stack that an event tells is the one that the movements
before it have left.
"""

from collections.abc import Iterator

from domain.baccarat import events as baccarat
from domain.event import Event, Recorded
from domain.holdem import events as holdem
from services.conserved_baccarat import BaccaratChips
from services.conserved_holdem import HoldemChips

_GAMES: dict[type[Event], type[HoldemChips | BaccaratChips]] = {holdem.TableOpened: HoldemChips, baccarat.TableOpened: BaccaratChips}
_CLOSES: frozenset[type[Event]] = frozenset({holdem.TableClosed, baccarat.TableClosed})


class ConservedChips:
    """Takes the log record by record; gives an item for each hand, bet and round that is over and for each closed table: None
    where every chip is where it should be."""

    def __init__(self) -> None:
        self._tables: dict[str, HoldemChips | BaccaratChips] = {}

    def take(self, record: Recorded) -> Iterator[str | None]:
        stream, kind = record.stream, type(record.event)
        if kind in _GAMES:
            self._tables[stream] = _GAMES[kind]()
        if (table := self._tables.get(stream)) is not None:
            yield from table.take(record)
        if kind in _CLOSES:
            self._tables.pop(stream, None)
