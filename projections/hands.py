"""The index of hands and rounds: where each one stands in the events, who played, what was staked and who won.

Their events are not copied: `stream`, `first_version` and `last_version` say where they are. Amounts are minor units of
the table's currency.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from typing import Any, ClassVar, Literal

from sqlalchemy import Column, Connection, MetaData, Text

from domain.event import Recorded
from domain.seating import TableOpened
from projections.filters import ALL, Filters
from projections.holdem_hands import HoldemHands
from projections.projection import Writer
from projections.rounds import Rounds
from projections.sessions import Sessions


class Hands:
    """Both games answer to one kind of id. What every line has: `id`, gaming day, `game`, table, number, ruleset, currency,
    `status`, when it began and ended, commission, and where its events are; the rest is the game's own.

    `status` is `open` or `void`, of a hand also `showdown` or `all-folded`, of a round `decided`; what is open has no
    `last_version` and no `ended_at`.
    """

    name: ClassVar[str] = "hands"
    version: ClassVar[int] = 2
    poison: ClassVar[Literal["halt", "park"]] = "park"

    def __init__(self, generation: int) -> None:
        self.metadata = MetaData()
        self._sessions = Sessions(self.metadata, self.name, generation, Column("hand", Text), Column("round", Text))
        self._holdem = HoldemHands(self.metadata, self.name, generation, self._sessions)
        self._baccarat = Rounds(self.metadata, self.name, generation, self._sessions)
        self._steps = {**self._holdem.steps, **self._baccarat.steps}

    def project(self, batch: Sequence[Recorded], writer: Writer) -> None:
        mine = [record for record in batch if type(record.event) in self._steps or isinstance(record.event, TableOpened)]
        streams = {record.stream for record in mine}
        self._sessions.load(streams, writer.connection)
        self._holdem.load(streams, writer.connection)
        self._baccarat.load(streams, writer.connection)
        for record in mine:
            if isinstance(record.event, TableOpened):
                self._sessions.open(record, record.event)
            else:
                self._steps[type(record.event)](record, record.event)
        self._holdem.save(writer)
        self._baccarat.save(writer)
        self._sessions.save(writer)

    def forget(self) -> None:
        self._sessions.forget()
        self._holdem.forget()
        self._baccarat.forget()

    def find(self, connection: Connection, hand: str) -> dict[str, Any] | None:
        """The hand or round of this id, as `list` gives it; None if there is none."""
        return self._holdem.find(connection, hand) or self._baccarat.find(connection, hand)

    def list(self, connection: Connection, filters: Filters = ALL) -> Iterator[dict[str, Any]]:
        """In the order in which they began."""
        games = self._holdem.list(connection, filters), self._baccarat.list(connection, filters)
        return merge(*games, key=lambda line: line["position"])
